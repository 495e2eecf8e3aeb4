"""Copies the whole database into one file while it is in use."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ..errors import StoreError

_TABLES = ("games", "records", "alembic_version")


def back_up(
    source: Path, target: Path, force: bool = False, tick: Callable[[], None] | None = None
) -> tuple[int, int]:
    """Copy the database ``source`` to ``target``; return how many games and records it holds.

    The copy holds everything that was committed when it began, is checked, and replaces
    ``target`` (only with ``force``) at once or not at all. ``tick`` is called now and then.
    Raises StoreError.
    """
    if target.exists():
        if target.samefile(source):
            raise StoreError(f"{target} is the database itself: name another file")
        if not force:
            raise StoreError(f"{target} is there already: name another file or use --force")
    for tail in ("-wal", "-journal"):
        if target.with_name(target.name + tail).exists():
            raise StoreError(f"{target} is a database in use: name another file")
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with closing(sqlite3.connect(source, timeout=10)) as connection:
            if tick is not None:
                # SQLite calls back every so many steps of its machine; 0 lets it go on.
                connection.set_progress_handler(lambda: tick() or 0, 20_000)
            connection.isolation_level = None
            connection.execute("VACUUM INTO ?", (str(part),))
        counts = _checked(part)
        with open(part, "rb+") as copy:
            os.fsync(copy.fileno())
        os.replace(part, target)
    except sqlite3.Error as error:
        cure = "check that the folder exists, may be written to and has room"
        raise StoreError(f"the backup to {target} failed: {error}; {cure}") from error
    finally:
        part.unlink(missing_ok=True)
    return counts


def _checked(copy: Path) -> tuple[int, int]:
    """Return the numbers of games and records in ``copy``; StoreError when it is not sound."""
    with closing(sqlite3.connect(copy)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok" or connection.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreError(f"the copy is damaged ({found}): check both disks and try again")
        for table in _TABLES:
            connection.execute(f"SELECT 1 FROM {table} LIMIT 1")
        ask = "SELECT (SELECT count(*) FROM games WHERE n > 0), (SELECT count(*) FROM records)"
        games, records = connection.execute(ask).fetchone()
        return games, records
