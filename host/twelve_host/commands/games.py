"""``twelve games``: the recorded games, newest first."""

from __future__ import annotations

import argparse

from .common import all_games, console, outcome, print_json, row_object, table, when, whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve games`` takes."""
    parser.epilog = "example: twelve games --limit 5"
    parser.add_argument("--limit", metavar="N", type=whole(1), help="show only the newest N")
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    from ..record_words import seat_text
    from ..store.statistics import kind_of

    rows = all_games(args, args.limit)
    if args.json:
        print_json([row_object(row) for row in rows])
    elif not rows:
        print("no games yet: play one with `twelve up`")
    else:
        cells = [
            (
                row.id,
                row.game or "?",
                kind_of(row.rules),
                ", ".join(map(seat_text, row.players, row.seats)),
                when(row.started_at, row.estimated),
                outcome(row),
                str(row.turns),
            )
            for row in rows
        ]
        columns = ("id", "game", "rules", "players", "started", "result", "#turns")
        console().print(table(columns, cells))
        if any(row.estimated for row in rows):
            print("~ played without a laptop: the date is an estimate")
    return 0
