"""The shows of 12 × 12: what an action did, told by the lights between two rests."""

from .common import CALM, DIM, FULL, ON, draw_markers, shown_seat
from .dozen_dice import TUMBLE_MS, draw_dice, draw_strip, draw_tumble
from .dozen_outcomes import draw_again, draw_tell, draw_trail
from .dozen_plan import Plan
from .frame import BOARD, GOAL, HOLES, ROWS, draw_glyph, fill_row, hue_of, lay, marker_of
from .glyphs import DIGITS


def draw_boards(frame, markers, at_turn: int, level: int) -> None:
    """Put the markers on every board: at ``level`` where the seat ``at_turn`` plays, else calm."""
    players = len(markers) // ROWS
    for board in range(frame.boards):
        seat = shown_seat(board, frame.boards, players, at_turn)
        if seat >= 0:
            draw_markers(frame.pixels, board, markers, seat, level if seat == at_turn else CALM)


def show_ms(before, action: str, after, read: int = 100) -> int:
    """Return how long the show of ``action`` lasts. ``before`` None: a game that begins.

    Dice lie still for ``read`` percent of the usual time.
    """
    return Plan(before, action, after, read).end_ms


def draw_show(frame, before, action: str, after, elapsed_ms: int) -> None:
    """Draw the show of ``action`` (legal in ``before``, leading to ``after``) at ``elapsed_ms``."""
    plan = frame.memo
    if not isinstance(plan, Plan) or plan.before is not before or plan.after is not after:
        plan = frame.memo = Plan(before, action, after, frame.read)
    frame.clear()
    if elapsed_ms < plan.dice_ms:
        _draw_roll(frame, plan, elapsed_ms)
        return
    if elapsed_ms >= plan.end_ms:
        draw_boards(frame, after.markers, after.player, ON)
        return
    if plan.faces:
        draw_strip(frame, plan.faces, plan.scored, hue_of(plan.player))
    board = plan.player % frame.boards
    if elapsed_ms < plan.walk_ms:
        draw_boards(frame, after.markers, plan.player, CALM)
        _draw_walk(frame.pixels, board * BOARD, plan, elapsed_ms - plan.dice_ms)
    elif elapsed_ms < plan.tell_ms:
        draw_boards(frame, after.markers, plan.player, CALM)
        draw_tell(frame.pixels, board * BOARD, plan, elapsed_ms - plan.walk_ms)
    elif plan.again:
        draw_boards(frame, after.markers, plan.player, CALM)
        draw_again(frame.pixels, board * BOARD, elapsed_ms - plan.tell_ms)
    else:
        _draw_hand_over(frame, plan, elapsed_ms - plan.tell_ms)


# -- dice ------------------------------------------------------------------------------------------
def _draw_roll(frame, plan: Plan, elapsed_ms: int) -> None:
    state, hue = plan.before, hue_of(plan.player)
    base = plan.player % frame.boards * BOARD
    level = DIM
    if elapsed_ms > plan.read_ms:
        level += (ON - DIM) * (elapsed_ms - plan.read_ms) // (plan.dice_ms - plan.read_ms)
    draw_boards(frame, state.markers, plan.player, level)
    if state.row:
        hole = state.markers[ROWS * plan.player + state.row - 1]
        start = base + (state.row - 1) * HOLES
        frame.pixels[start + hole] = marker_of(plan.player) | 6
        fill_row(frame.pixels, start, hole + 1, hole + state.at_risk, hue | 4)
    if elapsed_ms < TUMBLE_MS:
        draw_tumble(frame, base, plan.faces, elapsed_ms)
        return
    level = FULL
    if elapsed_ms > plan.read_ms:
        level = FULL * (plan.dice_ms - elapsed_ms) // (plan.dice_ms - plan.read_ms)
    if level:
        draw_dice(frame, base, plan.faces, level, plan.scored, hue)
    draw_strip(frame, plan.faces, plan.scored, hue)


# -- the marker, or the points at risk, walking ----------------------------------------------------
def _draw_walk(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """Walk a light from hole to hole. The marker itself is drawn where it stands, never between."""
    span = plan.walk_ms - plan.dice_ms
    head = plan.from_hole + 1 + (plan.to_hole - plan.from_hole) * elapsed_ms // span
    draw_trail(pixels, base, plan, head, elapsed_ms)


# -- the turn passes -------------------------------------------------------------------------------
def _draw_hand_over(frame, plan: Plan, elapsed_ms: int) -> None:
    """Wipe every board that changes hands to its new seat, and show the number of who is next."""
    after = plan.after
    length = plan.end_ms - plan.tell_ms
    players = len(after.markers) // ROWS
    front = HOLES * elapsed_ms * 3 // length  # the wipe takes a third, the number the rest
    for board in range(frame.boards):
        old = shown_seat(board, frame.boards, players, plan.player)
        new = shown_seat(board, frame.boards, players, after.player)
        if new < 0:
            continue
        if old != new and front <= GOAL:
            _draw_wipe(frame.pixels, board * BOARD, after.markers, old, new, front)
        else:
            level = DIM if new == after.player else CALM
            draw_markers(frame.pixels, board, after.markers, new, level)
    left_ms = length - elapsed_ms
    if front > GOAL and left_ms > 0:
        corner = after.player % frame.boards * BOARD + 2 * HOLES + 4
        index = hue_of(after.player) | (FULL if left_ms > 100 else 1 + left_ms * 14 // 100)
        draw_glyph(frame.pixels, corner, DIGITS[after.player + 1], 5, index)


def _draw_wipe(pixels, start: int, markers, old: int, new: int, front: int) -> None:
    for row in range(ROWS):
        hole = markers[ROWS * old + row]
        if hole > front:
            pixels[start + hole] = marker_of(old) | CALM
        hole = markers[ROWS * new + row]
        if hole <= front:
            pixels[start + hole] = marker_of(new) | CALM
        lay(pixels, start + front, hue_of(new) | 12)
        start += HOLES
