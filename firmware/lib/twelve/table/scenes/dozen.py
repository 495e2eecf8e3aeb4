"""The lights of 12 × 12 at rest: markers, choices with their previews, points at risk.

The shows of its actions are in :mod:`dozen_show`.
"""

from ...base.compat import const
from ...games.dozen import matches
from .common import CALM, DIM, DOWN, FULL, HELD, HOLD_MS, LONG, LONG_MS, ON, UP, Rest, press_of
from .dozen_dice import draw_dice, draw_strip
from .dozen_plan import scoring
from .dozen_show import draw_boards
from .dozen_show import draw_show as draw_show
from .dozen_show import show_ms as show_ms
from .frame import (
    BLUE,
    BOARD,
    GOAL,
    GOLD,
    HOLES,
    RED,
    ROWS,
    WHITE,
    draw_glyph,
    fill_row,
    hue_of,
    lay,
    marker_of,
    wave,
)
from .glyphs import BARS

BUST = const(-1)

_LOOK_MS = const(120)  # a press looks back at the dice, but not in its first moments

_OFFERED = const(9)  # level of a marker that could be chosen


def reach(state, row: int) -> int:
    """Return the hole that ``row`` (1–12) would reach with the dice of ``state``, or BUST."""
    exact = state.rules[1]
    hole = state.markers[ROWS * state.player + row - 1] + state.at_risk + matches(row, state.dice)
    if hole > GOAL:
        return BUST if exact else GOAL
    return hole


class _Rest(Rest):
    """Where the pixels of the still picture move. Offsets are within the board."""

    def __init__(self):
        Rest.__init__(self)
        self.base = 0  # first pixel of the board at turn
        self.starts = bytearray(ROWS)  # free START holes: the sign whose turn it is
        self.start_count = 0
        self.pulses = bytearray(ROWS)  # previews and warnings of the choices
        self.pulse_colours = bytearray(ROWS)
        self.pulse_count = 0
        self.head = 0  # the chosen preview, or the last hole at risk
        self.head_colour = 0  # 0: none
        self.risk_first = self.risk_last = (
            0  # the trail that is not solid yet; empty if first > last
        )
        self.ahead_last = 0  # as far as the next roll could carry at most
        self.die = 0  # centre of the sign that a click rolls; 0: none


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

    ``options`` are the chooser's stops (a sequence that is not changed in place; none when
    nobody plays on), ``at`` its cursor or -1, ``chosen`` the parts chosen before, of which this
    game has none; ``pressed_ms`` how long the button has been down, -1 while it is up.
    """
    pressed = UP if pressed_ms < _LOOK_MS else press_of(pressed_ms, hold_ms, long_ms)
    rest = frame.memo
    if not isinstance(rest, _Rest):
        rest = frame.memo = _Rest()
    if rest.changed(state, options, at, pressed):
        _draw_still(frame, rest)
    frame.recall()
    if state.phase == "over":
        _move_won(frame.pixels, rest.base, elapsed_ms)
        return
    _move_sign(frame.pixels, rest, hue_of(state.player), elapsed_ms)
    if rest.pulse_count:
        _move_choices(frame.pixels, rest, elapsed_ms)
    if rest.head_colour:
        frame.pixels[rest.base + rest.head] = (
            rest.head_colour | 11 + wave(elapsed_ms, 800) * 4 // 15
        )
    _move_lane(frame.pixels, rest, hue_of(state.player), elapsed_ms, pressed_ms >= 0)


# -- what stands still -----------------------------------------------------------------------------
def _draw_still(frame, rest: _Rest) -> None:
    state = rest.state
    frame.clear()
    rest.start_count = rest.pulse_count = rest.head_colour = rest.die = 0
    rest.risk_first, rest.risk_last, rest.ahead_last = 1, 0, 0
    draw_boards(frame, state.markers, state.player, _level(rest))
    board = state.player % frame.boards
    rest.base = board * BOARD
    faces = state.dice
    if not faces and state.last is not None and state.last[1] == "roll":
        faces = state.last[2]  # the roll that ended the turn before
    row = state.row
    if state.phase == "row" and rest.at >= 0:
        row = _row_of(rest.options[rest.at])
    scored = scoring(row, faces) if row and state.dice else 0
    draw_strip(frame, faces, scored, hue_of(state.player))
    if state.phase == "over":
        for row in range(ROWS):
            frame.pixels[rest.base + row * HOLES + GOAL] = marker_of(state.player) | ON
    elif rest.pressed == LONG:
        draw_glyph(frame.pixels, rest.base + 3 * HOLES + 3, BARS, 7, BLUE | 9)
    elif state.phase == "row" and rest.pressed == DOWN:
        draw_dice(frame, rest.base, faces, FULL, scored, hue_of(state.player))
    elif rest.options:
        _find_starts(rest)
        if state.phase == "row":
            _draw_choices(frame.pixels, rest)
        else:
            _find_lane(frame.pixels, rest)
    frame.keep()


def _level(rest: _Rest) -> int:
    """Return the level of the markers that are not what it is about now."""
    state = rest.state
    if rest.pressed == LONG or state.phase == "row" and rest.pressed == DOWN:
        return DIM
    if state.row or state.phase == "row" or not rest.options:
        return CALM
    return ON


def _row_of(action: str) -> int:
    return int(action[4:])


def _find_starts(rest: _Rest) -> None:
    state = rest.state
    for i in range(ROWS):
        if state.markers[ROWS * state.player + i]:
            rest.starts[rest.start_count] = i * HOLES
            rest.start_count += 1


def _draw_choices(pixels, rest: _Rest) -> None:
    """Prepare the rows that can score, and draw the chosen one as a lit lane."""
    state = rest.state
    hue, marker = hue_of(state.player), marker_of(state.player)
    held = rest.pressed == HELD
    for i in range(len(rest.options)):
        row = _row_of(rest.options[i])
        start = (row - 1) * HOLES
        hole = state.markers[ROWS * state.player + row - 1]
        to = reach(state, row)
        colour, target = (RED, GOAL) if to == BUST else (hue, to)
        if i == rest.at:
            pixels[rest.base + start + hole] = marker | FULL
            if not held:
                fill_row(pixels, rest.base + start, 0, GOAL, WHITE | 3)
            fill_row(pixels, rest.base + start, hole + 1, target, colour | (FULL if held else 7))
            if target > hole and not held:
                rest.head, rest.head_colour = start + target, colour
        elif not held:
            pixels[rest.base + start + hole] = marker | _OFFERED
            if target > hole:
                rest.pulses[rest.pulse_count] = start + target
                rest.pulse_colours[rest.pulse_count] = colour
                rest.pulse_count += 1


def _find_lane(pixels, rest: _Rest) -> None:
    """Prepare the row in play: what is at risk, how far the next roll could carry."""
    state = rest.state
    rolls = "roll" in rest.options
    held_stop = rest.pressed == HELD and "stop" in rest.options
    if state.row:
        start = (state.row - 1) * HOLES
        hole = state.markers[ROWS * state.player + state.row - 1]
        last = hole + state.at_risk
        pixels[rest.base + start + hole] = marker_of(state.player) | FULL
        if held_stop:
            # Letting go banks: the trail is solid now.
            fill_row(pixels, rest.base + start, hole + 1, last, hue_of(state.player) | 12)
            if last > hole:
                rest.head, rest.head_colour = start + last, hue_of(state.player)
        else:
            rest.risk_first, rest.risk_last = start + hole + 1, start + last
            most = state.in_hand if state.row <= 6 else state.in_hand // 2
            if rolls:
                rest.ahead_last = start + (last + most if last + most < GOAL else GOAL)
    if rolls and not held_stop:
        # Clear of the row in play.
        rest.die = (5 if not state.row else 2 if state.row > 6 else 9) * HOLES + 6


# -- what moves ------------------------------------------------------------------------------------
def _move_sign(pixels, rest: _Rest, hue: int, elapsed_ms: int) -> None:
    base, starts = rest.base, rest.starts
    for i in range(rest.start_count):
        pixels[base + starts[i]] = hue | 2 + wave(elapsed_ms, 2400, 31 - starts[i] // HOLES) // 5


def _move_choices(pixels, rest: _Rest, elapsed_ms: int) -> None:
    level = 2 + wave(elapsed_ms, 1200, 8) * 6 // 15
    base, pulses, colours = rest.base, rest.pulses, rest.pulse_colours
    for i in range(rest.pulse_count):
        pixels[base + pulses[i]] = colours[i] | level


def _move_lane(pixels, rest: _Rest, hue: int, elapsed_ms: int, pressed: bool) -> None:
    base = rest.base
    step = elapsed_ms // 250
    for at in range(rest.risk_first, rest.risk_last + 1):
        pixels[base + at] = hue | (10 if at + step & 1 else 4)
    ahead = 0
    for at in range(rest.risk_last + 1, rest.ahead_last + 1):
        pixels[base + at] = WHITE | 1 + wave(elapsed_ms, 1500, 32 - 4 * ahead) // 5
        ahead += 1
    if rest.die:
        index = WHITE | (FULL if pressed else 2 + wave(elapsed_ms, 2400) // 3)
        at = base + rest.die
        lay(pixels, at, index)
        lay(pixels, at - HOLES - 1, index)
        lay(pixels, at - HOLES + 1, index)
        lay(pixels, at + HOLES - 1, index)
        lay(pixels, at + HOLES + 1, index)


def _move_won(pixels, base: int, elapsed_ms: int) -> None:
    """Let golden sparks run along the winner's rows for as long as nobody starts a new game."""
    for row in range(ROWS):
        hole = (elapsed_ms // 90 + row * 5) % 24
        for behind in range(3):
            at = hole - behind
            if 0 <= at < GOAL:
                lay(pixels, base + at, GOLD | 10 - 4 * behind)
        base += HOLES
