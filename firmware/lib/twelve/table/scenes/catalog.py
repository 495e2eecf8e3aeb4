"""The scene module of each game: it has the name of the game's own, and loads when first asked for.

It offers ``draw_rest``, ``draw_show`` and ``show_ms``; dozen.py is the example.
"""

from ...base.compat import forget
from ...games.catalog import module

_made = {}


def scene(name: str):
    """Return the scene module of the game called ``name``; Refusal when there is none."""
    if name not in _made:
        found = module(name)
        package = __name__[: __name__.rfind(".")]
        _made[name] = __import__(package + "." + found, None, None, (found,))
    return _made[name]


def forget_scenes() -> None:
    """Let go of the code of every scene; a frame's memo must not hold one."""
    for name in _made:
        forget(__name__[: __name__.rfind(".") + 1] + module(name))
    _made.clear()
