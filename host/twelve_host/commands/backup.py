"""``twelve backup``: the whole record in one file, copied while it is in use."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import CommandError
from ..paths import DATABASE, data_dir
from ..plural import plural
from .common import Bar, open_old_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve backup`` takes."""
    parser.epilog = (
        "example: twelve backup games-2026.db\n\n"
        f"to go back to it, copy it to {DATABASE} in an empty data directory"
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="where the copy goes")
    parser.add_argument("--force", action="store_true", help="replace FILE if it is there")


def run(args: argparse.Namespace) -> int:
    """Make the copy and check it."""
    from ..store.copying import back_up

    target: Path = args.file
    if target.is_dir():
        raise CommandError(f"{target} is a folder: name a file in it, such as {target}/{DATABASE}")
    open_old_store(args).close()  # brings an old schema up to date first
    with Bar("copying") as bar:
        games, records = back_up(data_dir(args.data) / DATABASE, target, args.force, bar.advance)
    print(f"{plural(games, 'game')} with {plural(records, 'record')} in {target}")
    return 0
