"""Solo games of 12 × 12 by the shipped tables, compiled, for the bench that plays very many.

The players themselves would take an hour. Here the same integers are added in the same way, real
dice are rolled, and some decisions are kept so that the players can be asked about them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from twelve.games.dozen import DICE, GOAL, ROWS, State
from twelve.games.dozen_chances import CHANCES
from twelve.games.dozen_law import kind
from twelve.games.dozen_value import Net

HOLES = GOAL + 1
STOP = 13  # an action in kept decisions: 0 is roll, 1 … 12 a row
KEPT = ROWS + DICE + 3  # columns: markers, the opening roll, row, score, action


class Tables(NamedTuple):
    """A shipped net and the law as arrays; ``starts`` is empty for the child's play."""

    levels: np.ndarray  # [12, 13]
    starts: np.ndarray  # [n]
    weights: np.ndarray  # [n]
    edges: np.ndarray  # [12, n, 13]
    shift: int
    chances: np.ndarray  # [row - 1, score, matches]
    luck: bool


def tables(net: Net | None, luck: bool) -> Tables:
    """Return the tables of ``net``, or for the child's play where it is None."""
    chances = np.zeros((ROWS, HOLES, DICE + 1), np.int64)
    for row in range(1, ROWS + 1):
        for score in range(HOLES):
            of_row = CHANCES[kind(row)]
            found = of_row[score % len(of_row)]
            chances[row - 1, score, : len(found)] = found
    if net is None:
        none = np.zeros(0, np.int64)
        return Tables(np.zeros((ROWS, HOLES), np.int64), none, none,
                      np.zeros((ROWS, 0, HOLES), np.int64), 0, chances, luck)  # fmt: skip
    edges = np.frombuffer(net.blob, np.uint8, offset=net.first).astype(np.int64)
    return Tables(
        np.array(net.levels, np.int64).reshape(ROWS, HOLES),
        np.array(net.starts, np.int64),
        np.array(net.weights, np.int64),
        edges.reshape(ROWS, net.units, HOLES),
        net.shift,
        chances,
        luck,
    )


@njit
def matches_of(row, count):
    """Return the matches of ``row`` in dice of which ``count[face]`` show each face."""
    if row <= 6:
        return count[row]
    found = 0
    for low in range(row - 6, row // 2 + 1):
        high = row - low
        found += count[low] // 2 if low == high else min(count[low], count[high])
    return found


@njit
def throw(dice, faces, count):
    """Roll ``dice`` dice into ``faces`` and ``count``."""
    count[:] = 0
    for i in range(dice):
        faces[i] = np.random.randint(1, 7)
        count[faces[i]] += 1


@njit
def judge(t, board, row, values, best, rolled):
    """Fill ``values`` by holes gone, and by score ``rolled`` and ``best``: that or stopping."""
    here = board[row - 1]
    left = GOAL - here
    last = True
    for r in range(ROWS):
        if r != row - 1 and board[r] < GOAL:
            last = False
    for on in range(left + 1):
        level = 0
        total = 1 << t.shift >> 1
        for r in range(ROWS):
            level += t.levels[r, board[r] + (on if r == row - 1 else 0)]
        for j in range(len(t.starts)):
            x = t.starts[j]
            for r in range(ROWS):
                x += t.edges[r, j, board[r] + (on if r == row - 1 else 0)]
            if x > 0:
                total += x * t.weights[j]
        values[on] = level + (total >> t.shift)
    if last:
        values[left] = 0
    for score in range(left, left + DICE + 1):
        best[score] = values[0] if t.luck and score > left else values[left]
    rolled[left] = values[left]
    for score in range(left - 1, -1, -1):
        total = (1 << 13) + t.chances[row - 1, score, 0] * (values[0] if t.luck else values[score])
        for found in range(1, DICE + 1):
            total += t.chances[row - 1, score, found] * best[score + found]
        rolled[score] = total >> 14
        best[score] = min(rolled[score], values[score]) if t.luck else rolled[score]


@njit
def play(t, games, seed, keep, one_in):
    """Play ``games`` games; return (turns, their squares, decisions kept).

    One decision ``one_in`` is kept in ``keep`` [n, KEPT], as long as there is room.
    """
    np.random.seed(seed)
    child = len(t.starts) == 0
    board = np.zeros(ROWS, np.int64)
    fresh = np.zeros(ROWS, np.bool_)
    values = np.zeros((ROWS, HOLES), np.int64)
    best, rolled = np.zeros((ROWS, 20), np.int64), np.zeros((ROWS, 20), np.int64)
    faces, count = np.zeros(DICE, np.int64), np.zeros(7, np.int64)
    turns, squares, kept = 0, 0, 0
    for _ in range(games):
        board[:] = 0
        fresh[:] = False
        length = 0
        while board.min() < GOAL:
            length += 1
            throw(DICE, faces, count)
            row, score, most, equal = 0, 0, -(1 << 60), 0
            for r in range(1, ROWS + 1):
                found = matches_of(r, count)
                left = GOAL - board[r - 1]
                if not left or not (found or t.luck):
                    continue
                over = found > left
                if child:
                    saved = -1 if over and t.luck else found
                elif over and t.luck:
                    saved = 0
                else:
                    if not fresh[r - 1]:
                        judge(t, board, r, values[r - 1], best[r - 1], rolled[r - 1])
                        fresh[r - 1] = True
                    saved = values[r - 1, 0] - best[r - 1, min(found, left)]
                if saved > most:
                    row, score, most, equal = r, found, saved, 1
                elif child and saved == most:
                    equal += 1
                    if np.random.randint(equal) == 0:
                        row, score = r, found
            if not row:
                continue
            if kept < len(keep) and np.random.randint(one_in) == 0:
                keep[kept, :ROWS] = board
                keep[kept, ROWS : ROWS + DICE] = faces
                keep[kept, ROWS + DICE :] = np.array([0, 0, row])
                kept += 1
            left = GOAL - board[row - 1]
            size = 1 if row <= 6 else 2
            while score < left:
                if t.luck:
                    stop = values[row - 1, score] <= rolled[row - 1, score]
                    if child:
                        stop = score > 0
                    if kept < len(keep) and np.random.randint(one_in) == 0:
                        keep[kept, :ROWS] = board
                        keep[kept, ROWS:] = 0
                        keep[kept, ROWS + DICE] = row
                        keep[kept, ROWS + DICE + 1] = score
                        keep[kept, ROWS + DICE + 2] = STOP if stop else 0
                        kept += 1
                    if stop:
                        break
                throw(DICE - score % (DICE // size) * size, faces, count)
                found = matches_of(row, count)
                if not found:
                    score = 0 if t.luck else score
                    break
                score += found
            if t.luck and score > left:
                score = 0
            if score:
                board[row - 1] += min(score, left)
                fresh[:] = False
        turns += length
        squares += length * length
    return turns, squares, kept


def kept_state(rules: tuple, kept: np.ndarray) -> tuple[State, str]:
    """Return a kept decision as (state, the action that was taken)."""
    *numbers, row, score, action = kept.tolist()
    markers, dice = bytes(numbers[:ROWS]), bytes(numbers[ROWS:])
    if not row:
        state = State(rules, 1, 0, "row", None, None, markers, 0, dice, DICE, 0)
        return state, f"row {action}"
    size = 1 if row <= 6 else 2
    in_hand = DICE - score % (DICE // size) * size
    state = State(rules, 1, 0, "decide", None, None, markers, row, b"", in_hand, score)
    return state, "stop" if action == STOP else "roll"
