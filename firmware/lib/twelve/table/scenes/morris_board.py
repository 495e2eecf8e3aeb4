"""The board of morris on the lights: its points and lines, the stones, what is left of each side.

The three squares take 11 × 11 holes; the holes at their left and right are the twelve stones of
each player, the row below counts. Odd boards are turned by half, for the player opposite.
"""

from ...base.compat import const
from ...games.morris import EMPTY, POINTS, QUIET, STONE, STONES
from .frame import BOARD, GOLD, HOLES, RED, ROWS, WHITE, hue_of, lay, marker_of

_TURNED = const(142)  # the sum of two holes that stand opposite
_LAST = const(143)  # START of the last row
_ANNOUNCED = const(10)  # so many quiet moves before a draw, they are counted
_WIRE = const(2)
_FREE = const(4)
IDLE = const(7)  # level of a stone that is not what it is about now

# The hole of every point, and those of the wires between them, on a board that is not turned.
# Written out, since making them takes 12 ms of a start; the tests make them again.
PLACES = (
    b"\x01\x06\x0b\x4c\x8d\x88\x83\x42\x1d\x20\x23\x4a\x71\x6e\x6b\x44\x39\x3a\x3b\x48\x55\x54"
    b"\x53\x46"
)
_WIRES = (
    b"\x02\x03\x04\x05\x07\x08\x09\x0a\x0e\x0f\x13\x17\x18\x1b\x1e\x1f\x21\x22\x25\x28\x2a\x2b"
    b"\x2d\x2f\x30\x32\x35\x37\x3d\x3f\x43\x45\x49\x4b\x4f\x51\x57\x59\x5c\x5e\x5f\x61\x63\x64"
    b"\x66\x69\x6c\x6d\x6f\x70\x73\x76\x77\x7b\x7f\x80\x84\x85\x86\x87\x89\x8a\x8b\x8c"
)


def point_of(name: str) -> int:
    """Return the number (0–23) of the point called ``name``."""
    return POINTS.index(name)


def steps(start: int, end: int) -> int:
    """Return how many steps of a hole, straight or slanting, lead from ``start`` to ``end``."""
    across, down = abs(end % HOLES - start % HOLES), abs(end // HOLES - start // HOLES)
    return across if across > down else down


def along(start: int, end: int, step: int, count: int) -> int:
    """Return where ``step`` of ``count`` equal steps on the straight way has come to."""
    row, hole = start // HOLES, start % HOLES
    row += (end // HOLES - row) * step // count
    return row * HOLES + hole + (end % HOLES - hole) * step // count


def origin(board: int) -> int:
    """Return the pixel that holes are counted from on ``board``, by :func:`turn` of them."""
    return board * BOARD + (_TURNED if board & 1 else 0)


def turn(board: int) -> int:
    """Return 1, or -1 where ``board`` is turned: hole h is pixel origin + turn * h."""
    return -1 if board & 1 else 1


def spot(board: int, point: int) -> int:
    """Return the pixel of ``point`` (0–23) on ``board``."""
    return origin(board) + turn(board) * PLACES[point]


def column(board: int, seat: int) -> int:
    """Return the lowest pixel of the column of ``seat``: on the player's own board at the left."""
    return board * BOARD + _LAST + (0 if seat == board & 1 else HOLES - 1)


def lost(points: bytes, in_hand: tuple, seat: int) -> int:
    """Return how many stones have been taken from ``seat``."""
    return STONES - in_hand[seat] - points.count(STONE[seat : seat + 1])


def around(point: int) -> bytes:
    """Return the holes around ``point`` that are within the squares and no points."""
    at = PLACES[point]
    found = []
    for row in range(at // HOLES - 1, at // HOLES + 2):
        for hole in range(at % HOLES - 1, at % HOLES + 2):
            if 0 <= row < ROWS - 1 and 0 < hole < HOLES - 1:
                near = row * HOLES + hole
                if PLACES.find(bytes((near,))) < 0:
                    found.append(near)
    return bytes(found)


def draw_halo(frame, point: int, index: int) -> None:
    """Lay a ring round ``point``."""
    for near in around(point):
        for board in range(frame.boards):
            lay(frame.pixels, origin(board) + turn(board) * near, index)


def draw_position(frame, points: bytes, white: int, black: int) -> None:
    """Draw lines, free points, and the stones at the levels ``white`` and ``black``."""
    pixels = frame.pixels
    for board in range(frame.boards):
        start, way = origin(board), turn(board)
        for at in _WIRES:
            pixels[start + way * at] = WHITE | _WIRE
        for i in range(24):
            here = points[i]
            index = WHITE | _FREE
            if here != EMPTY:
                seat = 0 if here == STONE[0] else 1
                index = marker_of(seat) | (black if seat else white)
            pixels[start + way * PLACES[i]] = index


def draw_sides(frame, points: bytes, in_hand: tuple, at_turn: int, level: int) -> None:
    """Count both sides: from below what is in hand, from the top, red, what has been taken.

    In hand is at ``level`` where it is the turn of ``at_turn``, else calmer.
    """
    pixels = frame.pixels
    for seat in (0, 1):
        taken = lost(points, in_hand, seat)
        index = hue_of(seat) | (level if seat == at_turn or level < 4 else 4)
        for board in range(frame.boards):
            at = column(board, seat)
            for i in range(in_hand[seat]):
                pixels[at - i * HOLES] = index
            for i in range(STONES - taken, STONES):
                pixels[at - i * HOLES] = RED | 3


def to_draw(state) -> int:
    """Return how many quiet moves are left before a draw, once they are few; 0 before that."""
    left = QUIET - state.quiet
    return 0 if left > _ANNOUNCED or state.takes_due or state.phase == "over" else left


def draw_owed(frame, state, level: int) -> None:
    """Count in the last row: golden the stones to take, white the quiet moves before a draw."""
    count, colour = state.takes_due, GOLD
    if not count:
        count, colour = to_draw(state), WHITE
    for board in range(frame.boards):
        at = board * BOARD + _LAST + 1
        for i in range(at, at + count):
            frame.pixels[i] = colour | level


def flies(state, seat: int) -> bool:
    """Return whether ``seat`` may move to any free point."""
    own = state.points.count(STONE[seat : seat + 1])
    return state.rules[0] and own == 3 and not state.in_hand[seat] and state.phase != "over"
