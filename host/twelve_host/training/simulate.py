"""Solo games of 12 × 12 under a value net, compiled: boards for it to be fitted to, with goals."""

from __future__ import annotations

import numpy as np

from twelve.games.dozen import GOAL, ROWS

from .net import HOLES, MOST, Ahead, Bytes, Floats, Law, Net, Seed, backed_up, compiled, draw, look

LONGEST = 500  # turns, where a game is cut; played well none takes so long


@compiled
def scatter(board: Bytes, seed: Seed) -> None:
    """Set ``board`` to any unfinished one: play alone never shows the net what it must avoid."""
    finished = draw(seed)
    for r in range(ROWS):
        board[r] = GOAL if draw(seed) < finished else int(draw(seed) * HOLES)
    board[int(draw(seed) * ROWS)] = int(draw(seed) * GOAL)


@compiled
def play_turn(law: Law, board: Bytes, room: Ahead, explore: float, seed: Seed) -> bool:
    """Play one turn on ``board``; return whether its row was taken at random, with ``explore``."""
    u = draw(seed)
    roll = 0
    while roll < len(law.shares) - 1 and u >= law.shares[roll]:
        u -= law.shares[roll]
        roll += 1
    explored = draw(seed) < explore
    row = -1
    least = np.inf
    for r in range(ROWS):
        if board[r] < GOAL and (law.luck or law.scores[roll, r] > 0):
            worth = draw(seed) if explored else room.best[r, law.scores[roll, r]]
            if worth < least:
                least, row = worth, r
    if row < 0:
        return False
    score = int(law.scores[roll, row])
    left = GOAL - board[row]
    if law.luck and score > left:
        return explored
    while score < left:
        # best is the better of the two, so if it is below rolling on, it is stopping.
        if law.luck and room.best[row, score] < room.rolled[row, score]:
            break
        u = draw(seed)
        found = 0
        while found < MOST and u >= law.chances[row, score, found]:
            u -= law.chances[row, score, found]
            found += 1
        if law.luck and (found == 0 or score + found > left):
            return explored
        if found == 0:
            break
        score += found
    board[row] += min(score, left)
    return explored


@compiled
def play_games(
    net: Net,
    law: Law,
    room: Ahead,
    games: int,
    explore: float,
    anywhere: bool,
    seed: Seed,
    boards: Bytes,
    goals: Floats,
) -> tuple[int, int]:
    """Play ``games`` solo games, from ``anywhere`` or from the start; return (turns, games).

    Fills ``boards`` [n, 12] and ``goals`` [n], one a turn, until they are full. The goal of turn t
    is G(t) = TV(t) + G(t + 1) - V(t + 1), V before the turn and TV its exact expectation one turn
    on: what is left are the residuals, which spread far less than the turns that were left. After
    a turn taken at random it is TV alone.
    """
    board = np.zeros(ROWS, np.uint8)
    seen = np.zeros(ROWS, np.uint8)
    values, expected = np.zeros(LONGEST), np.zeros(LONGEST)
    random = np.zeros(LONGEST, np.bool_)
    now = after = 0.0
    n = played = 0
    for _ in range(games):
        if n + LONGEST > len(goals):
            break
        board[:] = 0
        if anywhere:
            scatter(board, seed)
        seen[:] = HOLES
        length = 0
        while board.min() < GOAL and length < LONGEST:
            if (board != seen).any():
                now = look(net, law, board, room)
                after = backed_up(now, law, board, room)
                seen[:] = board
            values[length], expected[length] = now, after
            boards[n + length] = board
            random[length] = play_turn(law, board, room, explore, seed)
            length += 1
        follows = 0.0
        for t in range(length - 1, -1, -1):
            if random[t]:
                follows = 0.0
            goals[n + t] = expected[t] + follows
            follows += expected[t] - values[t]
        n += length
        played += 1
    return n, played
