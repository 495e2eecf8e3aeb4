"""A value net of 12 × 12 in floating point, and one look ahead with the exact law, compiled.

The value of a board is V = Σ L[r, p] + Σ_j a[j] · max(0, c[j] + Σ E[r, p, j]) turns, summed over
the rows r, whose markers are at p. The finished board is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from twelve.games.dozen import DICE, GOAL, ROWS, matches

from .law import ALL_ROWS, FACES, chances, rolls

HOLES = GOAL + 1
MOST = DICE  # matches of one roll

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Seed = NDArray[np.uint64]  # [1], the state of a stream of numbers
Function = TypeVar("Function", bound=Callable[..., Any])


class Net(NamedTuple):
    """The weights: ``L`` [12, 13], ``E`` [12, 13, n], ``a`` [n], ``c`` [n]."""

    L: Floats
    E: Floats
    a: Floats
    c: Floats


class Law(NamedTuple):
    """The chances of the game, for one of the rulesets.

    ``scores`` [462, 12] are the matches of every opening roll and ``shares`` [462] its chance;
    ``chances`` [row - 1, score, matches] are those of the next roll of a turn.
    """

    scores: Bytes
    shares: Floats
    chances: Floats
    luck: bool


class Ahead(NamedTuple):
    """Room for a look ahead: ``best`` and ``rolled`` [12, 20] by score, of every open row."""

    best: Floats
    rolled: Floats
    sums: Floats
    values: Floats


def compiled(function: Function) -> Function:
    """Return ``function`` compiled. Sums keep their order, so every machine finds the same."""
    quick: Function = njit(function)
    return quick


def law(luck: bool) -> Law:
    """Return the law of ``classic``, or of ``luck``."""
    found = rolls(DICE)
    scores = np.array([[matches(r, faces) for r in ALL_ROWS] for faces, _ in found], np.uint8)
    shares = np.array([orders for _, orders in found], np.float64) / FACES**DICE
    table = np.zeros((ROWS, HOLES, MOST + 1))
    for row in ALL_ROWS:
        for score in range(HOLES):
            for matched, chance in enumerate(chances(row, score)):
                table[row - 1, score, matched] = float(chance)
    return Law(scores, shares, table, luck)


def ahead(units: int) -> Ahead:
    """Return room for nets of ``units``."""
    shape = (ROWS, HOLES + MOST)
    return Ahead(np.zeros(shape), np.zeros(shape), np.zeros(units), np.zeros(HOLES))


@compiled
def draw(seed: Seed) -> float:
    """Return the next number of the stream, from 0 to below 1 (splitmix64)."""
    seed[0] += np.uint64(0x9E3779B97F4A7C15)
    z = seed[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return float(z >> np.uint64(11)) / 9007199254740992.0


@compiled
def value(net: Net, board: Bytes, sums: Floats) -> float:
    """Return V of an unfinished ``board``; fill ``sums`` with what goes into its units."""
    sums[:] = net.c
    found = 0.0
    for r in range(ROWS):
        found += net.L[r, board[r]]
        edges = net.E[r, board[r]]
        for j in range(len(sums)):
            sums[j] += edges[j]
    for j in range(len(sums)):
        found += net.a[j] * max(sums[j], 0.0)
    return found


@compiled
def row_values(net: Net, board: Bytes, row: int, sums: Floats, values: Floats) -> None:
    """Fill ``values[hole]`` with V for every hole that the marker of ``row`` can still have."""
    here = board[row]
    rest = 0.0
    last = True
    for r in range(ROWS):
        if r != row:
            rest += net.L[r, board[r]]
            last = last and board[r] == GOAL
    for hole in range(here, HOLES):
        total = rest + net.L[row, hole]
        for j in range(len(sums)):
            x = sums[j] + (net.E[row, hole, j] - net.E[row, here, j])
            total += net.a[j] * max(x, 0.0)
        values[hole] = total
    if last:
        values[GOAL] = 0.0


@compiled
def look(net: Net, law: Law, board: Bytes, room: Ahead) -> float:
    """Fill ``room`` with the expected V at the turn's end by open row and score; return V now.

    In luck ``best`` is the better of stopping and of rolling on, which alone is ``rolled``.
    """
    now = value(net, board, room.sums)
    values = room.values
    for row in range(ROWS):
        here = board[row]
        if here == GOAL:
            continue
        row_values(net, board, row, room.sums, values)
        left = GOAL - here
        best, rolled = room.best[row], room.rolled[row]
        for score in range(left, left + MOST + 1):
            over = law.luck and score > left
            best[score] = values[here] if over else values[GOAL]
        for score in range(left - 1, -1, -1):
            miss = values[here] if law.luck else values[here + score]
            after = law.chances[row, score, 0] * miss
            for found in range(1, MOST + 1):
                after += law.chances[row, score, found] * best[score + found]
            rolled[score] = after
            best[score] = min(after, values[here + score]) if law.luck else after
    return now


@compiled
def backed_up(now: float, law: Law, board: Bytes, room: Ahead) -> float:
    """Return the exact expectation of one turn played greedily: 1 and what V is after it."""
    total = 1.0
    for i in range(len(law.shares)):
        least = np.inf
        for row in range(ROWS):
            if board[row] < GOAL and (law.luck or law.scores[i, row] > 0):
                least = min(least, room.best[row, law.scores[i, row]])
        total += law.shares[i] * (now if least == np.inf else least)
    return total
