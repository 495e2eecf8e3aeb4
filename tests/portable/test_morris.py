"""Twelve Men's Morris in play: the board, placing, moving, mills, takings, flying."""

from twelve.games.catalog import game
from twelve.games.morris import POINTS, lines, mills, neighbours

MORRIS = game("morris")
RULES = MORRIS.read_rules({})
ONE = MORRIS.read_rules({"double_mill": "one"})
WALKING = MORRIS.read_rules({"flying": False})


def at(white="", black="", hands=(0, 0), player=0, takes_due=0, quiet=0, rules=RULES):
    """Return the state with stones on the points named, hands empty unless said."""
    board = ["."] * 24
    for names, stone in ((white, "W"), (black, "B")):
        for name in names.split():
            board[POINTS.index(name)] = stone
    position = {"points": "".join(board), "in_hand": list(hands), "player": player}
    position["takes_due"] = takes_due
    position["quiet"] = quiet
    return MORRIS.start(rules, 2, None, MORRIS.read_position(position, 2))


def play(state, *actions):
    """Return the state after ``actions``, each of which must be legal."""
    for action in actions:
        assert action in MORRIS.legal(state), (action, MORRIS.legal(state))
        state = MORRIS.apply(state, action, ())
    return state


def board(state):
    """Return the referee's board as a dict."""
    return dict(MORRIS.board(state))


def takes(state):
    """Return the points whose stones may be taken."""
    assert state.phase == "take"
    return " ".join([action[5:] for action in MORRIS.legal(state)])


def perft(state, depth):
    legal = MORRIS.legal(state)
    if depth == 1:
        return len(legal)
    return sum([perft(MORRIS.apply(state, action, ()), depth - 1) for action in legal])


def test_the_lines_are_those_of_the_drawing():
    # On the drawing a point a7 … g1 stands in column a–g and line 1–7; d4 is not on the board.
    groups = [[name for name in POINTS if name[0] == column] for column in "abcefg"]
    groups += [[name for name in POINTS if name[1] == line] for line in "123567"]
    groups += [["d7", "d6", "d5"], ["d3", "d2", "d1"], ["a4", "b4", "c4"], ["e4", "f4", "g4"]]
    groups += [["a7", "b6", "c5"], ["g7", "f6", "e5"], ["g1", "f2", "e3"], ["a1", "b2", "c3"]]
    wanted = sorted([sorted(group) for group in groups])
    found = sorted([sorted([POINTS[point] for point in line]) for line in lines()])
    assert found == wanted and len(found) == 20


def test_edges_join_the_neighbours_on_the_lines():
    edges = set()
    for start, ends in enumerate([neighbours(at) for at in range(24)]):
        assert list(ends) == sorted(ends)
        for end in ends:
            assert start in neighbours(end)
            edges.add((min(start, end), max(start, end)))
    assert len(edges) == 40
    assert [POINTS[end] for end in neighbours(POINTS.index("b6"))] == ["a7", "d6", "b4", "c5"]


def test_perft_to_depth_4():
    start = MORRIS.start(RULES, 2, None)
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [24, 552, 12144, 255024]


def test_a_stone_is_placed_from_the_hand():
    start = MORRIS.start(RULES, 2, None)
    assert start.phase == "place" and start.player == 0 and start.turn == 1
    assert MORRIS.legal(start) == tuple(["place " + name for name in POINTS])
    state = play(start, "place d6")
    assert state.last == (0, "place d6", (), "placed")
    assert (state.player, state.turn, state.phase) == (1, 2, "place")
    assert board(state)["points"] == ".........W.............."
    assert board(state)["in_hand"] == [11, 12]
    assert "place d6" not in MORRIS.legal(state)
    assert start.points == b"." * 24  # a state never changes


def test_who_has_an_empty_hand_moves():
    state = at("a7 d6 c4", "g7 e5 e3", hands=(0, 2))
    assert state.phase == "move"
    state = play(state, "a7-a4")
    assert state.phase == "place" and state.quiet == 1
    state = play(state, "place f4")
    assert state.phase == "move" and state.quiet == 1  # a placing does not count


def test_moves_are_listed_by_from_then_to():
    state = at("d7 b6 e4 c3", "g7 a1 d1 f2")
    wanted = "d7-a7 d7-d6 b6-a7 b6-d6 b6-b4 b6-c5 e4-f4 e4-e5 e4-e3 c3-b2 c3-d3 c3-c4"
    assert MORRIS.legal(state) == tuple(wanted.split())
    assert play(state, "b6-c5").last == (0, "b6-c5", (), "moved")


def test_a_mill_takes_one_stone_before_the_turn_passes():
    state = play(at("a7 d7 b4", "g1 d1 b6", hands=(5, 5)), "place g7")
    assert state.last[3] == "mill" and state.takes_due == 1
    assert (state.player, state.phase, state.turn) == (0, "take", 1)
    assert takes(state) == "g1 d1 b6"
    state = play(state, "take b6")
    assert state.last == (0, "take b6", (), "took")
    assert (state.player, state.phase, state.turn, state.takes_due) == (1, "place", 2, 0)
    assert board(state)["captured"] == [5, 4] and board(state)["in_hand"] == [4, 5]


def test_a_diagonal_and_a_joining_line_are_mills_too():
    assert play(at("a1 b2 d7", "g1 d1 g4", hands=(5, 5)), "place c3").takes_due == 1
    assert play(at("a1 f4 e4", "g1 d1 b6", hands=(5, 5)), "place g4").takes_due == 1
    # The middles of one ring are no line.
    assert play(at("d7 g4 d1", "g1 c5 b6", hands=(5, 5)), "place a4").takes_due == 0


def test_a_move_inside_its_own_line_is_no_mill():
    state = play(at("a7 d7 f2 e3", "g1 d1 g4 b4"), "d7-g7")
    assert state.last[3] == "moved" and state.player == 1


def test_a_mill_opened_and_closed_takes_again():
    state = play(at("a7 d7 g7 f2", "a4 c4 d3 b2 e4"), "d7-d6", "a4-a1", "d6-d7")
    assert state.phase == "take" and state.last[3] == "mill"


def test_stones_in_a_mill_are_safe_while_others_are_there():
    state = play(at("a7 d7 b4", "g1 f2 e3 b6", hands=(5, 5)), "place g7")
    assert takes(state) == "b6"


def test_all_stones_in_mills_may_all_be_taken():  # T34
    state = play(at("a7 d7 b4", "g1 f2 e3 d2 b2", hands=(5, 5)), "place g7")
    assert takes(state) == "g1 f2 d2 b2 e3"


def test_safety_is_looked_at_afresh_before_each_taking():
    state = play(at("a7 d7 g4 g1", "c5 c4 c3 b6", hands=(5, 5)), "place g7")
    assert state.takes_due == 2 and takes(state) == "b6"
    state = play(state, "take b6")
    assert state.takes_due == 1 and state.player == 0 and state.turn == 1
    assert takes(state) == "c5 c3 c4"  # only the mill is left, so it is safe no longer


def test_each_new_mill_takes_and_the_house_rule_takes_one():
    two, three = ("a7 d7 g4 g1", "g7"), ("a7 d7 g4 g1 f6 e5", "g7")
    for rules, wanted in ((RULES, (2, 3)), (ONE, (1, 1))):
        for (white, name), due in zip((two, three), wanted):
            state = at(white, "b4 c4 d3 e3 d2", hands=(5, 5), rules=rules)
            state = play(state, "place " + name)
            assert state.takes_due == due
            assert board(state)["takes_due"] == due


def test_a_line_that_stood_before_takes_nothing():
    state = play(at("a7 d7 g7 g4", "b4 c4 d3 e3", hands=(5, 5)), "place b6")
    assert state.takes_due == 0 and state.last[3] == "placed"


def test_no_more_is_owed_than_the_opponent_has_on_the_board():
    state = play(at("a7 d7 g4 g1", "b4", hands=(5, 5)), "place g7")
    assert state.takes_due == 1
    state = play(at("a7 d7 g4 g1", "", hands=(5, 5)), "place g7")
    assert state.takes_due == 0 and state.last[3] == "mill"
    assert state.player == 1 and state.phase == "place"


def test_the_last_stone_placed_takes_before_the_turn_passes():  # T34
    state = at("a7 a4 g4 f2 d5 e3", "b6 d6 d2 b2 c4", hands=(0, 1), player=1)
    state = play(state, "place f6")
    assert state.phase == "take" and state.player == 1 and board(state)["in_hand"] == [0, 0]
    state = play(state, "take a4")
    assert state.phase == "move" and state.player == 0 and state.quiet == 0


def test_three_stones_and_an_empty_hand_fly():
    state = at("a7 d6 c4", "g7 e5 e3 b2")
    legal = MORRIS.legal(state)
    free = [name for name in POINTS if name not in ("a7", "d6", "c4", "g7", "e5", "e3", "b2")]
    assert legal == tuple([a + "-" + b for a in ("a7", "d6", "c4") for b in free])
    assert play(state, "a7-g1").quiet == 1  # flying counts


def test_who_does_not_fly():
    for state in (
        at("a7 d6 c4", "g7 e5 e3 b2", rules=WALKING),
        at("a7 d6 c4 a1", "g7 e5 e3 b2"),
    ):
        for action in MORRIS.legal(state):
            start, end = MORRIS.parts(action)
            assert POINTS.index(end) in neighbours(POINTS.index(start))
    assert at("a7 d6 c4", "g7 e5 e3 b2", hands=(1, 0)).phase == "place"


def test_the_lines_are_those_of_three_rings_and_their_neighbours_stand_next_to_each_other():
    found = [
        (ring + side, ring + side + 1, ring + (side + 2) % 8)
        for ring in (0, 8, 16)
        for side in (0, 2, 4, 6)
    ] + [(place, place + 8, place + 16) for place in range(8)]
    assert [tuple(line) for line in lines()] == found
    for at in range(24):
        near = [pair for line in found for pair in (line[:2], line[1:]) if at in pair]
        assert list(neighbours(at)) == sorted([a + b - at for a, b in near])
        full = b"W" * 24
        assert mills(full, at) == len([line for line in found if at in line])
    for line in found:
        points = bytes([87 if place in line else 46 for place in range(24)])
        assert [mills(points, place) for place in line] == [1, 1, 1], line


def test_the_place_of_an_action_is_that_in_the_list():
    states = [MORRIS.start(RULES, 2, None), at("a7 d6 c4", "g7 e5 e3 b2"), at("a7", "b2", (11, 11))]
    states += [at("a7 d7 g7", "b2 e3", takes_due=1), at("a7 g7", "b2 e3 d5")]
    named = ["place " + name for name in POINTS + ("a2", "")] + ["take b2", "a7-a4", "", "place"]
    for state in states:
        legal = MORRIS.legal(state)
        for action in named + list(legal):
            place = legal.index(action) if action in legal else -1
            assert MORRIS.index(state, action) == place, (state, action)


def test_the_longest_legal_list_fits_the_history():
    legal = MORRIS.legal(at("a7 d6 c4", "", hands=(0, 3)))
    assert len(legal) == 3 * 21 < 128


def test_actions_are_chosen_stone_first():
    assert MORRIS.parts("a7-d7") == ("a7", "d7")
    assert MORRIS.parts("place g4") == ("g4",)
    assert MORRIS.parts("take c3") == ("c3",)
    state = at("a7 d6 c4", "g7 e5 e3 b2")
    assert len(set([MORRIS.parts(action)[0] for action in MORRIS.legal(state)])) == 3
    assert MORRIS.click(state) is None and MORRIS.hold(state) is None


def test_captured_counts_what_is_out_of_the_game():
    assert board(MORRIS.start(RULES, 2, None))["captured"] == [0, 0]
    state = at("a7 d7 b4", "g1 d1", hands=(9, 4))
    assert board(state)["captured"] == [6, 0]
