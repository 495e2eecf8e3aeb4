"""The show of a game that is won, the same for every game."""

from ...base.compat import const
from .common import FULL
from .frame import GOAL, GOLD, HOLES, ROWS, draw_glyph, fill_row, lay, wave
from .glyphs import CUP

WON_MS = const(3000)


def draw_won(pixels, base: int, hue: int, elapsed_ms: int) -> None:
    """Gold floods the board row by row, bands of gold and the winner's hue pass, a cup remains.

    ``base`` is the first pixel of the board.
    """
    if elapsed_ms < 700:
        last = elapsed_ms * ROWS // 600
        for row in range(last if last < ROWS else ROWS):
            fill_row(
                pixels,
                base + (ROWS - 1 - row) * HOLES,
                0,
                GOAL,
                GOLD | (FULL if row == last - 1 else 7),
            )
        return
    fade = 15 if elapsed_ms < 1900 else 15 * (2300 - elapsed_ms) // 400
    if fade > 0:
        for band in range(ROWS + GOAL):
            level = wave(elapsed_ms, 900, 3 * band) * fade // 15
            _lay_band(pixels, base, band, (GOLD if band // 5 & 1 else hue) | level)
    if elapsed_ms >= 1900:
        level = 15 * (elapsed_ms - 1900) // 400
        draw_glyph(pixels, base + 2 * HOLES + 3, CUP, 7, GOLD | (level if level < FULL else FULL))
        for row in range(ROWS):
            spark = (elapsed_ms // 70 + 7 * row) % 26
            if spark < HOLES:
                lay(pixels, base + row * HOLES + spark, hue | 8)


def _lay_band(pixels, base: int, band: int, index: int) -> None:
    """Lay ``index`` on the diagonal whose row (from 0) and hole add up to ``band``."""
    row = band - GOAL if band > GOAL else 0
    hole = band - row
    at = base + row * HOLES + hole
    for _ in range((hole if hole < ROWS - row else ROWS - row - 1) + 1):
        old = pixels[at]
        if old < 0x10 or old >= 0x70:
            pixels[at] = index
        elif old & 15 < index & 15:
            pixels[at] = old & 0xF0 | index & 15
        at += HOLES - 1
