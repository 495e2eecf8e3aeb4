"""The lights of Twelves at rest: the tableau, the pairs that match, deck and discarded pairs.

The shows of its actions are in :mod:`dominoes_show`.
"""

from ...base.compat import const
from ...games.dominoes import GONE, ends, tile_of, tiles_of
from .common import CALM, DIM, FULL, HELD, HOLD_MS, LONG, LONG_MS, ON, UP, Rest, press_of
from .dominoes_rows import (
    LARGEST,
    draw_counts,
    draw_notice,
    draw_pips,
    end_of,
    slot_of,
)
from .dominoes_show import draw_show as draw_show
from .dominoes_show import show_ms as show_ms
from .frame import BLUE, BOARD, GOAL, GOLD, HOLES, RED, ROWS, WHITE, draw_glyph, wave
from .glyphs import BARS

_NONE = const(255)
_CALM = const(4)  # in a press, whose ring may cover it


class _Rest(Rest):
    """What lies where, by place of the tableau."""

    def __init__(self):
        Rest.__init__(self)
        self.slot = 0  # which half of the picture is shown
        self.highs = bytearray(ROWS)  # GONE: no tile
        self.lows = bytearray(ROWS)
        self.beats = bytearray(ROWS)  # tiles that match pulse together; NONE: nothing matches
        self.heads = bytearray(ROWS)  # 1: under the cursor, a tile or a place to be filled
        self.discarded = 0


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

    ``options`` are the chooser's actions (none when nobody plays on), ``at`` its cursor or -1;
    ``pressed_ms`` how long the button has been down, -1 while it is up. No action has parts, so
    nothing is ever ``chosen``.
    """
    pressed = press_of(pressed_ms, hold_ms, long_ms)
    slot = slot_of(state.rules, frame.boards, elapsed_ms)
    rest = frame.memo
    if not isinstance(rest, _Rest):
        rest = frame.memo = _Rest()
    if rest.changed(state, options, at, pressed):
        _read_tiles(rest)
        _draw_still(frame, rest, slot)
    elif rest.slot != slot:
        _draw_still(frame, rest, slot)
    frame.recall()
    if state.phase == "over":
        _move_over(frame, state, elapsed_ms)
    elif state.rules[0] <= LARGEST and options and pressed != LONG:
        _move_tiles(frame, rest, elapsed_ms)


# -- what stands still -----------------------------------------------------------------------------
def _read_tiles(rest: _Rest) -> None:
    """Find out what lies where, what matches, and what is under the cursor."""
    state = rest.state
    top, tableau = state.rules[0], state.tableau
    rest.discarded = tiles_of(top) - len(state.deck)
    for place in range(len(tableau)):
        rest.beats[place] = _NONE
        rest.heads[place] = 0
        rest.highs[place] = GONE
        if tableau[place] != GONE:
            rest.highs[place], rest.lows[place] = ends(tableau[place])
            rest.discarded -= 1
    for i in range(len(rest.options)):
        words = rest.options[i].split(" ")
        for name in words[1:]:
            place = tableau.find(bytes((tile_of(name, top),)))
            pips = rest.highs[place] + rest.lows[place]
            # The same beat for a tile and its mates, another for the next pair.
            rest.beats[place] = 7 * (pips if pips < top else 2 * top - pips) & 31
            if i == rest.at:
                rest.heads[place] = 1
        if i == rest.at and words[0] == "draw":
            left = len(state.deck)
            for place in range(len(tableau)):
                if tableau[place] == GONE and left:
                    rest.heads[place] = 1
                    left -= 1


def _draw_still(frame, rest: _Rest, slot: int) -> None:
    """Draw the still picture; makes nothing on the heap, for a single board turns it by itself."""
    rest.slot = slot
    rules = rest.state.rules
    frame.clear()
    if rules[0] > LARGEST:
        draw_notice(frame, rules[0])
    else:
        level = ON
        if rest.pressed != UP:
            level = DIM if rest.pressed == LONG else _CALM
        elif rest.options:
            level = CALM
        for board in range(frame.boards):
            end = end_of(rules, frame.boards, board, slot)
            start = board * BOARD
            for place in range(len(rest.state.tableau)):
                if rest.highs[place] != GONE:
                    frame.pixels[start] = WHITE | 3
                    high, low = rest.highs[place], rest.lows[place]
                    draw_pips(frame.pixels, start, high, low, end, level)
                start += HOLES
    draw_counts(frame, rules, len(rest.state.deck), rest.discarded, slot)
    if rest.pressed == LONG:
        for board in range(frame.boards):
            draw_glyph(frame.pixels, board * BOARD + 3 * HOLES + 3, BARS, 7, BLUE | 9)
    frame.keep()


# -- what moves ------------------------------------------------------------------------------------
def _move_tiles(frame, rest: _Rest, elapsed_ms: int) -> None:
    """Let the tiles that match pulse, those under the cursor brightly; or the places to fill."""
    pixels = frame.pixels
    up, held = rest.pressed == UP, rest.pressed == HELD
    bright = FULL if held else 9 + wave(elapsed_ms, 800, 16) * 6 // 15
    for board in range(frame.boards):
        start = board * BOARD
        end = end_of(rest.state.rules, frame.boards, board, rest.slot)
        for place in range(len(rest.state.tableau)):
            beat, head = rest.beats[place], rest.heads[place]
            if head:
                pixels[start] = WHITE | bright
            if beat != _NONE:
                level = bright
                if not head:
                    level = CALM + wave(elapsed_ms, 2000, beat) * 4 // 15 if up else _CALM
                draw_pips(pixels, start, rest.highs[place], rest.lows[place], end, level)
            elif head:
                # A tile would come in here.
                for hole in range(1, HOLES):
                    level = 6 if held else wave(elapsed_ms, 1200, 32 - 2 * hole) // 2
                    pixels[start + hole] = WHITE | level
            start += HOLES


def _move_over(frame, state, elapsed_ms: int) -> None:
    """Let golden sparks run through the empty rows, or mark the tiles that are left in red."""
    pixels = frame.pixels
    won = state.result[0] is not None
    for board in range(frame.boards):
        start = board * BOARD
        for place in range(len(state.tableau)):
            if not won:
                if state.tableau[place] != GONE:
                    pixels[start] = RED | 4 + wave(elapsed_ms, 1600, place) * 8 // 15
            else:
                hole = (elapsed_ms // 90 + place * 5) % 24
                for behind in range(3):
                    if 0 <= hole - behind <= GOAL:
                        pixels[start + hole - behind] = GOLD | 10 - 4 * behind
            start += HOLES
