"""Fits a value net to boards and their goals by Adam (Kingma, Ba 2015), compiled."""

from __future__ import annotations

import numpy as np

from twelve.games.dozen import ROWS

from .net import Bytes, Floats, Net, Seed, compiled, draw, value

BATCH = 512  # boards a step
SLOWER = 0.3  # of the rate: what feeds the units


@compiled
def adam(
    weights: Floats,
    slopes: Floats,
    first: Floats,
    second: Floats,
    rate: float,
    one: float,
    two: float,
) -> None:
    """Take one step and clear ``slopes``; all arrays are flat, ``one`` and ``two`` the biases."""
    for i in range(len(weights)):
        first[i] = 0.9 * first[i] + 0.1 * slopes[i]
        second[i] = 0.999 * second[i] + 0.001 * slopes[i] * slopes[i]
        weights[i] -= rate * (first[i] / one) / (np.sqrt(second[i] / two) + 1e-8)
        slopes[i] = 0.0


@compiled
def add_slopes(net: Net, slopes: Net, board: Bytes, goal: float, sums: Floats) -> float:
    """Add the slopes of half the squared error of one board; return that error squared."""
    error = value(net, board, sums) - goal
    share = error / BATCH
    for j in range(len(sums)):
        if sums[j] > 0.0:
            slopes.a[j] += share * sums[j]
            sums[j] = share * net.a[j]
        else:
            sums[j] = 0.0
        slopes.c[j] += sums[j]
    for r in range(ROWS):
        slopes.L[r, board[r]] += share
        edges = slopes.E[r, board[r]]
        for j in range(len(sums)):
            edges[j] += sums[j]
    return error * error


@compiled
def zeros_of(net: Net) -> Net:
    """Return a net of zeros in the shape of ``net``."""
    return Net(
        np.zeros_like(net.L), np.zeros_like(net.E), np.zeros_like(net.a), np.zeros_like(net.c)
    )


@compiled
def fit(net: Net, boards: Bytes, goals: Floats, epochs: int, rate: float, seed: Seed) -> float:
    """Fit ``net`` in place; the rate falls to a tenth of ``rate``; return the last mean square."""
    slopes, first, second = zeros_of(net), zeros_of(net), zeros_of(net)
    n = len(goals)
    order = np.arange(n)
    sums = np.zeros(len(net.c))
    steps = epochs * (n // BATCH)
    # Kept as running products: powers are not the same to the bit on every machine.
    left_one, left_two = 1.0, 1.0
    step = 0
    squares = 0.0
    for _ in range(epochs):
        for i in range(n - 1, 0, -1):
            k = int(draw(seed) * (i + 1))
            order[i], order[k] = order[k], order[i]
        squares = 0.0
        for begin in range(0, n - BATCH + 1, BATCH):
            for i in range(begin, begin + BATCH):
                squares += add_slopes(net, slopes, boards[order[i]], goals[order[i]], sums)
            left_one *= 0.9
            left_two *= 0.999
            one, two = 1.0 - left_one, 1.0 - left_two
            now = rate * (1.0 - 0.9 * step / steps)
            low = now * SLOWER
            adam(net.L.ravel(), slopes.L.ravel(), first.L.ravel(), second.L.ravel(), now, one, two)
            adam(net.E.ravel(), slopes.E.ravel(), first.E.ravel(), second.E.ravel(), low, one, two)
            adam(net.a, slopes.a, first.a, second.a, low, one, two)
            adam(net.c, slopes.c, first.c, second.c, low, one, two)
            step += 1
    return squares / (n // BATCH * BATCH)
