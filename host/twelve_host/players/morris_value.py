"""What the compiled search for Twelve Men's Morris goes by: values, and what to try first."""

from __future__ import annotations

from .compiled import compiled, count, lowest
from .morris_engine import FULL, NEAR, PLACE, TAKE, around, closing, ready, takeable

# Played against each other at 8 000 positions a move; a third more or less of any changes little.
STONE = 100
ROOM = 4  # a stone that can move, a point that can be moved to
ROOM_EARLY = 5  # the same while stones are in hand
FREE = 20  # of ROOM, for three stones that fly
OPEN = 8  # a point that would complete a line
READY = 10  # the same where one turn would do it
TO_MOVE = 40  # having one ready with the turn
TWO_READY = 20  # two of the opponent's ready, of which only one can be stopped
CLOSED = 2  # a stone in a mill

FIRST = 1 << 40  # ranks: the table's action, one that closes a mill, one that stops one, a killer
CLOSES = 1 << 30
STOPS = 1 << 28
KILLS = 1 << 23


@compiled
def value(own, other, mine, yours, flies):  # type: ignore[no-untyped-def]
    """Return what the position is worth to ``own``, who is to act and takes nothing now."""
    empty = FULL & ~(own | other)
    a, b = count(own), count(other)
    v = STONE * (a + mine - b - yours)
    ours, theirs = closing(own), closing(other)
    open_a, open_b = ours & empty, theirs & empty
    free_a, free_b = flies and mine == 0 and a == 3, flies and yours == 0 and b == 3
    ready_a = open_a if mine or free_a else ready(own, empty)
    ready_b = open_b if yours or free_b else ready(other, empty)
    beside = around(empty)
    room_a = FREE if free_a else count(beside & own) + count(around(own) & empty)
    room_b = FREE if free_b else count(beside & other) + count(around(other) & empty)
    v += (ROOM_EARLY if mine or yours else ROOM) * (room_a - room_b)
    v += OPEN * (count(open_a) - count(open_b)) + READY * (count(ready_a) - count(ready_b))
    if ready_a:
        v += TO_MOVE
    elif ready_b & (ready_b - 1):
        v -= TWO_READY
    return v + CLOSED * (count(ours & own) - count(theirs & other))


@compiled
def ranked(m, own, other, mine, yours, due, flies, hint, killer, killer2, history, first):  # type: ignore[no-untyped-def]
    """Write the legal actions into ``m`` from ``first``, each below its rank; return the end.

    Above ten bits of an action's number is its rank; ``m[history + number]`` is a part of it.
    """
    empty = FULL & ~(own | other)
    theirs = closing(other)
    n = first
    if due:
        board = takeable(other)
        wanted = closing(own)
        danger = count(theirs & empty)
        while board:
            bit = board & -board
            board ^= bit
            action = TAKE + lowest(bit)
            rank = 4096 * (danger - count(closing(other ^ bit) & empty)) + m[history + action]
            if wanted & bit:
                rank += 8192
            m[n] = (FIRST if action == hint else rank + (1 << 20)) << 10 | action
            n += 1
        return n
    free = mine == 0 and flies and count(own) == 3
    at_once = yours or (flies and count(other) == 3)
    threats = theirs & empty if at_once else ready(other, empty)
    stones = 1 if mine else own
    while stones:
        start = lowest(stones)
        stones &= stones - 1
        if mine:
            ends, ours, kind = empty, closing(own), PLACE
        else:
            ends = empty if free else NEAR[start] & empty
            ours, kind = closing(own ^ 1 << start), 32 * start
        while ends:
            bit = ends & -ends
            ends ^= bit
            action = kind + lowest(bit)
            rank = m[history + action]
            if ours & bit:
                rank += CLOSES
            if threats & bit:
                rank += STOPS
            if action in (killer, killer2):
                rank += KILLS
            m[n] = (FIRST if action == hint else rank) << 10 | action
            n += 1
    return n
