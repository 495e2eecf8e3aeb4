"""What a palette index looks like: logical colours, before any wiring, gamma or current limit."""

from ..base.compat import const

_BOARD = const(156)
_HOLES = const(13)
_ROWS = const(12)

# Six hues for the players, in seat order, then white, red, gold and blue.
# "clear": found by a search for the largest smallest distance (OKLab) between any two hues as
# seen with normal sight, protanopia, deuteranopia and tritanopia (Machado, Oliveira, Fernandes
# 2009, severity 1); the first two seats are the farthest apart. "vivid": the toy box, for tables
# where nobody is colour-blind.
_SIGNS = ((255, 236, 214), (255, 20, 12), (255, 190, 44), (40, 92, 255))
_HUES = {
    "clear": (
        (240, 150, 44), (64, 160, 240), (228, 32, 128), (128, 255, 224), (128, 0, 255),
        (255, 255, 0),
    ),
    "vivid": (
        (255, 48, 32), (32, 96, 255), (24, 216, 64), (255, 216, 0), (216, 48, 255),
        (0, 224, 224),
    ),
}  # fmt: skip
NAMES = ("clear", "vivid")

# sRGB values are even steps to the eye, so even steps of them are even levels of brightness.
# Level 1 is well above black: what is lit can be seen.
_SCALE = bytes([0] + [28 + (level - 1) * 227 // 14 for level in range(1, 16)])

_made = {}


def palette(name: str = "clear") -> bytes:
    """Return the palette called ``name``: 768 bytes, r, g, b of every index; KeyError if none."""
    if name not in _made:
        _made[name] = _table(_HUES[name])
    return _made[name]


def _table(hues: tuple) -> bytes:
    white, red, gold, blue = _SIGNS
    colours = (white,) + hues + hues + (red, gold, blue)
    table = bytearray(768)
    made = {}  # the levels of a channel: most recur, and each takes 0.3 ms on a Pico
    at = 0
    for colour in colours:
        for channel in colour:
            if channel not in made:
                # Rounded up: a channel that is on in the hue is on at every level.
                made[channel] = bytes([(channel * level + 254) // 255 for level in _SCALE])
        red_of, green_of, blue_of = [made[channel] for channel in colour]
        for level in range(16):
            table[at] = red_of[level]
            table[at + 1] = green_of[level]
            table[at + 2] = blue_of[level]
            at += 3
    return bytes(table)


def rgb(index: int, table: bytes) -> tuple:
    """Return the logical colour (r, g, b), 0–255 each, of a palette ``index`` in ``table``."""
    at = 3 * index
    return table[at], table[at + 1], table[at + 2]


def to_hex(index: int, table: bytes) -> str:
    """Return the logical colour of a palette ``index`` as ``#rrggbb``."""
    return "#%02x%02x%02x" % rgb(index, table)


def colour_rows(pixels, boards: int, table: bytes) -> list:
    """Return a frame as a list per board of 12 lists of 13 ``#rrggbb``, START first."""
    found = []
    for board in range(boards):
        rows = []
        for row in range(_ROWS):
            at = board * _BOARD + row * _HOLES
            rows.append([to_hex(pixels[i], table) for i in range(at, at + _HOLES)])
        found.append(rows)
    return found


def text_rows(pixels, boards: int) -> list:
    """Return a frame as 12 lines, boards side by side with two spaces between.

    A hole is ``.`` dark, ``1``–``6`` a player's marker, ``+`` anything else that is lit.
    """
    lines = []
    for row in range(_ROWS):
        parts = []
        for board in range(boards):
            at = board * _BOARD + row * _HOLES
            parts.append("".join([_sign(pixels[i]) for i in range(at, at + _HOLES)]))
        lines.append("  ".join(parts))
    return lines


def _sign(index: int) -> str:
    if not index & 15:
        return "."
    colour = index >> 4
    return str(colour) if 1 <= colour <= 6 else "+"
