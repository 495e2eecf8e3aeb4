"""Alpha–beta for Twelve Men's Morris that can stop after any node and go on: for small boards.

It looks one turn deeper each time round; a taking costs no depth. The stack is its own lists,
made once: an entry for each action ahead.
"""

from array import array

from ..base.compat import const
from .morris import QUIET
from .morris_bits import FULL, NEAR, OTHERS, SET, around, closing, ready
from .morris_reason import boards, threats

FORCED = const(29000)  # a value above this is a win by force, one below -FORCED a loss
TAKE = const(960)  # an action's number is 32 * from + to, with these in place of from
PLACE = const(992)

_WIN = const(30000)  # less one for each action until then
_TURNS = const(24)  # ahead, at most
_PLIES = const(12)  # actions ahead, at most
_MOST = const(64)  # legal actions at once
_SURE = const(200)  # apart from its stones no position is worth more, or less, than this
_MIDDLE = const(0xFF00)  # the ring whose points have four neighbours


def _places() -> bytes:
    """Return the number of a bit b at index b % 37: the powers of 2 below 2 ** 24 all differ."""
    found = bytearray(37)
    for at in range(24):
        found[(1 << at) % 37] = at
    return bytes(found)


_PLACES = _places()


def value(own: int, other: int, mine: int, yours: int, flying: bool, low: int, high: int) -> int:
    """Return what a position is worth to ``own``, who is to act and takes nothing; a stone is 100.

    A bound is enough outside (low, high).
    """
    bits = SET
    a = bits[own & 255] + bits[own >> 8 & 255] + bits[own >> 16]
    b = bits[other & 255] + bits[other >> 8 & 255] + bits[other >> 16]
    found = 100 * (a + mine - b - yours)
    if found + _SURE <= low:
        return found + _SURE
    if found - _SURE >= high:
        return found - _SURE
    empty = FULL & ~(own | other)
    free = around(empty)
    if mine or a != 3 or not flying:
        board = free & own
        if not board and not mine:
            return _PLIES - _WIN
        found += 5 * (bits[board & 255] + bits[board >> 8 & 255] + bits[board >> 16])
        now = closing(own) & empty if mine else ready(own, empty)
    else:
        found += 30
        now = closing(own) & empty
    if now:
        found += 30 + 10 * (bits[now & 255] + bits[now >> 8 & 255] + bits[now >> 16])
    if yours or b != 3 or not flying:
        board = free & other
        found -= 5 * (bits[board & 255] + bits[board >> 8 & 255] + bits[board >> 16])
        now = closing(other) & empty if yours else ready(other, empty)
    else:
        found -= 30
        now = closing(other) & empty
    return found - 10 * (bits[now & 255] + bits[now >> 8 & 255] + bits[now >> 16])


class Search:
    """Alpha–beta from a state that is not over. ``choice`` is the best action's number so far.

    ``worth`` is its value after the last whole look, ``plan`` the takings right after it, ten
    bits each, the next one lowest; ``turns`` how far the look under way goes.
    """

    def __init__(self, state):
        self.flying = state.rules[0]
        self.each = state.rules[1] == "each"
        self.own, self.other = [0] * _PLIES, [0] * _PLIES
        self.mine, self.yours = [0] * _PLIES, [0] * _PLIES
        self.due, self.quiet = [0] * _PLIES, [0] * _PLIES
        self.left = [0] * _PLIES  # turns still to look ahead
        self.low, self.high, self.best = [0] * _PLIES, [0] * _PLIES, [0] * _PLIES
        self.at, self.end = [0] * _PLIES, [0] * _PLIES  # in actions: the next one, the end of all
        self.again = [False] * _PLIES  # whether who acts did so one action before
        self.tail = [0] * _PLIES  # the best taking and those that follow it, as in plan
        # One for each ply: a board's heap has many small places sooner than one large one.
        self.actions = [array("H", bytes(2 * _MOST)) for _ in range(_PLIES)]
        self.groups = [0, 0, _MIDDLE, FULL]  # what to try first: the former two differ each time
        self.own[0], self.other[0] = boards(state)
        self.mine[0] = state.in_hand[state.player]
        self.yours[0] = state.in_hand[1 - state.player]
        self.due[0], self.quiet[0] = state.takes_due, state.quiet
        self.ply = self.owed = self.worth = self.plan = self.turns = 0
        self.count = self._lay_out(0)
        self.choice = self.actions[0][0]
        self._look(1)

    def _look(self, turns: int) -> None:
        """Begin a look ``turns`` ahead."""
        self.turns = self.left[0] = turns
        self.low[0] = self.best[0] = -_WIN - 1
        self.high[0] = _WIN + 1
        self.at[0], self.end[0] = 0, self.count

    def put_first(self, index: int) -> None:
        """Have the action that is tried as number ``index`` tried first."""
        actions = self.actions[0]
        action = actions[index]
        while index:
            actions[index] = actions[index - 1]
            index -= 1
        actions[0] = action

    def _deeper(self) -> bool:
        """End a look and begin the next; return True where that would show nothing more."""
        self.worth = v = self.best[0]
        index = 0
        while self.actions[0][index] != self.choice:
            index += 1
        self.put_first(index)
        self._look(self.turns + 1)
        return self.turns > _TURNS or v > FORCED or v < -FORCED

    def _lay_out(self, p: int) -> int:
        """Write the legal actions of ply ``p``, promising ones first; return where they end."""
        actions, groups = self.actions[p], self.groups
        places = _PLACES
        own, other = self.own[p], self.other[p]
        empty = FULL & ~(own | other)
        n = 0
        if self.due[p] or self.mine[p]:
            theirs = closing(other)
            if self.due[p]:
                kind = TAKE
                left = other & ~theirs or other
                # What keeps us from closing a mill, and what may be about to close one.
                groups[0], groups[1] = closing(own), around(theirs & empty)
            else:
                kind = PLACE
                left = empty
                groups[0], groups[1] = closing(own), theirs
            for board in groups:
                board &= left
                left ^= board
                while board:
                    bit = board & -board
                    board ^= bit
                    actions[n] = kind + places[bit % 37]
                    n += 1
            return n
        free = self.flying and SET[own & 255] + SET[own >> 8 & 255] + SET[own >> 16] == 3
        good = closing(own) & empty if free else ready(own, empty)
        good |= threats(other, empty, self.yours[p], self.flying)
        front, stones = 0, own
        near = NEAR
        while stones:
            bit = stones & -stones
            stones ^= bit
            start = places[bit % 37]
            ends = empty if free else near[start] & empty
            start <<= 5
            while ends:
                bit = ends & -ends
                ends ^= bit
                action = start + places[bit % 37]
                if bit & good:
                    actions[n] = actions[front]
                    actions[front] = action
                    front += 1
                else:
                    actions[n] = action
                n += 1
        return n

    def step(self, nodes: int) -> bool:
        """Look at about ``nodes`` more positions; return whether more would show nothing new."""
        # Two at a time: of three or more a device makes a tuple, which litters the heap.
        owns, others = self.own, self.other
        mines, theirs = self.mine, self.yours
        dues, quiets = self.due, self.quiet
        lefts, agains = self.left, self.again
        lows, highs = self.low, self.high
        bests, tails = self.best, self.tail
        ats, ends = self.at, self.end
        actions, flying = self.actions, self.flying
        bits, each = SET, self.each
        p = self.ply
        nodes -= self.owed  # so that small steps come to the same as large ones
        while nodes > 0:
            i = ats[p]
            if i == ends[p]:
                if not p:
                    if self._deeper():
                        return True
                    continue
                v = bests[p]
                more = agains[p]
                if not more:
                    v = -v
                p -= 1
            else:
                ats[p] = i + 1
                nodes -= 1
                more = False
                action = actions[p][i]
                at = action & 31
                o, t = owns[p], others[p]
                y, z = mines[p], theirs[p]
                quiet, due = quiets[p], dues[p]
                left, won = lefts[p], False
                if due:
                    t ^= 1 << at
                    due -= 1
                    quiet = 0
                    won = bits[t & 255] + bits[t >> 8 & 255] + bits[t >> 16] + z <= 2
                else:
                    left -= 1
                    if action >= PLACE:
                        y -= 1
                    else:
                        o ^= 1 << (action >> 5)
                        quiet += 1
                    for mask in OTHERS[at]:
                        if o & mask == mask:
                            due += 1
                    o |= 1 << at
                    if due:
                        there = bits[t & 255] + bits[t >> 8 & 255] + bits[t >> 16]
                        if not each:
                            due = 1
                        if due > there:
                            due = there
                leaf = p == _PLIES - 1
                if won:
                    v = _WIN - p - 1
                elif due:
                    if leaf:
                        v = value(o, t, y, z, flying, lows[p], highs[p])
                else:
                    leaf = leaf or left <= 0
                    empty = FULL & ~(o | t)
                    if not (empty or y or z):
                        won, v = True, 0
                    elif not z and (not leaf or quiet >= QUIET) and self._stuck(t, empty):
                        won, v = True, _WIN - p - 1
                    elif quiet >= QUIET:
                        won, v = True, 0
                    elif leaf:
                        v = -value(t, o, z, y, flying, -highs[p], -lows[p])
                if not (won or leaf):
                    p += 1
                    if due:
                        owns[p], others[p] = o, t
                        mines[p], theirs[p] = y, z
                        lows[p], highs[p] = lows[p - 1], highs[p - 1]
                    else:
                        owns[p], others[p] = t, o
                        mines[p], theirs[p] = z, y
                        lows[p], highs[p] = -highs[p - 1], -lows[p - 1]
                    agains[p] = due > 0
                    dues[p], quiets[p] = due, quiet
                    lefts[p], bests[p] = left, -_WIN - 1
                    ats[p], ends[p] = 0, self._lay_out(p)
                    nodes -= 1 + (ends[p] >> 4)  # laying out many takes its time too
                    continue
            if v > bests[p]:
                bests[p] = v
                rest = tails[p + 1] if more else 0
                if not p:
                    self.choice, self.plan = actions[0][ats[0] - 1], rest
                elif dues[p]:
                    tails[p] = actions[p][ats[p] - 1] | rest << 10
                if v > lows[p]:
                    lows[p] = v
                    if v >= highs[p]:
                        ends[p] = ats[p]
        self.ply, self.owed = p, -nodes
        return False

    def _stuck(self, stones: int, empty: int) -> bool:
        """Return whether ``stones``, none in hand, cannot move; some point is empty or not."""
        if around(stones) & empty:
            return False
        return not (
            empty
            and self.flying
            and SET[stones & 255] + SET[stones >> 8 & 255] + SET[stones >> 16] == 3
        )
