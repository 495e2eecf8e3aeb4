"""The continuations of one game: which of them records continue, and which records are new."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from twelve.record.chain import START, chained

from ..errors import ForkError
from . import queries
from .queries import AnyRow
from .schema import RecordRow


class Place(NamedTuple):
    """Where records from 1 on belong.

    ``known`` of them are stored in ``branch`` already; 0 where it is a new one, not made yet.
    ``settled`` False: the branch goes on beyond them, and so may they, in another way.
    """

    branch: int
    known: int
    settled: bool


def place(connection: Connection, rows: list[AnyRow], chains: list[str]) -> Place:
    """Return where records with these ``chains`` belong; ``rows`` are the game's branches.

    A chain says everything of the records up to its own, so one of each branch tells enough.
    """
    length = len(chains)
    best: AnyRow | None = None
    for row in rows:
        # A note of ours on an open game stands where a table would go on.
        is_whole = row.n == row.table_n or (row.closed and row.table_n == length)
        if is_whole and 0 < row.table_n <= length:
            if row.table_chain == chains[row.table_n - 1]:
                best = row if best is None or row.table_n > best.table_n else best
        elif row.n > length and queries.chain_of(connection, row.key, length) == chains[-1]:
            return Place(row.branch, length, False)
    if best is not None:
        return Place(best.branch, best.table_n, True)
    return Place(next_branch(rows), 0, True)


def next_branch(rows: list[AnyRow]) -> int:
    """Return the number of the branch that another continuation gets."""
    if rows and rows[-1].n == 0:
        empty: int = rows[-1].branch
        return empty
    return rows[-1].branch + 1 if rows else 0


def fresh(connection: Connection, row: AnyRow, found: list[RecordRow]) -> list[RecordRow]:
    """Return those of ``found`` (in order) that branch ``row`` has not, each once.

    Raises ForkError where one is another than the stored one, or does not follow from it.
    """
    stored = {}
    if found and found[0].n <= row.n:
        after = found[0].n - 1
        stored = {r.n: r.text for r in queries.record_rows(connection, row.key, after)}
    new: list[RecordRow] = []
    chain = row.chain
    for record in found:
        if record.n <= row.n:
            if stored[record.n] != record.text:
                raise ForkError(row.uid, record.n)
        elif new and new[-1].n == record.n:
            if new[-1].text != record.text:
                raise ForkError(row.uid, record.n)
        else:
            if record.n == row.n + 1 + len(new):
                body = record.text[: record.text.rfind(',"chain":')] + "}"
                if chained(chain or START, body) != record.chain:
                    raise ForkError(row.uid, record.n)
                chain = record.chain
            new.append(record)
    return new
