"""One kind of game makes room for another: code that is in memory only while it does."""

import gc

from ..base.compat import let_go, load_one
from ..games.catalog import forget_games, module
from .scenes.catalog import forget_scenes

_PACKAGE = __name__[: __name__.find(".") + 1]


def switch(console, name: str, now_ms: int):
    """Let go of the game on the table, and load that called ``name``: a step a ``next``.

    On a full heap nothing may come in between, and the scene follows after a fresh start.
    """
    let_go(__name__)
    for _ in console.keeper.closing(now_ms):
        yield
    is_roomy = not console.keeper.is_cramped
    console.keeper.let_go()
    console.close_menu()
    console.rest(now_ms)
    console.frame.memo = None
    forget_games()
    forget_scenes()
    if is_roomy:
        yield
    gc.collect()
    if is_roomy:
        yield
    name = module(name)
    load_one((_PACKAGE + "games." + name,))
    yield
    if is_roomy:
        load_one((_PACKAGE + "table.scenes." + name,))
        yield
