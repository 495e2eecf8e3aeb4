"""The catalogue: which games there are. A game's module is imported when it is first asked for."""

from ..base.compat import forget
from ..base.errors import Refusal

# name: (module, class, fewest players, most, usual, whether module_player is its computer player).
# The modules load lazily because a board's heap is small.
_GAMES = {
    "12x12": ("dozen", "Dozen", 1, 6, 2, True),
    "morris": ("morris", "Morris", 2, 2, 2, True),
    "dominoes": ("dominoes", "Dominoes", 1, 1, 1, True),
}
NAMES = ("12x12", "morris", "dominoes")

_made = {}


def game(name: str):
    """Return the game called ``name``; Refusal bad_request when there is none."""
    if name not in _made:
        if name not in _GAMES:
            raise Refusal("bad_request", "no game %r: there are %s" % (name, ", ".join(NAMES)))
        module, kind = _GAMES[name][:2]
        package = __name__[: __name__.rfind(".")]
        found = __import__(package + "." + module, None, None, (kind,))
        _made[name] = getattr(found, kind)()
    return _made[name]


def seats(name: str) -> tuple:
    """Return (fewest, most, usual) players of a game, without loading the game."""
    return _GAMES[name][2:5]


def player(name: str) -> str:
    """Return the module of a game's computer players in this package, "" where it has none."""
    return _GAMES[name][0] + "_player" if _GAMES[name][5] else ""


def forget_players(name: str) -> None:
    """Let go of the code that advises or plays in a game."""
    forget(__name__[: __name__.rfind(".") + 1] + _GAMES[name][0] + "_")


def forget_games() -> None:
    """Let go of the code of every game; one that is still at hand elsewhere stays alive."""
    for name in _made:
        forget(__name__[: __name__.rfind(".") + 1] + _GAMES[name][0])
    _made.clear()
