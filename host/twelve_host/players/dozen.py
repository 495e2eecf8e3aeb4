"""The expert of 12 × 12: the table's player with the host's larger nets.

The nets lie beside this module; ``python -m twelve_host.training.dozen`` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from twelve.games.dozen import Dozen
from twelve.games.dozen_player import Thinker
from twelve.games.dozen_value import Net


@cache
def net_of(ruleset: str) -> Net:
    """Return the net for ``ruleset``."""
    return Net(Path(__file__).with_name(f"dozen_{ruleset}.bin").read_bytes())


def choose(game: Dozen, state: Any, draw: object = None) -> tuple[str, str]:
    """Return (a legal action of ``state``, which is not over, why); ``draw`` is not needed."""
    thinking = Thinker(game, state, "expert", draw, net_of(state.rules[0]))
    while thinking.answer is None:
        thinking.step(1000)
    found: tuple[str, str] = thinking.answer
    return found
