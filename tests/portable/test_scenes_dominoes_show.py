"""The shows of Twelves: tiles dealt, pairs that fill a row, the end; true and short."""

from scene_dominoes import (
    DECK,
    SETS,
    counts,
    dominoes_act,
    dominoes_at,
    dominoes_steps,
    pips,
    played_out,
    rest,
    show,
)
from scene_games import pixel
from twelve.games.dominoes import GONE, ends, tile_of
from twelve.table.scenes import dominoes
from twelve.table.scenes.frame import GOLD, HOLES, RED


def test_two_tiles_that_match_fill_a_row_of_twelve():
    for _, action, after in dominoes_steps(b"fill", 40):
        if action == "draw":
            continue
        tiles = [tile_of(name, 6) for name in action[5:].split(" ")]
        assert sum([sum(ends(tile)) for tile in tiles]) == 12
    step = dominoes_act(dominoes_at(DECK), "pair 6-3 2-1")
    frame = show(step, 455)
    row = [pixel(frame, 0, 1, hole) & 15 for hole in range(1, HOLES)]
    assert min(row) == 15 and pips(frame, 0, 5) == (0, 0)
    gold = [pixel(show(step, 700), 0, 1, hole) & 0xF0 for hole in range(1, HOLES)]
    assert gold == [GOLD] * 12
    assert pips(show(step, 949), 0, 1) == (3, 0)  # the others lie where they lay


def test_won_and_lost_have_shows_and_rests_of_their_own():
    for winner, sign, places in ((0, GOLD, 7), (None, RED, 5)):
        step = played_out(places, winner)
        colours = set()
        for elapsed_ms in range(0, dominoes.show_ms(*step), 100):
            for index in show(step, elapsed_ms).pixels:
                if index & 15:
                    colours.add(index & 0xF0)
        assert (RED in colours) == (winner is None)
        after = step[2]
        frame = rest(after)
        if winner is None:
            for place in range(places):
                red = pixel(frame, 0, place + 1, 0) & 0xF0 == RED
                assert red == (after.tableau[place] != GONE)
        else:
            tableau = [index & 0xF0 for index in frame.pixels[: places * HOLES] if index & 15]
            assert set(tableau) == set((sign,))


def test_tiles_are_dealt_one_after_the_other():
    start = dominoes_at(DECK)
    lit = []
    for elapsed_ms in range(0, dominoes.show_ms(None, "", start), 60):
        frame = show((None, "", start), elapsed_ms)
        lit.append(len([i for i in range(6) if pixel(frame, 0, i + 1, 0) & 15]))
    assert lit[0] == 1 and lit[-1] == 6 and lit == sorted(lit)
    step = dominoes_act(dominoes_act(start, "pair 6-6 0-0")[2], "draw")
    frame = show(step, dominoes.show_ms(*step) - 1)
    for place in (0, 1, 4, 5):
        assert pips(frame, 0, place) == ends(step[2].tableau[place])


def test_shows_are_short():
    longest = {}
    for top, places in SETS:
        for step in dominoes_steps(b"short", 20, set=top, tableau=places):
            kind = "over" if step[2].result else step[1][:4]
            longest[kind] = max(longest.get(kind, 0), dominoes.show_ms(*step))
    assert longest["pair"] <= 1000 and longest["draw"] <= 1600 and longest["over"] <= 4500


def test_the_counts_change_while_it_is_told():
    start = dominoes_at(DECK)
    pair = dominoes_act(start, "pair 6-6 0-0")
    length = dominoes.show_ms(*pair)
    assert counts(show(pair, length - 1), range(9, 13)) == (22, 0)
    assert counts(show(pair, length), range(9, 13)) == (22, 1)
    deal = dominoes_act(pair[2], "draw")
    seen = []
    for elapsed_ms in range(0, dominoes.show_ms(*deal), 40):
        seen.append(counts(show(deal, elapsed_ms), range(9, 13))[0])
    assert (seen[0], seen[-1]) == (21, 20) and seen == sorted(seen, reverse=True)
