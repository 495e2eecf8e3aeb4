"""The lights of a table without a game, and the number of a fault: seldom seen, so loaded then."""

from .frame import BOARD, GOAL, HOLES, RED, ROWS, WHITE, draw_glyph, hue_of, wave
from .glyphs import DIGITS


def draw_idle(frame, elapsed_ms: int) -> None:
    """Draw a table without a game: six hues on a slow wave, and a press would begin."""
    frame.clear()
    pixels = frame.pixels
    start = 0
    for row in range(frame.boards * ROWS):
        # The wave runs on from board to board.
        hole = wave(elapsed_ms, 4800, 3 * row) * 12 // 15
        level = 5 + wave(elapsed_ms, 2400, 5 * row) * 2 // 3
        pixels[start + hole] = hue_of(row % 6) | level
        if hole:
            pixels[start + hole - 1] = hue_of(row % 6) | 2
        if hole < GOAL:
            pixels[start + hole + 1] = hue_of(row % 6) | 2
        start += HOLES
    start = (ROWS - 1) * HOLES + 5  # where the ring of a press begins
    for _ in range(frame.boards):
        index = WHITE | 1 + wave(elapsed_ms, 1600) // 3
        for at in range(start, start + 3):
            pixels[at] = index
        start += BOARD


def draw_code(frame, code: int, elapsed_ms: int) -> None:
    """Draw the number of a fault (1–99) in red; up to 12 it is also counted in blinking dots."""
    frame.clear()
    pixels = frame.pixels
    lit = elapsed_ms % 1000 < 700
    base = 0
    for _ in range(frame.boards):
        if code > 9:
            draw_glyph(pixels, base + 2 * HOLES + 1, DIGITS[code // 10 % 10], 5, RED | 9)
            draw_glyph(pixels, base + 2 * HOLES + 7, DIGITS[code % 10], 5, RED | 9)
        else:
            draw_glyph(pixels, base + 2 * HOLES + 4, DIGITS[code % 10], 5, RED | 9)
        if lit and code <= GOAL:
            at = base + (ROWS - 2) * HOLES + 1
            for i in range(at, at + code):
                pixels[i] = RED | 15
        base += BOARD
