"""Draws the console's moment into its frame: menu, show, or the game at rest, and the press."""

import sys

from ..base.compat import const, let_go
from .scenes import catalog as scenes
from .scenes import common

_PACKAGE = __name__[: __name__.find(".") + 1]
_IDLE = __name__[: __name__.rfind(".")] + ".scenes.idle"
_MENU = ("games.offers", "table.deeds", "table.menu_list", "table.menu", "table.scenes.menu")
_CODE_MS = const(6000)  # how long the number of a fault is shown


def _idle():
    return __import__(_IDLE, None, None, ("idle",))


def forget_idle() -> None:
    """Let go of the lights of a table without a game: there is one now."""
    let_go(_IDLE)


def draw(console, now_ms: int) -> None:
    """Draw the lights of this moment into ``console.frame``."""
    console.drawn_ms = now_ms
    frame, play, menu = console.frame, console.keeper.play, console.menu
    button, computer = console.button, console.computer
    pressed_ms = button.pressed_ms(now_ms)
    if pressed_ms < 0:
        pressed_ms = console.remote.pressed_ms(now_ms)
    since_ms = now_ms - console.rest_from_ms
    if console.code and now_ms < _CODE_MS:
        _idle().draw_code(frame, console.code, now_ms)
        return
    frame.clear()
    if menu:
        common.draw_menu(frame, menu.entries, menu.at, since_ms, menu.value(menu.entry))
    elif console.show is not None:
        scene, before, action, after = console.show
        scene.draw_show(frame, before, action, after, now_ms - console.show_from_ms)
    elif play is None:
        _idle().draw_idle(frame, since_ms)
    else:
        stops, at, chosen = (), -1, ()
        if console.chooser is not None:
            stops, at, chosen = console.chooser.stops, console.chooser.at, console.chooser.chosen
        scenes.scene(play.game.name).draw_rest(
            frame,
            play.state,
            stops,
            at,
            since_ms,
            pressed_ms,
            button.hold_ms,
            button.long_ms,
            chosen,
        )
        if computer is not None:
            computer.draw(frame, now_ms)
    if pressed_ms >= 0:
        common.draw_press(frame, pressed_ms, button.hold_ms, button.long_ms)


def foresee(console, now_ms: int) -> bool:
    """Load a part of the menu's code while a long hold is on its way; return whether one.

    Each takes 10 to 15 ms on a Pico, and all are needed at once when the menu opens.
    """
    button = console.button
    if 2 * button.pressed_ms(now_ms) < button.hold_ms + button.long_ms:
        return False
    return not console.menu and not console.keeper.is_cramped and _load()


def _load() -> bool:
    """Load one part of the menu's code; return whether one was missing."""
    for name in _MENU:
        name = _PACKAGE + name
        if name not in sys.modules:
            __import__(name, None, None, ("C",))
            return True
    return False


def forget_foreseen(console) -> bool:
    """Let go of the menu's code where a hold has opened none; return whether there was any."""
    found = False
    if not console.menu:
        for name in _MENU:
            if _PACKAGE + name in sys.modules:
                let_go(_PACKAGE + name)
                found = True
    return found
