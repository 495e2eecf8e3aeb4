"""Draws the console's moment into its frame: menu, show, or the game at rest, and the press."""

from ..base.compat import const, let_go, load_one
from .scenes import catalog as scenes
from .scenes import common

_PACKAGE = __name__[: __name__.find(".") + 1]
_IDLE = __name__[: __name__.rfind(".")] + ".scenes.idle"
# What a hold needs next: with no menu open, and by the entry that the menu is at.
_MENU = ("games.offers", "table.deeds", "table.menu_list", "table.menu", "table.scenes.menu")
_HOLDS = {
    "seats": ("table.seats", "table.menu_seats"),
    "back": ("games.offers", "table.menu"),
    "new game": ("table.starter",),
    "hint": ("table.computer",),
}
_BEGIN = ("table.deeds", "table.starter")  # what any press needs while no game goes on
_foreseen = []  # names of what has been loaded for a press
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
    """Load a part of the code that a press which is on its way will need; return whether one.

    Each takes 10 to 25 ms on a Pico, and all are needed at once when it is over.
    """
    button, menu = console.button, console.menu
    pressed_ms = button.pressed_ms(now_ms)
    if pressed_ms < 0 or console.keeper.is_cramped:
        return False
    # A hold in the menu, or a long one that opens it.
    if 2 * pressed_ms >= (button.hold_ms if menu else button.hold_ms + button.long_ms):
        names = _HOLDS.get(menu.entry, ()) if menu else _MENU
    elif menu or console.keeper.running:
        return False
    else:
        names = _BEGIN
    if not load_one([_PACKAGE + name for name in names]):
        return False
    _foreseen.extend([name for name in names if name not in _foreseen])
    return True


def forget_foreseen(console) -> bool:
    """Let go of the code that a press has not needed after all; return whether there was any."""
    if console.menu or not _foreseen:
        return False
    for name in _foreseen:
        if console.keeper.running or name not in _HOLDS["new game"]:  # which begins the next one
            let_go(_PACKAGE + name)
    _foreseen.clear()
    return True
