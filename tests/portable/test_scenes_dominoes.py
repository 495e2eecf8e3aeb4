"""Twelves at rest: true pips, pairs that pulse together, counts, and no garbage."""

from scene_dominoes import (
    DECK,
    DOMINOES,
    LATER_MS,
    SETS,
    counts,
    dominoes_act,
    dominoes_at,
    dominoes_steps,
    find,
    pips,
    played_out,
    rest,
    show,
    states,
)
from scene_games import PRESSES, allocates, lit_markers, pixel
from twelve.games.dominoes import GONE, ends, tiles_of
from twelve.table.scenes import common, dominoes
from twelve.table.scenes.frame import BLUE, BOARD, GOLD, HOLES, WHITE, Frame


def test_every_tile_has_its_pips_from_both_edges():
    number = 0
    for state in states():
        number += 1
        if state.result is not None:
            continue
        boards = 1 + number % 2
        early = rest(state, number, 137 * (number % 10), -1, boards)
        late = rest(state, number, LATER_MS + 137 * (number % 10), -1, boards)
        for place in range(len(state.tableau)):
            tile = state.tableau[place]
            wanted = (0, 0) if tile == GONE else ends(tile)
            if state.rules[0] <= 6:
                for board in range(boards):
                    assert pips(early, board, place) == wanted, (state, place)
            else:
                other = (early, 1) if boards == 2 else (late, 0)
                assert pips(early, 0, place) == (wanted[0], 0), (state, place)
                assert pips(other[0], other[1], place) == (0, wanted[1]), (state, place)


def test_a_tile_is_told_from_an_empty_place_even_without_pips():
    state = dominoes_act(dominoes_at(DECK), "pair 6-3 2-1")[2]
    frame = rest(state)
    starts = [pixel(frame, 0, row, 0) & 15 > 0 for row in range(1, 7)]
    assert starts == [tile != GONE for tile in state.tableau]


def test_no_tile_looks_like_a_marker():
    number = 0
    for state in states(6):
        number += 1
        frame = rest(state, number, 100 * number, PRESSES[number % len(PRESSES)], 2)
        assert lit_markers(frame, 0) == lit_markers(frame, 1) == []


def levels_of(state, cursor, place):
    """Return the levels of the first pip of the tile at ``place`` over time."""
    hole = 1 if ends(state.tableau[place])[0] else 0
    times = range(0, 2400, 60)
    return [pixel(rest(state, cursor, ms), 0, place + 1, hole) & 15 for ms in times]


def test_pairs_pulse_together():
    state = dominoes_at(["6-3", "2-1", "5-5", "2-0", "4-1", "6-5"])
    assert DOMINOES.legal(state) == ("pair 6-3 2-1", "pair 5-5 2-0")
    beats = [levels_of(state, 0, place) for place in range(6)]
    assert beats[0] == beats[1] and beats[2] == beats[3] and beats[0] != beats[2]
    assert min(beats[0]) >= 9 and max(beats[0]) == 15  # the cursor is here
    assert max(beats[2]) <= 9 and max(beats[2]) >= min(beats[2]) + 3
    assert len(set(beats[4])) == len(set(beats[5])) == 1  # nothing matches these


def test_the_cursor_marks_its_pair_at_start():
    for state in states(6):
        options = DOMINOES.legal(state)
        for cursor in range(len(options)):
            if options[cursor] == "draw":
                continue
            wanted = [find(state, name) for name in options[cursor][5:].split(" ")]
            for elapsed_ms in (100, 500, LATER_MS + 300):
                frame = rest(state, cursor, elapsed_ms)
                bright = [at for at in range(12) if pixel(frame, 0, at + 1, 0) & 15 >= 9]
                assert sorted(wanted) == bright, (state, options[cursor])


def test_draw_marks_the_places_that_will_be_filled():
    for _, action, after in dominoes_steps(b"draw", 30, tableau=7):
        options = DOMINOES.legal(after)
        if "draw" not in options:
            continue
        frame = rest(after, options.index("draw"))
        filled = dominoes_act(after, "draw")[2].tableau
        for place in range(7):
            drawn_here = filled[place] != after.tableau[place]
            assert (pixel(frame, 0, place + 1, 0) & 15 >= 9) == drawn_here
            lit = [i for i in range(1, HOLES) if pixel(frame, 0, place + 1, i) & 15]
            if after.tableau[place] == GONE:
                assert (len(lit) >= 4) == drawn_here


def test_a_short_deck_fills_only_the_first_places():
    state = dominoes_at(["2-1", "1-0", "2-2", "0-0", "1-1"], set=2, tableau=5)
    state = dominoes_act(dominoes_act(state, "pair 2-2 0-0")[2], "draw")[2]
    assert len(state.deck) == 0 and state.tableau.count(bytes((GONE,))) == 1
    short = dominoes_at(["2-1", "1-0", "2-2", "0-0"], set=2, tableau=4)
    short = dominoes_act(dominoes_act(short, "pair 2-1 1-0")[2], "pair 2-2 0-0")[2]
    frame = rest(short, DOMINOES.legal(short).index("draw"))
    bright = [pixel(frame, 0, row, 0) & 15 >= 9 for row in range(1, 5)]
    assert bright == [True, True, False, False] and len(short.deck) == 2


def test_deck_and_discarded_pairs_are_counted():
    for places in (4, 6, 7):
        for _, _, after in dominoes_steps(b"count", 30, tableau=places):
            if after.result is None:
                board = dict(DOMINOES.board(after))
                wanted = board["deck"], board["discarded"] // 2
                assert counts(rest(after), range(9, 13)) == wanted
    for _, _, after in dominoes_steps(b"nine", 30, set=9, tableau=10):
        if after.result is None:
            board = dict(DOMINOES.board(after))
            wanted = (board["deck"] + 3) // 4, (board["discarded"] // 2 + 2) // 3
            assert counts(rest(after), (11, 12)) == wanted


def test_a_full_tableau_is_counted_at_start():
    for boards, elapsed_ms in ((1, LATER_MS), (2, 0)):
        for _, _, after in dominoes_steps(b"full", 20, set=12, tableau=12):
            if after.result is not None or DOMINOES.legal(after)[0] == "draw":
                continue
            frame = rest(after, 0, elapsed_ms, -1, boards)
            column = [pixel(frame, boards - 1, row, 0) for row in range(1, 13)]
            column = [index for index in column if index & 15 < 9]  # but for the cursor
            board = dict(DOMINOES.board(after))
            gold = len([index for index in column if index & 0xF0 == GOLD])
            white = len([index for index in column if index & 0xF0 == WHITE and index & 15])
            assert gold <= board["discarded"] * 12 // tiles_of(12) <= gold + 2
            assert white <= (board["deck"] * 12 + 90) // tiles_of(12) <= white + 2


def test_larger_sets_show_a_notice():
    seen = []
    for top in range(13, 19):
        state = dominoes_at(set=top, tableau=12)
        frame = rest(state)
        colours = set([index & 0xF0 for index in frame.pixels[: 7 * HOLES] if index & 15])
        assert colours == set((BLUE,))
        seen.append(bytes(frame.pixels))
        for _, action, after in dominoes_steps(b"large", 4, set=top):
            assert [i for i in rest(after).pixels if i & 0xF0 == BLUE] or after.result
    assert len(set(seen)) == 6


def test_a_press_answers_at_once_and_tells_what_letting_go_would_do():
    for state in states(3):
        if state.result is not None:
            continue
        pictures = []
        for pressed_ms in (-1, 0, 300, 700, 2050):
            frame = rest(state, 0, 600, pressed_ms)
            common.draw_press(frame, pressed_ms, 500, 2000)
            pictures.append(bytes(frame.pixels))
        assert len(set(pictures)) == 5, state
        assert len([i for i in range(BOARD) if pictures[0][i] != pictures[1][i]]) >= 4


def test_a_frame_that_was_used_shows_the_same_as_a_fresh_one():
    used = Frame(1)
    number = 0
    for top, places in SETS:
        for step in dominoes_steps(b"used", 5, set=top, tableau=places):
            number += 1
            state, options = step[2], DOMINOES.legal(step[2])
            where = number % len(options) if options else -1
            for elapsed_ms in (0, 777, 1601 + number):
                dominoes.draw_show(used, *(step + (elapsed_ms,)))
                assert used.pixels == show(step, elapsed_ms).pixels
                pressed_ms = PRESSES[number % len(PRESSES)]
                dominoes.draw_rest(used, state, options, where, elapsed_ms, pressed_ms)
                assert used.pixels == rest(state, where, elapsed_ms, pressed_ms).pixels


def draws(state, pressed_ms):
    """Return a function (elapsed_ms) that draws the rest of ``state`` into one frame."""
    frame, options = Frame(1), DOMINOES.legal(state)

    # More than four names from outside would make a call on a device allocate by itself.
    def draw(elapsed_ms):
        at = len(options) - 1
        dominoes.draw_rest(frame, state, options, at, elapsed_ms, pressed_ms)
        common.draw_press(frame, pressed_ms, 500, 2000)

    return draw


def test_a_resting_frame_allocates_nothing():
    small, large = dominoes_at(DECK), dominoes_at(set=12, tableau=12)
    drawing = dominoes_act(small, "pair 6-6 0-0")[2]
    over = played_out(5, None)[2], played_out(7, 0)[2]
    for state in (small, drawing, large, dominoes_at(set=18)) + over:
        for pressed_ms in (-1, 30, 700, 2500):
            assert not allocates(draws(state, pressed_ms), 4000), (state.rules, pressed_ms)
