"""``twelve replay``: plays a recorded game back, action by action."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from .common import console, open_old_store, seconds

if TYPE_CHECKING:
    from twelve.games.play import Play

_PLAIN_DELAY_S = 0.3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve replay`` takes."""
    parser.epilog = "example: twelve replay last --delay 0.5"
    parser.add_argument("game", metavar="GAME", help="id, its beginning or end, or `last`")
    parser.add_argument(
        "--delay", metavar="S", type=seconds, default=_PLAIN_DELAY_S,
        help="seconds between actions on a terminal (default %(default)s)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the state after each record")


def run(args: argparse.Namespace) -> int:
    """Play the game back."""
    from ..record_log import games_in, newer_rules

    if args.delay < 0:
        raise CommandError("--delay is a number of seconds from 0 on", 2)
    with open_old_store(args) as store:
        row = store.find(args.game)
        lines = store.lines(row.id)
    game = next(games_in(lines))
    newer = newer_rules(json.loads(lines[0]))
    if newer:
        raise CommandError(f"{row.id} was {newer}; update with `pip install -U twelve-table`")
    if args.json:
        _print_states(game)
    elif sys.stdout.isatty():
        _show(game, args.delay)
    else:
        for text, _ in _told(game):
            print(text)
    return 0


def _told(game: list[Any]) -> Iterator[tuple[str, Play]]:
    """Yield (what a record did, in words; the play after it). Raises CommandError."""
    from ..record_log import BadRecord, replay
    from ..record_words import has_chance, hidden_text, result_text

    play, secret, closed = None, False, False
    try:
        for record, play in replay(game):
            secret = secret or "commit" in record.fields
            closed = closed or record.fields.get("kind") == "reveal"
            text = _words(record.fields, play)
            if text:
                yield text, play
    except BadRecord as bad:
        raise CommandError(f"{bad}; `twelve verify` tells what is right") from None
    if play is not None:
        text = result_text(play)
        if play.over and secret and not closed and has_chance(play.game):
            text += f"; {hidden_text(play)}"
        yield text, play


def _words(fields: dict[str, Any], play: Play) -> str:
    from ..record_words import has_chance, seat_text

    op, kind = fields["op"], fields.get("kind")
    head = f"{fields.get('n', 0):5}  "
    if op == "act":
        seat, action, chance, outcome = play.state.last
        faces = " ".join(str(face) for face in chance)
        by = " by hand" if chance and fields.get("by", "hand") == "hand" else ""
        told = "" if outcome == "rolled" else f", {outcome}"  # the faces say so
        who = seat_text(play.players[seat], fields.get("level", "person"))
        return f"{head}{who}: {action}{' → ' if faces else ''}{faces}{by}{told}"
    if op == "new":
        return f"{head}new game of {play.game.name}: {', '.join(play.players)}"
    if op in ("undo", "abandon"):
        return f"{head}{op}"
    if kind == "names":
        return f"{head}the players are {', '.join(play.players)}"
    if kind == "seat":
        seat, level = fields.get("seat"), fields.get("level")
        if type(level) is not str or type(seat) is not int or not 0 <= seat < len(play.players):
            return ""
        words = {"person": "a person", "away": "the computer, for a while,"}
        return f"{head}{words.get(level, f'the computer ({level})')} plays for {play.players[seat]}"
    if kind == "limit" and type(fields.get("value")) is int:
        return f"{head}time for a turn: {fields['value'] or 'any'}{' s' if fields['value'] else ''}"
    if kind == "reveal":
        known = f": the secret of the {play.game.chance_key} is out"
        return f"{head}closed{known if has_chance(play.game) else ''}"
    return ""


def _print_states(game: list[Any]) -> None:
    from twelve.games.view import state_object

    from ..record_log import BadRecord, replay

    try:
        for record, play in replay(game):
            state = {"n": record.fields.get("n"), **state_object(play)}
            print(json.dumps(state, ensure_ascii=False, separators=(",", ":")))
    except BadRecord as bad:
        raise CommandError(f"{bad}; `twelve verify` tells what is right") from None


def _show(game: list[Any], delay_s: float) -> None:
    """Draw the board in place, moving it on; the last one stays."""
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    from twelve.games.view import state_object

    from .drawing import drawn

    with Live(console=console(), auto_refresh=False) as live:
        for text, play in _told(game):
            live.update(Group(Text(text), drawn(state_object(play))), refresh=True)
            time.sleep(delay_s)
