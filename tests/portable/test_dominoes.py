"""The solitaire Twelves: tiles, matching, deals, draws, ends, and that no choice matters."""

from twelve.base.dice import Stream
from twelve.games.catalog import game
from twelve.games.dominoes import ends, matching, name_of, tile_of, tiles_of

DOMINOES = game("dominoes")
ZEROS = bytes(32)


def deal(deck, secret=ZEROS, **rules):
    """Return the first state with the ``deck`` given as text; the rest is shuffled."""
    given = DOMINOES.read_rules(rules)
    return DOMINOES.start(given, 1, Stream(secret), None, None if deck is None else deck.split())


def play(state, *actions):
    """Return the state after ``actions``; "draw" takes the deck's next tiles."""
    for action in actions:
        assert action in DOMINOES.legal(state), (action, DOMINOES.legal(state))
        state = DOMINOES.apply(state, action, DOMINOES.draw(state, action, None))
    return state


def board(state):
    return dict(DOMINOES.board(state))


def tableau(state):
    return " ".join([name or "-" for name in board(state)["tableau"]])


def deck(state):
    return " ".join([name_of(tile) for tile in state.deck])


def by_orientation(a, b, top):
    """Whether the ends of ``a`` and ``b`` add up to ``top`` each, turning ``b`` both ways."""
    (one, two), (three, four) = ends(a), ends(b)
    return one + three == two + four == top or one + four == two + three == top


def test_tiles_are_numbered_by_high_then_low():
    names = [name_of(tile) for tile in range(10)]
    assert " ".join(names) == "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3"
    assert name_of(189) == "18-18" and ends(188) == (18, 17)
    assert [tiles_of(top) for top in (1, 6, 9, 12, 18)] == [3, 28, 55, 91, 190]
    for top in range(1, 19):
        assert [tile_of(name_of(tile), top) for tile in range(190)] == [
            tile if tile < tiles_of(top) else -1 for tile in range(190)
        ]
        last = tiles_of(top) - 1
        assert name_of(last) == "%d-%d" % (top, top) and tile_of(name_of(last), top) == last


def test_a_tile_has_one_spelling():
    assert tile_of("6-3", 6) == 24
    for name in ("3-6", "6-03", "06-3", " 6-3", "6-3 ", "6", "6-3-1", "", "-", "6-", "-3"):
        assert tile_of(name, 6) == -1, name
    for name in ("7-0", "6--3", "6_0-3", "٦-3", "a-b", None, 63, True, ["6-3"], 6.3):
        assert tile_of(name, 6) == -1, name
    assert tile_of("7-0", 7) == 28


def test_total_matching_is_the_sum_of_all_pips():
    for top in range(1, 10):
        for a in range(tiles_of(top)):
            for b in range(a):
                wanted = sum(ends(a)) + sum(ends(b)) == 2 * top
                assert matching(a, b, top, False) == matching(b, a, top, False) == wanted


def test_ends_matching_by_turning_the_tiles():
    for top in range(1, 10):
        for a in range(tiles_of(top)):
            for b in range(a):
                free = sum(ends(a)) == sum(ends(b)) == top
                wanted = free or by_orientation(a, b, top)
                assert matching(a, b, top, True) == matching(b, a, top, True) == wanted
                assert not wanted or matching(a, b, top, False)


def test_the_deck_is_that_of_the_check_values():
    state = deal(None)
    assert tableau(state) == "6-6 6-1 3-1 3-0 0-0 5-3" and deck(state)[:7] == "2-2 5-4"
    assert DOMINOES.dealt(state) == tableau(state).split()
    assert (state.phase, state.turn, state.player, state.last) == ("pair", 1, 0, None)
    assert sorted(state.tableau + state.deck) == list(range(28))


def test_a_given_deck_is_followed_by_the_rest_shuffled():
    state = deal("1-0 6-6 5-5 4-4 3-3 2-2 1-1 0-0")
    assert tableau(state) == "1-0 6-6 5-5 4-4 3-3 2-2" and deck(state)[:7] == "1-1 0-0"
    rest = [tile for tile in range(28) if name_of(tile) not in "1-0 6-6 5-5 4-4 3-3 2-2 1-1 0-0"]
    assert list(state.deck[2:]) == Stream(ZEROS).shuffle(rest)
    assert deal("") == deal(None)
    stream = Stream(ZEROS)
    DOMINOES.start(DOMINOES.read_rules({"set": 1, "tableau": 2}), 1, stream, None, ["1-0"] * 0)
    assert stream.position == 2  # three tiles take two draws
    whole = ["1-0", "0-0", "1-1"]
    DOMINOES.start(DOMINOES.read_rules({"set": 1, "tableau": 2}), 1, stream, None, whole)
    assert stream.position == 2


def test_pairs_come_in_tableau_order_then_draw():
    state = deal("6-0 6-6 3-3 0-0 5-1 4-4")
    pairs = "6-0 3-3,6-0 5-1,6-6 0-0,3-3 5-1"
    assert DOMINOES.legal(state) == tuple(["pair " + pair for pair in pairs.split(",")])
    state = play(state, "pair 6-6 0-0")
    assert DOMINOES.legal(state)[-1] == "draw" and len(DOMINOES.legal(state)) == 4
    assert state.last == (0, "pair 6-6 0-0", (), "paired") and state.turn == 1
    assert tableau(state) == "6-0 - 3-3 - 5-1 4-4"
    assert board(state)["deck"] == 22 and board(state)["discarded"] == 2


def test_a_draw_fills_the_empty_places_from_the_left():
    state = deal("6-0 6-6 3-3 0-0 5-1 4-4 2-1 3-1")
    state = play(state, "pair 6-6 0-0", "draw")
    assert tableau(state) == "6-0 2-1 3-3 3-1 5-1 4-4"
    assert state.last == (0, "draw", ("2-1", "3-1"), "drew") and state.turn == 2
    assert "draw" not in DOMINOES.legal(state)
    assert board(state)["deck"] == 20


def test_the_last_draw_takes_what_is_left():
    state = deal("3-0 2-1 3-2 1-0 2-2 2-0 3-3 0-0 1-1 3-1", set=3, tableau=6)
    state = play(state, "pair 3-0 2-1", "pair 3-2 1-0", "draw")
    assert tableau(state) == "3-3 0-0 1-1 3-1 2-2 2-0" and state.deck == b""
    state = play(state, "pair 3-3 0-0", "pair 1-1 2-2")
    assert DOMINOES.legal(state) == ("pair 3-1 2-0",)
    state = play(state, "pair 3-1 2-0")
    assert state.result == (0, "all tiles discarded") and state.last[3] == "won"
    assert DOMINOES.legal(state) == () and board(state)["discarded"] == 10


def test_no_pair_and_nothing_to_draw_loses():
    state = deal("6-6 6-5 6-4 6-3 6-2 6-1")
    assert state.result == (None, "no pair left") and state.phase == "over" and state.last is None
    state = deal("6-6 0-0 6-4 6-3 6-2 6-1 5-5 5-4")
    state = play(state, "pair 6-6 0-0")
    assert DOMINOES.legal(state) == ("draw",)
    state = play(state, "draw")
    assert state.result == (None, "no pair left") and state.last[3] == "lost"


def test_where_an_odd_number_pairs_among_itself_all_but_one_wins():
    state = play(deal("1-0 0-0 1-1", set=1, tableau=3), "pair 0-0 1-1")
    assert state.result == (0, "all tiles discarded") and board(state)["discarded"] == 2
    state = play(deal("0-0 1-1 1-0", set=1, tableau=2), "pair 0-0 1-1")
    assert state.result == (0, "all tiles discarded") and board(state)["deck"] == 1
    odd = [top for top in range(1, 19) if DOMINOES.remark((top, 6, "total"))]
    assert odd == [1, 4, 5, 8, 9, 12, 13, 16, 17]
    for top in range(1, 19):
        tiles = [tile for tile in range(tiles_of(top)) if sum(ends(tile)) == top]
        assert len(tiles) % 2 == (top in odd)


def test_a_set_smaller_than_the_tableau_leaves_places_empty():
    state = deal("1-1 1-0 0-0", set=1)
    assert board(state)["tableau"] == ["1-1", "1-0", "0-0", None, None, None]
    assert DOMINOES.dealt(state) == ["1-1", "1-0", "0-0"]
    assert DOMINOES.legal(state) == ("pair 1-1 0-0",)  # and nothing to draw


def test_every_set_deals_and_its_lists_fit_the_history():
    for top in range(1, 19):
        for rule in ("total", "ends"):
            state = deal(None, set=top, tableau=12, matching=rule)
            while state.result is None:
                legal = DOMINOES.legal(state)
                assert 0 < len(legal) < 128
                state = play(state, legal[-1])
            assert len(state.deck) + board(state)["discarded"] <= tiles_of(top)


def test_no_choice_changes_how_far_a_deal_goes():
    def outcomes(state, seen):
        if state.result is not None:
            return set([(state.result[0], board(state)["discarded"])])
        key = DOMINOES.encode(state)
        if key not in seen:
            seen[key] = set()
            for action in DOMINOES.legal(state):
                seen[key] |= outcomes(play(state, action), seen)
        return seen[key]

    results = set()
    for top, places in ((1, 2), (2, 3), (2, 4), (3, 3), (3, 4), (3, 5), (4, 5)):
        for rule in ("total", "ends"):
            for number in range(6):
                state = deal(None, bytes([number]), set=top, tableau=places, matching=rule)
                found = outcomes(state, {})
                assert len(found) == 1, (top, places, rule, number, found)
                results |= set([result[0] for result in found])
    assert results == set([0, None])
