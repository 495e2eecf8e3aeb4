"""The computer players, by game and level. A player's module is imported when first asked for.

It has a class ``Thinker(game, state, level, draw)`` and is named in the catalogue.
"""

from ..base.compat import load_one
from ..base.errors import Refusal
from .catalog import player

HERE = ("easy", "normal")


def levels(game) -> tuple:
    """Return the levels at which ``game`` can be played here; () where it has no player."""
    return HERE if player(game.name) else ()


def first(n: int) -> int:
    """Return 0, the draw of a player that always says the same."""
    return 0


def check_level(game, level: str, allowed: tuple) -> None:
    """Raise Refusal bad_request when ``level`` is none of ``allowed``."""
    if level not in allowed:
        names = ", ".join(allowed) or "none"
        raise Refusal("bad_request", "no level %r in %s: it has %s" % (level, game.name, names))


def load(game) -> bool:
    """Load a part of the code of ``game``'s player; return whether one was missing."""
    package = __name__[: __name__.rfind(".") + 1]
    return load_one([package + name for name in player(game.name)])


def thinker(game, state, level: str, draw=first):
    """Return an object that decides in ``state``, which is not over, as a player of ``level``.

    Its ``step(work)`` thinks on for about ``work`` ms on a Pico and returns None, or at last (a
    legal action, why). ``draw`` is a function: n -> a number below n, to choose among equals.
    Refusal bad_request when there is no such level here.
    """
    check_level(game, level, levels(game))
    package = __name__[: __name__.rfind(".")]
    found = __import__(package + "." + player(game.name)[-1], None, None, ("Thinker",))
    return found.Thinker(game, state, level, draw)


def choose(game, state, level: str, draw=first) -> tuple:
    """Return (a legal action, why) of a :func:`thinker` that is given all the time it takes."""
    thinking = thinker(game, state, level, draw)
    found = None
    while found is None:
        found = thinking.step(100)
    return found
