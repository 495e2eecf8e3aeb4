"""Compiled look-ahead for Twelve Men's Morris: principal variation search in one array.

The array of int64 holds everything: numbers to steer by, killer and history actions, a frame and
the actions of each ply, and the table of positions met. The search keeps its own stack, for numba
cannot keep recursive functions compiled (numba issue 6061: loaded again, they crash).
"""

from __future__ import annotations

import numpy as np

from twelve.games.morris import QUIET
from twelve.games.morris_search import FORCED

from .compiled import compiled, count, keep
from .morris_engine import FULL, MOST, PLACE, Numbers, Position, blocked, play
from .morris_value import STOPS, ranked, value

WIN = 30000  # less one for each action until then; see FORCED
UNKNOWN = -WIN - 1
PLIES = 96  # actions ahead, at most
DEEPEST = 64  # turns ahead, at most

# The first numbers of the array. Any thread may set STOP, and the search ends at once.
STOP, NODES, LIMIT, FLIES, EACH, AGE, BEST, HISTORY = range(8)  # HISTORY: by action, how it did
FRAMES = HISTORY + 1024
# A frame: the position as its player sees it, then how it is searched.
OWN, OTHER, MINE, YOURS, DUE, QUIET_MOVES, AGAIN, DEPTH, LOW, HIGH, BOTTOM = range(11)
VALUE, ACTION, FIRST, NEXT, END, SLOT, KEY, WAY, KILLER, KILLER2 = range(11, 21)
SIZE = 24
ACTIONS = FRAMES + SIZE * (PLIES + 1)  # MOST a ply, each with its rank above ten bits of number
TABLE = ACTIONS + MOST * (PLIES + 1)
BITS = 20  # the table has 2 ** BITS entries of two numbers
MASK = (1 << BITS) - 2  # even: entries come in pairs, one for depth, one for the newest
MIX = 0x1E3779B97F4A7C15
EXACT, AT_LEAST, AT_MOST = range(3)
WHOLE, NARROW, SHORT = range(3)  # ways to search a child: the last two only ask "better or not?"
LATE = 32  # from so many quiet moves on, their number tells positions apart


def memory() -> Numbers:
    """Return an array for searches; it takes 16 MB once it has been used."""
    return np.zeros(TABLE + (2 << BITS), np.int64)


def start(m: Numbers, flies: bool, each: bool) -> None:
    """Make ready for another move under these rules: older entries of the table give way."""
    if (m[FLIES], m[EACH]) != (flies, each):
        m[TABLE:] = 0
    m[FLIES], m[EACH] = flies, each
    m[AGE] = (m[AGE] + 1) & 255
    m[STOP] = m[NODES] = 0
    m[BEST] = -1
    m[LIMIT] = 1 << 60
    m[HISTORY:FRAMES] >>= 3
    m[FRAMES:ACTIONS] = -1


def look(m: Numbers, position: Position, turns: int) -> int:
    """Return the value of ``position`` looking ``turns`` ahead; ``m[BEST]`` is the action.

    Without sense once ``m[STOP]`` is set, but ``m[BEST]`` is then the best action so far.
    """
    m[FRAMES : FRAMES + AGAIN] = position
    m[FRAMES + DEPTH] = turns
    m[FRAMES + LOW], m[FRAMES + HIGH] = UNKNOWN, -UNKNOWN
    return int(search(m))


def plan_of(m: Numbers, position: Position, action: int) -> int:
    """Return the takings that follow ``action``, as ``Search.plan`` of the table has them."""
    plan = shift = 0
    *rest, again = play(*position, action, int(m[EACH]))
    while again:
        action = known(m, *rest)
        if action < 0:
            break
        plan |= action << shift
        shift += 10
        *rest, again = play(*rest, action, int(m[EACH]))
    return plan


def warm() -> Numbers:
    """Compile, or load what was compiled before; return an array that is ready for use."""
    m = memory()
    start(m, True, True)
    look(m, (0, 0, 12, 12, 0, 0), 3)
    known(m, 0, 0, 12, 12, 0, 0)
    play(0, 0, 12, 12, 0, 0, PLACE, 1)
    keep()
    return m


@compiled
def key_of(m, own, other, mine, yours, due, quiet):  # type: ignore[no-untyped-def]
    """Return (key, slot in the table); the key is the position itself, in 63 bits."""
    key = own | other << 24 | mine << 48 | yours << 52 | due << 56
    if quiet >= LATE and due == 0:
        key |= (quiet - LATE + 1) << 58
    return key, TABLE + 2 * ((((key ^ key >> 29) * MIX) >> 36) & MASK)


@compiled
def known(m, own, other, mine, yours, due, quiet):  # type: ignore[no-untyped-def]
    """Return the action that the table has for a position, -1 where it has none."""
    key, slot = key_of(m, own, other, mine, yours, due, quiet)
    for s in (slot, slot + 2):
        if m[s] == key:
            return (m[s + 1] >> 26) & 1023
    return -1


@compiled
def enter(m, p):  # type: ignore[no-untyped-def]
    """Return the value of the position of ply ``p``; UNKNOWN where its actions must be tried."""
    f = FRAMES + SIZE * p
    m[NODES] += 1
    if m[NODES] >= m[LIMIT]:
        m[STOP] = 1
    own, other, mine, yours, due = m[f], m[f + OTHER], m[f + MINE], m[f + YOURS], m[f + DUE]
    depth, low, high = m[f + DEPTH], m[f + LOW], m[f + HIGH]
    if (depth <= 0 and due == 0) or p == PLIES:
        return value(own, other, mine, yours, m[FLIES])
    key, slot = key_of(m, own, other, mine, yours, due, m[f + QUIET_MOVES])
    hint = -1
    for s in (slot, slot + 2):
        if m[s] == key:
            entry = m[s + 1]
            hint = (entry >> 26) & 1023
            if p and ((entry >> 16) & 255) >= depth:
                v = (entry & 0xFFFF) - 32768
                if v > FORCED:
                    v -= p
                elif v < -FORCED:
                    v += p
                kind = (entry >> 24) & 3
                if kind == EXACT or (v >= high if kind == AT_LEAST else v <= low):
                    return v
            break
    first = ACTIONS + MOST * p
    if p == 0 and m[BEST] >= 0:
        hint = m[BEST]  # its entry may be gone, and nobody may stop at anything worse
    m[f + KEY], m[f + SLOT] = key, slot
    m[f + FIRST] = m[f + NEXT] = first
    m[f + END] = ranked(
        m,
        own,
        other,
        mine,
        yours,
        due,
        m[FLIES],
        hint,
        m[f + KILLER],
        m[f + KILLER2],
        HISTORY,
        first,
    )
    m[f + VALUE], m[f + BOTTOM] = UNKNOWN, low
    return UNKNOWN


@compiled
def leave(m, p):  # type: ignore[no-untyped-def]
    """Return the value of ply ``p`` once it has been searched, and remember what was learnt."""
    f = FRAMES + SIZE * p
    best, action, depth = m[f + VALUE], m[f + ACTION], m[f + DEPTH]
    kind = EXACT if best > m[f + BOTTOM] else AT_MOST
    if best >= m[f + HIGH]:
        kind = AT_LEAST
        if m[f + KILLER] != action:
            m[f + KILLER2] = m[f + KILLER]
            m[f + KILLER] = action
        m[HISTORY + action] += depth * depth + 1
        if m[HISTORY + action] >= 1 << 18:
            for i in range(HISTORY, FRAMES):
                m[i] >>= 1
    v = best
    if v > FORCED:
        v += p
    elif v < -FORCED:
        v -= p
    # The deeper of a pair stays in its first half; the second takes whatever is newest.
    s = m[f + SLOT]
    old = m[s + 1]
    if m[s] != m[f + KEY] and ((old >> 16) & 255) > depth and old >> 36 == m[AGE]:
        s += 2
    m[s] = m[f + KEY]
    m[s + 1] = (v + 32768) | depth << 16 | kind << 24 | action << 26 | m[AGE] << 36
    return best


@compiled
def note(m, p, v):  # type: ignore[no-untyped-def]
    """Take ``v`` as the value of the action tried last at ply ``p``."""
    f = FRAMES + SIZE * p
    if v > m[f + VALUE]:
        m[f + VALUE] = v
        m[f + ACTION] = m[m[f + NEXT] - 1] & 1023
        if p == 0:
            m[BEST] = m[f + ACTION]
        if v > m[f + LOW]:
            m[f + LOW] = v
            if v >= m[f + HIGH]:
                m[f + END] = m[f + NEXT]


@compiled
def aim(m, p, way):  # type: ignore[no-untyped-def]
    """Set depth and bounds of the ply below ``p`` for searching it in that way."""
    f = FRAMES + SIZE * p
    c = f + SIZE
    tried = m[f + NEXT] - m[f + FIRST]
    m[f + WAY] = way
    m[c + DEPTH] = m[f + DEPTH] - (1 if m[f + DUE] == 0 else 0)
    if way == SHORT:
        m[c + DEPTH] -= 1 if tried < 11 or m[c + DEPTH] < 4 else 2
    if m[c + AGAIN]:
        m[c + LOW], m[c + HIGH] = m[f + LOW], m[f + HIGH]
    else:
        m[c + LOW] = -m[f + HIGH] if way == WHOLE else -m[f + LOW] - 1
        m[c + HIGH] = -m[f + LOW]


@compiled
def advance(m, p):  # type: ignore[no-untyped-def]
    """Try the best action left at ply ``p``; return its value, UNKNOWN if it is to be searched."""
    f = FRAMES + SIZE * p
    i = pick = m[f + NEXT]
    for j in range(i + 1, m[f + END]):
        if m[j] > m[pick]:
            pick = j
    top = m[pick]
    m[pick] = m[i]
    m[i] = top
    m[f + NEXT] = i + 1
    flies, due = m[FLIES], m[f + DUE]
    o, t, y, z, d, q, again = play(
        m[f], m[f + OTHER], m[f + MINE], m[f + YOURS], due, m[f + QUIET_MOVES], top & 1023, m[EACH]
    )
    if count(t) + z <= 2:
        return WIN - p - 1
    if not again:
        if z == 0 and y == 0 and o | t == FULL:
            return 0
        if z == 0 and blocked(t, o, flies):
            return WIN - p - 1
        if q >= QUIET:
            return 0
        o, t, y, z = t, o, z, y
    c = f + SIZE
    m[c], m[c + OTHER], m[c + MINE], m[c + YOURS] = o, t, y, z
    m[c + DUE], m[c + QUIET_MOVES], m[c + AGAIN] = d, q, again
    quietly = due == 0 and top >> 10 < STOPS  # neither the table's, nor about a mill
    if again or i == m[f + FIRST]:
        aim(m, p, WHOLE)
    elif quietly and m[f + DEPTH] >= 3 and i - m[f + FIRST] >= 3:
        aim(m, p, SHORT)
    else:
        aim(m, p, NARROW)
    return UNKNOWN


@compiled
def search(m):  # type: ignore[no-untyped-def]
    """Return the value of the position in the first frame, within its bounds exactly."""
    p = 0
    v = enter(m, 0)
    while m[STOP] == 0:
        f = FRAMES + SIZE * p
        if v == UNKNOWN:  # the position of ply p has been laid out
            if m[f + NEXT] < m[f + END]:
                v = advance(m, p)
                if v == UNKNOWN:
                    p += 1
                    v = enter(m, p)
                else:
                    note(m, p, v)
                    v = UNKNOWN
                continue
            v = leave(m, p)
        if p == 0:
            return v
        if m[f + AGAIN] == 0:
            v = -v
        p -= 1
        f -= SIZE
        way, low = m[f + WAY], m[f + LOW]
        if way == SHORT and v > low:
            aim(m, p, NARROW)
        elif way == NARROW and low < v < m[f + HIGH]:
            aim(m, p, WHOLE)
        else:
            note(m, p, v)
            v = UNKNOWN
            continue
        p += 1
        v = enter(m, p)
    return UNKNOWN
