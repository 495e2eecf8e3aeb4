"""12 × 12: six dice, twelve rows of twelve holes, the rulesets ``classic`` and ``luck``.

Source: the two published rulesets as the project's rules document reads them (12x12).
"""

from collections import namedtuple

from ..base.compat import const
from ..base.errors import Refusal
from .contract import COMMON, Game, check_rules, choice_rule

DICE = const(6)
ROWS = const(12)
GOAL = const(12)

# markers  bytes, 12 a player, row 1 first; row: 0 while none is fixed
# dice     bytes, the last roll of this turn; in_hand: dice rolled next; at_risk: luck only
State = namedtuple("State", COMMON + ("markers", "row", "dice", "in_hand", "at_risk"))

_ROW_ACTIONS = tuple(["row %d" % r for r in range(1, ROWS + 1)])
_ROLL = ("roll",)
_DECIDE = ("roll", "stop")


def matches(row: int, dice) -> int:
    """Return how often ``row`` (1–12) scores in ``dice`` (a sequence of faces).

    Rows 1–6 count the face; rows 7–12 the largest number of disjoint pairs with that sum.
    """
    if row <= 6:
        found = 0
        for d in dice:
            if d == row:
                found += 1
        return found
    count = [0] * 7
    for d in dice:
        count[d] += 1
    found = 0
    for low in range(row - 6, (row + 1) // 2):
        high = row - low
        found += count[low] if count[low] < count[high] else count[high]
    if not row & 1:
        found += count[row // 2] // 2
    return found


class Dozen(Game):
    """The game 12 × 12."""

    name = "12x12"
    rule_names = ("ruleset", "exact_finish", "free_turn")
    default_players = ("Player 1", "Player 2")
    position_keys = ("markers", "player")

    def read_rules(self, given: dict) -> tuple:
        check_rules(self, given)
        ruleset = choice_rule(given, "ruleset", ("classic", "luck"), "classic")
        luck = ruleset == "luck"
        # In push-your-luck both are part of the published rules, so false is an error.
        allowed = (True,) if luck else (False, True)
        exact = choice_rule(given, "exact_finish", allowed, luck)
        free = choice_rule(given, "free_turn", allowed, luck)
        return (ruleset, exact, free)

    def default_names(self, position) -> tuple:
        boards = None if position is None else position.get("markers")
        if type(boards) is not list:
            return self.default_players
        # The position says how many boards there are, so names may be left out.
        return tuple(["Player %d" % (i + 1) for i in range(len(boards))])

    def read_position(self, given: dict, players: int) -> tuple:
        return _read_position(given, players)

    def start(self, rules: tuple, players: int, stream, position=None, deck=None) -> State:
        markers, player = position or (bytes(ROWS * players), 0)
        return State(rules, 1, player, "roll", None, None, markers, 0, b"", DICE, 0)

    def legal(self, state: State) -> tuple:
        phase = state.phase
        if phase == "roll":
            return _ROLL
        if phase == "decide":
            # A single die cannot pair: nothing is left to roll for on rows 7–12.
            return _DECIDE if state.row <= 6 or state.in_hand != 1 else ("stop",)
        if phase == "row":
            return tuple([_ROW_ACTIONS[row - 1] for row in _choices(state)])
        return ()

    def apply(self, state: State, action: str, chance: tuple) -> State:
        if action == "roll":
            return _roll(state, chance)
        if action == "stop":
            markers = _moved(state.markers, state.player, state.row, state.at_risk)
            return _next(state, action, (), "stopped", markers)
        return _score(state, action, int(action[4:]), (), state.dice)

    def encode(self, state: State) -> bytes:
        tail = bytes((state.row, state.in_hand, state.at_risk, len(state.markers)))
        # The dice matter to the future only while a row is still to be chosen.
        return state.markers + tail + (bytes(sorted(state.dice)) if state.phase == "row" else b"")

    def board(self, state: State) -> tuple:
        m = state.markers
        return (
            ("markers", [list(m[i : i + ROWS]) for i in range(0, len(m), ROWS)]),
            ("row", state.row or None),
            ("dice", list(state.dice)),
            ("in_hand", state.in_hand),
            ("at_risk", state.at_risk),
        )

    # -- chance ------------------------------------------------------------------------------
    def draw(self, state: State, action: str, stream) -> tuple:
        return stream.roll(state.in_hand) if action == "roll" else ()

    def accept(self, state: State, action: str, given: list) -> tuple:
        if action != "roll":
            return ()
        good = len(given) == state.in_hand
        for face in given:
            if type(face) is not int or not 1 <= face <= 6:
                good = False
        if not good:
            text = "dice must be %d faces from 1 to 6, not %s"
            raise Refusal("bad_dice", text % (state.in_hand, repr(given)[:60]))
        return tuple(given)

    def pack_chance(self, state: State, chance: tuple) -> int:
        packed = 0
        for face in chance:
            packed = packed * 6 + face - 1
        return packed

    def unpack_chance(self, state: State, action: str, packed: int) -> tuple:
        if action != "roll":
            return ()
        faces = []
        for _ in range(state.in_hand):
            faces.append(packed % 6 + 1)
            packed //= 6
        faces.reverse()
        return tuple(faces)

    # -- the table's user interface ------------------------------------------------------------
    def click(self, state: State):
        return "roll" if state.phase in ("roll", "decide") else None

    def hold(self, state: State):
        return "stop" if state.phase == "decide" else None


def _read_position(position: dict, players: int):
    """Return (markers, player) of a start position; Refusal bad_request when it is impossible."""
    boards, player = position.get("markers"), position.get("player")
    if type(boards) is not list or len(boards) != players:
        raise Refusal("bad_request", "position.markers needs %d boards, one a player" % players)
    flat = []
    for board in boards:
        good = type(board) is list and len(board) == ROWS
        for m in board if good else ():
            if type(m) is not int or not 0 <= m <= GOAL:
                good = False
        if not good:
            raise Refusal("bad_request", "a board is 12 markers from 0 to 12, row 1 first")
        if min(board) == GOAL:
            raise Refusal("bad_request", "a board with all rows finished has won already")
        flat.extend(board)
    if type(player) is not int or not 0 <= player < players:
        raise Refusal("bad_request", "position.player is a seat from 0 to %d" % (players - 1))
    return bytes(flat), player


def _moved(markers: bytes, player: int, row: int, by: int) -> bytes:
    """Return ``markers`` with the player's marker of ``row`` moved on, at most to the goal."""
    at = ROWS * player + row - 1
    hole = markers[at] + by
    return markers[:at] + bytes((hole if hole < GOAL else GOAL,)) + markers[at + 1 :]


def _choices(state: State) -> list:
    """Return the rows (ascending) that may be chosen with the opening roll in ``state.dice``."""
    ruleset, exact, _ = state.rules
    base = ROWS * state.player - 1
    found = []
    for row in range(1, ROWS + 1):
        hole = state.markers[base + row]
        if hole == GOAL:
            continue
        if ruleset == "luck":
            found.append(row)
            continue
        scored = matches(row, state.dice)
        if scored and not (exact and hole + scored > GOAL):
            found.append(row)
    return found


def _next(state: State, action: str, chance: tuple, outcome: str, markers: bytes, again=False):
    """Return the first state of the next turn: the next seat's, or the same with ``again``."""
    player = state.player
    last = (player, action, chance, outcome)
    if not again:
        player = (player + 1) % (len(markers) // ROWS)
    return State(state.rules, state.turn + 1, player, "roll", None, last, markers, 0, b"", DICE, 0)


def _roll(state: State, faces: tuple) -> State:
    if state.row:
        return _score(state, "roll", state.row, faces, faces)
    rolled = State(
        state.rules, state.turn, state.player, "row", None,
        (state.player, "roll", faces, "rolled"), state.markers, 0, bytes(faces), DICE, 0,
    )  # fmt: skip
    if not _choices(rolled):
        return _next(state, "roll", faces, "passed", state.markers)
    return rolled


def _score(state: State, action: str, row: int, chance: tuple, dice) -> State:
    """Return the state after ``dice`` were counted for ``row``, chosen just now or before."""
    ruleset, exact, free = state.rules
    player, markers = state.player, state.markers
    luck = ruleset == "luck"
    scored = matches(row, dice)
    hole = markers[ROWS * player + row - 1] + state.at_risk + scored
    if (state.row and not scored) or (exact and hole > GOAL):
        return _next(state, action, chance, "bust" if luck else "missed", markers)
    at_risk = state.at_risk + scored if luck else 0
    if not luck or hole == GOAL:
        markers = _moved(markers, player, row, state.at_risk + scored)
    if hole >= GOAL:
        if min(markers[ROWS * player : ROWS * player + ROWS]) == GOAL:
            last = (player, action, chance, "won")
            end = (player, "all rows finished")
            return State(
                state.rules, state.turn, player, "over", end, last, markers, row, bytes(dice), 0, 0
            )
        return _next(state, action, chance, "finished", markers, free and hole == GOAL)
    left = len(dice) - scored * (1 if row <= 6 else 2)
    outcome = "scored" if left else "hot"
    if not luck and row > 6 and left == 1:
        return _next(state, action, chance, outcome, markers)
    return State(
        state.rules, state.turn, player, "decide" if luck else "roll", None,
        (player, action, chance, outcome), markers, row, bytes(dice), left or DICE, at_risk,
    )  # fmt: skip
