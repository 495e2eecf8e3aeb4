"""The lights of morris at rest: the stones, what can be chosen, what is in hand and taken.

The shows of its actions are in :mod:`morris_show`.
"""

from ...base.compat import const
from ...games.morris import STONES
from ..chooser import BACK
from .common import (
    DIM,
    FULL,
    HELD,
    HOLD_MS,
    LONG,
    LONG_MS,
    ON,
    UP,
    Rest,
    press_of,
)
from .frame import BLUE, BOARD, GOLD, HOLES, RED, WHITE, draw_glyph, hue_of, marker_of, wave
from .glyphs import BARS
from .morris_board import (
    IDLE,
    PLACES,
    along,
    column,
    draw_halo,
    draw_owed,
    draw_position,
    draw_sides,
    flies,
    lost,
    origin,
    point_of,
    spot,
    steps,
    turn,
)
from .morris_show import draw_show as draw_show
from .morris_show import show_ms as show_ms

_COUNTS = const(9)
_NONE = const(-1)


class _Rest(Rest):
    """Where the pixels of the still picture move."""

    def __init__(self):
        Rest.__init__(self)
        self.pulses = bytearray(24)  # holes of what could be chosen
        self.pulse_count = self.pulse_colour = 0
        self.low = self.span = 0  # the levels between which they pulse
        self.head = _NONE  # the hole under the cursor
        self.head_colour = 0
        self.slots = bytearray((0, 0, 0, 0))  # first and end, by seat, of the stones on the board
        self.flies = 0  # bit s: seat s flies


def draw_rest(
    frame,
    state,
    options,
    at: int,
    elapsed_ms: int,
    pressed_ms: int,
    hold_ms=HOLD_MS,
    long_ms=LONG_MS,
    chosen=(),
) -> None:
    """Draw the boards while they wait for a person.

    ``options`` are the chooser's stops, names of points and "back" (none when nobody plays on),
    ``at`` its cursor or -1, ``chosen`` the stone that has been chosen, if any; ``pressed_ms``
    how long the button has been down, -1 while it is up.
    """
    pressed = press_of(pressed_ms, hold_ms, long_ms)
    rest = frame.memo
    if not isinstance(rest, _Rest):
        rest = frame.memo = _Rest()
    if rest.changed(state, options, at, pressed, chosen):
        _draw_still(frame, rest)
    frame.recall()
    if state.phase == "over":
        _move_over(frame, state.result[0], elapsed_ms)
        return
    _move_choices(frame, rest, elapsed_ms)
    if options:
        _move_sides(frame, rest, elapsed_ms)


# -- what stands still -----------------------------------------------------------------------------
def _draw_still(frame, rest: _Rest) -> None:
    state, options, player = rest.state, rest.options, rest.state.player
    frame.clear()
    rest.pulse_count = 0
    rest.head = _NONE
    levels = [ON, ON]
    if state.phase == "over":
        levels = [ON if state.result[0] == seat else IDLE for seat in (0, 1)]
    elif rest.pressed == LONG:
        levels = [DIM, DIM]
    elif state.phase != "place" and options:
        levels = [IDLE, IDLE]
    draw_position(frame, state.points, levels[0], levels[1])
    level = _COUNTS if rest.pressed == UP else DIM  # a press needs the border for its ring
    draw_sides(frame, state.points, state.in_hand, player, level)
    draw_owed(frame, state, level)
    _find_sides(rest)
    if rest.pressed == LONG:
        for base in range(0, len(frame.pixels), BOARD):
            draw_glyph(frame.pixels, base + 3 * HOLES + 3, BARS, 7, BLUE | 9)
    elif options:
        _find_choices(frame, rest)
    frame.keep()


def _find_sides(rest: _Rest) -> None:
    state = rest.state
    rest.flies = 0
    for seat in (0, 1):
        rest.slots[2 * seat] = state.in_hand[seat]
        rest.slots[2 * seat + 1] = STONES - lost(state.points, state.in_hand, seat)
        if flies(state, seat):
            rest.flies |= 1 << seat


def _find_choices(frame, rest: _Rest) -> None:
    """Prepare what pulses and what is under the cursor, and draw what leads there."""
    state, options, chosen = rest.state, rest.options, rest.more
    player, held = state.player, rest.pressed == HELD
    ring = WHITE
    if state.phase == "take":
        rest.pulse_colour, rest.low, rest.span = marker_of(1 - player), 8, 6
        ring = RED
    elif state.phase == "place" or chosen:
        rest.pulse_colour, rest.low, rest.span = hue_of(player), 3, 4 if not chosen else 7
    else:
        rest.pulse_colour, rest.low, rest.span = marker_of(player), 8, 6
    stone = point_of(chosen[0]) if chosen else _NONE
    head = options[rest.at]
    point = stone if head == BACK else point_of(head)
    rest.head = PLACES[point]
    rest.head_colour = marker_of(player) if head == BACK else rest.pulse_colour
    for name in options:
        if name != head and name != BACK and not held:
            rest.pulses[rest.pulse_count] = PLACES[point_of(name)]
            rest.pulse_count += 1
    draw_halo(frame, point, ring | (9 if held else 6))
    if chosen:
        for board in range(frame.boards):
            frame.pixels[spot(board, stone)] = marker_of(player) | FULL
            if head != BACK and not flies(state, player):
                _draw_way(frame, spot(board, stone), spot(board, point), hue_of(player) | 9)


def _draw_way(frame, start: int, end: int, index: int) -> None:
    count = steps(start, end)
    for step in range(1, count):
        frame.pixels[along(start, end, step, count)] = index


# -- what moves ------------------------------------------------------------------------------------
def _move_choices(frame, rest: _Rest, elapsed_ms: int) -> None:
    pixels, pulses = frame.pixels, rest.pulses
    index = rest.pulse_colour | rest.low + wave(elapsed_ms, 1200, 8) * rest.span // 15
    head = rest.head_colour
    head |= FULL if rest.pressed == HELD else 9 + wave(elapsed_ms, 800, 16) * 6 // 15
    for board in range(frame.boards):
        start, way = origin(board), turn(board)
        for i in range(rest.pulse_count):
            pixels[start + way * pulses[i]] = index
        if rest.head >= 0:
            pixels[start + way * rest.head] = head


def _move_sides(frame, rest: _Rest, elapsed_ms: int) -> None:
    """Let the side at turn glow where its stones have left the hand; who flies has it rising."""
    pixels = frame.pixels
    for seat in (0, 1):
        up = rest.flies >> seat & 1
        at_turn = seat == rest.state.player
        if rest.pressed != UP or not up and not at_turn:
            continue
        for board in range(frame.boards):
            at = column(board, seat)
            for i in range(rest.slots[2 * seat], rest.slots[2 * seat + 1]):
                if up:
                    level = 1 + wave(elapsed_ms, 600, 32 - 6 * i) * (9 if at_turn else 3) // 15
                else:
                    level = 2 + wave(elapsed_ms, 2400, 32 - i) // 3
                pixels[at - i * HOLES] = hue_of(seat) | level


def _move_over(frame, winner, elapsed_ms: int) -> None:
    """Let gold rise at the winner's side, or white at both, as long as nobody begins anew."""
    for seat in (0, 1):
        if winner is None or winner == seat:
            colour = WHITE if winner is None else GOLD
            for board in range(frame.boards):
                at = column(board, seat)
                for i in range(STONES):
                    level = 1 + wave(elapsed_ms, 1200, 32 - 4 * i) * 9 // 15
                    frame.pixels[at - i * HOLES] = colour | level
