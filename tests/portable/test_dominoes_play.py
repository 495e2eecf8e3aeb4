"""The solitaire Twelves as a game of the contract: requests, tiles given, hashes, taking back."""

from test_dominoes import DOMINOES, ZEROS, deal, play
from test_morris_ends import refused
from twelve.base.dice import Stream
from twelve.games.dominoes import name_of
from twelve.games.play import act_request, from_request
from twelve.games.view import log, state_object

OPENING = "6-0 6-6 3-3 0-0 5-1 4-4 2-1 3-1"


def new(secret=ZEROS, **fields):
    """Return a game begun by request."""
    request = {"op": "new", "game": "dominoes"}
    request.update(fields)
    return from_request(request, secret)


def act(game, action, **fields):
    request = {"op": "act", "action": action}
    request.update(fields)
    act_request(game, request)


def finish(game, name):
    """Play ``game`` to its end by choices of a stream of their own; return it."""
    choice = Stream(name)
    while not game.over:
        legal = game.legal()
        act(game, legal[choice.draw(len(legal))])
    return game


def test_rules_are_strict():
    assert DOMINOES.read_rules({}) == (6, 6, "total")
    assert DOMINOES.read_rules({"set": 18, "tableau": 12}) == (18, 12, "total")
    for key, values in (
        ("set", (0, 19, -1, True, 6.0, "6", None, [6])),
        ("tableau", (1, 13, True, 6.0, "6", None)),
        ("matching", ("both", "", None, 1, True)),
        ("tiles", (6,)),
    ):
        for value in values:
            refused("bad_rules", DOMINOES.read_rules, {key: value})


def test_it_is_played_alone_and_from_the_deal():
    assert new().players == ("Player 1",) and new(players=["Eve"]).players == ("Eve",)
    for fields in ({"players": []}, {"players": ["A", "B"]}, {"position": {}}, {"deck": "6-6"}):
        refused("bad_request", lambda fields=fields: new(**fields))


def test_bad_decks_are_refused_after_bad_rules():
    for deck in (["6-7"], ["3-6"], ["7-0"], ["6-6", "6-6"], [6], [None], ["6-6", ["5-5"]], [True]):
        refused("bad_deck", lambda deck=deck: new(deck=deck))
    whole = DOMINOES.dealt(deal(None, set=1, tableau=3))
    assert new(deck=whole, rules={"set": 1}).state.deck == b""
    refused("bad_deck", lambda: new(deck=whole + ["0-0"], rules={"set": 1}))
    refused("bad_rules", lambda: new(deck=["6-7"], rules={"set": 0}))


def test_drawn_tiles_may_be_given():
    game = new(deck=OPENING.split())
    act(game, "pair 6-6 0-0")
    unseen = [name_of(tile) for tile in game.state.deck]
    given = [unseen[5], unseen[3]]
    act(game, "draw", tiles=given)
    assert DOMINOES.board(game.state)[0][1] == ["6-0", given[0], "3-3", given[1], "5-1", "4-4"]
    assert game.state.last == (0, "draw", tuple(given), "drew")
    left = [name for name in unseen if name not in given]
    assert [name_of(tile) for tile in game.state.deck] == left  # the rest keeps its order


def test_tiles_that_cannot_be_drawn_are_refused():
    game = new(deck=OPENING.split())
    act(game, "pair 6-6 0-0")
    before = game.state
    for tiles in (
        [], ["2-1"], ["2-1", "3-1", "5-5"], ["2-1", "2-1"], ["2-1", "6-6"], ["2-1", "6-0"],
        ["2-1", "1-3"], ["2-1", "7-0"], [2, 1], ["2-1", None], [True, False], ["2-1", ["3-1"]],
    ):  # fmt: skip
        for by in ("hand", "table"):
            refused("bad_dice", lambda by=by, tiles=tiles: act(game, "draw", tiles=tiles, by=by))
    refused("bad_request", lambda: act(game, "draw", tiles="2-1 3-1"))
    refused("illegal_action", lambda: act(game, "pair 6-6 0-0"))
    refused("illegal_action", lambda: act(game, "pair 3-3 6-0"))  # tableau order is the spelling
    assert game.state == before
    act(game, "pair 3-3 5-1", tiles=["2-1"])  # nothing is drawn, so tiles say nothing
    assert game.state.last[2] == ()


def test_a_draw_leaves_the_stream_alone():
    game = new()
    position = game.stream.position
    finish(game, b"stream")
    assert game.stream.position == position > 0


def test_undo_brings_the_same_tiles_back():
    game = finish(new(rules={"tableau": 7}), b"undo")
    lines = []
    while game.history.length:
        lines.append((game.hash(), game.state.last, game.state.turn))
        game.undo()
    assert game.state == game.first and len(lines) > 5
    while lines:
        wanted = lines.pop()
        act(game, wanted[1][1])
        assert (game.hash(), game.state.last, game.state.turn) == wanted


def test_undo_takes_given_tiles_back():
    game = new(deck=OPENING.split())
    act(game, "pair 6-6 0-0")
    before = game.state
    act(game, "draw", tiles=["5-5", "4-3"])
    act(game, "pair 6-0 3-3")
    game.undo()
    assert game.state.last == (0, "draw", ("5-5", "4-3"), "drew")
    game.undo()
    assert game.state == before
    act(game, "draw")
    assert game.state.last[2] == ("2-1", "3-1")


def test_tiles_of_the_deck_take_no_room_in_the_history():
    state = play(deal(OPENING), "pair 6-6 0-0")
    assert DOMINOES.pack_chance(state, ("2-1", "3-1")) == 0
    assert DOMINOES.unpack_chance(state, "draw", 0) == ("2-1", "3-1")
    assert DOMINOES.pack_chance(state, ("3-1", "2-1")) == -1
    assert DOMINOES.pack_chance(state, ()) == 0
    assert DOMINOES.unpack_chance(state, "pair 6-0 3-3", 0) == ()


def test_the_hash_knows_what_lies_open_and_not_the_order_of_the_deck():
    one, two = deal(OPENING, b"1"), deal(OPENING, b"2")
    assert one.deck != two.deck and DOMINOES.hash(one) == DOMINOES.hash(two)
    drawn = play(one, "pair 6-6 0-0")
    others = [one, drawn, play(drawn, "draw"), deal("6-6 6-0" + OPENING[7:])]
    others.append(deal(OPENING, matching="ends"))
    others.append(deal(OPENING, tableau=5))
    others.append(deal(OPENING, set=7))
    assert len(set([DOMINOES.hash(state) for state in others])) == len(others)
    # The turn and the way there are no part of it.
    early = play(one, "pair 6-6 0-0", "pair 3-3 5-1")
    late = play(one, "pair 3-3 5-1", "pair 6-6 0-0")
    assert DOMINOES.hash(early) == DOMINOES.hash(late)


def test_the_log_makes_the_game_again():
    for request in ({}, {"deck": OPENING.split()}, {"deck": ["6-6", "0-0"]}, {"seed": "0c"}):
        for number in range(4):
            first = dict(request)
            first["rules"] = {"tableau": 5 + number % 3}
            game = finish(new(bytes([number]), **first), b"log")
            if number == 3 and game.history.length:
                game.undo()
            lines = log(game, first)
            again = from_request(lines[0], b"other secret")
            for line in lines[1:]:
                act_request(again, line)
            assert state_object(again) == state_object(game)
            if "seed" not in first:
                assert len(lines[0]["deck"]) >= len(DOMINOES.dealt(game.first))
            for line in lines[1:]:
                assert ("tiles" in line) == (line["action"] == "draw") == ("by" in line)


def test_choices_are_stepped_through():
    state = play(deal(OPENING), "pair 6-6 0-0")
    assert DOMINOES.click(state) is None and DOMINOES.hold(state) is None
    for action in DOMINOES.legal(state):
        assert DOMINOES.parts(action) == (action,)
