"""``twelve export``: games as files. A jsonl file holds games one after the other, each from its
``new`` on; a csv file has one row an action.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CommandError
from ..plural import plural
from .common import Bar, open_old_store, write_whole

if TYPE_CHECKING:
    from ..store import GameRow, Store

FORMATS = ("jsonl", "csv")
COLUMNS = (
    "game", "id", "n", "turn", "seat", "player", "action", "faces", "by", "outcome", "undone",
    "at", "est", "level",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve export`` takes."""
    parser.epilog = (
        "example: twelve export last --to game.jsonl\n"
        "         twelve export --to games.csv\n\n"
        "several games stand one after the other, each from its `new` record on; every line of a\n"
        "jsonl file is a request of `twelve referee`; in a csv file level is that of the computer\n"
        "player who decided, empty where a person did"
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="ids (none: every game)")
    text = "of the file (default: what FILE ends with, else jsonl)"
    parser.add_argument("--format", choices=FORMATS, help=text)
    parser.add_argument("--to", metavar="FILE", type=Path, help="write there, not to stdout")


def run(args: argparse.Namespace) -> int:
    """Write the games, oldest first where all are meant, else in the order given."""
    with open_old_store(args) as store:
        rows = [store.find(name) for name in args.games] or store.games()[::-1]
        pieces = _pieces(store, rows, args.format or _format_of(args.to))
        if args.to is None:
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        else:
            print(f"{plural(len(rows), 'game')} {write_whole(args.to, pieces)}")
    return 0


def _format_of(path: Path | None) -> str:
    ending = path.suffix[1:].lower() if path is not None else ""
    return ending if ending in FORMATS else FORMATS[0]


def _pieces(store: Store, rows: list[GameRow], form: str) -> Iterator[bytes]:
    if form == "csv":
        yield _csv([COLUMNS])
    with Bar("exporting", len(rows)) as bar:
        for row in rows:
            if form == "csv":
                yield _csv(actions(store, row))
            else:
                yield "".join(line + "\n" for line in store.lines(row.id)).encode()
            bar.advance()


def _csv(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def actions(store: Store, row: GameRow) -> list[list[object]]:
    """Return a row of COLUMNS for every action of a game, undone ones marked."""
    from ..record_log import BadRecord, games_in, replay

    if row.trouble:
        raise CommandError(f"{row.id}: {row.trouble}; export it as jsonl")
    found: list[list[object]] = []
    standing: list[list[object]] = []  # the actions that are not undone so far
    abandoned, turn = False, 1
    try:
        for record, play in replay(next(games_in(store.lines(row.id)))):
            fields = record.fields
            if fields["op"] == "abandon":
                abandoned = True
            elif fields["op"] == "undo":
                if not abandoned:
                    standing.pop()[COLUMNS.index("undone")] = "yes"
                abandoned = False
            elif fields["op"] == "act":
                seat, action, chance, outcome = play.state.last
                line = [
                    row.game, row.id, fields["n"], turn, seat, play.players[seat], action,
                    " ".join(str(face) for face in chance),
                    fields.get("by", "hand") if chance else "", outcome, "",
                    record.at or "", "yes" if record.est else "", fields.get("level", ""),
                ]  # fmt: skip
                standing.append(line)
                found.append(line)
            turn = play.state.turn
    except BadRecord as bad:
        raise CommandError(f"{row.id}: {bad}; export it as jsonl") from None
    return found
