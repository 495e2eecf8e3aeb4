"""The store: every game as its records, committed before anything is acknowledged."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import SQLAlchemyError

from twelve.record.chain import chained

from ..errors import GapError, StoreError
from ..paths import DATABASE
from ..record_log import body_of, with_chain, with_date
from . import branches, queries
from .branches import Place
from .opening import open_database, reason, writing
from .queries import AnyRow
from .schema import GameRow, RecordRow, game_id, games, is_uid, records
from .summary import Summary, summary_of

# (n, text with its chain, chain, date in ISO 8601 or None, whether the date is an estimate)
Incoming = tuple[int, str, str, str | None, bool]
_CACHED = 8  # games followed at once without reading them again


class Store:
    """The database in one folder. Every method may be called from any thread.

    A method that writes has committed when it returns; after ``kill -9`` nothing that returned
    is missing. ``warnings`` are sentences that a person should see once.
    """

    def __init__(self, folder: Path):
        self.path = folder / DATABASE
        self._engine, self.warnings = open_database(folder)
        self._lock = threading.Lock()
        self._summaries: OrderedDict[int, Summary] = OrderedDict()

    def close(self) -> None:
        """Close the database; its write-ahead log is folded in."""
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- what a table's mirror asks -----------------------------------------------------------
    def add_records(
        self, uid: str, rows: Sequence[Incoming], branch: int | None = None
    ) -> tuple[int, str]:
        """Commit records of a game; return (n, chain) of its last one.

        They may come in any order and again. ``branch`` None is the one that ``have`` speaks of;
        the one that ``place`` names for another continuation is made.
        GapError when some are missing (what came before the gap is stored); ForkError, with
        nothing stored, when one does not continue the branch; ValueError when one is malformed.
        """
        if not is_uid(uid):
            raise ValueError(f"no game's id: {uid[:80]!r}")
        found = [_record_row(row) for row in rows]
        found.sort(key=lambda record: record.n)
        with self._writing() as connection:
            row = self._branch(connection, uid, branch)
            new = branches.fresh(connection, row, found)
            ready = [record for i, record in enumerate(new) if record.n == row.n + 1 + i]
            end = self._append(connection, row, ready, "table")
        if len(ready) < len(new):
            raise GapError(uid, *end)
        return end

    def have(self, uid: str, branch: int | None = None) -> tuple[int, str]:
        """Return (n, chain) of the last record from the table itself, (0, "") for none.

        ``branch`` None is the one that the table continued last, as far as is known.
        """
        with self._reading() as connection:
            rows = queries.branches(connection, uid)
            if branch is not None:
                rows = [row for row in rows if row.branch == branch]
            row = queries.current_branch(rows)
            return (row.table_n, row.table_chain) if row is not None else (0, "")

    def place(self, uid: str, chains: list[str]) -> Place:
        """Return which branch of a game the records with these chains, from 1 on, belong to."""
        with self._reading() as connection:
            return branches.place(connection, queries.branches(connection, uid), chains)

    # -- what people do -------------------------------------------------------------------------
    def add_note(self, name: str, note: dict[str, Any], is_left: bool = False) -> RecordRow:
        """Append a note (``kind`` and its fields) to a closed game; return its record.

        While the table may still add records this is refused with StoreError, since both would
        give the same number to different records. ``is_left``: no table goes on with it, as far
        as is known; one that does all the same gets a branch of its own.
        """
        with self._writing() as connection:
            row = self._known(connection, name)
            if not row.closed and not is_left:
                cure = "plug in its table and change it there"
                raise StoreError(f"{name} is not closed yet: {cure}")
            last = next(queries.record_rows(connection, row.key, row.n - 1))
            # The laptop knows nothing of the table's clock, only that it is later than this.
            ms = json.loads(last.text).get("ms", 0)
            body = body_of({"n": row.n + 1, "op": "note", **note, "ms": ms})
            chain = chained(row.chain, body)
            at = queries.date_text(datetime.now(UTC))
            record = RecordRow(row.n + 1, with_chain(body, chain), chain, at, False, "host")
            self._append(connection, row, [record], row.source)
        return record

    def take_in(self, uid: str, found: list[RecordRow]) -> tuple[str, int]:
        """Store the records (from 1 on, checked) of a game from a file; return (id, how many new).

        A branch that they repeat or continue takes them; else they become a branch of their own.
        """
        with self._writing() as connection:
            rows = queries.branches(connection, uid)
            for row in rows:
                stored = [r.text for r in queries.record_rows(connection, row.key)]
                common = min(len(stored), len(found))
                if stored and stored[:common] == [r.text for r in found[:common]]:
                    self._append(connection, row, found[common:], row.source)
                    return game_id(uid, row.branch), len(found) - common
            branch = rows[-1].branch + 1 if rows else 0
            row = self._insert(connection, uid, branch, "file")
            self._append(connection, row, found, "file")
            return game_id(uid, branch), len(found)

    def games(self, limit: int | None = None, before: str | None = None) -> list[GameRow]:
        """Return the games, newest first; with ``before`` (an id) those older than that one."""
        with self._reading() as connection:
            mark = self._known(connection, before) if before else None
            rows = queries.rows_by_date(connection, limit, mark)
            return [queries.game_row(row) for row in rows]

    def game(self, name: str) -> GameRow | None:
        """Return the game with this id, None where there is none."""
        with self._reading() as connection:
            row = queries.row_by_id(connection, name)
            return None if row is None else queries.game_row(row)

    def find(self, name: str) -> GameRow:
        """Return the game that a person means: an id, its beginning or end, or ``last``."""
        with self._reading() as connection:
            row = queries.row_by_id(connection, name)
            if row is None and name == "last":
                row = next(iter(queries.rows_by_date(connection, 1, None)), None)
                if row is None:
                    raise StoreError("no game has been recorded yet: play one with `twelve up`")
            elif row is None:
                ids = queries.ids_like(connection, name)
                if len(ids) > 1:
                    shown = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
                    raise StoreError(f"{name} may be {shown}: give more of the id")
                row = self._known(connection, ids[0] if ids else name)
            return queries.game_row(row)

    def records(self, name: str) -> list[RecordRow]:
        """Return the records of the game with this id, in order."""
        with self._reading() as connection:
            return list(queries.record_rows(connection, self._known(connection, name).key))

    def lines(self, name: str) -> list[str]:
        """Return the lines of the game's file: each record, dated behind its chain."""
        return [with_date(r.text, r.at, r.est, r.origin == "host") for r in self.records(name)]

    def rebuild(self, name: str) -> bool:
        """Derive the game's summary again from its records; return whether it was wrong."""
        with self._writing() as connection:
            row = self._known(connection, name)
            summary = summary_of(queries.record_rows(connection, row.key))
            values = summary.values()
            if all(getattr(row, key) == value for key, value in values.items()):
                return False
            self._update(connection, row, values)
            self._summaries.pop(row.key, None)
            return True

    # -- inside ---------------------------------------------------------------------------------
    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"{self.path}: {reason(error)}") from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._lock:
            try:
                with writing(self._engine).begin() as connection:
                    yield connection
            except BaseException as error:
                # A summary may have run ahead of what was rolled back.
                self._summaries.clear()
                if isinstance(error, SQLAlchemyError):
                    raise StoreError(f"{self.path}: {reason(error)}") from error
                raise

    def _known(self, connection: Connection, name: str) -> AnyRow:
        row = queries.row_by_id(connection, name)
        if row is None:
            raise StoreError(f"no game {name!r}: `twelve games` lists those that are recorded")
        return row

    def _insert(self, connection: Connection, uid: str, branch: int, source: str) -> AnyRow:
        now = queries.date_text(datetime.now(UTC))
        head = {"uid": uid, "branch": branch, "source": source, "order_at": now}
        connection.execute(insert(games).values(**head, **Summary().values()))
        return queries.branches(connection, uid)[-1]

    def _branch(self, connection: Connection, uid: str, branch: int | None) -> AnyRow:
        rows = queries.branches(connection, uid)
        if branch is None:
            row = queries.current_branch(rows)
            return self._insert(connection, uid, 0, "table") if row is None else row
        for row in rows:
            if row.branch == branch:
                return row
        if branch == branches.next_branch(rows):
            return self._insert(connection, uid, branch, "table")
        raise ValueError(f"game {uid} has no branch {branch}")

    def _append(
        self, connection: Connection, row: AnyRow, new: list[RecordRow], source: str
    ) -> tuple[int, str]:
        """Insert the next records of a game and move its summary on; return (n, chain)."""
        if not new:
            return row.n, row.chain
        summary = self._summaries.get(row.key)
        if summary is None or (summary.n, summary.chain) != (row.n, row.chain):
            summary = summary_of(queries.record_rows(connection, row.key))
        for record in new:
            summary.follow(record)
        rows = [
            {"game": row.key, "n": r.n, "text": r.text, "chain": r.chain, "at": r.at,
             "est": r.est, "origin": r.origin} for r in new
        ]  # fmt: skip
        connection.execute(insert(records), rows)
        self._update(connection, row, {**summary.values(), "source": source})
        self._summaries[row.key] = summary
        self._summaries.move_to_end(row.key)
        if len(self._summaries) > _CACHED:
            self._summaries.popitem(last=False)
        return summary.n, summary.chain

    def _update(self, connection: Connection, row: AnyRow, values: dict[str, Any]) -> None:
        order_at = values["started_at"] or row.order_at
        changed = update(games).where(games.c.key == row.key)
        connection.execute(changed.values(**values, order_at=order_at))


def _record_row(row: Incoming) -> RecordRow:
    n, text, chain, at, est = row
    if not text.startswith(f'{{"n":{n},') or not text.endswith(f',"chain":"{chain}"}}'):
        raise ValueError(f"not record {n}: {text[:80]!r}")
    date = None if at is None else queries.normal_date(at)
    return RecordRow(n, text, chain, date, est, "table")
