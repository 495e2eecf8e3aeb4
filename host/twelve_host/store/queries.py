"""The questions that are asked of the database, each on an open connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select

from twelve.games.play import PERSON

from .schema import GameRow, RecordRow, game_id, games, records, split_id

AnyRow = Row[Any]


def date_text(date: datetime) -> str:
    """Return ``date`` (aware) as the record writes it: ISO 8601, UTC, milliseconds, Z."""
    return date.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def normal_date(text: str) -> str:
    """Return an ISO 8601 date (UTC where it names no zone) as ``date_text``; else ValueError."""
    date = datetime.fromisoformat(text)
    return date_text(date if date.tzinfo else date.replace(tzinfo=UTC))


def branches(connection: Connection, uid: str) -> list[AnyRow]:
    """Return the rows of ``games`` that have this uid, oldest branch first."""
    query = select(games).where(games.c.uid == uid).order_by(games.c.branch)
    return list(connection.execute(query))


def current_branch(rows: list[AnyRow]) -> AnyRow | None:
    """Return the branch that the table itself continues: the newest that came from one."""
    own = [row for row in rows if row.source == "table"]
    found = own or rows
    return found[-1] if found else None


def row_by_id(connection: Connection, name: str) -> AnyRow | None:
    """Return the row of ``games`` with this id."""
    uid, branch = split_id(name)
    same = and_(games.c.uid == uid, games.c.branch == branch, games.c.n > 0)
    return connection.execute(select(games).where(same)).first()


def rows_by_date(connection: Connection, limit: int | None, before: AnyRow | None) -> list[AnyRow]:
    """Return rows of ``games``, newest first, those older than ``before``."""
    order = games.c.order_at.desc(), games.c.key.desc()
    query = select(games).where(games.c.n > 0).order_by(*order).limit(limit)
    if before is not None:
        same_date = and_(games.c.order_at == before.order_at, games.c.key < before.key)
        query = query.where(or_(games.c.order_at < before.order_at, same_date))
    return list(connection.execute(query))


def ids_like(connection: Connection, name: str) -> list[str]:
    """Return the ids that begin or end with ``name``, newest first; none for an empty name."""
    if not name:
        return []
    order = games.c.order_at.desc(), games.c.key.desc()
    query = select(games.c.uid, games.c.branch).where(games.c.n > 0).order_by(*order)
    ids = [game_id(uid, branch) for uid, branch in connection.execute(query)]
    return [found for found in ids if found.startswith(name) or found.endswith(name)]


def record_rows(connection: Connection, key: int, after: int = 0) -> Iterator[RecordRow]:
    """Yield the records of a game in order, those with a number above ``after``."""
    c = records.c
    query = select(c.n, c.text, c.chain, c.at, c.est, c.origin)
    query = query.where(c.game == key, c.n > after).order_by(c.n)
    for row in connection.execute(query):
        yield RecordRow(*row)


def chain_of(connection: Connection, key: int, n: int) -> str | None:
    """Return the chain of record ``n`` of a game, None where there is none."""
    query = select(records.c.chain).where(records.c.game == key, records.c.n == n)
    return connection.execute(query).scalar()


def game_row(row: AnyRow) -> GameRow:
    """Return a row of ``games`` as it is answered."""
    result = None
    if row.reason is not None:
        result = {"winner": row.winner, "reason": row.reason}
    players = json.loads(row.players or "[]")
    return GameRow(
        id=game_id(row.uid, row.branch),
        uid=row.uid,
        branch=row.branch,
        source=row.source,
        game=row.game,
        rules=json.loads(row.rules or "{}"),
        rules_version=row.rules_version,
        players=players,
        table=row.table_id,
        no=row.no,
        started_at=row.started_at,
        estimated=row.estimated,
        ended_at=row.ended_at,
        result=result,
        records=row.n,
        actions=row.actions,
        turns=row.turns,
        seat_turns=json.loads(row.seat_turns),
        seats=json.loads(row.seats) or [PERSON] * len(players),
        hash=row.hash,
        closed=row.closed,
        trouble=row.trouble,
    )
