"""Undo to any depth: the same faces come back, whatever the game, in bounded room and time."""

from twelve.base.dice import Stream
from twelve.base.errors import Refusal
from twelve.games import catalog
from twelve.games.history import USUAL
from twelve.games.play import from_request

VARIANTS = (
    ("12x12", {}),
    ("12x12", {"ruleset": "luck"}),
    ("12x12", {"exact_finish": True, "free_turn": True}),
    ("morris", {}),
    ("dominoes", {"set": 12, "tableau": 12}),
    ("dominoes", {"set": 12, "tableau": 12, "matching": "ends"}),
)


class Counting:
    """A game that counts how often it is applied."""

    def __init__(self, game):
        self._game = game
        self.legal = game.legal
        self.skip = game.skip
        self.unpack_chance = game.unpack_chance
        self.applied = 0

    def apply(self, state, action, chance):
        """Return the state after ``action``."""
        self.applied += 1
        return self._game.apply(state, action, chance)


def begin(game="12x12", rules=None, codes=None):
    """Return a new play, its dice from a fixed secret."""
    return from_request({"game": game, "rules": rules or {}}, b"secret", b"nonce", codes)


def step(play, choice):
    """Take one action chosen by the stream ``choice``, a fifth of the rolls given by hand."""
    legal = play.legal()
    action = legal[choice.draw(len(legal))]
    given = None
    if play.game.name == "12x12" and action == "roll" and choice.draw(5) == 0:
        given = list(choice.roll(play.state.in_hand))
    play.act(action, given)


def test_undo_to_any_depth_brings_the_same_faces():
    for game, rules in VARIANTS:
        if game not in catalog.NAMES:
            continue
        choice = Stream(game.encode())
        play = begin(game, rules)
        seen = []
        while not play.over and len(seen) < 150:
            seen.append((play.state, play.stream.position))
            step(play, choice)
        assert len(seen) > 3, game
        again = [(chance, by_hand) for _, _, chance, by_hand in play.history.walk()]
        end = play.state
        acts = [(action, chance, hand) for _, action, chance, hand in play.history.walk()]
        for state, position in reversed(seen):
            play.undo()
            assert play.state == state
            assert play.stream.position == position
        for action, chance, by_hand in acts:
            play.act(action, list(chance) if by_hand else None)
        assert play.state == end
        assert [(chance, hand) for _, _, chance, hand in play.history.walk()] == again


def test_random_walks_of_acts_and_undos_equal_a_list_of_states():
    for game, rules in VARIANTS:
        if game not in catalog.NAMES:
            continue
        choice = Stream(b"walk " + game.encode())
        play = begin(game, rules)
        states = [(play.state, play.stream.position)]
        for _ in range(250):
            if play.over or (len(states) > 1 and choice.draw(5) == 0):
                assert len(states) > 1, "over before it began: take another secret"
                for _ in range(min(len(states) - 1, 1 + choice.draw(30))):
                    play.undo()
                    states.pop()
            else:
                step(play, choice)
                states.append((play.state, play.stream.position))
            assert (play.state, play.stream.position) == states[-1]
            assert play.history.length == len(states) - 1


def test_nothing_to_undo():
    play = begin()
    for _ in range(2):
        try:
            play.undo()
        except Refusal as refusal:
            assert refusal.code == "nothing_to_undo"
        else:
            raise AssertionError("undone")
    play.act("roll")
    play.undo()
    assert play.history.length == 0


def test_undo_after_the_end_goes_on_playing():
    near = [12] * 11 + [11]
    request = {"game": "12x12", "position": {"markers": [near, near], "player": 1}}
    play = from_request(request, b"x")
    play.act("roll", [6, 6, 1, 1, 1, 1])
    play.act("row 12")
    assert play.result() == (1, "all rows finished") and play.over
    play.undo()
    assert play.result() is None and play.legal() == ("row 12",)


def test_undo_of_abandoning_takes_nothing_else_back():
    play = begin()
    play.act("roll")
    before = play.state
    play.abandon()
    assert play.over and play.legal() == () and play.result() == (None, "abandoned")
    play.undo()
    assert not play.over and play.state == before


def test_faces_from_the_table_move_the_stream_and_faces_by_hand_do_not():
    free = begin()
    free.act("roll")
    faces = list(free.state.last[2])
    told, hand = begin(), begin()
    told.act("roll", faces, by_hand=False)
    hand.act("roll", faces)
    assert told.stream.position == free.stream.position
    assert hand.stream.position == 0
    assert told.state == free.state == hand.state


def test_the_array_grows_and_keeps_every_action():
    play = begin(rules={"ruleset": "luck"})
    choice = Stream(b"double")
    taken = []
    for _ in range(300):
        step(play, choice)
        taken.append(play.state.last[1:3])
    for start in (0, 217):
        n = start
        for _, action, chance, _ in play.history.walk(start):
            assert (action, chance) == taken[n]
            n += 1
        assert n == 300


def test_a_full_array_of_fixed_size_forgets_the_oldest_and_still_takes_back():
    for size in (16, 17, 40, 100):
        codes = bytearray(3 * size)
        play = begin(rules={"ruleset": "luck"}, codes=codes)
        choice = Stream(b"fixed")
        seen = []
        for _ in range(400):
            seen.append((play.state, play.stream.position))
            step(play, choice)
            assert play.history.length <= size
        assert play.history.length >= size // 3
        assert play.history._codes is codes
        while play.history.length:
            play.undo()
            assert (play.state, play.stream.position) == seen.pop()


class Short(dict):
    """A dict that cannot be gone through: there is no memory for it."""

    def items(self):
        raise MemoryError


def test_forgetting_the_oldest_without_memory_changes_nothing():
    codes = bytearray(3 * 40)
    play = begin(rules={"ruleset": "luck"}, codes=codes)
    choice = Stream(b"short")
    seen = []
    while play.history.length < 40:
        seen.append((play.state, play.stream.position))
        step(play, choice)
    parts, wide = play.history.parts(), play.history._wide
    play.history._wide = Short()
    try:
        step(play, choice)
    except MemoryError:
        pass
    else:
        raise AssertionError("there was memory")
    play.history._wide = wide
    assert play.history.parts() == parts and parts[0] is not None
    while play.history.length:
        play.undo()
        assert (play.state, play.stream.position) == seen.pop()
    assert not seen


def test_checkpoints_thin_out_and_an_undo_stays_cheap():
    play = begin(rules={"ruleset": "luck"})
    choice = Stream(b"thin")
    most = 0
    for _ in range(1000):
        if play.over:
            play.undo()
        step(play, choice)
        most = max(most, len(play.history._checkpoints))
    assert most <= 12
    play.history._game = game = Counting(play.game)
    for _ in range(40):
        before = game.applied
        play.undo()
        assert game.applied - before <= play.history.length // 5
    assert game.applied


def test_a_game_takes_three_bytes_an_action():
    play = begin()
    choice = Stream(b"room")
    for _ in range(256):
        step(play, choice)
    assert len(play.history._codes) == 3 * 256


def test_an_array_of_the_usual_size_grows_in_a_long_game_and_keeps_all_of_it():
    codes = bytearray(3 * USUAL)
    request = {"game": "12x12", "rules": {"ruleset": "luck"}, "players": list("abcdef")}
    play = from_request(request, b"secret", b"nonce", codes)
    choice, history = Stream(b"long"), play.history
    while history.length < USUAL + 20:
        step(play, choice)
    assert history._codes is codes and len(codes) == 3 * USUAL + 1536
    parts = history.parts()
    assert parts[0] == bytes(codes[: 3 * history.length])
    state, position = history.before(play.stream)
    assert state.turn > 50 and position <= play.stream.position
    again = from_request(request, b"secret", b"nonce", bytearray(3 * USUAL))
    again.history.restore(*parts)
    assert again.history.length == history.length
    assert again.history.before(again.stream)[0] == state
