"""What is said of a game as its record tells it: its result, and when its dice can be checked."""

from __future__ import annotations

from twelve.games.contract import Game
from twelve.games.play import PERSON, Play

_CLOSING = ": by the next game, by `close` in the table's menu, or ten minutes after its end"


def result_text(play: Play | None) -> str:
    """Return how the game stands in words: ``Anna won (all rows finished)``."""
    result = play.result() if play else None
    if play is None or result is None:
        return "still running"
    winner, reason = result
    if winner is not None:
        return f"{play.players[winner]} won ({reason})"
    return reason if reason == "abandoned" else f"nobody won ({reason})"


def hidden_text(play: Play | None) -> str:
    """Return when the hidden dice of ``play`` can be checked; once it is over, what closes it."""
    drawn = play.game.chance_key if play else "dice"
    text = f"the {drawn} can be checked once the game is closed"
    return f"{text}{_CLOSING}" if play and play.over else text


def computer_name(level: str) -> str:
    """Return what a computer player of ``level`` is called where it has no name of its own."""
    return f"Computer ({level})"


def seat_text(name: str, level: str) -> str:
    """Return ``name`` with the level of the computer that plays there, unless it says so itself."""
    if level == PERSON or name == computer_name(level):
        return name
    return f"{name} (computer, {level})"


def has_chance(game: Game) -> bool:
    """Whether anything is rolled or drawn in ``game``."""
    return type(game).draw is not Game.draw
