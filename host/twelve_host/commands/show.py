"""``twelve show``: one game, its players, result, dates and final board, and how its dice stand."""

from __future__ import annotations

import argparse

from ..plural import plural
from .common import console, open_old_store, outcome, print_json, row_object, when


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve show`` takes."""
    parser.epilog = "example: twelve show last"
    parser.add_argument("game", metavar="GAME", help="id, its beginning or end, or `last`")
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the game."""
    from twelve.games.view import state_object

    from ..record_check import check
    from ..record_words import seat_text
    from ..store.statistics import kind_of
    from .drawing import drawn

    with open_old_store(args) as store:
        row = store.find(args.game)
        report = check(store.lines(row.id))
    state = state_object(report.play) if report.play else None
    if args.json:
        checked = {"verdict": report.verdict, "dice": report.dice, "text": str(report)}
        print_json({**row_object(row), "state": state, "check": checked})
        return 0
    started = when(row.started_at)
    if row.estimated:
        started += " (estimated: it was played without a laptop)"
    result = outcome(row)
    if row.result and row.result["reason"] not in result:
        result += f" ({row.result['reason']})"
    played = f"{plural(row.actions, 'action')} in {plural(row.turns, 'turn')}"
    facts = {
        "game": f"{row.game or 'unknown'}, {kind_of(row.rules)}".rstrip(", "),
        "players": ", ".join(map(seat_text, row.players, row.seats)),
        "started": started,
        "ended": when(row.ended_at),
        "result": result,
        "played": f"{played}, {plural(row.records, 'record')}",
        "table": row.table or "none: it came from a file",
        "check": f"{report.verdict}: {report}",
    }
    out = console()
    out.print(f"[bold]{row.id}[/bold]")
    for name, text in facts.items():
        out.print(f"{name:8} {text}", markup=False)
    if state is not None:
        out.print(drawn(state))
    return 0
