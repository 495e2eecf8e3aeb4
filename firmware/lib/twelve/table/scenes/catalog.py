"""Which scene module shows which game. It is imported when it is first asked for."""

from ...base.compat import forget

# The names are those of the games' catalogue.
_SCENES = {
    "12x12": "dozen",
    "morris": "morris",
    "dominoes": "dominoes",
}

_made = {}


def scene(name: str):
    """Return the scene module of the game called ``name``; KeyError when there is none."""
    if name not in _made:
        module = _SCENES[name]
        package = __name__[: __name__.rfind(".")]
        _made[name] = __import__(package + "." + module, None, None, (module,))
    return _made[name]


def forget_scenes() -> None:
    """Let go of the code of every scene; a frame's memo must not hold one."""
    for name in _made:
        forget(__name__[: __name__.rfind(".") + 1] + _SCENES[name])
    _made.clear()
