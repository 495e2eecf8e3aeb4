"""The exact chances of 12 × 12: of a roll, of a turn, and of one row played alone.

A turn's dice in hand follow from what the turn has scored: one die a match on rows 1–6, two on
rows 7–12, and all six again when all have scored. So the chances of the next roll are known from
the row and its score, and the law of a whole turn is a chain over the score.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from twelve.games.dozen import DICE, GOAL, ROWS, matches

FACES = 6


def rolls(dice: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the rolls of ``dice`` dice regardless of order, each with the number of its orders."""
    found = []
    for faces in combinations_with_replacement(range(1, FACES + 1), dice):
        repeats = prod(factorial(count) for count in Counter(faces).values())
        found.append((faces, factorial(dice) // repeats))
    return found


def period(row: int) -> int:
    """Return after how many matches of ``row`` all six dice have scored."""
    return DICE if row <= FACES else DICE // 2


def in_hand(row: int, score: int) -> int:
    """Return the dice rolled next when the turn has scored ``score`` on ``row``."""
    return DICE - score % period(row) * (DICE // period(row))


@cache
def chances(row: int, score: int) -> tuple[Fraction, ...]:
    """Return the chance of 0, 1, … matches of ``row`` in the roll after ``score`` matches."""
    dice = in_hand(row, score)
    counts = [0] * (dice * period(row) // DICE + 1)
    for faces, orders in rolls(dice):
        counts[matches(row, faces)] += orders
    return tuple(Fraction(count, FACES**dice) for count in counts)


@cache
def turn(row: int, hole: int, score: int, exact: bool = False) -> tuple[Fraction, ...]:
    """Return the classic law of a turn: the chance of every end hole, ``hole + score`` to 12 first.

    ``score`` are the matches that the turn has scored from ``hole``; entry i is the chance that
    the marker ends at ``hole + score + i``. ``exact`` is the rule exact_finish.
    """
    at = hole + score
    if at >= GOAL:
        return (Fraction(1),)
    ends = [Fraction(0)] * (GOAL - at + 1)
    for found, chance in enumerate(chances(row, score)):
        if found == 0 or (exact and at + found > GOAL):
            ends[0] += chance
            continue
        for i, more in enumerate(turn(row, hole, score + found, exact)):
            ends[min(at + found, GOAL) - at + i] += chance * more
    return tuple(ends)


@cache
def alone_classic(row: int) -> tuple[Fraction, ...]:
    """Return the expected turns from hole 0 … 12 when ``row`` is the only row, classic."""
    left = [Fraction(0)] * (GOAL + 1)
    opening = chances(row, 0)
    for hole in range(GOAL - 1, -1, -1):
        total = Fraction(1)
        for found, chance in enumerate(opening[1:], 1):
            ends = turn(row, hole, found)
            first = GOAL + 1 - len(ends)
            total += chance * sum(p * left[first + i] for i, p in enumerate(ends))
        left[hole] = total / (1 - opening[0])
    return tuple(left)


@cache
def alone_luck(row: int) -> tuple[float, ...]:
    """Return the least expected turns from hole 0 … 12 when ``row`` is the only row, luck."""
    left = [0.0] * (GOAL + 1)
    table = [[float(c) for c in chances(row, score)] for score in range(period(row))]
    for hole in range(GOAL - 1, -1, -1):
        # What a bust costs is the answer itself; its share is well below 1, so this converges.
        left[hole], before = left[hole + 1] + 1.0, 0.0
        while abs(left[hole] - before) > 1e-12:
            before = left[hole]
            best = [0.0] * (GOAL - hole + 1)
            for score in range(GOAL - hole - 1, -1, -1):
                after = 0.0
                for found, chance in enumerate(table[score % len(table)]):
                    bust = found == 0 or hole + score + found > GOAL
                    after += chance * (before if bust else best[score + found])
                best[score] = min(left[hole + score], after)
            left[hole] = 1.0
            for found, chance in enumerate(table[0]):
                left[hole] += chance * (before if hole + found > GOAL else best[found])
    return tuple(left)


ALL_ROWS = range(1, ROWS + 1)
