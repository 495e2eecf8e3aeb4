"""``twelve stats``: games, wins and turns of every player."""

from __future__ import annotations

import argparse

from .common import all_games, console, print_json, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve stats`` takes."""
    parser.epilog = "example: twelve stats"
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """Print the scores; in JSON those, too, that count nothing but games given up."""
    from ..store.statistics import scores

    found = scores(all_games(args))
    if args.json:
        print_json([score.as_object() for score in found])
        return 0
    played = [score for score in found if score.games]
    if not played:
        print("no game has been played to its end yet: play one with `twelve up`")
    else:
        numbers = ("#games", "#wins", "#draws", "#turns", "#best alone", "#given up")
        columns = ("player", "game", "rules", *numbers)
        rows = [
            (
                score.player,
                score.game,
                score.kind,
                str(score.games),
                str(score.wins),
                str(score.draws),
                "–" if score.average_turns is None else f"{score.average_turns:.1f}",
                "–" if score.best is None else str(score.best),
                str(score.abandoned),
            )
            for score in played
        ]
        console().print(table(columns, rows))
        print("games: those played to their end; turns: the player's own in one, on average")
        print("a seat that a computer played counts as Computer, by its level")
        if len(played) < len(found):
            print("who has only given games up so far is left out")
    return 0
