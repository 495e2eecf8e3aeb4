"""``twelve import``: takes games from files (of ``twelve export``, or referee requests)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from ..plural import plural
from .common import Bar, lines_of, open_store, print_json

if TYPE_CHECKING:
    from ..store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve import`` takes."""
    parser.epilog = (
        "example: twelve import club-evening.jsonl\n\n"
        "a game without a chain, such as a list of referee requests, is stored as imported-…,\n"
        "numbered and chained here; a game that is there already is not stored twice"
    )
    text = "jsonl files, - for standard input; several games may share a file"
    parser.add_argument("files", metavar="FILE", nargs="+", help=text)
    parser.add_argument("--json", action="store_true", help="print what became of each game")


def run(args: argparse.Namespace) -> int:
    """Take the games in; a wrong one is named and left out, the others are stored."""
    found: list[dict[str, Any]] = []
    for name in args.files:
        if os.path.isfile(name):
            # A backup is refused before the folder that it may go to gets a database of its own.
            next(lines_of(name), None)
    with open_store(args) as store:
        for name in args.files:
            for told in _take(store, name):
                found.append(told)
                if told["problem"]:
                    print(f"twelve: {name}: {told['problem']}", file=sys.stderr)
                elif not args.json:
                    print(told["text"])
    if args.json:
        print_json(found)
    elif len(found) > 1:
        wrong = sum(1 for told in found if told["problem"])
        new = sum(1 for told in found if told["added"])
        there = len(found) - wrong - new
        count = plural(len(found), "game")
        print(f"{count}: {new} with new records, {there} there already, {wrong} wrong")
    return 1 if any(told["problem"] for told in found) else 0


def _take(store: Store, name: str) -> Iterator[dict[str, Any]]:
    from ..record_log import games_in
    from ..store.importing import import_game

    size = os.path.getsize(name) if os.path.isfile(name) else None
    with Bar(f"importing {name}", size) as bar:
        empty = True
        for game in games_in(lines_of(name, bar)):
            empty = False
            told: dict[str, Any] = {"file": name, "line": game[0].line_no}
            try:
                done = import_game(store, game)
            except CommandError as error:
                yield {**told, "id": None, "added": 0, "problem": error.message}
            else:
                yield {
                    **told, "id": done.id, "added": done.added, "records": done.records,
                    "problem": None, "text": str(done),
                }  # fmt: skip
        if empty:
            yield {"file": name, "line": 1, "id": None, "added": 0, "problem": EMPTY}


EMPTY = "there is no game in it; name a file written by `twelve export`"
