"""What became of an action in 12 × 12, each outcome in a small show of its own.

``base`` is the first pixel of the player's board.
"""

from .common import FULL, ON
from .dozen_dice import slots
from .dozen_plan import Plan
from .ending import draw_won
from .frame import (
    GOAL,
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
)
from .glyphs import CHEVRON, CROSS


def draw_trail(pixels, base: int, plan: Plan, head: int, elapsed_ms: int) -> None:
    """Draw what the turn has brought up to hole ``head``, marching while it is at risk."""
    hue = hue_of(plan.player)
    start = base + (plan.row - 1) * HOLES
    first = plan.risk_from + 1
    solid = plan.outcome != "scored" and plan.outcome != "hot" or not plan.after.at_risk
    if solid:
        fill_row(pixels, start, plan.risk_from, head - 1, hue | 6)
    else:
        for hole in range(first, head):
            lay(pixels, start + hole, hue | (10 if hole + elapsed_ms // 250 & 1 else 4))
    lay(pixels, start + head, hue | FULL)


def draw_tell(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """Draw what became of the action, ``elapsed_ms`` after the walk."""
    outcome = plan.outcome
    if outcome == "missed":
        _draw_missed(pixels, base, plan, elapsed_ms)
    elif outcome == "bust":
        _draw_bust(pixels, base, plan, elapsed_ms)
    elif outcome == "passed":
        _draw_passed(pixels, base, elapsed_ms)
    elif outcome == "stopped":
        _draw_stopped(pixels, base, plan, elapsed_ms)
    elif outcome == "hot":
        draw_trail(pixels, base, plan, plan.to_hole, elapsed_ms)
        _draw_hot(pixels, base, elapsed_ms)
    elif outcome == "finished":
        _draw_finished(pixels, base, plan, elapsed_ms)
    elif outcome == "won":
        draw_won(pixels, base, hue_of(plan.player), elapsed_ms)


def _draw_missed(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """The row of the turn blinks red twice; what it has reached stays."""
    start = base + (plan.row - 1) * HOLES
    hole = plan.before.markers[ROWS * plan.player + plan.row - 1]
    pixels[start + hole] = marker_of(plan.player) | FULL
    if elapsed_ms % 250 < 150:
        fill_row(pixels, start, 0, GOAL, RED | 11)


def _draw_bust(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """A red cross over the board, and the points at risk crumble back to the marker."""
    level = FULL if elapsed_ms < 300 else FULL * (500 - elapsed_ms) // 200
    if level > 0:
        draw_glyph(pixels, base + 2 * HOLES + 2, CROSS, 9, RED | level)
    start = base + (plan.row - 1) * HOLES
    hole = plan.risk_from
    last = plan.from_hole - (plan.from_hole - hole) * elapsed_ms // 400
    fill_row(pixels, start, hole + 1, last if last < GOAL else GOAL, RED | 9)
    pixels[start + hole] = marker_of(plan.player) | ON


def _draw_passed(pixels, base: int, elapsed_ms: int) -> None:
    """White arrows run to the right: the turn goes on without a score."""
    for arrow in range(3):
        hole = elapsed_ms // 40 - 5 * arrow
        if 0 <= hole <= HOLES - 4:
            draw_glyph(pixels, base + 3 * HOLES + hole, CHEVRON, 4, WHITE | 12 - 4 * arrow)


def _draw_stopped(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """The trail is solid now and sinks into the row; the marker flashes where it has come to."""
    start = base + (plan.row - 1) * HOLES
    level = 12 * (300 - elapsed_ms) // 300
    if level > 0:
        fill_row(pixels, start, plan.from_hole, plan.to_hole, hue_of(plan.player) | level)
    pixels[start + plan.to_hole] = marker_of(plan.player) | (FULL if elapsed_ms % 150 < 100 else ON)


def _draw_hot(pixels, base: int, elapsed_ms: int) -> None:
    """Six golden dice come back, one after the other."""
    for i in range(6):
        if elapsed_ms >= 45 * i:
            corner = base + slots(6)[i]
            level = FULL if elapsed_ms < 45 * i + 150 else 6
            for row in range(3):
                fill_row(pixels, corner, row * HOLES, row * HOLES + 2, GOLD | level)


def _draw_finished(pixels, base: int, plan: Plan, elapsed_ms: int) -> None:
    """The row turns to gold from START on, and sparks fly from its end."""
    start = base + (plan.row - 1) * HOLES
    front = elapsed_ms * HOLES // 200
    level = FULL if elapsed_ms < 300 else 5 + (500 - elapsed_ms) // 20
    fill_row(pixels, start, 0, front if front < GOAL else GOAL, GOLD | level)
    if elapsed_ms < 200:
        return
    pixels[start + GOAL] = marker_of(plan.player) | FULL
    far = (elapsed_ms - 200) // 50
    for row in range(ROWS):
        away = row - plan.row + 1
        hole = GOAL - far + (away if away > 0 else -away)
        if away and hole <= GOAL and (away if away > 0 else -away) <= far:
            lay(pixels, base + row * HOLES + hole, GOLD | 13 - far)


def draw_again(pixels, base: int, elapsed_ms: int) -> None:
    """Two golden lights chase each other round the board: another turn."""
    for i in range(46):
        tail = (elapsed_ms * 46 // 500 - i) % 23
        if tail < 9:
            lay(pixels, base + _round(i), GOLD | FULL - tail)


def _round(i: int) -> int:
    """Return the pixel of step ``i`` (0–45) of the way round the border, clockwise."""
    if i < 12:
        return i
    if i < 23:
        return (i - 12) * HOLES + GOAL
    if i < 35:
        return (ROWS - 1) * HOLES + GOAL - (i - 23)
    return (46 - i) * HOLES
