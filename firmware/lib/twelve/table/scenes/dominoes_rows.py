"""The tiles of Twelves on the lights: each a row, its ends as pips from the left and the right.

A set above double-6 has more pips than half a row: then one end is on each board, or one after
the other on a single one. What is drawn and discarded is counted below, or at START where the
tableau leaves no row free. Larger sets than double-12 are for the page.
"""

from ...base.compat import const
from ...games.dominoes import GONE, ends, tiles_of
from .frame import BLUE, BOARD, GOAL, GOLD, HOLES, ROWS, WHITE, draw_glyph, hue_of
from .glyphs import DIGITS

HIGH = const(0)  # which end is shown
LOW = const(1)
BOTH = const(2)
LARGEST = const(12)  # the highest pip that a row has room for
_HALF = const(6)
_SIDE_MS = const(1600)
_ROOM = const(5)  # so many rows below the tableau make two of each count
_CROWDED = const(10)  # above it no row is free for the counts

HIGH_HUE = hue_of(0)
LOW_HUE = hue_of(1)


def slot_of(rules: tuple, boards: int, elapsed_ms: int) -> int:
    """Return which half of the picture a single board shows now; 0 where it has room for all."""
    top, places, _ = rules
    if boards > 1 or top > LARGEST or (top <= _HALF and places <= _CROWDED):
        return 0
    return elapsed_ms // _SIDE_MS & 1


def end_of(rules: tuple, boards: int, board: int, slot: int) -> int:
    """Return which end of the tiles ``board`` shows: HIGH, LOW or BOTH."""
    if rules[0] <= _HALF:
        return BOTH
    return board & 1 if boards > 1 else slot


def draw_pips(pixels, start: int, high: int, low: int, end: int, level: int) -> None:
    """Draw the pips of a tile in the row whose START is pixel ``start``."""
    if end != LOW:
        for at in range(start + 1, start + 1 + high):
            pixels[at] = HIGH_HUE | level
    if end != HIGH:
        for at in range(start + HOLES - low, start + HOLES):
            pixels[at] = LOW_HUE | level


def draw_tableau(frame, rules: tuple, tableau: bytes, slot: int, level: int) -> None:
    """Draw every tile at ``level``, with a white light at its START."""
    for place in range(len(tableau)):
        if tableau[place] != GONE:
            draw_tile(frame, rules, place, tableau[place], slot, level)


def draw_tile(frame, rules: tuple, place: int, tile: int, slot: int, level: int) -> None:
    """Draw ``tile`` in its row on every board."""
    high, low = ends(tile)
    for board in range(frame.boards):
        start = board * BOARD + place * HOLES
        frame.pixels[start] = WHITE | 3
        draw_pips(frame.pixels, start, high, low, end_of(rules, frame.boards, board, slot), level)


def draw_counts(frame, rules: tuple, deck: int, discarded: int, slot: int) -> None:
    """Count the tiles in the deck, white, and the pairs discarded, golden.

    A light is one of them where there is room, else as many as it must be.
    """
    places, whole = rules[1], tiles_of(rules[0])
    pixels = frame.pixels
    for board in range(frame.boards):
        base = board * BOARD
        if places > _CROWDED and rules[0] <= LARGEST:
            if board & 1 if frame.boards > 1 else slot:
                lit = (deck * ROWS + whole - 1) // whole
                _fill(pixels, base, HOLES, lit, WHITE | 4)
                for row in range(lit, ROWS):
                    pixels[base + row * HOLES] = 0
                lit = discarded * ROWS // whole
                _fill(pixels, base + (ROWS - 1) * HOLES, -HOLES, lit, GOLD | 6)
            continue
        rows = 2 if ROWS - places >= _ROOM or rules[0] > LARGEST else 1
        first = base + (ROWS - 2 * rows) * HOLES + 1
        _count(pixels, first, rows, deck, whole - places, WHITE | 4)
        _count(pixels, first + rows * HOLES, rows, discarded // 2, whole // 2, GOLD | 6)


def _count(pixels, first: int, rows: int, count: int, most: int, index: int) -> None:
    each = (most + rows * GOAL - 1) // (rows * GOAL) or 1
    lit = ((count if count < most else most) + each - 1) // each
    _fill(pixels, first, 1, lit if lit < GOAL else GOAL, index)
    _fill(pixels, first + HOLES, 1, lit - GOAL, index)


def _fill(pixels, first: int, step: int, count: int, index: int) -> None:
    for i in range(count):
        pixels[first + step * i] = index


def draw_notice(frame, top: int) -> None:
    """Draw the number of a set that is for the page, in the blue of notices."""
    for base in range(0, len(frame.pixels), BOARD):
        draw_glyph(frame.pixels, base + 1, DIGITS[top // 10], 5, BLUE | 9)
        draw_glyph(frame.pixels, base + 7, DIGITS[top % 10], 5, BLUE | 9)
