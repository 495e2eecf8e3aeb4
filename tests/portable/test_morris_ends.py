"""Twelve Men's Morris at its ends: who wins when, start positions, hashes, taking back."""

from test_morris import MORRIS, ONE, WALKING, at, board, play
from twelve.base.dice import Stream
from twelve.base.errors import Refusal
from twelve.games.play import act_request, from_request

# Twelve stones a side placed without a mill, White first.
FILLING = "f6 c3 a7 d6 c4 a1 b2 g1 f4 e5 d5 b6 a4 g7 g4 d3 c5 d7 d2 f2 e3 b4 d1 e4"
# One point free, which closes a mill for Black; nobody has lost a stone.
LAST = {"points": "WWBBWBBBB.BWWWBWBWWWBBWW", "in_hand": [0, 1], "player": 1}


def refused(code, call, *arguments):
    """Call and return the message of the Refusal that must come, with ``code``."""
    try:
        call(*arguments)
    except Refusal as refusal:
        assert refusal.code == code, (refusal.code, refusal.message)
        return refusal.message
    raise AssertionError("not refused: " + repr(arguments)[:120])


def new(position=None, rules=None):
    """Return a game begun by request."""
    request = {"op": "new", "game": "morris", "rules": rules or {}}
    if position is not None:
        request["position"] = position
    return from_request(request, b"any")


def act(game, action):
    act_request(game, {"op": "act", "action": action})


def position_of(state):
    """Return the start position that the referee's board of ``state`` describes."""
    seen = board(state)
    del seen["captured"]
    # Where it is over and somebody has lost, the loser is to act.
    over = state.result is not None and state.result[0] is not None
    seen["player"] = 1 - state.result[0] if over else state.player
    return seen


def test_two_stones_left_lose_at_once():
    state = play(at("a7 d7 f2 e4", "g1 d1 b4"), "f2-f4")
    assert state.result is None
    state = at("a7 d7 f6 e4", "g1 d1 b4")
    state = play(state, "f6-g7", "take b4")
    assert state.result == (0, "two stones left") and state.phase == "over"
    assert state.last == (0, "take b4", (), "won") and MORRIS.legal(state) == ()


def test_two_stones_lose_during_placing_but_two_and_one_in_hand_play_on():
    state = play(at("a7 d7 b4", "g1 d1 f2", hands=(3, 0)), "place g7", "take d1")
    assert state.result == (0, "two stones left")
    state = play(at("a7 d7 b4", "g1 d1 f2", hands=(3, 1)), "place g7", "take d1")
    assert state.result is None and state.player == 1 and state.phase == "place"


def test_two_stones_lose_with_a_taking_still_owed():
    state = play(at("a7 d7 g4 g1", "b4 c4 d3", hands=(3, 0)), "place g7")
    assert state.takes_due == 2
    state = play(state, "take b4")
    assert state.result == (0, "two stones left") and state.takes_due == 0


def test_a_player_without_a_move_loses():
    white, black = "a7 d7 g7 a4", "b6 d6 f6 g4 b4 d1"
    state = play(at(white, black, player=1), "d1-a1")
    assert state.result == (1, "no move") and state.last[3] == "won"
    assert play(at(white, black, hands=(1, 0), player=1), "d1-a1").phase == "place"


def test_three_stones_that_walk_are_blocked_where_flying_ones_are_not():
    white, black = "a7 d7 a4", "g7 b6 d6 b4 d1"
    assert play(at(white, black, player=1), "d1-a1").phase == "move"
    state = play(at(white, black, player=1, rules=WALKING), "d1-a1")
    assert state.result == (1, "no move")


def test_a_full_board_is_a_draw():
    game = new()
    for name in FILLING.split():
        assert game.result() is None
        act(game, "place " + name)
    assert game.result() == (None, "board full") and game.state.last[3] == "draw"
    refused("game_over", act, game, "a7-d7")


def test_a_last_stone_that_fills_the_board_with_a_mill_takes_first():
    game = new(LAST)
    act(game, "place d6")
    assert game.state.phase == "take" and game.result() is None
    act(game, game.legal()[0])
    assert game.result() is None and game.state.phase == "move" and game.state.player == 0


def test_fifty_quiet_moves_are_a_draw():
    state = play(at("a7 d7 f2 e4", "g1 d1 b4 c3", quiet=48), "f2-f4")
    assert state.result is None and state.quiet == 49
    state = play(state, "b4-b6")
    assert state.result == (None, "50 quiet moves")
    assert state.last == (1, "b4-b6", (), "draw") and board(state)["quiet"] == 50


def test_a_mill_by_the_fiftieth_move_goes_on():
    state = play(at("a7 d7 f6 e4", "g1 d1 b4 c3", quiet=49), "f6-g7")
    assert state.phase == "take" and state.result is None
    state = play(state, "take b4")
    assert state.quiet == 0 and state.result is None


def test_no_move_comes_before_fifty():
    white, black = "a7 d7 g7 a4", "b6 d6 f6 g4 b4 d1"
    state = play(at(white, black, player=1, quiet=49), "d1-a1")
    assert state.result == (1, "no move")


def test_positions_that_are_decided_are_over():
    for state, result in (
        (at("a7 d7", "g1 d1 f2"), (1, "two stones left")),
        (at("a7 d7 b4", "g1 d1", hands=(0, 0)), (0, "two stones left")),
        (at("a7 d7 g7", "g1 d1", takes_due=1), (0, "two stones left")),
        (at("a7 d7 g7 a4", "b6 d6 f6 g4 b4 a1"), (1, "no move")),
        (at("a7 d7 b4 d3", "g1 d1 f2 b2", quiet=50), (None, "50 quiet moves")),
    ):
        assert state.result == result and state.phase == "over" and state.last is None
        assert MORRIS.legal(state) == () and state.takes_due == 0
    points = LAST["points"].replace(".", "B")
    full = new({"points": points, "in_hand": [0, 0], "player": 0})
    assert full.result() == (None, "board full") and full.legal() == ()
    refused("game_over", act, full, "a7-d7")


def test_a_full_board_with_a_taking_owed_is_not_over():
    points = LAST["points"].replace(".", "B")
    game = new({"points": points, "in_hand": [0, 0], "player": 1, "takes_due": 1})
    assert game.state.phase == "take"


def test_impossible_positions_are_refused():
    good = {"points": "WWW......BBBB...........", "in_hand": [3, 3], "player": 0}
    good["takes_due"], good["quiet"] = 1, 50
    assert new(good).state.takes_due == 1
    for key, values in (
        ("points", ("", "." * 23, "." * 25, "w" + "." * 23, 24 * " ", None, 24, ["."] * 24, True)),
        ("points", ("W" * 10 + "B" * 14, "W" * 3 + "B" * 10 + "." * 11, "é" + "." * 23)),
        ("in_hand", ([3], [3, 3, 3], [13, 3], [-1, 3], [10, 3], [3, 9], [True, 3], [3.0, 3])),
        ("in_hand", (None, "33", 3, {}, ["3", "3"], [None, 3])),
        ("player", (2, -1, None, True, False, "0", 0.0, [0])),
        ("takes_due", (2, 4, -1, True, None, "1", 1.0)),
        ("quiet", (51, -1, True, None, "0", 0.0)),
    ):
        for value in values:
            bad = dict(good)
            bad[key] = value
            refused("bad_request", new, bad)
    for key in ("points", "in_hand", "player"):
        bad = dict(good)
        del bad[key]
        refused("bad_request", new, bad)
    refused("bad_request", new, {"points": good["points"], "in_hand": [3, 3], "seat": 0})
    # Nobody wins where both have lost.
    refused("bad_request", new, {"points": "WW.BB" + "." * 19, "in_hand": [0, 0], "player": 0})
    # Black owes nothing: it has no mill, and White's mill is not Black's.
    bad = dict(good)
    bad["player"] = 1
    bad["points"] = "WWW......BB.B..........."
    refused("bad_request", new, bad)
    # More than one taking at a time there is only where every mill takes.
    two = {"points": "WWWWW...BBBB............", "in_hand": [3, 3], "player": 0, "takes_due": 2}
    assert new(two).state.takes_due == 2
    refused("bad_request", new, two, {"double_mill": "one"})
    # And no more than stones that can be taken.
    two["points"] = "WWWWW......B............"
    refused("bad_request", new, two)


def test_rules_are_strict():
    assert MORRIS.read_rules({}) == (True, "each") and ONE == (True, "one")
    for rules in ({"flying": 1}, {"flying": None}, {"double_mill": "two"}, {"double_mill": True}):
        refused("bad_rules", MORRIS.read_rules, rules)
    refused("bad_rules", MORRIS.read_rules, {"flies": True})
    # An impossible position is named before wrong rules are.
    refused("bad_request", new, {"points": ""}, {"flying": 1})


def test_an_illegal_target_is_refused_and_the_taking_still_owed():  # T34
    game = new({"points": "WW..BBB..B..............", "in_hand": [5, 5], "player": 0})
    act(game, "place g7")
    before = game.hash()
    for action in ("take g1", "take a7", "take c5", "place c5", "a7-a4", "take", ""):
        refused("illegal_action", act, game, action)
        assert game.hash() == before and game.state.takes_due == 1
    act(game, "take d6")
    assert game.state.takes_due == 0


def test_equal_positions_have_equal_hashes_however_they_came():
    for name in ("one", "two", "three"):
        choice, game = Stream(name.encode()), new()
        while not game.over and game.history.length < 60:
            legal = game.legal()
            act(game, legal[choice.draw(len(legal))])
            again = new(position_of(game.state))
            assert again.hash() == game.hash() and again.legal() == game.legal()
            assert again.result() == game.result()


def test_what_matters_changes_the_hash():
    states = [at("a7 d7 b4", "g1 d1 f2", hands=(3, 3))]
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(3, 2)))
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(2, 3)))
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(3, 3), player=1))
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(3, 3), quiet=1))
    states.append(at("a7 d7 b4", "g1 d1 e3", hands=(3, 3)))
    states.append(at("g1 d1 f2", "a7 d7 b4", hands=(3, 3)))
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(3, 3), rules=ONE))
    states.append(at("a7 d7 b4", "g1 d1 f2", hands=(3, 3), rules=WALKING))
    # White cannot move here: it has lost where it has to.
    blocked = ("a7 d7 g7 a4 b6 d6", "g4 f6 d5 c5 b4 a1")
    for player in (0, 1):
        states.append(at(blocked[0], blocked[1], player=player, rules=WALKING))
    assert len(set([MORRIS.hash(state) for state in states])) == len(states)


def test_quiet_says_nothing_while_a_taking_is_owed():
    one = at("a7 d7 g7", "g1 d1 f2", takes_due=1, quiet=3)
    two = at("a7 d7 g7", "g1 d1 f2", takes_due=1, quiet=8)
    assert MORRIS.hash(one) == MORRIS.hash(two)


def test_taking_back_to_the_start():
    choice, game = Stream(b"x"), new()
    states = []
    while not game.over:
        states.append((game.hash(), game.state.turn, game.state.phase))
        legal = game.legal()
        act(game, legal[choice.draw(len(legal))])
    assert game.result() == (None, "50 quiet moves") and len(states) == 146
    while states:
        game.undo()
        assert (game.hash(), game.state.turn, game.state.phase) == states.pop()
    refused("nothing_to_undo", game.undo)
