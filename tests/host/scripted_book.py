"""The games of a scripted table as the wire's source reads them: a journal without a flash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sample_games import Writer, chain_of
from twelve.base.compat import hex_of, sha256


class Book:
    """The games of a table as the source reads them; number: its writer."""

    def __init__(self, table_id: str):
        self.table_id = table_id
        self.games: dict[int, Writer] = {}

    @property
    def current(self) -> int:
        return max(self.games, default=0)

    def numbers(self) -> list[int]:
        return sorted(self.games)

    def look(self) -> bool:
        return False

    def uid(self, number: int) -> str:
        return f"{self.table_id}-{number}"

    def number(self, uid: str) -> int | None:
        head, _, tail = uid.partition("-")
        return int(tail) if head == self.table_id and int(tail) in self.games else None

    def last(self, number: int) -> tuple[int, str]:
        lines = self.games[number].lines
        return len(lines), chain_of(lines[-1])

    def acknowledged(self, number: int) -> None:
        pass

    def reader(self, number: int) -> Reader:
        return Reader(self.games[number].lines)


class Reader:
    def __init__(self, lines: list[str]):
        self._lines = lines
        self.rewind()

    def rewind(self) -> None:
        self.n, self.chain = 0, "0" * 16

    def next(self) -> str | None:
        if self.n == len(self._lines):
            return None
        text = self._lines[self.n]
        self.n += 1
        self.chain = chain_of(text)
        return text


class TimedWriter(Writer):
    """A writer whose records carry the table's own time."""

    def __init__(self, now_ms: Callable[[], int], *arguments: Any, **extra: Any):
        self._now_ms = now_ms
        super().__init__(*arguments, **extra)

    def write(self, **fields: Any) -> None:
        self.ms = self._now_ms() - 700  # a writer lets so much pass before each record
        super().write(**fields)


def commit_of(game: Writer) -> str:
    """Return the commitment of a game."""
    return hex_of(sha256(game.secret))
