"""What the commands share: the store, dates, tables, progress, files that appear whole."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from ..paths import DATABASE, data_dir

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from ..store import GameRow, Store

_SQLITE = b"SQLite format 3\0"  # how every database file begins
_PIPE_WIDTH = 1000  # a pipe has no width: nothing is to be wrapped there


_BACKUP = (
    "is a database, such as `twelve backup` makes, and no file of games: "
    f"to go back to it, copy it as {DATABASE} into an empty data folder and name that with --data"
)


def whole(least: int) -> Callable[[str], int]:
    """Return the type of an argument that is a whole number, ``least`` or more."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() else least - 1
        if number < least:
            sentence = f"give a whole number, {least} or more, not {text[:40]!r}"
            raise argparse.ArgumentTypeError(sentence)
        return number

    return read


def seconds(text: str) -> float:
    """The type of an argument that is a time."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e6:
        raise argparse.ArgumentTypeError(f"give seconds, such as 0.5, not {text[:40]!r}")
    return found


def open_store(args: argparse.Namespace) -> Store:
    """Open the store of ``args.data``; its warnings go to stderr. Raises CommandError."""
    from ..store import Store

    store = Store(data_dir(args.data))
    for warning in store.warnings:
        print(f"twelve: {warning}", file=sys.stderr)
    return store


def open_old_store(args: argparse.Namespace) -> Store:
    """Open the store where there is one, so that a question does not make an empty database."""
    folder = data_dir(args.data)
    if not (folder / DATABASE).exists():
        cure = "play one with `twelve up`, or name another folder with --data"
        raise CommandError(f"no game has been recorded in {folder}: {cure}")
    return open_store(args)


def named_game(args: argparse.Namespace) -> str:
    """Return the game that ``args`` name; CommandError, with those there are, where none is."""
    from twelve.games.catalog import NAMES

    if args.game is None:
        kinds = ", ".join(NAMES)
        raise CommandError(
            f"name a game: {kinds}, or a recorded one, such as last (`twelve games` lists them)", 2
        )
    return str(args.game)


def all_games(args: argparse.Namespace, limit: int | None = None) -> list[GameRow]:
    """Return the recorded games, newest first; none where there is no database yet."""
    if not (data_dir(args.data) / DATABASE).exists():
        return []
    with open_store(args) as store:
        return store.games(limit)


def print_json(item: object) -> None:
    """Print ``item`` as JSON on stdout, readable."""
    print(json.dumps(item, ensure_ascii=False, indent=2))


def console() -> Console:
    """Return the terminal (or pipe) that stdout is, for tables and boards."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(width=width, highlight=False, soft_wrap=not sys.stdout.isatty())


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """Return a plain table; a column whose name begins with ``#`` holds numbers."""
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        number = name.startswith("#")
        made.add_column(name.lstrip("#"), justify="right" if number else "left")
    for row in rows:
        # Names come from people: they are text, never markup.
        made.add_row(*[Text(cell) for cell in row])
    return made


def when(at: str | None, estimated: bool = False) -> str:
    """Return a date in the laptop's own zone, ``~`` before an estimated one, ``–`` for none."""
    if at is None:
        return "–"
    local = datetime.fromisoformat(at).astimezone()
    return ("~" if estimated else "") + local.strftime("%Y-%m-%d %H:%M")


def outcome(row: GameRow) -> str:
    """Return how a game ended in a few words."""
    if row.trouble:
        return "cannot be read"
    if row.result is None:
        return "running"
    winner = row.result["winner"]
    if winner is not None:
        return f"{row.players[winner]} won"
    return "abandoned" if row.result["reason"] == "abandoned" else "nobody won"


def row_object(row: GameRow) -> dict[str, Any]:
    """Return a game's summary for JSON."""
    from dataclasses import asdict

    return asdict(row)


class Bar:
    """A progress bar on stderr that shows itself only after a second, and only to a person.

    ``total`` None: how much is to do is not known.
    """

    def __init__(self, what: str, total: int | None = None):
        self._what = what
        self._total = total
        self._from_s = time.monotonic()
        self._done = 0
        self._quiet = not sys.stderr.isatty()
        self._shown: tuple[Progress, TaskID] | None = None

    def advance(self, steps: int = 1) -> None:
        """Say that ``steps`` more are done."""
        self._done += steps
        if self._quiet or (self._shown is None and time.monotonic() - self._from_s < 1):
            return
        if self._shown is None:
            from rich.console import Console
            from rich.progress import Progress

            progress = Progress(console=Console(stderr=True), transient=True)
            self._shown = progress, progress.add_task(self._what, total=self._total)
            progress.start()
        progress, task = self._shown
        progress.update(task, completed=self._done)

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown[0].stop()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def lines_of(name: str, bar: Bar | None = None) -> Iterator[bytes]:
    """Yield the lines of the file ``name``, ``-`` for stdin; a database is refused.

    Raises CommandError.
    """
    try:
        # Standard input stays open.
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            for at, line in enumerate(file):
                if at == 0 and line.startswith(_SQLITE):
                    raise CommandError(f"{'standard input' if name == '-' else name} {_BACKUP}")
                if bar is not None:
                    bar.advance(len(line))
                yield line
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}; name a file that can be read") from error


def write_whole(path: Path, pieces: Iterable[bytes]) -> str:
    """Write a file so that it appears complete or not at all.

    Returns what is said of it: where it is, and whether another file was there before.
    """
    if path.is_dir():
        raise CommandError(f"{path} is a folder: name a file in it")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        was_there = path.exists()
        os.replace(part, path)
    except OSError as error:
        cure = "name a folder that exists and may be written to"
        raise CommandError(f"cannot write {path}: {error.strerror}; {cure}") from error
    finally:
        part.unlink(missing_ok=True)
    return f"written to {path}" + (", in place of the file that was there" if was_there else "")
