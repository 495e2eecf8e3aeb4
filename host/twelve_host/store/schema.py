"""The database's tables and the rows it answers with.

``records`` is the truth, and nothing in it is ever changed. ``games`` is a summary derived from
it by following the records with the rules engine, and can be rebuilt at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# Every version of the schema that this program knows, oldest first: the ids of the migrations.
VERSIONS = ("0001", "0002")

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("uid", String, nullable=False),
    Column("branch", Integer, nullable=False),  # 0, then 1, 2 … for other continuations
    Column("source", String, nullable=False),  # "table", or "file" when it was imported
    Column("game", String),
    Column("rules", Text),  # JSON, complete
    Column("rules_version", Integer),
    Column("players", Text),  # JSON list of names, the newest ones
    Column("table_id", String),
    Column("no", Integer),
    Column("started_at", String),  # dates: ISO 8601, UTC, milliseconds, so that text sorts
    Column("estimated", Boolean, nullable=False),  # whether started_at is an estimate
    Column("ended_at", String),
    Column("winner", Integer),
    Column("reason", String),  # null while the game is running
    Column("actions", Integer, nullable=False),  # undone ones left out
    Column("turns", Integer, nullable=False),
    Column("seat_turns", Text, nullable=False),  # JSON list: turns taken by each seat
    # JSON list: who played each seat, "person" or the computer's level; [] while all are persons
    Column("seats", Text, nullable=False, server_default="[]"),
    Column("hash", String),
    Column("closed", Boolean, nullable=False),  # the secret has been revealed
    Column("n", Integer, nullable=False),  # the last record and its chain
    Column("chain", String, nullable=False),
    Column("table_n", Integer, nullable=False),  # the same of the last one that is no host note
    Column("table_chain", String, nullable=False),
    Column("trouble", Text),  # why the records cannot be followed by this program, else null
    Column("order_at", String, nullable=False),  # started_at, or when it arrived where unknown
    UniqueConstraint("uid", "branch", name="one_game_a_uid_and_branch"),
    Index("games_by_date", "order_at", "key"),
)

records = Table(
    "records",
    metadata,
    Column("game", Integer, ForeignKey("games.key"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),  # exactly as the table wrote it, chain included
    Column("chain", String, nullable=False),
    Column("at", String),
    Column("est", Boolean, nullable=False),
    Column("origin", String, nullable=False),  # "table" or "host"
    sqlite_with_rowid=False,  # the rows of a game lie together
)


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record: ``text`` as written (chain included), dated ``at`` (ISO 8601 or None)."""

    n: int
    text: str
    chain: str
    at: str | None
    est: bool
    origin: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """The summary of one game; ``id`` is its uid, or uid~2 … for another continuation.

    ``seats`` says who played each: "person", or the level of the computer that has decided
    everything that stands there. Where it only stood in for a person the seat is the person's.
    """

    id: str
    uid: str
    branch: int
    source: str
    game: str | None
    rules: dict[str, Any]
    rules_version: int | None
    players: list[str]
    table: str | None
    no: int | None
    started_at: str | None
    estimated: bool
    ended_at: str | None
    result: dict[str, Any] | None
    records: int
    actions: int
    turns: int
    seat_turns: list[int]
    seats: list[str]
    hash: str | None
    closed: bool
    trouble: str | None


def is_uid(uid: str) -> bool:
    """Return whether ``uid`` can be a game's: letters, digits and ``-``, at most 64."""
    return uid.isascii() and uid.replace("-", "").isalnum() and len(uid) <= 64


def game_id(uid: str, branch: int) -> str:
    """Return the id of a branch of a game: uid, uid~2, uid~3 …"""
    return uid if branch == 0 else f"{uid}~{branch + 1}"


def split_id(name: str) -> tuple[str, int]:
    """Return (uid, branch) of a game id."""
    uid, mark, number = name.rpartition("~")
    if mark and number.isascii() and number.isdigit() and int(number) > 1:
        return uid, int(number) - 1
    return name, 0
