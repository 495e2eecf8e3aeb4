"""Twelve Men's Morris compiled: positions as integers, legal actions, perft; equal to the engine.

A position is (own, other, mine, yours, due, quiet): the boards (see ``twelve.games.morris_bits``)
of the player to act and of the opponent, the stones in their hands, takings due, quiet moves.
Actions are numbered as in ``twelve.games.morris_search``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twelve.games import morris_bits, morris_search
from twelve.games.morris import QUIET
from twelve.games.morris_reason import boards

from .compiled import compiled, count, lowest

Numbers = NDArray[np.int64]
Position = tuple[int, int, int, int, int, int]

FULL = 0xFFFFFF
TAKE = morris_search.TAKE
PLACE = morris_search.PLACE
MOST = 64  # legal actions at once; three flying stones over an all but empty board have 63
NEAR = np.array(morris_bits.NEAR, np.int64)
# Three a point; a middle of a side has two lines only, and no board holds all of -1.
OTHERS = np.array([(*masks, -1)[:3] for masks in morris_bits.OTHERS], np.int64)

around = compiled(morris_bits.around)
closing = compiled(morris_bits.closing)
ready = compiled(morris_bits.ready)


def position_of(state: Any) -> Position:
    """Return ``state``, which is not over, as the player to act sees it."""
    own, other = boards(state)
    mine, yours = state.in_hand[state.player], state.in_hand[1 - state.player]
    return (own, other, mine, yours, state.takes_due, state.quiet)


@compiled
def closed(own, at):  # type: ignore[no-untyped-def]
    """Return how many lines through ``at`` are full of ``own``, the stone on ``at`` aside."""
    return (
        ((own & OTHERS[at, 0]) == OTHERS[at, 0])
        + ((own & OTHERS[at, 1]) == OTHERS[at, 1])
        + ((own & OTHERS[at, 2]) == OTHERS[at, 2])
    )


@compiled
def due_after(own, other, at, each):  # type: ignore[no-untyped-def]
    """Return the takings due once a stone of ``own`` has come to ``at``."""
    lines = closed(own, at)
    if lines == 0:
        return 0
    return min(lines if each else 1, count(other))


@compiled
def takeable(other):  # type: ignore[no-untyped-def]
    """Return the stones of ``other`` that may be taken."""
    free = other & ~closing(other)
    return free if free else other


@compiled
def blocked(own, other, flies):  # type: ignore[no-untyped-def]
    """Return whether ``own``, no stone in hand, cannot move."""
    empty = FULL & ~(own | other)
    return (around(own) & empty) == 0 and not (flies and count(own) == 3 and empty)


@compiled
def over(own, other, mine, yours, due, quiet, flies):  # type: ignore[no-untyped-def]
    """Return whether the game has ended with ``own`` to act."""
    if count(own) + mine <= 2 or count(other) + yours <= 2:
        return True
    if due:
        return False
    if mine == 0:
        if yours == 0 and (own | other) == FULL:
            return True
        if blocked(own, other, flies):
            return True
    return quiet >= QUIET


@compiled
def legal(own, other, mine, due, flies, out, first):  # type: ignore[no-untyped-def]
    """Write the legal actions into ``out`` from ``first`` in the referee's order; return the end.

    The game is not over.
    """
    empty = FULL & ~(own | other)
    n = first
    if due or mine:
        board, kind = (takeable(other), TAKE) if due else (empty, PLACE)
        while board:
            out[n] = kind + lowest(board)
            n += 1
            board &= board - 1
        return n
    free = flies and count(own) == 3
    while own:
        at = lowest(own)
        own &= own - 1
        ends = empty if free else NEAR[at] & empty
        while ends:
            out[n] = 32 * at + lowest(ends)
            n += 1
            ends &= ends - 1
    return n


@compiled
def play(own, other, mine, yours, due, quiet, action, each):  # type: ignore[no-untyped-def]
    """Return the position after ``action``, seen by the player who acted, and who acts next.

    The last number is 1 where that player acts again, because a stone is still to be taken.
    """
    at = action & 31
    start = action >> 5
    if start == 30:
        return own, other ^ (1 << at), mine, yours, due - 1, 0, 1 if due > 1 else 0
    if start == 31:
        mine -= 1
    else:
        own ^= 1 << start
        quiet += 1
    due = due_after(own, other, at, each)
    return own | 1 << at, other, mine, yours, due, quiet, 1 if due else 0


@compiled
def perft(stack, out, depth, flies, each):  # type: ignore[no-untyped-def]
    """Return (sequences of ``depth`` actions, positions made, those where the game is over).

    It starts from the position in ``stack[0]``. Every position is made and judged, the last of
    each sequence too. ``stack`` is [depth, 8] for positions, next action and end of actions;
    ``out`` has MOST actions for each.
    """
    found, made, ends, p = 0, 0, 0, 0
    stack[0, 6] = 0
    stack[0, 7] = legal(stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 4], flies, out, 0)
    while p >= 0:
        i = stack[p, 6]
        if i == stack[p, 7]:
            p -= 1
            continue
        stack[p, 6] = i + 1
        o, t, y, z, due, quiet, again = play(
            stack[p, 0],
            stack[p, 1],
            stack[p, 2],
            stack[p, 3],
            stack[p, 4],
            stack[p, 5],
            out[i],
            each,
        )
        if not again:
            o, t, y, z = t, o, z, y
        made += 1
        if over(o, t, y, z, due, quiet, flies):
            ends += 1
            found += p == depth - 1
        elif p == depth - 1:
            found += 1
        else:
            p += 1
            stack[p, 0], stack[p, 1], stack[p, 2], stack[p, 3] = o, t, y, z
            stack[p, 4], stack[p, 5], stack[p, 6] = due, quiet, MOST * p
            stack[p, 7] = legal(o, t, y, due, flies, out, MOST * p)
    return found, made, ends


def perft_of(position: Position, flies: bool, each: bool, depth: int) -> tuple[int, int, int]:
    """Return what :func:`perft` does for ``depth`` >= 1 from ``position``, which is not over."""
    stack = np.zeros((depth, 8), np.int64)
    stack[0, :6] = position
    out = np.zeros(MOST * depth, np.int64)
    found, made, ends = perft(stack, out, depth, int(flies), int(each))
    return int(found), int(made), int(ends)
