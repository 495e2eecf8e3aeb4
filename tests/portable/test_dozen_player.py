"""The table's players: legal everywhere, the same twice, in whole numbers, with their reasons."""

from twelve.base.dice import Stream
from twelve.base.errors import Refusal
from twelve.games import dozen_player, players
from twelve.games.catalog import game
from twelve.games.dozen import GOAL, matches
from twelve.games.dozen_chances import CHANCES
from twelve.games.dozen_law import kind, worth
from twelve.games.dozen_value import ONE
from twelve.games.play import from_request

DOZEN = game("12x12")
RULES = (
    {},
    {"exact_finish": True},
    {"free_turn": True},
    {"exact_finish": True, "free_turn": True},
    {"ruleset": "luck"},
)


def at(rules, holes, player=0, others=0):
    """Return a first state; ``holes`` is {row: hole} of the player, other rows at ``others``."""
    boards = [[0] * 12, [0] * 12]
    boards[player] = [holes.get(row, others) for row in range(1, 13)]
    position = {"markers": boards, "player": player}
    return from_request({"game": "12x12", "rules": rules, "position": position}, b"x").state


def after(state, *steps):
    """Return the state after ``steps``: tuples are faces to roll, strings are actions."""
    for step in steps:
        action = "roll" if isinstance(step, tuple) else step
        assert action in DOZEN.legal(state), (action, DOZEN.legal(state))
        state = DOZEN.apply(state, action, step if isinstance(step, tuple) else ())
    return state


def somewhere(rules, stream):
    """Return a state at a random position of two players, a random way into a turn."""
    boards = []
    for _ in range(2):
        board = [min(stream.draw(20), GOAL) for _ in range(12)]
        board[stream.draw(12)] = stream.draw(12)
        boards.append(board)
    position = {"markers": boards, "player": stream.draw(2)}
    state = from_request({"game": "12x12", "rules": rules, "position": position}, b"x").state
    for _ in range(stream.draw(6)):
        legal = DOZEN.legal(state)
        action = legal[stream.draw(len(legal))]
        later = DOZEN.apply(state, action, DOZEN.draw(state, action, stream))
        if later.result is not None:
            return state
        state = later
    return state


def test_every_level_is_legal_and_the_same_twice():
    stream = Stream(b"positions")
    for rules in RULES:
        for _ in range(40):
            state = somewhere(rules, stream)
            for level in players.levels(DOZEN):
                action, why = players.choose(DOZEN, state, level)
                assert action in DOZEN.legal(state)
                assert type(why) is str and 0 < len(why) < 60
                assert players.choose(DOZEN, state, level) == (action, why)


def test_games_come_to_an_end():
    for rules in ({}, {"exact_finish": True}, {"ruleset": "luck"}):
        for level in players.levels(DOZEN):
            stream = Stream(b"whole")
            state = DOZEN.start(DOZEN.read_rules(rules), 1, None)
            while state.result is None:
                action, _ = players.choose(DOZEN, state, level, stream.draw)
                state = DOZEN.apply(state, action, DOZEN.draw(state, action, stream))
                assert state.turn < 200, (rules, level)


def test_a_player_sees_its_own_board_only():
    found = []
    for player in (0, 1):
        state = after(at({}, {12: 3, 8: 11}, player, GOAL), (6, 6, 2, 1, 1, 1))
        assert DOZEN.legal(state) == ("row 8", "row 12")
        found.append([players.choose(DOZEN, state, level) for level in players.levels(DOZEN)])
    assert found[0] == found[1]


def test_what_is_forced_is_said_to_be():
    first = at({}, {})
    rolled = after(first, (6, 6, 6, 6, 6, 6), "row 12")
    for state in (first, rolled):
        for level in players.levels(DOZEN):
            assert players.choose(DOZEN, state, level) == ("roll", "the only thing to do")
    last = after(at({}, {5: 11}, 0, GOAL), (5, 1, 1, 1, 1, 1))
    action, why = players.choose(DOZEN, last, "normal")
    assert action == "row 5" and why.startswith("row 5 saves ")


def test_reasons_are_in_expected_turns():
    state = after(at({}, {}), (6, 6, 6, 6, 3, 5))
    action, why = players.choose(DOZEN, state, "normal")
    words = why.replace(",", "").split(" ")
    assert action == "row 12"
    assert words[:3] + words[4:6] == ["row", "12", "saves", "turns", "row"]
    first, second = [tuple(map(int, words[i].split("."))) for i in (3, 7)]
    assert first > second >= (0, 0)
    state = after(at({"ruleset": "luck"}, {}), (6, 6, 6, 6, 6, 6), "row 6")
    action, why = players.choose(DOZEN, state, "normal")
    names = {"stop": "stopping saves ", "roll": "rolling on saves "}
    assert why.startswith(names[action])
    assert ", rolling on " in why if action == "stop" else ", stopping " in why


def test_turns_are_rounded_in_whole_numbers():
    said = {0: "0.0", 12: "0.0", 13: "0.1", 256: "1.0", 537: "2.1", 2559: "10.0", -40: "0.0"}
    for saved in said:
        assert dozen_player.turns(saved) == said[saved]


def test_with_nothing_at_risk_it_rolls_and_a_bad_chance_it_leaves():
    state = after(at({"ruleset": "luck"}, {1: 11}, 0, GOAL), (2, 2, 2, 2, 2, 2), "row 1")
    assert players.choose(DOZEN, state, "normal")[0] == "roll"
    state = after(at({"ruleset": "luck"}, {12: 0}, 0, GOAL), (6, 6, 6, 6, 1, 1), "row 12")
    assert state.at_risk == 2 and state.in_hand == 2
    assert players.choose(DOZEN, state, "normal")[0] == "stop"


def test_a_row_that_would_overshoot_saves_nothing():
    state = after(at({"ruleset": "luck"}, {1: 11, 2: 3}, 0, GOAL), (1, 1, 2, 2, 3, 3))
    assert DOZEN.legal(state) == ("row 1", "row 2")
    for level in players.levels(DOZEN):
        assert players.choose(DOZEN, state, level)[0] == "row 2"
    _, why = players.choose(DOZEN, state, "normal")
    assert why.endswith(", row 1 0.0")


def test_easy_plays_like_a_child():
    state = after(at({}, {}), (1, 1, 1, 5, 6, 4))
    assert players.choose(DOZEN, state, "easy") == ("row 1", "row 1 has most matches now, 3")
    tie = after(at({}, {}), (1, 1, 2, 2, 3, 3))
    best = [action for action in DOZEN.legal(tie) if matches(int(action[4:]), tie.dice) == 2]
    assert len(best) > 2
    drawn = [players.choose(DOZEN, tie, "easy", lambda n, i=i: i)[0] for i in range(len(best))]
    assert drawn == best and players.choose(DOZEN, tie, "easy")[0] == best[0]
    state = after(at({"ruleset": "luck"}, {}), (1, 2, 3, 4, 5, 6), "row 12")
    assert players.choose(DOZEN, state, "easy")[0] == "roll"
    state = after(at({"ruleset": "luck"}, {}), (1, 2, 3, 4, 5, 6), "row 7")
    assert players.choose(DOZEN, state, "easy")[0] == "stop"


def test_thinking_can_be_left_after_every_row():
    state = after(at({}, {}), (1, 2, 3, 4, 5, 6))
    thinking = players.thinker(DOZEN, state, "normal")
    steps = 1
    while thinking.step(1) is None:
        steps += 1
    assert steps == len(DOZEN.legal(state)) > 8
    assert thinking.answer == thinking.step(1) == players.choose(DOZEN, state, "normal")


def test_chances_add_up_and_match_the_dice():
    assert len(CHANCES) == 7
    for row in range(1, 13):
        for chances in CHANCES[kind(row)]:
            assert sum(chances) == 1 << 14
        # Rolls of two dice can be counted: the last score before all six have scored, or 4 dice on.
        size = 1 if row <= 6 else 2
        two = CHANCES[kind(row)][(6 - 2) // size]
        counts = [0, 0, 0]
        for a in range(1, 7):
            for b in range(1, 7):
                counts[matches(row, (a, b))] += 1
        for found in range(len(two)):
            assert abs(two[found] * 36 - (counts[found] << 14)) <= 36


def test_a_turn_is_worth_whole_numbers_between_its_ends():
    values = [ONE * (12 - i) for i in range(13)]
    for row in (1, 7, 12):
        for luck, exact in ((False, False), (False, True), (True, True)):
            rolled = worth(values, row, 1, luck, exact)
            assert len(rolled) == 13 and rolled[12] == values[12]
            for score in range(1, 12):
                assert type(rolled[score]) is int
                low, high = values[12], values[0] if luck else values[score]
                assert low <= rolled[score] <= high


def test_a_board_is_worth_nothing_when_it_is_done_and_more_when_it_is_not():
    for ruleset in ("classic", "luck"):
        net = dozen_player.net_of(ruleset)
        empty = bytes(12)
        value = net.look(empty)[0]
        assert 60 * ONE < value < 80 * ONE
        almost = bytes([11] + [12] * 11)
        values = net.values(almost, 1, 1, net.look(almost))
        assert len(values) == 2 and values[1] == 0
        # What a row's values say is what a look at the board with its marker there says.
        board = bytes(range(12))
        values = net.values(board, 5, 0, net.look(board))
        for on in range(len(values)):
            there = board[:4] + bytes((board[4] + on,)) + board[5:]
            assert values[on] == net.look(there)[0]


def test_only_levels_that_there_are():
    state = at({}, {})
    for level in ("expert", "Easy", ""):
        try:
            players.choose(DOZEN, state, level)
        except Refusal as refusal:
            assert refusal.code == "bad_request" and "easy, normal" in refusal.message
        else:
            raise AssertionError(level)


def test_dominoes_are_pointed_out():
    dominoes = game("dominoes")
    request = {"game": "dominoes", "deck": ["6-6", "0-0", "6-5", "1-0", "5-4", "4-4"]}
    state = from_request(request, b"x").state
    for level in players.levels(dominoes):
        action, why = players.choose(dominoes, state, level)
        assert action == "pair 6-6 0-0" and why == "no choice changes how far this deal goes"
    state = dominoes.apply(state, "pair 6-6 0-0", ())
    state = dominoes.apply(state, "pair 6-5 1-0", ())
    assert players.choose(dominoes, state, "normal") == ("draw", "no pair is left on the tableau")
