"""12 × 12 as a game of the contract: rules objects, positions, hashes, faces, gestures."""

from twelve.base.dice import Stream
from twelve.base.errors import Refusal
from twelve.games.catalog import game
from twelve.games.dozen import State
from twelve.games.play import from_request

DOZEN = game("12x12")
CLASSIC = {}
LUCK = {"ruleset": "luck"}


def start(rules=CLASSIC, players=2, position=None):
    """Return the first state; ``rules`` and ``position`` are as a request gives them."""
    request = {"game": "12x12", "rules": rules, "players": ["P"] * players}
    if position is not None:
        request["position"] = position
    return from_request(request, b"x").state


def after(state, *steps):
    """Return the state after ``steps``: tuples are faces to roll, strings are actions."""
    for step in steps:
        if isinstance(step, tuple):
            state = DOZEN.apply(state, "roll", step)
        else:
            state = DOZEN.apply(state, step, ())
    return state


def refused(code, call, *arguments):
    """Assert that the call is refused with ``code``."""
    try:
        call(*arguments)
    except Refusal as refusal:
        assert refusal.code == code, refusal.code
        assert refusal.message
        return
    raise AssertionError("not refused: " + repr(arguments)[:200])


def test_rules_are_completed():
    classic, luck = DOZEN.read_rules(CLASSIC), DOZEN.read_rules(LUCK)
    assert classic == ("classic", False, False)
    assert luck == ("luck", True, True)
    both = {"exact_finish": True, "free_turn": True}
    assert DOZEN.read_rules(both) == ("classic", True, True)
    both["ruleset"] = "luck"
    assert DOZEN.read_rules(both) == luck
    names = ("ruleset", "exact_finish", "free_turn")
    assert DOZEN.rules_view(classic) == tuple(zip(names, classic))


def test_wrong_rules_are_refused():
    wrong = (
        {"ruleset": "Classic"},
        {"ruleset": None},
        {"ruleset": []},
        {"exact_finish": 1},
        {"exact_finish": "true"},
        {"free_turn": 0},
        {"free_turn": None},
        {"ruleset": "luck", "exact_finish": False},
        {"ruleset": "luck", "free_turn": False},
        {"exact": True},
        {"": True},
    )
    for rules in wrong:
        refused("bad_rules", DOZEN.read_rules, rules)


def test_a_position_is_the_start():
    boards = [[r] * 12 for r in (0, 5, 11)]
    state = start(players=3, position={"markers": boards, "player": 2})
    assert (state.player, state.turn, state.phase) == (2, 1, "roll")
    assert dict(DOZEN.board(state))["markers"] == boards


def test_impossible_positions_are_refused():
    board = [0] * 12
    wrong = (
        {},
        {"markers": [board, board]},
        {"markers": [board], "player": 0},
        {"markers": [board] * 3, "player": 0},
        {"markers": [board, board[1:]], "player": 0},
        {"markers": [board, [0] * 13], "player": 0},
        {"markers": [board, [12] * 12], "player": 0},
        {"markers": [board, [13] + board[1:]], "player": 0},
        {"markers": [board, [-1] + board[1:]], "player": 0},
        {"markers": [board, [True] + board[1:]], "player": 0},
        {"markers": [board, ["1"] + board[1:]], "player": 0},
        {"markers": [board, None], "player": 0},
        {"markers": "00", "player": 0},
        {"markers": [board, board], "player": 2},
        {"markers": [board, board], "player": -1},
        {"markers": [board, board], "player": None},
        {"markers": [board, board], "player": False},
    )
    for position in wrong:
        refused("bad_request", start, CLASSIC, 2, position)


def test_equal_positions_have_equal_hashes():
    boards = [[3] + [0] * 11, [0] * 12]
    wanted = start(position={"markers": boards, "player": 1})
    came = after(start(), (5, 1, 1, 1, 3, 2), "row 1", (2, 2, 2))
    assert came.turn != wanted.turn and came.last != wanted.last
    assert DOZEN.hash(came) == DOZEN.hash(wanted)


def test_the_order_of_dice_does_not_change_the_position():
    one = after(start(), (1, 2, 3, 4, 5, 6))
    two = after(start(), (6, 5, 4, 3, 2, 1))
    assert one.dice != two.dice
    assert DOZEN.hash(one) == DOZEN.hash(two)
    assert DOZEN.hash(one) != DOZEN.hash(after(start(), (1, 2, 3, 4, 5, 5)))


def test_dice_that_have_scored_do_not_change_the_position():
    one = after(start(), (1, 1, 2, 3, 4, 5), "row 1")
    two = after(start(), (1, 1, 6, 6, 6, 6), "row 1")
    assert DOZEN.hash(one) == DOZEN.hash(two)


def test_whatever_matters_changes_the_hash():
    states = [start(), start(LUCK), start(players=1), start(players=3)]
    states.append(start({"exact_finish": True}))
    states.append(start({"free_turn": True}))
    boards = [[0] * 12, [0] * 12]
    states.append(start(position={"markers": boards, "player": 1}))
    states.append(start(position={"markers": [[0, 1] + [0] * 10, boards[1]], "player": 0}))
    states.append(start(position={"markers": [boards[0], [0, 1] + [0] * 10], "player": 0}))
    rolled = after(start(LUCK), (1, 1, 2, 2, 2, 3))
    states.append(rolled)
    states.append(after(rolled, "row 1"))
    states.append(after(rolled, "row 2"))
    states.append(after(rolled, "row 2", (2, 3, 3)))
    hashes = [DOZEN.hash(state) for state in states]
    assert len(set(hashes)) == len(hashes)


def test_states_are_hashable_and_equal_by_value():
    one = after(start(), (1, 2, 3, 4, 5, 6), "row 1")
    two = after(start(), (1, 2, 3, 4, 5, 6), "row 1")
    assert one == two and hash(one) == hash(two)


def test_hash_is_the_same_on_every_python():  # CRC-32 of the canonical text, worked out by hand
    assert "%08x" % DOZEN.hash(start()) == "ccad9818"
    assert "%08x" % DOZEN.hash(after(start(LUCK, 6), (1, 2, 3, 4, 5, 6))) == "6ed4bad4"


def test_faces_from_outside():
    opening = start()
    assert DOZEN.accept(opening, "roll", [1, 2, 3, 4, 5, 6]) == (1, 2, 3, 4, 5, 6)
    for faces in ([], [1] * 5, [1] * 7, [0] + [1] * 5, [7] + [1] * 5, [True] + [1] * 5):
        refused("bad_dice", DOZEN.accept, opening, "roll", faces)
    for face in ("1", None, [1], {}):
        refused("bad_dice", DOZEN.accept, opening, "roll", [face] + [1] * 5)
    two = after(opening, (1, 1, 1, 1, 2, 2), "row 1")
    assert DOZEN.accept(two, "roll", [6, 6]) == (6, 6)
    refused("bad_dice", DOZEN.accept, two, "roll", [1] * 6)


def test_faces_pack_into_16_bits():
    rules = DOZEN.read_rules(CLASSIC)
    for dice in range(1, 7):
        state = State(rules, 1, 0, "roll", None, None, bytes(24), 1, b"", dice, 0)
        for code in range(0, 6**dice, 1 if dice < 4 else 13):
            faces = tuple([code // 6**i % 6 + 1 for i in range(dice)])
            packed = DOZEN.pack_chance(state, faces)
            assert 0 <= packed < 0xFFFF
            assert DOZEN.unpack_chance(state, "roll", packed) == faces
    assert DOZEN.pack_chance(start(), ()) == 0
    assert DOZEN.unpack_chance(start(), "row 1", 0) == ()


def test_skipping_moves_the_stream_as_drawing_does():
    one, two = Stream(b"x"), Stream(b"x")
    state = start()
    for _ in range(50):
        DOZEN.draw(state, "roll", one)
        DOZEN.skip(state, "roll", two)
        assert one.position == two.position
    DOZEN.draw(state, "row 1", one)
    assert one.position == two.position


def test_click_and_hold_mean_legal_actions():
    opening = start(LUCK)
    choosing = after(opening, (1, 1, 2, 2, 3, 3))
    deciding = after(choosing, "row 1")
    assert (DOZEN.click(opening), DOZEN.hold(opening)) == ("roll", None)
    assert (DOZEN.click(choosing), DOZEN.hold(choosing)) == (None, None)
    assert (DOZEN.click(deciding), DOZEN.hold(deciding)) == ("roll", "stop")
    assert DOZEN.parts("row 1") == ("row 1",)
