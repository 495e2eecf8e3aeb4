"""What every game's scenes share: seats and boards, the press, and tables without a game."""

from ...base.compat import const, let_go
from .frame import BLUE, BOARD, GOAL, HOLES, RED, ROWS, WHITE, marker_of

HOLD_MS = const(500)  # from here on letting go is a hold
LONG_MS = const(2000)  # and from here on it opens the menu

# Levels of a marker. None is 0: a marker is never dark.
DIM = const(2)  # behind something else
CALM = const(5)  # not what it is about now
ON = const(10)
FULL = const(15)

# What a press has come to.
UP = const(0)
DOWN = const(1)
HELD = const(2)  # letting go is a hold
LONG = const(3)  # and now it would open the menu


class Rest:
    """What the still picture of a rest was drawn from; a scene adds what moves in it."""

    def __init__(self):
        self.state = self.options = self.more = None
        self.at = self.pressed = -1

    def changed(self, state, options, at: int, pressed: int, more=None) -> bool:
        """Remember these; return whether the still picture must be drawn anew."""
        if (
            self.state is state
            and (self.options is options or self.options == options)
            and self.at == at
            and self.pressed == pressed
            and self.more == more
        ):
            return False
        self.state, self.options, self.at = state, options, at
        self.pressed, self.more = pressed, more
        return True


def draw_menu(frame, entries, at: int, elapsed_ms: int, value: str) -> None:
    """Draw the menu ``entries`` (1 to 12 words) with the cursor ``at``; ``value`` may be ""."""
    from .menu import draw_menu as draw  # code that is on the heap only while a menu is open

    draw(frame, entries, at, elapsed_ms, value)


def forget_menu(frame) -> None:
    """Let go of the menu's code once the menu is closed."""
    frame.memo = None  # it may be the menu's
    package = __name__[: __name__.rfind(".") + 1]
    let_go(package + "menu")
    let_go(package + "icons")


def press_of(pressed_ms: int, hold_ms: int, long_ms: int) -> int:
    """Return what a press of ``pressed_ms`` has come to: UP (below 0), DOWN, HELD or LONG."""
    if pressed_ms < 0:
        return UP
    if pressed_ms < hold_ms:
        return DOWN
    return HELD if pressed_ms < long_ms else LONG


def board_of(seat: int, boards: int) -> int:
    """Return the board that ``seat`` plays on: seats are dealt to the boards in turn."""
    return seat % boards


def shown_seat(board: int, boards: int, players: int, at_turn: int) -> int:
    """Return the seat that ``board`` shows, -1 for none.

    That is the seat at turn if it plays there, else the next one to play there.
    """
    seat = at_turn
    for _ in range(players):
        if seat % boards == board:
            return seat
        seat = seat + 1 if seat + 1 < players else 0
    return -1


def draw_markers(pixels, board: int, markers, seat: int, level: int) -> None:
    """Put the twelve markers of ``seat`` on ``board``; those at home no brighter than calm."""
    colour = marker_of(seat)
    home = level if level < CALM else CALM
    start = board * BOARD
    for at in range(seat * ROWS, seat * ROWS + ROWS):
        hole = markers[at]
        pixels[start + hole] = colour | (home if hole == GOAL else level)
        start += HOLES


# The border from the middle of the bottom up both sides to the middle of the top, right and left
# in turn.
_RIGHT = (
    [(ROWS - 1) * HOLES + hole for hole in range(6, HOLES)]
    + [row * HOLES + HOLES - 1 for row in range(ROWS - 2, 0, -1)]
    + [hole for hole in range(HOLES - 1, 5, -1)]
)
_RING = bytearray()
for _at in _RIGHT:
    _RING.append(_at)
    _RING.append(_at // HOLES * HOLES + HOLES - 1 - _at % HOLES)
_RING = bytes(_RING)
_STEPS = len(_RIGHT)
_FIRST_STEPS = const(6)  # lit by the first edge
_COVERED = const(4)  # what is brighter stays where the ring passes


def draw_press(frame, pressed_ms: int, hold_ms: int, long_ms: int) -> None:
    """Lay over any scene what letting go of the button would do now.

    A white ring that starts at once and closes: a click. Closed and full: a hold. It turns blue
    from the bottom; all blue and blinking: a long hold, the menu. What is bright stays, but for
    the red and gold of shows, which a press skips.
    """
    if pressed_ms < 0:
        return
    if pressed_ms < hold_ms:
        steps = _FIRST_STEPS + (_STEPS - _FIRST_STEPS) * pressed_ms // hold_ms
        _lay_ring(frame, 0, steps, WHITE | 6)
    elif pressed_ms < long_ms:
        blue = _STEPS * (pressed_ms - hold_ms) // (long_ms - hold_ms)
        _lay_ring(frame, 0, blue, BLUE | 13)
        _lay_ring(frame, blue, _STEPS, WHITE | 10)
    else:
        dark = (pressed_ms - long_ms) // 150 & 1
        _lay_ring(frame, 0, _STEPS, BLUE | (4 if dark else 13))


def draw_busy(frame, now_ms: int) -> None:
    """Lay over any scene that the computer thinks: a short arc that runs along the border."""
    at = now_ms // 60 % (_STEPS - 2)
    _lay_ring(frame, at, at + 3, WHITE | 6)


def draw_late(frame, left_ms: int, late_ms: int) -> None:
    """Lay over any scene what is left of the last ``late_ms`` of a turn: a ring that shrinks."""
    _lay_ring(frame, 0, _STEPS * max(left_ms, 0) // late_ms, WHITE | 6)


def _lay_ring(frame, first: int, last: int, index: int) -> None:
    pixels = frame.pixels
    ring = _RING
    base = 0
    for _ in range(frame.boards):
        for i in range(2 * first, 2 * last):
            at = base + ring[i]
            old = pixels[at]
            if not old:  # most are, and an edge waits for this
                pixels[at] = index
            elif 0x10 <= old < 0x70:
                if old & 15 < index & 15:
                    pixels[at] = old & 0xF0 | index & 15
            elif old & 15 <= _COVERED or RED <= old < BLUE:
                pixels[at] = index
        base += BOARD
