"""Twelve Men's Morris: 24 points, 20 lines of three, twelve stones a side, place, move, take.

Source: the project's rules document (morris).
"""

from collections import namedtuple

from ..base.compat import const
from ..base.errors import Refusal
from .contract import COMMON, Game, check_rules, choice_rule

STONES = const(12)
QUIET = const(50)  # moves in a row without a taking that make a draw
FEWEST = const(2)  # a player left with no more stones than this has lost

# Three rings of eight, outer first, each clockwise from its top left: even places are corners.
POINTS = (
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4",
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4",
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4",
)  # fmt: skip
STONE = b"WB"  # by seat
EMPTY = const(46)  # "."

# points     bytes, a letter a point: W, B or a full stop; in_hand: (white, black)
# takes_due  stones that the player may still take now; quiet: moves since the last taking
State = namedtuple("State", COMMON + ("points", "in_hand", "takes_due", "quiet"))


# The lines, the others of each point's lines, its neighbours; each joined, with where the parts
# begin and the last ends: strings and not tuples of tuples, since a board's heap is small, and
# written out, since making them takes 9 ms of a start. The tests make them again.
_LINES = (
    b"\x00\x01\x02\x02\x03\x04\x04\x05\x06\x06\x07\x00\x08\x09\x0a\x0a\x0b\x0c\x0c\x0d\x0e\x0e"
    b"\x0f\x08\x10\x11\x12\x12\x13\x14\x14\x15\x16\x16\x17\x10\x00\x08\x10\x01\x09\x11\x02\x0a"
    b"\x12\x03\x0b\x13\x04\x0c\x14\x05\x0d\x15\x06\x0e\x16\x07\x0f\x17"
)
_OTHERS = (
    b"\x01\x02\x06\x07\x08\x10\x00\x02\x09\x11\x00\x01\x03\x04\x0a\x12\x02\x04\x0b\x13\x02\x03"
    b"\x05\x06\x0c\x14\x04\x06\x0d\x15\x04\x05\x07\x00\x0e\x16\x06\x00\x0f\x17\x09\x0a\x0e\x0f"
    b"\x00\x10\x08\x0a\x01\x11\x08\x09\x0b\x0c\x02\x12\x0a\x0c\x03\x13\x0a\x0b\x0d\x0e\x04\x14"
    b"\x0c\x0e\x05\x15\x0c\x0d\x0f\x08\x06\x16\x0e\x08\x07\x17\x11\x12\x16\x17\x00\x08\x10\x12"
    b"\x01\x09\x10\x11\x13\x14\x02\x0a\x12\x14\x03\x0b\x12\x13\x15\x16\x04\x0c\x14\x16\x05\x0d"
    b"\x14\x15\x17\x10\x06\x0e\x16\x10\x07\x0f"
)
_OTHERS_AT = (
    b"\x00\x06\x0a\x10\x14\x1a\x1e\x24\x28\x2e\x32\x38\x3c\x42\x46\x4c\x50\x56\x5a\x60\x64\x6a"
    b"\x6e\x74\x78"
)
_NEAR = (
    b"\x01\x07\x08\x00\x02\x09\x01\x03\x0a\x02\x04\x0b\x03\x05\x0c\x04\x06\x0d\x05\x07\x0e\x00"
    b"\x06\x0f\x00\x09\x0f\x10\x01\x08\x0a\x11\x02\x09\x0b\x12\x03\x0a\x0c\x13\x04\x0b\x0d\x14"
    b"\x05\x0c\x0e\x15\x06\x0d\x0f\x16\x07\x08\x0e\x17\x08\x11\x17\x09\x10\x12\x0a\x11\x13\x0b"
    b"\x12\x14\x0c\x13\x15\x0d\x14\x16\x0e\x15\x17\x0f\x10\x16"
)
_NEAR_AT = (
    b"\x00\x03\x06\x09\x0c\x0f\x12\x15\x18\x1c\x20\x24\x28\x2c\x30\x34\x38\x3b\x3e\x41\x44\x47"
    b"\x4a\x4d\x50"
)


def lines():
    """Yield the 20 lines, three points each (bytes): the second joins the other two."""
    for i in range(0, len(_LINES), 3):
        yield _LINES[i : i + 3]


def neighbours(at: int) -> bytes:
    """Return the points at the other ends of the edges of point ``at``, ascending."""
    return _NEAR[_NEAR_AT[at] : _NEAR_AT[at + 1]]


def mills(points: bytes, at: int) -> int:
    """Return how many lines through ``at``, where a stone stands, are all of its colour."""
    own, others = points[at], _OTHERS
    found = 0
    for i in range(_OTHERS_AT[at], _OTHERS_AT[at + 1], 2):
        if points[others[i]] == own and points[others[i + 1]] == own:
            found += 1
    return found


class Morris(Game):
    """The game Twelve Men's Morris."""

    name = "morris"
    rule_names = ("flying", "double_mill")
    default_players = ("White", "Black")
    position_keys = ("points", "in_hand", "player", "takes_due", "quiet")

    def read_rules(self, given: dict) -> tuple:
        check_rules(self, given)
        flying = choice_rule(given, "flying", (False, True), True)
        return (flying, choice_rule(given, "double_mill", ("each", "one"), "each"))

    def read_position(self, given: dict, players: int) -> tuple:
        return _read_position(given)

    def start(self, rules: tuple, players: int, stream, position=None, deck=None) -> State:
        if position is None:
            position = (bytes([EMPTY] * 24), (STONES, STONES), 0, 0, 0)
        points, in_hand, player, takes_due, quiet = position
        if takes_due > 1 and rules[1] == "one":
            raise _impossible("takes_due is 0 or 1 where a double mill takes one stone")
        result = _judge(rules, player, points, in_hand, takes_due, quiet)
        phase = _phase(result, takes_due, in_hand[player])
        if result is not None:
            takes_due = 0
        return State(rules, 1, player, phase, result, None, points, in_hand, takes_due, quiet)

    def legal(self, state: State) -> tuple:
        phase, points = state.phase, state.points
        if phase == "place":
            return tuple(["place " + POINTS[at] for at, here in enumerate(points) if here == EMPTY])
        if phase == "move":
            return tuple(_moves(state.rules[0], points, STONE[state.player]))
        if phase == "take":
            other = STONE[1 - state.player]
            stones = [at for at, here in enumerate(points) if here == other]
            # A mill protects its stones only while some other stone can be taken.
            free = [at for at in stones if not mills(points, at)]
            return tuple(["take " + POINTS[at] for at in free or stones])
        return ()

    def index(self, state: State, action: str) -> int:
        if state.phase != "place" or action[:6] != "place " or action[6:] not in POINTS:
            return Game.index(self, state, action)
        # A list of two dozen names takes 3 ms on a Pico.
        at, points = POINTS.index(action[6:]), state.points
        return points[:at].count(b".") if points[at] == EMPTY else -1

    def apply(self, state: State, action: str, chance: tuple) -> State:
        rules, turn, player, phase, _, _, points, in_hand, takes_due, quiet = state
        other = 1 - player
        if phase == "take":
            at = POINTS.index(action[5:])
            points = points[:at] + b"." + points[at + 1 :]
            takes_due -= 1
            quiet = 0
            outcome = "took"
        else:
            own = STONE[player : player + 1]
            if phase == "place":
                at = POINTS.index(action[6:])
                left = in_hand[player] - 1
                in_hand = (in_hand[0], left) if player else (left, in_hand[1])
                outcome = "placed"
            else:
                at = POINTS.index(action[:2])
                points = points[:at] + b"." + points[at + 1 :]
                at = POINTS.index(action[3:])
                quiet += 1
                outcome = "moved"
            points = points[:at] + own + points[at + 1 :]
            closed = mills(points, at)
            if closed:
                if rules[1] == "one":
                    closed = 1
                there = points.count(STONE[other : other + 1])
                takes_due = closed if closed < there else there
                outcome = "mill"
        seat = player if takes_due else other
        result = _judge(rules, seat, points, in_hand, takes_due, quiet)
        if result is not None:
            takes_due = 0
            seat = player
            outcome = "draw" if result[0] is None else "won"
        elif seat == other:
            turn += 1
        phase = _phase(result, takes_due, in_hand[seat])
        last = (player, action, (), outcome)
        return State(rules, turn, seat, phase, result, last, points, in_hand, takes_due, quiet)

    def encode(self, state: State) -> bytes:
        due = state.takes_due
        # A taking sets the count of quiet moves back, so while one is owed it says nothing.
        return state.points + bytes(state.in_hand) + bytes((due, 0 if due else state.quiet))

    def board(self, state: State) -> tuple:
        points, (white, black) = state.points, state.in_hand
        captured = [STONES - black - points.count(b"B"), STONES - white - points.count(b"W")]
        return (
            ("points", points.decode()),
            ("in_hand", [white, black]),
            ("captured", captured),
            ("takes_due", state.takes_due),
            ("quiet", state.quiet),
        )

    # -- the table's user interface ------------------------------------------------------------
    def parts(self, action: str) -> tuple:
        """Return the points that ``action`` names: of a move the stone, then its target."""
        if action[2] == "-":
            return (action[:2], action[3:])
        return (action[-2:],)


def _flies(flying: bool, points: bytes, own: int) -> bool:
    return flying and points.count(bytes((own,))) == 3


def _moves(flying: bool, points: bytes, own: int) -> list:
    """Return the moves of the stones ``own`` of a player with an empty hand, by from, then to."""
    if _flies(flying, points, own):
        targets = ["-" + POINTS[at] for at, here in enumerate(points) if here == EMPTY]
        stones = [POINTS[at] for at, here in enumerate(points) if here == own]
        return [start + end for start in stones for end in targets]
    found = []
    for at, here in enumerate(points):
        if here == own:
            for i in range(_NEAR_AT[at], _NEAR_AT[at + 1]):
                end = _NEAR[i]
                if points[end] == EMPTY:
                    found.append(POINTS[at] + "-" + POINTS[end])
    return found


def _blocked(flying: bool, points: bytes, own: int) -> bool:
    """Return whether the stones ``own``, none in hand, have no move; the board is not full."""
    for at, here in enumerate(points):
        if here == own:
            for i in range(_NEAR_AT[at], _NEAR_AT[at + 1]):
                if points[_NEAR[i]] == EMPTY:
                    return False
    return not _flies(flying, points, own)


def _judge(rules: tuple, seat: int, points: bytes, in_hand: tuple, takes_due: int, quiet: int):
    """Return None or the result (winner or None, reason) with ``seat`` to act, takings included."""
    for loser in (seat, 1 - seat):
        if points.count(STONE[loser : loser + 1]) + in_hand[loser] <= FEWEST:
            return (1 - loser, "two stones left")
    if takes_due:
        return None
    if not in_hand[seat]:
        if not in_hand[1 - seat] and b"." not in points:
            return (None, "board full")
        if _blocked(rules[0], points, STONE[seat]):
            return (1 - seat, "no move")
    return (None, "50 quiet moves") if quiet >= QUIET else None


def _phase(result, takes_due: int, in_hand: int) -> str:
    if result is not None:
        return "over"
    if takes_due:
        return "take"
    return "place" if in_hand else "move"


def _impossible(text: str) -> Refusal:
    return Refusal("bad_request", "position: " + text)


def _number(position: dict, key: str, highest: int, default=None) -> int:
    """Return ``position[key]``, 0 to ``highest``; Refusal bad_request when it is no such int."""
    value = position.get(key, default)
    if type(value) is not int or not 0 <= value <= highest:
        raise _impossible("%s is a number from 0 to %d" % (key, highest))
    return value


def _read_position(position: dict) -> tuple:
    """Return (points, in_hand, player, takes_due, quiet); Refusal bad_request if impossible."""
    points, in_hand = position.get("points"), position.get("in_hand")
    if type(points) is not str or len(points) != 24:
        raise _impossible("points is a string of 24 of the letters W, B and .")
    for letter in points:
        if letter not in ".WB":
            raise _impossible("points holds the letters W, B and . only, not %r" % letter)
    if type(in_hand) is not list or len(in_hand) != 2:
        raise _impossible("in_hand is a list of two numbers, white's and black's")
    for count in in_hand:
        if type(count) is not int or not 0 <= count <= STONES:
            raise _impossible("in_hand is two numbers from 0 to 12")
    points = points.encode()
    player = _number(position, "player", 1)
    takes_due = _number(position, "takes_due", 3, 0)
    quiet = _number(position, "quiet", QUIET, 0)
    white, black = points.count(b"W") + in_hand[0], points.count(b"B") + in_hand[1]
    if white > STONES or black > STONES:
        raise _impossible("a player has 12 stones at most, on the board and in hand")
    if white <= FEWEST and black <= FEWEST:
        raise _impossible("both players cannot be down to two stones")
    if takes_due:
        # What is owed was won by one stone, which stands in as many mills at least.
        own = [mills(points, at) for at, here in enumerate(points) if here == STONE[player]]
        if takes_due > max(own + [0]) or takes_due > points.count(STONE[1 - player : 2 - player]):
            raise _impossible("takes_due is more than the mills, or the stones to take, allow")
    return points, tuple(in_hand), player, takes_due, quiet
