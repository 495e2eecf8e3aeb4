"""The board of morris on the lights: its points and lines, the stones, what is left of each side.

The three squares take 11 × 11 holes; the holes at their left and right are the twelve stones of
each player, the row below counts. Odd boards are turned by half, for the player opposite.
"""

from ...base.compat import const
from ...games.morris import EMPTY, POINTS, QUIET, STONE, STONES, lines
from .frame import BOARD, GOLD, HOLES, RED, ROWS, WHITE, hue_of, lay, marker_of

_TURNED = const(142)  # the sum of two holes that stand opposite
_LAST = const(143)  # START of the last row
_ANNOUNCED = const(10)  # so many quiet moves before a draw, they are counted
_WIRE = const(2)
_FREE = const(4)
IDLE = const(7)  # level of a stone that is not what it is about now
_SPAN = b"\x00\x02\x04\x05\x06\x08\x0a"  # columns a to g, and ranks 7 to 1

# The hole of every point, on a board that is not turned.
PLACES = bytes([_SPAN[7 - int(name[1])] * HOLES + 1 + _SPAN[ord(name[0]) - 97] for name in POINTS])


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


def _wires() -> bytes:
    found = bytearray(BOARD)
    for line in lines():
        for start, end in (line[:2], line[1:]):
            start, end = PLACES[start], PLACES[end]
            for step in range(1, steps(start, end)):
                found[along(start, end, step, steps(start, end))] = 1
    return bytes([at for at in range(BOARD) if found[at]])


_WIRES = _wires()


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
