"""The catalogue: which games there are. A game's module is imported when it is first asked for."""

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


def forget_games() -> None:
    """Let go of the code of every game; one that is still at hand elsewhere stays alive."""
    for name in _made:
        forget(__name__[: __name__.rfind(".") + 1] + module(name))
    _made.clear()
