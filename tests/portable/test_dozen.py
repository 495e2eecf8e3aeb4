"""12 × 12: matches against brute force, every reading of the rules, every outcome."""

import sys

from twelve.games.catalog import game
from twelve.games.dozen import State, matches
from twelve.games.play import from_request

DOZEN = game("12x12")
DEVICE = sys.implementation.name != "cpython"
CLASSIC = {}
EXACT = {"exact_finish": True}
FREE = {"free_turn": True}
LUCK = {"ruleset": "luck"}


def at(rules, holes=None, players=2, player=0):
    """Return a first state; ``holes`` is {row: hole} of the player, {} for an empty board."""
    boards = [[0] * 12 for _ in range(players)]
    for row in holes or {}:
        boards[player][row - 1] = holes[row]
    position = {"markers": boards, "player": player}
    return from_request({"game": "12x12", "rules": rules, "position": position}, b"x").state


def play(state, *steps):
    """Return the state after ``steps``: tuples are faces to roll, strings are actions."""
    for step in steps:
        action = "roll" if isinstance(step, tuple) else step
        assert action in DOZEN.legal(state), (action, DOZEN.legal(state))
        given = list(step) if isinstance(step, tuple) else []
        state = DOZEN.apply(state, action, DOZEN.accept(state, action, given))
    return state


def outcome(state):
    """Return what the last action came to."""
    return state.last[3]


def most_pairs(row, dice):
    """The largest number of disjoint pairs of ``dice`` that sum to ``row``, by trying them all."""
    best = 0
    for i in range(len(dice)):
        for j in range(i + 1, len(dice)):
            if dice[i] + dice[j] == row:
                rest = dice[:i] + dice[i + 1 : j] + dice[j + 1 :]
                best = max(best, 1 + most_pairs(row, rest))
    return best


def sorted_rolls(dice, low=1):
    """Yield every roll of ``dice`` dice with ascending faces."""
    if dice == 0:
        yield ()
        return
    for face in range(low, 7):
        for rest in sorted_rolls(dice - 1, face):
            yield (face,) + rest


def counts(roll):
    """Return the matches of rows 1 to 12 in ``roll`` by brute force."""
    faces = [roll.count(row) for row in range(1, 7)]
    return bytes(faces + [most_pairs(row, roll) for row in range(7, 13)])


def test_t36_matches_equal_brute_force_in_any_order():
    known = {}  # kept on the laptop only: what lives on among garbage fragments a small heap
    for code in range(0, 46656, 97 if DEVICE else 1):
        roll = tuple([code // 6**i % 6 + 1 for i in range(6)])
        ascending = tuple(sorted(roll))
        wanted = known.get(ascending) or counts(ascending)
        if not DEVICE:
            known[ascending] = wanted
        for row in range(1, 13):
            assert matches(row, roll) == wanted[row - 1], (row, roll)
    assert DEVICE or len(known) == 462


def test_t36_matches_of_fewer_dice():
    for dice in range(6):
        for roll in sorted_rolls(dice):
            wanted = counts(roll)
            for row in range(1, 13):
                assert matches(row, roll) == wanted[row - 1], (row, roll)


def test_t36_examples():
    assert matches(6, (3, 3, 3, 3)) == 0  # rows 1–6 are faces, never sums
    assert matches(8, (4, 4, 4, 4)) == 2
    assert matches(8, (6, 6, 5, 3, 2, 2)) == 3
    assert matches(8, (4, 4, 4)) == 1


def test_classic_needs_a_match_to_choose_a_row():
    state = play(at(CLASSIC), (1, 1, 1, 2, 2, 2))
    assert DOZEN.legal(state) == ("row 1", "row 2")
    assert (state.phase, outcome(state), state.in_hand) == ("row", "rolled", 6)


def test_classic_passes_when_nothing_can_score():
    holes = {row: 12 for row in (1, 2, 3)}
    state = play(at(CLASSIC, holes), (1, 1, 1, 2, 2, 2))
    assert (state.turn, state.player, state.phase, outcome(state)) == (2, 1, "roll", "passed")
    assert (state.dice, state.last[2]) == (b"", (1, 1, 1, 2, 2, 2))


def test_classic_keeps_progress_whatever_follows():
    state = play(at(CLASSIC), (5, 1, 3, 3, 3, 1), "row 3")
    assert (state.markers[2], state.in_hand, state.row) == (3, 3, 3)
    assert DOZEN.legal(state) == ("roll",)
    state = play(state, (1, 6, 2))
    assert (state.markers[2], outcome(state), state.player) == (3, "missed", 1)


def test_pairs_set_two_dice_aside():
    state = play(at(CLASSIC), (6, 6, 5, 1, 2, 2), "row 8")
    assert (state.markers[7], state.in_hand, outcome(state)) == (2, 2, "scored")


def test_hot_dice_come_back_all_six():
    for rules in (CLASSIC, LUCK):
        state = play(at(rules), (6, 6, 5, 3, 2, 2), "row 8")
        assert (state.in_hand, outcome(state)) == (6, "hot")


def test_classic_surplus_is_lost_and_finishes_the_row():
    state = play(at(CLASSIC, {3: 11}), (3, 3, 3, 1, 1, 1), "row 3")
    assert (state.markers[2], outcome(state), state.player) == (12, "finished", 1)


def test_reading_exact_finish_overshoot_keeps_earlier_progress():
    state = play(at(EXACT, {3: 9}), (3, 3, 1, 1, 1, 1), "row 3")
    assert state.markers[2] == 11
    state = play(state, (3, 3, 1, 1))
    assert (state.markers[2], outcome(state), state.player) == (11, "missed", 1)


def test_reading_exact_finish_opening_overshoot_cannot_be_chosen():
    state = play(at(EXACT, {3: 11, 1: 0}), (3, 3, 3, 1, 1, 1))
    assert DOZEN.legal(state) == ("row 1",)
    holes = {row: 12 for row in range(1, 13)}
    holes[3] = 11
    state = play(at(EXACT, holes), (3, 3, 3, 1, 1, 1))
    assert (outcome(state), state.player) == ("passed", 1)


def test_exact_finish_reaches_the_goal_by_exact_count():
    state = play(at(EXACT, {3: 10}), (3, 3, 1, 1, 1, 1), "row 3")
    assert (state.markers[2], outcome(state), state.player) == (12, "finished", 1)


def test_free_turn_needs_the_exact_count():
    state = play(at(FREE, {3: 10}), (3, 3, 1, 1, 1, 1), "row 3")
    assert (outcome(state), state.player, state.turn) == ("finished", 0, 2)
    state = play(at(FREE, {3: 11}), (3, 3, 1, 1, 1, 1), "row 3")
    assert (outcome(state), state.player, state.turn) == ("finished", 1, 2)


def test_reading_luck_any_unfinished_row_may_be_chosen():
    state = play(at(LUCK, {5: 12}), (1, 1, 1, 1, 1, 1))
    assert DOZEN.legal(state) == tuple(["row %d" % r for r in range(1, 13) if r != 5])
    state = play(state, "row 9")
    assert (outcome(state), state.phase, state.at_risk, state.in_hand) == ("scored", "decide", 0, 6)
    assert DOZEN.legal(state) == ("roll", "stop")


def test_reading_luck_opening_roll_busts_only_by_overshooting():
    state = play(at(LUCK, {1: 7}), (1, 1, 1, 1, 1, 1), "row 1")
    assert (outcome(state), state.player, state.markers[0]) == ("bust", 1, 7)


def test_reading_every_match_of_a_roll_scores():
    state = play(at(LUCK), (2, 2, 2, 1, 1, 1), "row 2")
    assert (state.at_risk, state.in_hand) == (3, 3)
    state = play(at(CLASSIC), (2, 2, 2, 1, 1, 1), "row 2")
    assert (state.markers[1], state.in_hand) == (3, 3)


def test_luck_moves_nothing_before_stop():
    state = play(at(LUCK), (2, 2, 2, 1, 1, 1), "row 2", (2, 1, 1))
    assert (state.markers[1], state.at_risk, state.in_hand) == (0, 4, 2)
    state = play(state, "stop")
    assert (state.markers[1], outcome(state), state.player) == (4, "stopped", 1)


def test_luck_busts_on_a_miss_and_on_overshooting():
    state = play(at(LUCK, {2: 1}), (2, 2, 2, 1, 1, 1), "row 2", (1, 1, 1))
    assert (state.markers[1], outcome(state), state.player) == (1, "bust", 1)
    state = play(at(LUCK, {2: 8}), (2, 2, 2, 1, 1, 1), "row 2", (2, 2, 1))
    assert (state.markers[1], outcome(state), state.player) == (8, "bust", 1)


def test_luck_exact_goal_keeps_the_points_and_takes_a_new_turn():
    state = play(at(LUCK, {2: 9}), (2, 2, 2, 1, 1, 1), "row 2")
    assert (state.markers[1], outcome(state), state.player, state.turn) == (12, "finished", 0, 2)


def test_reading_one_die_left_ends_the_turn_on_rows_7_to_12():
    # Six dice never leave one, so the states before are made up: three dice in hand.
    def three(rules):
        markers = bytes(24)
        rules = DOZEN.read_rules(rules)
        return State(rules, 1, 0, "roll", None, None, markers, 8, b"\x01" * 3, 3, 0)

    state = play(three(CLASSIC), (6, 2, 1))
    assert (state.markers[7], outcome(state), state.player) == (1, "scored", 1)
    state = play(three(LUCK), (6, 2, 1))
    assert (state.in_hand, DOZEN.legal(state)) == (1, ("stop",))
    rules = DOZEN.read_rules(LUCK)
    one_left = State(rules, 1, 0, "decide", None, None, bytes(24), 6, b"", 1, 2)
    assert DOZEN.legal(one_left) == ("roll", "stop")


def test_first_board_full_wins_at_once():
    holes = {row: 12 for row in range(1, 13)}
    holes[1] = 10
    for rules in (CLASSIC, EXACT, FREE, LUCK):
        state = play(at(rules, holes, 3, 2), (1, 1, 2, 2, 2, 2), "row 1")
        assert state.result == (2, "all rows finished")
        assert (state.phase, outcome(state), state.player, state.turn) == ("over", "won", 2, 1)
        assert DOZEN.legal(state) == ()


def test_six_players_take_turns_in_seat_order():
    state = at(CLASSIC, players=6)
    seats = []
    for _ in range(13):
        seats.append(state.player)
        state = play(state, (1, 1, 1, 2, 2, 2), "row 1", (2, 2, 3))
    assert seats == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0]
    assert [state.markers[12 * seat] for seat in range(6)] == [9, 6, 6, 6, 6, 6]
    assert state.turn == 14
