"""The table's morris players: legal, exact in what they look at, alert, the same in any steps."""

from twelve.base.dice import Stream
from twelve.games.catalog import game
from twelve.games.morris import POINTS
from twelve.games.morris_player import Thinker, explain, name_of
from twelve.games.morris_reason import boards
from twelve.games.morris_search import FORCED, Search, value

MORRIS = game("morris")
ALL_RULES = [(flying, mill) for flying in (True, False) for mill in ("each", "one")]
RULES = (True, "each")
FAR = 99999


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


def first(n):
    return 0


def decide(state, level="normal", draw=first, work=100):
    thinking = Thinker(MORRIS, state, level, draw)
    found = None
    while found is None:
        found = thinking.step(work)
    return found


def random_states(seed, rules, every):
    """Yield the states of one game of random actions that are not over, each ``every``-th."""
    stream = Stream(seed)
    state = MORRIS.start(rules, 2, None)
    n = 0
    while state.result is None:
        if n % every == 0:
            yield state
        legal = MORRIS.legal(state)
        state = MORRIS.apply(state, legal[stream.draw(len(legal))], ())
        n += 1


def seen(state):
    """Return what ``value`` takes of ``state``, as its player sees it."""
    own, other = boards(state)
    hands = state.in_hand
    return own, other, hands[state.player], hands[1 - state.player], state.rules[0]


def exhaustive(state, turns, ply=0):
    """Return the value of ``state`` to its player by trying everything ``turns`` ahead."""
    best = -FAR
    for action in MORRIS.legal(state):
        after = MORRIS.apply(state, action, ())
        left = turns - (state.phase != "take")
        if after.result is not None:
            worth = 0 if after.result[0] is None else 30000 - ply - 1
        elif after.player == state.player:
            worth = exhaustive(after, left, ply + 1)
        elif left:
            worth = -exhaustive(after, left, ply + 1)
        else:
            # A player who is found blocked at the last look has lost, how soon is left open.
            worth = -value(*(seen(after) + (-FAR, FAR)))
        best = max(best, worth)
    return best


def looked(state, turns):
    """Return the value that a search gives ``state`` looking ``turns`` ahead."""
    search = Search(state)
    while search.turns <= turns:
        if search.step(1):
            break
    return search.worth


def test_the_search_finds_what_trying_everything_finds():
    compared = 0
    for seed, rules in enumerate(ALL_RULES):
        for state in random_states(bytes((seed, 7)), rules, 17):
            for turns in (1, 2):
                wanted, found = exhaustive(state, turns), looked(state, turns)
                won = wanted > FORCED and found > FORCED
                lost = wanted < -FORCED and found < -FORCED
                assert won or lost or wanted == found, (state, turns, wanted, found)
                compared += 1
    assert compared > 30


def test_it_tries_exactly_the_legal_actions():
    for seed, rules in enumerate(ALL_RULES):
        for state in random_states(bytes((seed, 8)), rules, 3):
            search = Search(state)
            tried = sorted([name_of(number) for number in search.actions[0][: search.count]])
            assert tried == sorted(MORRIS.legal(state))


def test_no_position_is_worth_much_more_than_its_stones():
    for seed in range(4):
        for state in random_states(bytes((seed, 9)), RULES, 2):
            own, other, mine, yours, flying = seen(state)
            found = value(own, other, mine, yours, flying, -FAR, FAR)
            for low, high in ((-FAR, -600), (600, FAR), (-50, 50), (-FAR, FAR)):
                bound = value(own, other, mine, yours, flying, low, high)
                if low < found < high:
                    assert bound == found
                else:
                    assert bound <= low if found <= low else bound >= high


def test_all_levels_play_whole_games_by_all_rules():
    for seed, rules in enumerate(ALL_RULES):
        stream = Stream(bytes((seed, 10)))
        state = MORRIS.start(rules, 2, None)
        while state.result is None:
            level = ("normal", "easy")[state.player]
            action, why = decide(state, level, stream.draw)
            assert action in MORRIS.legal(state)
            assert 8 < len(why) < 100
            state = MORRIS.apply(state, action, ())
        assert state.result[0] == 0, "normal beats easy"


def test_steps_of_any_size_come_to_the_same():
    for state in random_states(b"steps", RULES, 23):
        wanted = decide(state, work=10000)
        for work in (1, 7, 100):
            assert decide(state, work=work) == wanted


def test_it_is_decided_after_the_work_that_was_said():
    state = MORRIS.start(RULES, 2, None)
    thinking = Thinker(MORRIS, state, "normal", first)
    steps = 1
    while thinking.step(10) is None:
        assert thinking.best()[0] in MORRIS.legal(state)
        steps += 1
    assert steps == 1 + 160  # the search itself is made in a step of its own
    assert thinking.step(10) is thinking.answer


def test_a_mill_that_wins_is_closed():
    # Black has three stones: one taking and the game is over.
    state = at("a7 d7 g4 b2 c3", "d2 f4 e5")
    assert decide(state) == ("g4-g7", "wins: Black is down to two stones")
    state = at("a7 d7 g7", "d2 f4 e5", takes_due=1)
    assert decide(state)[1] == "wins: Black is down to two stones"


def test_the_opponent_is_shut_in_where_that_wins():
    # g7 is the last way out for Black's four stones in the corner.
    state = at("d6 b4 c5 g4 a1", "a7 d7 b6 a4")
    assert decide(state) == ("g4-g7", "wins: Black cannot move")


def test_a_mill_of_the_opponent_is_stopped():
    state = at("a1 f4 b4", "a7 d7 f2", hands=(8, 8))
    for draw in (first, lambda n: n - 1):
        action, why = decide(state, draw=draw)
        assert (action, why) == ("place g7", "keeps Black from closing a7-d7-g7")


def test_a_mill_is_closed_and_the_stone_that_hurts_is_taken():
    # Black could close g1-f2-e3 and e3-d3-c3 next: only e3 is in both.
    state = at("a7 d7 b2", "c3 e3 g1 a4", hands=(6, 6))
    action, why = decide(state)
    assert (action, why) == ("place g7", "closes a mill and takes e3")
    state = MORRIS.apply(state, action, ())
    assert decide(state) == ("take e3", "keeps Black from closing g1-f2-e3")


def test_easy_closes_mills_and_never_looks_further():
    state = at("a7 d7 b2", "c3 e3 g1 a4", hands=(6, 6))
    stream = Stream(b"easy")
    for _ in range(20):
        action, why = decide(state, "easy", stream.draw)
        assert (action, why) == ("place g7", "closes a mill")
    state = at("a1 f4 b4", "a7 d7 f2", hands=(8, 8))
    stopped = [decide(state, "easy", stream.draw)[0] == "place g7" for _ in range(60)]
    assert 10 < sum(stopped) < 55, "a beginner sees a threat now and then"


def test_the_only_action_needs_no_thought():
    state = at("a7 a4", "d7 g7 b6 b4 f4", hands=(1, 0), player=1, takes_due=0)
    legal = MORRIS.legal(state)
    state = at("a7 d7 g7", "b2 b4 b6 d2", takes_due=1)
    assert MORRIS.legal(state) == ("take d2",) and legal
    assert Thinker(MORRIS, state, "normal", first).answer == ("take d2", "the only thing to do")


def test_a_win_by_force_and_a_lost_game_are_told():
    state = MORRIS.start(RULES, 2, None)
    action, why = explain(MORRIS, state, 992, 0, FORCED + 5)
    assert action == "place a7" and why.endswith(", and wins by force")
    assert explain(MORRIS, state, 992, 0, -FORCED - 5)[1].endswith(", though the game is lost")
    assert explain(MORRIS, state, 992, 0, 0)[1] == "more room to move"


def test_reasons_in_words():
    wanted = (
        (at("a7 d6 b6", "g1 d1", hands=(9, 9)), "place f6", "closes a mill"),
        (at("d1 f6", "g1 b4", hands=(9, 9)), "place b6", "gets ready to close b6-d6-f6"),
        (at("a7 g1 d6", "f4 d1", hands=(9, 9)), "place d7", "threatens two mills at once"),
        (at("a7 d7 g7 b2", "f4 d1 c3 c4"), "d7-d6", "opens a7-d7-g7 to close it again"),
        (at("a7", "", hands=(11, 12), player=1), "place d7", "more room to move"),
    )
    for state, action, why in wanted:
        assert explain_plainly(state, action) == why, (action, explain_plainly(state, action))


def explain_plainly(state, action):
    for number in range(1024):
        if number & 31 < 24 and number >> 5 not in range(24, 30) and name_of(number) == action:
            return explain(MORRIS, state, number, 0, 0)[1]
    raise ValueError(action)
