"""The laptop's computer players: the table's own, and experts where a game has one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from twelve.games import players as table_players
from twelve.games.contract import Game
from twelve.games.seating import LEVELS

# game: module here with choose(game, state, draw) -> (action, why). Elsewhere normal is as good.
_EXPERTS = {"12x12": "dozen", "morris": "morris"}


def levels(game: Game) -> tuple[str, ...]:
    """Return the levels at which ``game`` can be played here; () where it has no player."""
    return LEVELS if table_players.levels(game) else ()


def prepare(game: Game) -> str:
    """Begin to make the expert of ``game`` ready; return its :func:`remark`."""
    expert = _expert(game)
    if expert is not None and hasattr(expert, "warm"):
        expert.warm()
    return remark(game)


def remark(game: Game) -> str:
    """Return a sentence that users must know of how the expert of ``game`` thinks here, or ""."""
    expert = _expert(game)
    if expert is None or not hasattr(expert, "remark"):
        return ""
    found: str = expert.remark()
    return found


def _expert(game: Game) -> ModuleType | None:
    name = _EXPERTS.get(game.name)
    return import_module(f".{name}", __name__) if name else None


def choose(
    game: Game, state: Any, level: str, draw: Callable[[int], int] = table_players.first
) -> tuple[str, str]:
    """Return (a legal action of ``state``, why) as a player of ``level`` would have it.

    ``state`` is not over. ``draw`` is a function: n -> a number below n, to choose among equals.
    Refusal bad_request when the game has no such level.
    """
    table_players.check_level(game, level, levels(game))
    found: tuple[str, str]
    if level != "expert":
        found = table_players.choose(game, state, level, draw)
    elif game.name in _EXPERTS:
        expert = import_module(f".{_EXPERTS[game.name]}", __name__)
        found = expert.choose(game, state, draw)
    else:
        found = table_players.choose(game, state, "normal", draw)
    return found
