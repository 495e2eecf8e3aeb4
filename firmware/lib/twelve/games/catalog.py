"""The catalogue: which games there are. A game's module is imported when it is first asked for."""

import sys

from ..base.compat import forget
from ..base.errors import Refusal

# (name, module, class, fewest players, most, usual, the modules of its computer player in the
# order in which they are loaded, the player's own last). Its scene module has the same name. They
# load lazily because a board's heap is small.
_GAMES = (
    ("12x12", "dozen", "Dozen", 1, 6, 2, ("dozen_player",)),
    ("morris", "morris", "Morris", 2, 2, 2, ("morris_bits", "morris_reason", "morris_player")),
    ("dominoes", "dominoes", "Dominoes", 1, 1, 1, ("dominoes_player",)),
)
NAMES = tuple([line[0] for line in _GAMES])

_made = {}


def _line(name: str) -> tuple:
    for line in _GAMES:
        if line[0] == name:
            return line
    raise Refusal("bad_request", "no game %r: there are %s" % (name, ", ".join(NAMES)))


def game(name: str):
    """Return the game called ``name``; Refusal bad_request when there is none."""
    if name not in _made:
        module, kind = _line(name)[1:3]
        package = __name__[: __name__.rfind(".")]
        found = __import__(package + "." + module, None, None, (kind,))
        _made[name] = getattr(found, kind)()
    return _made[name]


def module(name: str) -> str:
    """Return the name of a game's module, and of its scene's."""
    return _line(name)[1]


def seats(name: str) -> tuple:
    """Return (fewest, most, usual) players of a game, without loading the game."""
    return _line(name)[3:6]


def player(name: str) -> tuple:
    """Return the modules in this package of a game's computer players, () where it has none."""
    return _line(name)[6]


def others(name: str) -> bool:
    """Return whether the code of another game than the one called ``name`` is loaded."""
    package = __name__[: __name__.rfind(".") + 1]
    return any([line[0] != name and package + line[1] in sys.modules for line in _GAMES])


def forget_games(but: str) -> None:
    """Let go of the code of every game ``but`` one; what is still at hand elsewhere stays alive."""
    kept = _made.get(but)
    for line in _GAMES:
        if line[0] != but:
            forget(__name__[: __name__.rfind(".") + 1] + line[1])
    _made.clear()
    if kept is not None:
        _made[but] = kept
