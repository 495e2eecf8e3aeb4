"""The shows of morris: what an action did, told by the lights between two rests."""

from ...games.morris import STONE, STONES
from .common import DIM, FULL, ON
from .ending import draw_won
from .frame import (
    BOARD,
    GOLD,
    HOLES,
    RED,
    ROWS,
    WHITE,
    draw_glyph,
    fill_row,
    hue_of,
    lay,
    marker_of,
    wave,
)
from .glyphs import DIGITS
from .morris_board import (
    IDLE,
    PLACES,
    along,
    column,
    draw_halo,
    draw_owed,
    draw_position,
    draw_sides,
    lost,
    origin,
    spot,
    steps,
    turn,
)
from .morris_plan import LOSER_MS, Plan


def show_ms(before, action: str, after, read: int = 100) -> int:
    """Return how long the show of ``action`` lasts. ``before`` None: a game that begins."""
    return Plan(before, action, after).end_ms


def draw_show(frame, before, action: str, after, elapsed_ms: int) -> None:
    """Draw the show of ``action`` (legal in ``before``, leading to ``after``) at ``elapsed_ms``."""
    plan = frame.memo
    if not isinstance(plan, Plan) or plan.before is not before or plan.after is not after:
        plan = frame.memo = Plan(before, action, after)
    frame.clear()
    if plan.kind == "begin":
        _draw_begin(frame, after, elapsed_ms)
    elif elapsed_ms < plan.walk_ms:
        _draw_walk(frame, plan, elapsed_ms)
    elif elapsed_ms < plan.mill_ms:
        _draw_state(frame, after, IDLE, plan.player)
        _draw_mills(frame, plan, elapsed_ms - plan.walk_ms)
    elif elapsed_ms < plan.tell_ms:
        _draw_end(frame, plan, elapsed_ms - plan.mill_ms)
    elif elapsed_ms < plan.flying_ms:
        _draw_state(frame, after, IDLE, after.player)
        _draw_flying(frame, plan, elapsed_ms - plan.tell_ms)
    elif elapsed_ms < plan.end_ms:
        _draw_state(frame, after, DIM, after.player)
        _draw_left(frame, plan.left, plan.end_ms - elapsed_ms)
    else:
        _draw_state(frame, after, ON, after.player)


def _draw_state(frame, state, level: int, at_turn: int) -> None:
    draw_position(frame, state.points, level, level)
    draw_sides(frame, state.points, state.in_hand, at_turn, 9)
    draw_owed(frame, state, 4)


def _draw_begin(frame, state, elapsed_ms: int) -> None:
    """Light goes round the squares from the middle outward, and the sides fill."""
    draw_position(frame, state.points, ON, ON)
    for point in range(24):
        # The points are listed ring by ring, the outer one first.
        late_ms = elapsed_ms - (2 - point // 8) * 150 - point % 8 * 40
        if 0 <= late_ms < 250:
            for board in range(frame.boards):
                lay(frame.pixels, spot(board, point), WHITE | 3 + 11 * (250 - late_ms) // 250)
    done = elapsed_ms * STONES // 600
    in_hand = tuple([count if count < done else done for count in state.in_hand])
    for seat in (0, 1):
        for board in range(frame.boards):
            at = column(board, seat)
            for i in range(in_hand[seat]):
                frame.pixels[at - i * HOLES] = hue_of(seat) | (9 if seat == state.player else 4)


# -- a stone on its way ----------------------------------------------------------------------------
def _draw_walk(frame, plan: Plan, elapsed_ms: int) -> None:
    """Draw the stone before it leaves, then only a light: no stone is where none stands."""
    before, after, player = plan.before, plan.after, plan.player
    if elapsed_ms < plan.blink_ms:
        _draw_state(frame, before, IDLE, player)
        lit = elapsed_ms % 150 < 90
        index = marker_of(1 - player) | (FULL if lit else DIM)
        for board in range(frame.boards):
            frame.pixels[spot(board, plan.point)] = index
        draw_halo(frame, plan.point, RED | (10 if lit else 3))
        return
    elapsed_ms -= plan.blink_ms
    length_ms = plan.walk_ms - plan.blink_ms
    points = before.points
    left = plan.from_point if plan.kind == "move" else plan.point
    points = points[:left] + b"." + points[left + 1 :]
    draw_position(frame, points, IDLE, IDLE)
    hand = after.in_hand if plan.kind == "place" else before.in_hand
    owner = 1 - player if plan.kind == "take" else player
    stones = before.points if plan.kind != "place" else after.points
    draw_sides(frame, stones, hand, player, 9)
    for board in range(frame.boards):
        spots = spot(board, plan.point), column(board, owner)
        if plan.kind == "move":
            start, end = spot(board, plan.from_point), spots[0]
        elif plan.kind == "place":
            start, end = spots[1] - hand[owner] * HOLES, spots[0]
        else:
            taken = lost(after.points, after.in_hand, owner)
            start, end = spots[0], spots[1] - (STONES - taken) * HOLES
        count = steps(start, end)
        head = count * (elapsed_ms + 40) // length_ms
        for tail in range(3):
            step = head - tail
            if 0 <= step <= count:
                lay(frame.pixels, along(start, end, step, count), hue_of(owner) | FULL - 5 * tail)


# -- what came of it -------------------------------------------------------------------------------
def _draw_mills(frame, plan: Plan, elapsed_ms: int) -> None:
    """Let the lines that were closed flash in gold, and their stones with them."""
    lit = elapsed_ms % 200 < 130
    for board in range(frame.boards):
        start, way = origin(board), turn(board)
        if lit:
            for at in plan.glow:
                lay(frame.pixels, start + way * at, GOLD | 4)
        for at in plan.beam:
            lay(frame.pixels, start + way * at, GOLD | (FULL if lit else 4))


def _draw_end(frame, plan: Plan, elapsed_ms: int) -> None:
    """Draw the loser's last stones in red, then the winner's feast; of a draw two equal bars."""
    after = plan.after
    winner = after.result[0]
    if winner is None:
        _draw_state(frame, after, DIM, -1)
        level = 3 + wave(elapsed_ms, 1000, 16) * 12 // 15
        for base in range(0, len(frame.pixels), BOARD):
            for row in (3, 7):
                for start in (row * HOLES, row * HOLES + HOLES):
                    fill_row(frame.pixels, base + start, 2, 10, hue_of(row // 7) | level)
        return
    if elapsed_ms < LOSER_MS:
        _draw_state(frame, after, IDLE, winner)
        for point in range(24):
            if after.points[point] == STONE[1 - winner]:
                draw_halo(frame, point, RED | (11 if elapsed_ms % 230 < 150 else 3))
        return
    draw_position(frame, after.points, ON if winner == 0 else DIM, ON if winner else DIM)
    for base in range(0, len(frame.pixels), BOARD):
        draw_won(frame.pixels, base, hue_of(winner), elapsed_ms - LOSER_MS)


def _draw_flying(frame, plan: Plan, elapsed_ms: int) -> None:
    """Squares of light rise from the three stones of who flies from now on."""
    seat = plan.flyer
    points = plan.after.points
    far = elapsed_ms // 100 % 5
    for point in range(24):
        if points[point] != STONE[seat]:
            continue
        for board in range(frame.boards):
            frame.pixels[spot(board, point)] = marker_of(seat) | FULL
            _draw_square(frame.pixels, board, PLACES[point], far, hue_of(seat) | 13 - 2 * far)


def _draw_square(pixels, board: int, at: int, far: int, index: int) -> None:
    """Lay the square ``far`` holes from hole ``at``, as far as it is within the squares."""
    row, hole = at // HOLES, at % HOLES
    for down in range(-far, far + 1):
        for across in range(-far, far + 1):
            if abs(down) == far or abs(across) == far:
                if 0 <= row + down < ROWS - 1 and 0 < hole + across < HOLES - 1:
                    near = (row + down) * HOLES + hole + across
                    lay(pixels, origin(board) + turn(board) * near, index)


def _draw_left(frame, left: int, left_ms: int) -> None:
    """Draw the number of quiet moves before a draw."""
    index = WHITE | (FULL if left_ms > 150 else 1 + left_ms * 14 // 150)
    for base in range(0, len(frame.pixels), BOARD):
        corner = base + 2 * HOLES + 4
        if left > 9:
            draw_glyph(frame.pixels, corner - 3, DIGITS[1], 5, index)
            corner += 3
        draw_glyph(frame.pixels, corner, DIGITS[left % 10], 5, index)
