"""The logical frame that scenes draw into: one byte a hole, whatever the wiring.

A pixel is ``colour | level``: level 0 is dark, 15 full. Board after board, row 1 first, START
(hole 0) first. Colours 0x10–0x60 are the markers of seats 0–5 and nothing else; 0x70–0xC0 are
the same six hues for everything that is no marker.
"""

from ...base.compat import const

ROWS = const(12)
HOLES = const(13)
BOARD = const(156)  # pixels of a board
GOAL = const(12)
STRIP = const(42)  # pixels of the dice strip: 7 a die, as scenes/dozen_dice.py orders them

WHITE = const(0x00)
RED = const(0xD0)  # bad news
GOLD = const(0xE0)  # finished, won
BLUE = const(0xF0)  # menu, notices


def marker_of(seat: int) -> int:
    """Return the colour of the markers of ``seat``."""
    return (seat + 1) << 4


def hue_of(seat: int) -> int:
    """Return the colour of everything of ``seat`` that is no marker."""
    return (seat + 7) << 4


class _Slicer:
    def __getitem__(self, item):
        return item


# A slice object made once: ``a[ALL] = b`` copies without a fresh one on the heap.
ALL = _Slicer()[:]


class Frame:
    """The lights of a table: ``pixels``, and ``dice`` if a dice strip is configured, else None.

    ``memo`` belongs to the scene that drew last: what it worked out, so that its next frame
    only copies the still picture and moves what moves. ``read`` is how long dice lie still in
    its shows, in percent of what is usual. ``zeros``, 256 bytes at least, are there to be copied.
    """

    def __init__(self, boards: int, strip: bool = False, read: int = 100):
        self.boards = boards
        self.pixels = bytearray(BOARD * boards)
        self.dice = bytearray(STRIP) if strip else None
        self.memo = None
        self.read = read
        self._still = bytearray(BOARD * boards)
        self._still_dice = bytearray(STRIP) if strip else None
        self.zeros = zeros = memoryview(bytes(max(256, BOARD * boards)))
        self._dark = zeros[: BOARD * boards]
        self._dark_dice = zeros[:STRIP] if strip else None

    def clear(self) -> None:
        """Darken every pixel."""
        self.pixels[ALL] = self._dark
        if self.dice is not None:
            self.dice[ALL] = self._dark_dice

    def keep(self) -> None:
        """Keep what is drawn as the still picture."""
        self._still[ALL] = self.pixels
        if self.dice is not None:
            self._still_dice[ALL] = self.dice

    def recall(self) -> None:
        """Draw the still picture."""
        self.pixels[ALL] = self._still
        if self.dice is not None:
            self.dice[ALL] = self._still_dice

    def put(self, board: int, row: int, hole: int, index: int) -> None:
        """Set the pixel of ``row`` (1–12) and ``hole`` (0–12) of ``board``."""
        self.pixels[board * BOARD + (row - 1) * HOLES + hole] = index


# One period of a raised cosine, 0 to 15.
_WAVE = (
    b"\x00\x00\x01\x01\x02\x03\x05\x06\x08\x09\x0a\x0c\x0d\x0e\x0e\x0f"
    b"\x0f\x0f\x0e\x0e\x0d\x0c\x0a\x09\x08\x06\x05\x03\x02\x01\x01\x00"
)


def wave(elapsed_ms: int, period_ms: int, ahead: int = 0) -> int:
    """Return a soft pulse from 0 to 15, 0 at the start; ``ahead`` is in 32nds of a period."""
    return _WAVE[(elapsed_ms % period_ms * 32 // period_ms + ahead) & 31]


def lay(pixels, at: int, index: int) -> None:
    """Set pixel ``at``, but never in place of a marker, which is raised to that level instead."""
    old = pixels[at]
    if 0x10 <= old < 0x70:
        if old & 15 < index & 15:
            pixels[at] = old & 0xF0 | index & 15
    else:
        pixels[at] = index


def fill_row(pixels, at: int, first: int, last: int, index: int) -> None:
    """Lay ``index`` on the holes ``first`` to ``last`` of the row whose START is pixel ``at``."""
    for i in range(at + first, at + last + 1):
        old = pixels[i]
        if old < 0x10 or old >= 0x70:
            pixels[i] = index
        elif old & 15 < index & 15:
            pixels[i] = old & 0xF0 | index & 15


def draw_glyph(pixels, at: int, glyph, width: int, index: int) -> None:
    """Lay ``glyph`` (bytes, one a row, the highest of ``width`` bits left) with its corner at
    pixel ``at``."""
    top = 1 << (width - 1)
    for bits in glyph:
        i = at
        bit = top
        while bit:
            if bits & bit:
                lay(pixels, i, index)
            bit >>= 1
            i += 1
        at += HOLES
