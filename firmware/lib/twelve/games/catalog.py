"""The catalogue: which games there are. A game's module is imported when it is first asked for."""

from ..base.errors import Refusal

# name: (module, class). The modules load lazily because a board's heap is small.
_GAMES = {
    "12x12": ("dozen", "Dozen"),
    "morris": ("morris", "Morris"),
    "dominoes": ("dominoes", "Dominoes"),
}
NAMES = ("12x12", "morris", "dominoes")

_made = {}


def game(name: str):
    """Return the game called ``name``; Refusal bad_request when there is none."""
    if name not in _made:
        if name not in _GAMES:
            raise Refusal("bad_request", "no game %r: there are %s" % (name, ", ".join(NAMES)))
        module, kind = _GAMES[name]
        package = __name__[: __name__.rfind(".")]
        found = __import__(package + "." + module, None, None, (kind,))
        _made[name] = getattr(found, kind)()
    return _made[name]
