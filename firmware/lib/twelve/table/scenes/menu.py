"""The menu on the lights: a list at the left edge, the chosen entry's icon, and its value."""

from .frame import BLUE, BOARD, HOLES, WHITE, draw_glyph, hue_of, wave
from .icons import ICONS, UNKNOWN, letter


class _Menu:
    """Which menu the still picture shows."""

    def __init__(self, entry: str, count: int, value: str):
        self.entry = entry
        self.count = count
        self.value = value


def draw_menu(frame, entries, at: int, elapsed_ms: int, value: str) -> None:
    """Draw the menu ``entries`` (1 to 12 words) with the cursor ``at``; ``value`` may be ""."""
    memo = frame.memo
    entry = entries[at]
    if (
        not isinstance(memo, _Menu)
        or memo.entry != entry
        or memo.value != value
        or memo.count != len(entries)
    ):
        frame.memo = _Menu(entry, len(entries), value)
        _draw_still(frame, entry, len(entries), value)
    frame.recall()
    index = BLUE | 9 + wave(elapsed_ms, 1200, 16) * 6 // 15
    pixels = frame.pixels
    row = at * HOLES
    for _ in range(frame.boards):
        pixels[row] = index
        row += BOARD


def _draw_still(frame, entry: str, count: int, value: str) -> None:
    frame.clear()
    pixels = frame.pixels
    icon, ink = ICONS.get(entry, UNKNOWN), BLUE
    if entry[:5] == "seat ":
        icon, ink = ICONS["seat"], hue_of(int(entry[5:]) - 1)
    for base in range(0, len(pixels), BOARD):
        for row in range(count):
            pixels[base + row * HOLES] = BLUE | 3
        corner = base + 4 + (0 if value else 3 * HOLES)
        draw_glyph(pixels, corner, icon, 7, ink | 12)
        if entry == "lights":
            _draw_steps(pixels, base, value)
        elif value:
            _draw_letters(pixels, base, value)
        if entry == "players":
            for seat in range(int(value) if value.isdigit() else 0):
                row, column = seat // 3, seat % 3
                pixels[base + (8 + 2 * row) * HOLES + 7 + 2 * column] = hue_of(seat) | 13
    frame.keep()


def _draw_letters(pixels, base: int, value: str) -> None:
    """Draw up to three letters of ``value`` under the icon."""
    at = base + 7 * HOLES + 2
    for sign in value[:3]:
        draw_glyph(pixels, at, letter(sign), 3, WHITE | 12)
        at += 4


def _draw_steps(pixels, base: int, value: str) -> None:
    """Draw the brightness as that many rising steps."""
    for step in range(int(value) if value.isdigit() else 0):
        hole = base + 2 + 2 * step
        for row in range(11 - step if step < 5 else 7, 12):
            pixels[hole + row * HOLES] = WHITE | 12
