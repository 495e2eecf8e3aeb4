"""Dice on the lights: 3 × 3 pips a die on a board, seven pixels a die on the strip."""

from .frame import HOLES, WHITE

TUMBLE_MS = 500
_HOP_MS = 60  # how often a tumbling die shows another face
_SETTLE_MS = 270  # when the first die lies still; each later one 40 ms after
_BODY = 3  # level of the square that makes a die a die

# Pips in the order of the strip: top left, middle left, bottom left, centre, top right, middle
# right, bottom right. Bit i of a face: pip i is lit.
_FACES = (0, 0b0001000, 0b1000001, 0b1001001, 0b1010101, 0b1011101, 0b1110111)
_PIPS = bytes((0, HOLES, 2 * HOLES, HOLES + 1, 2, HOLES + 2, 2 * HOLES + 2))


def slots(count: int) -> bytes:
    """Return the first pixel (top left) of each of ``count`` dice, within a board."""
    return _SLOTS[count]


def _slot(row: int, hole: int) -> int:
    return (row - 1) * HOLES + hole


# Corners of n dice on a board, left to right and top to bottom. The border stays free for the
# press. Six dice do not fit with two dark holes between them, so the middle ones stand lower:
# in one line, 6 6 6 would read as one even grid.
_SLOTS = (
    b"",
    bytes((_slot(5, 5),)),
    bytes((_slot(5, 2), _slot(5, 8))),
    bytes((_slot(4, 1), _slot(6, 5), _slot(4, 9))),
    bytes((_slot(3, 2), _slot(3, 8), _slot(8, 2), _slot(8, 8))),
    bytes((_slot(2, 1), _slot(2, 9), _slot(5, 5), _slot(9, 1), _slot(9, 9))),
    bytes((_slot(2, 1), _slot(4, 5), _slot(2, 9), _slot(7, 1), _slot(9, 5), _slot(7, 9))),
)

# Faces that a tumbling die runs through; 37 is prime to the strides below.
_TUMBLE = b"\3\6\1\4\2\5\1\6\3\2\5\4\6\1\3\5\2\6\4\1\5\3\2\4\6\5\1\2\3\6\4\5\1\4\2\3\6"


def draw_dice(frame, base: int, faces, level: int, scored: int = 0, colour: int = WHITE) -> None:
    """Draw dice on the board whose first pixel is ``base``, their pips at ``level``.

    ``faces`` are one to six. Bit i of ``scored``: die i scores, and is drawn in ``colour``
    while the others are dimmer.
    """
    slots = _SLOTS[len(faces)]
    other = level // 2 if scored else level
    i = 0
    for face in faces:
        if scored >> i & 1:
            _draw_die(frame.pixels, base + slots[i], face, colour, level)
        else:
            _draw_die(frame.pixels, base + slots[i], face, WHITE, other)
        i += 1


def _draw_die(pixels, corner: int, face: int, colour: int, level: int) -> None:
    body = colour | (level * _BODY + 14) // 15
    pips = _FACES[face]
    row = corner
    for _ in range(3):
        for at in range(row, row + 3):
            old = pixels[at]
            if old < 0x10 or old >= 0x70:  # a marker under a die stays as it is
                pixels[at] = body
        row += HOLES
    i = 0
    for step in _PIPS:
        if pips >> i & 1:
            at = corner + step
            old = pixels[at]
            # A pip on a marker is that marker at the pip's level.
            pixels[at] = (old & 0xF0 if 0x10 <= old < 0x70 else colour) | level
        i += 1


def draw_tumble(frame, base: int, faces, elapsed_ms: int) -> None:
    """Draw dice that tumble and come to rest on ``faces``, one after the other."""
    slots = _SLOTS[len(faces)]
    hop = elapsed_ms // _HOP_MS
    i = 0
    for face in faces:
        corner = base + slots[i]
        if elapsed_ms < _SETTLE_MS + 40 * i:
            face = _TUMBLE[(hop * 11 + i * 17) % 37]
            corner += HOLES * ((hop + i) % 3 - 1)
            _draw_die(frame.pixels, corner, face, WHITE, 9)
        else:
            _draw_die(frame.pixels, corner, face, WHITE, 15)
        i += 1
    if frame.dice is not None:
        i = 0
        for face in faces:
            if elapsed_ms < _SETTLE_MS + 40 * i:
                face = _TUMBLE[(hop * 11 + i * 17) % 37]
            _draw_pips(frame.dice, 7 * i, face, WHITE | 9)
            i += 1


def draw_strip(frame, faces, scored: int = 0, colour: int = WHITE) -> None:
    """Show ``faces`` on the dice strip, if there is one; scoring dice full and in ``colour``."""
    if frame.dice is None:
        return
    i = 0
    for face in faces:
        _draw_pips(frame.dice, 7 * i, face, colour | 15 if scored >> i & 1 else WHITE | 6)
        i += 1


def _draw_pips(strip, at: int, face: int, index: int) -> None:
    pips = _FACES[face]
    for i in range(at, at + 7):
        strip[i] = index if pips & 1 else 0
        pips >>= 1
