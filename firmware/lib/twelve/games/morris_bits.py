"""Twelve Men's Morris on bit boards: whole sets of points at once, for players that look ahead.

Bit p of a board is point p of :data:`.morris.POINTS`, so each ring is a byte, its corners the
even bits. Nothing here calls anything: the laptop compiles these very functions.
"""

from ..base.compat import const
from .morris import lines, neighbours

FULL = const(0xFFFFFF)


def _masks() -> tuple:
    """Return, by point, for each of its lines the board of the two other points."""
    found = [[] for _ in range(24)]
    for line in lines():
        whole = (1 << line[0]) | (1 << line[1]) | (1 << line[2])
        for at in line:
            found[at].append(whole & ~(1 << at))
    return tuple([tuple(masks) for masks in found])


def _near() -> tuple:
    """Return, by point, the board of its neighbours."""
    found = []
    for at in range(24):
        board = 0
        for end in neighbours(at):
            board |= 1 << end
        found.append(board)
    return tuple(found)


def _set() -> bytes:
    """Return, by byte, how many of its bits are set."""
    found = bytearray(256)
    for i in range(1, 256):
        found[i] = found[i >> 1] + (i & 1)
    return bytes(found)


OTHERS = _masks()
NEAR = _near()
SET = _set()  # three bytes make a board: a bigger table finds no room on a board's heap


def around(stones: int) -> int:
    """Return the points next to any of ``stones``."""
    # Masks come before shifts to the left: nothing leaves 24 bits, small integers everywhere.
    return (
        (stones & 0xFFFF) << 8
        | stones >> 8
        | (stones & 0x7F7F7F) << 1
        | (stones & 0x808080) >> 7
        | (stones & 0xFEFEFE) >> 1
        | (stones & 0x010101) << 7
    )


def closing(stones: int) -> int:
    """Return the points whose two other points on some line are among ``stones``."""
    before = (stones & 0x7F7F7F) << 1 | (stones & 0x808080) >> 7  # a stone one place before it
    after = (stones & 0xFEFEFE) >> 1 | (stones & 0x010101) << 7
    before2 = (before & 0x7F7F7F) << 1 | (before & 0x808080) >> 7
    after2 = (after & 0xFEFEFE) >> 1 | (after & 0x010101) << 7
    outer, inner = stones >> 8, (stones & 0xFFFF) << 8  # a stone one ring further in, out
    across = outer & (stones >> 16) | outer & inner & 0xFF00 | inner & (stones & 0xFF) << 16
    return across | before & after & 0xAAAAAA | (before & before2 | after & after2) & 0x555555


def ready(stones: int, empty: int) -> int:
    """Return the points of ``empty`` where one of ``stones`` closes a mill by a step along a line.

    The stone that steps comes from outside the line that it completes.
    """
    before = (stones & 0x7F7F7F) << 1 | (stones & 0x808080) >> 7
    after = (stones & 0xFEFEFE) >> 1 | (stones & 0x010101) << 7
    before2 = (before & 0x7F7F7F) << 1 | (before & 0x808080) >> 7
    after2 = (after & 0xFEFEFE) >> 1 | (after & 0x010101) << 7
    outer, inner = stones >> 8, (stones & 0xFFFF) << 8
    across = outer & (stones >> 16) | outer & inner & 0xFF00 | inner & (stones & 0xFF) << 16
    rings = outer | inner
    corners = before & before2 & (rings | after) | after & after2 & (rings | before)
    return empty & (
        across & (before | after) | before & after & rings & 0xAAAAAA | corners & 0x555555
    )
