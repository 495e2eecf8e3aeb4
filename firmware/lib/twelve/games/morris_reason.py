"""Why an action of Twelve Men's Morris is good, in words: what it closes, stops, opens or wins."""

from .morris import POINTS, lines
from .morris_bits import FULL, OTHERS, SET, around, closing, ready

COLOURS = ("White", "Black")  # by seat
_TIMES = ("", "a mill", "two mills", "three mills")


def boards(state) -> tuple:
    """Return the boards (own, other) of ``state`` as the player to act sees them."""
    own = other = 0
    letter = ord(COLOURS[state.player][0])
    for at, here in enumerate(state.points):
        if here == letter:
            own |= 1 << at
        elif here != 46:
            other |= 1 << at
    return own, other


def threats(stones: int, empty: int, hand: int, flying: bool) -> int:
    """Return the points of ``empty`` where ``stones`` could close a mill in one turn."""
    if hand or (flying and _count(stones) == 3):
        return closing(stones) & empty
    return ready(stones, empty)


def mill_at(stones: int, at: int) -> str:
    """Return the first line through ``at`` whose other points are among ``stones``: "a7-d7-g7"."""
    for mask in OTHERS[at]:
        if stones & mask == mask:
            whole = mask | 1 << at
            for line in lines():
                if whole == 1 << line[0] | 1 << line[1] | 1 << line[2]:
                    return "-".join([POINTS[point] for point in line])
    return ""


def reason(game, state, action: str, then: tuple) -> str:
    """Return why ``action`` is a good one, a short sentence.

    ``then`` are the actions that the same player means to take right after it.
    """
    after = game.apply(state, action, ())
    foe = COLOURS[1 - state.player]
    if state.phase == "take":
        text = _of_taking(state, action, foe)
    else:
        text = _of_moving(state, action, after, then, foe)
    for follows in then:
        after = game.apply(after, follows, ())
    if after.result is not None:
        winner, why = after.result
        if winner is None:
            return "draws: " + why
        if winner == state.player:
            wins = "wins: %s " % foe
            return wins + ("cannot move" if why == "no move" else "is down to two stones")
    return text


def _of_moving(state, action: str, after, then: tuple, foe: str) -> str:
    own, other = boards(state)
    empty = FULL & ~(own | other)
    flying = state.rules[0]
    mine, yours = state.in_hand[state.player], state.in_hand[1 - state.player]
    at = POINTS.index(action[-2:])
    start = 1 << POINTS.index(action[:2]) if action[2] == "-" else 0
    rest = own & ~start
    mine -= not start
    now = rest | 1 << at
    free = empty & ~(1 << at) | start
    lines = sum([rest & mask == mask for mask in OTHERS[at]])
    if lines:
        text = "closes " + _TIMES[lines]
        if then:
            text += " and takes " + " and ".join([taken[-2:] for taken in then])
        return text
    stopped = threats(other, empty, yours, flying) & 1 << at
    if stopped:
        return "keeps %s from closing %s" % (foe, mill_at(other, at))
    before = threats(own, empty, mine, flying)
    chances = threats(now, free, mine, flying)
    if start and chances & start and closing(own) & start:
        return "opens %s to close it again" % mill_at(now, POINTS.index(action[:2]))
    new = chances & ~before
    if new:
        if _count(new) > 1:
            return "threatens two mills at once"
        return "gets ready to close " + mill_at(now, _lowest(new))
    if _room(now, free) - _room(own, empty) > 0:
        return "more room to move"
    if _room(other, free) - _room(other, empty) < 0:
        return "leaves %s less room to move" % foe
    return "nothing more pressing"


def _of_taking(state, action: str, foe: str) -> str:
    own, other = boards(state)
    empty = FULL & ~(own | other)
    flying = state.rules[0]
    mine, yours = state.in_hand[state.player], state.in_hand[1 - state.player]
    bit = 1 << POINTS.index(action[5:])
    rest = other & ~bit
    lost = threats(other, empty, yours, flying) & ~threats(rest, empty, yours, flying)
    if lost:
        return "keeps %s from closing %s" % (foe, mill_at(other, _lowest(lost)))
    if threats(own, empty | bit, mine, flying) & bit:
        return "clears the way for " + mill_at(own, _lowest(bit))
    if _room(own, empty | bit) > _room(own, empty):
        return "more room to move"
    return "leaves %s less to work with" % foe


def _count(board: int) -> int:
    return SET[board & 255] + SET[board >> 8 & 255] + SET[board >> 16]


def _lowest(board: int) -> int:
    at = 0
    while not board >> at & 1:
        at += 1
    return at


def _room(stones: int, empty: int) -> int:
    return _count(around(stones) & empty)
