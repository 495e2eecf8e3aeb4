"""What a turn of 12 × 12 comes to: the exact law of its rolls, in integers.

The dice in hand follow from what the turn has scored, so the law of a whole turn is a chain over
its score, and what a board is worth at the turn's end gives what each score is worth before it.
"""

from ..base.compat import const
from .dozen import DICE
from .dozen_chances import CHANCES

_SHIFT = const(14)  # chances add up to 1 << 14
_HALF = const(1 << 13)


def kind(row: int) -> int:
    """Return the place of ``row`` in CHANCES: rows 1–6 are alike."""
    return row - 6 if row > 6 else 0


def worth(values: list, row: int, score: int, luck: bool, exact: bool) -> list:
    """Return what rolling is worth at every score of the turn, from ``score`` to the goal.

    ``values[i]`` is the board's value with the marker i holes on, as far as the goal; entries
    below ``score`` but 0 are not looked at. In luck each roll after the next is only taken
    where stopping is not better. A turn that is at the goal is worth the goal.
    """
    table = CHANCES[kind(row)]
    goal = len(values) - 1
    over = values[0] if luck else values[goal]
    best = values + [over] * DICE  # by score, also beyond the goal
    rolled = values[:]
    for at in range(goal - 1, score - 1, -1):
        stopped = values[at]
        best[at] = values[0] if luck else stopped  # for now: what it is without a match
        if exact and not luck:
            for to in range(goal + 1, goal + 1 + DICE):
                best[to] = stopped
        total = _HALF
        to = at
        for chance in table[at % len(table)]:
            total += chance * best[to]
            to += 1
        rolled[at] = total = total >> _SHIFT
        best[at] = stopped if luck and stopped < total else total
    return rolled
