"""``twelve verify``: checks every record, action and die of games, stored or in files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from ..plural import plural
from .common import Bar, lines_of, open_old_store, print_json

if TYPE_CHECKING:
    from ..record_check import Report
    from ..store import GameRow, Store


_ADVICE = {
    "wrong": "did not verify: keep the file, get it again where it came from",
    "newer": "could not be checked, as a newer version of twelve made it: "
    "update this one with `pip install -U twelve-table` and verify again",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve verify`` takes."""
    parser.epilog = "example: twelve verify last\n         twelve verify game.jsonl"
    text = "a game file, - for standard input, or a recorded game; none: every recorded game"
    parser.add_argument("what", metavar="FILE|GAME", nargs="*", help=text)
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """Check and report each game on a line; status 1 unless all are right."""
    found: list[dict[str, Any]] = []
    for name, report, remark in _checked(args):
        wrong = report.wrong
        found.append(
            {
                "what": name,
                "id": report.uid,
                "verdict": report.verdict,
                "records": report.records,
                "dice": report.dice,
                "wrong": wrong and {"n": wrong.n, "line": wrong.line_no, "text": wrong.problem},
                "text": str(report) + remark,
            }
        )
        if not args.json:
            print(f"{report.verdict} {name}: {report}{remark}")
    if args.json:
        print_json(found)
    sys.stdout.flush()
    for verdict, advice in _ADVICE.items():
        count = sum(1 for told in found if told["verdict"] == verdict)
        if count:
            of = f"{count} of {plural(len(found), 'game')}" if len(found) > 1 else "the game"
            print(f"twelve: {of} {advice}", file=sys.stderr)
    return 1 if any(told["verdict"] != "ok" for told in found) else 0


def _checked(args: argparse.Namespace) -> Iterator[tuple[str, Report, str]]:
    if not args.what:
        with open_old_store(args) as store:
            rows = store.games()
            with Bar("checking", len(rows)) as bar:
                for row in rows:
                    yield (row.id, *_stored(store, row))
                    bar.advance()
    for name in args.what:
        if name == "-" or os.path.exists(name):
            yield from _in_file(name)
        else:
            with open_old_store(args) as store:
                row = store.find(name)
                yield (row.id, *_stored(store, row))


def _in_file(name: str) -> Iterator[tuple[str, Report, str]]:
    from ..record_check import check_game
    from ..record_log import games_in

    empty = True
    for game in games_in(lines_of(name)):
        empty = False
        report = check_game(game)
        yield (f"{name} {report.uid}" if report.uid else name), report, ""
    if empty:
        raise CommandError(f"{name}: there is no game in it; name a file of `twelve export`")


def _stored(store: Store, row: GameRow) -> tuple[Report, str]:
    """Return the report on a stored game, and a remark where its summary was wrong."""
    from ..record_check import check

    report = check(store.lines(row.id))
    play = report.play
    if play is not None and report.ok:
        result = play.result()
        told = {"winner": result[0], "reason": result[1]} if result else None
        same = (told, play.hash(), list(play.players), play.history.length, report.closed)
        if same != (row.result, row.hash, row.players, row.actions, row.closed):
            store.rebuild(row.id)
            return report, "; the list of games said otherwise and has been corrected"
    return report, ""
