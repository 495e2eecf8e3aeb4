"""What a board of 12 × 12 is worth, in expected turns: a small value net, in integers.

V = Σ level[row, hole] + (Σ weight[j] · max(0, start[j] + Σ edge[row, j, hole])) >> shift, in 1/256
turns. The host's training makes the tables; the layout of their bytes is in :class:`Net`.
"""

from struct import unpack_from

from ..base.compat import const
from .dozen import GOAL, ROWS

ONE = const(256)  # a turn, in the unit of all values
_HOLES = const(13)
_CELLS = const(156)  # rows times holes
_DONE = bytes((GOAL,))


class Net:
    """The tables in ``blob``, bytes: the number of units n, shift, 156 + 2 n numbers, the edges.

    The numbers are 16 bits, signed, low byte first: levels by row and hole, starts, weights. The
    edges are unsigned bytes by row, unit and hole.
    """

    def __init__(self, blob: bytes):
        self.blob = blob
        self.units = n = blob[0]
        self.shift = blob[1]
        numbers = unpack_from("<%dh" % (_CELLS + 2 * n), blob, 2)
        self.levels = numbers[:_CELLS]
        self.starts = numbers[_CELLS : _CELLS + n]
        self.weights = numbers[_CELLS + n :]
        self.first = 2 + 2 * len(numbers)

    def look(self, board: bytes) -> tuple:
        """Return (value, level, unit sums) of ``board``, 12 markers; the value is that of now."""
        n, blob, levels = self.units, self.blob, self.levels
        sums = list(self.starts)
        span = range(n)
        level = cell = 0
        at = self.first
        for hole in board:
            level += levels[cell + hole]
            cell += _HOLES
            at += hole
            for j in span:
                sums[j] += blob[at]
                at += _HOLES
            at -= hole
        total = 1 << self.shift >> 1
        for j in span:
            if sums[j] > 0:
                total += sums[j] * self.weights[j]
        return level + (total >> self.shift), level, sums

    def values(self, board: bytes, row: int, score: int, seen: tuple) -> list:
        """Return the value of ``board`` with the marker of ``row`` 0, 1, … holes on, to the goal.

        ``seen`` is :meth:`look` of the board. Entries between 0 and ``score`` stay 0; at most
        the score that reaches the goal.
        """
        value, level, sums = seen
        blob, weights, shift, levels = self.blob, self.weights, self.shift, self.levels
        hole = board[row - 1]
        count = _HOLES - hole - score
        totals = [1 << shift >> 1] * count
        at = self.first + (row - 1) * self.units * _HOLES + hole
        for j in range(self.units):
            # The unit is above 0 where its edge is above this.
            least = blob[at] - sums[j]
            edges = blob[at + score : at + score + count]
            at += _HOLES
            if max(edges) > least:
                weight = weights[j]
                i = 0
                for edge in edges:
                    if edge > least:
                        totals[i] += (edge - least) * weight
                    i += 1
        cell = (row - 1) * _HOLES + hole
        level -= levels[cell]
        found = [value] + [0] * (score + count - 1)
        i = score
        for total in totals:
            found[i] = level + levels[cell + i] + (total >> shift)
            i += 1
        if board.count(_DONE) == ROWS - 1:
            found[-1] = 0  # nothing is left to play
        return found
