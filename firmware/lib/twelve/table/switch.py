"""One kind of game makes room for another: code that is in memory only while it does."""

import gc

from ..base.compat import let_go, load_one
from ..base.errors import Refusal
from ..games.catalog import forget_games, module
from .scenes.catalog import forget_scenes

_PACKAGE = __name__[: __name__.find(".") + 1]


def switch(console, request: dict, now_ms: int, check):
    """Let go of the game on the table, and load that of ``request``: a step a ``next``.

    ``check()`` raises Refusal where that cannot be played. A full heap has no room for the code
    of both games: there it is asked when the one before has ended, nothing may come in between,
    and the scene follows after a fresh start.
    """
    let_go(__name__)
    wanted = request["game"]
    name = module(wanted)
    code = (_PACKAGE + "games." + name,)
    is_roomy = not console.keeper.is_cramped
    if is_roomy:
        load_one(code)
        yield
        try:
            check()
        except Refusal:
            play = console.keeper.play
            forget_games(play.game.name if play else console.choices.game)
            raise
        yield
    for _ in console.keeper.closing(now_ms):
        yield
    console.keeper.let_go()
    console.close_menu()
    console.rest(now_ms)
    console.frame.memo = None
    forget_games(wanted if is_roomy else "")
    forget_scenes()
    if is_roomy:
        yield
        gc.collect()
        yield
        load_one((_PACKAGE + "table.scenes." + name,))
    else:
        gc.collect()
        load_one(code)
        check()
    yield
