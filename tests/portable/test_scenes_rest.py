"""12 × 12 at rest: true markers, true previews, a cursor to be seen, and no garbage."""

import gc

import scene_games as games
from scene_games import (
    DOZEN,
    MIDDLE,
    OTHER,
    PRESSES,
    RULES,
    act,
    at,
    drawn,
    faces_on_board,
    faces_on_strip,
    lit_markers,
    pixel,
)  # fmt: skip
from twelve.table.scenes import common, dozen
from twelve.table.scenes.frame import BOARD, HOLES, RED, ROWS, WHITE, Frame, hue_of


def rest(state, cursor=0, elapsed_ms=600, pressed_ms=-1, boards=1, strip=False):
    """Return a fresh frame with the rest scene of ``state``."""
    options = DOZEN.legal(state)
    where = cursor if options else -1
    return drawn(
        lambda frame: dozen.draw_rest(frame, state, options, where, elapsed_ms, pressed_ms),
        boards,
        strip,
    )


def states(count=40):
    """Yield states of random games of all rulesets and numbers of players."""
    for rules in RULES:
        for players in (1, 2, 3, 6):
            for _, _, after in games.steps(b"rest%d" % players, count, players, rules):
                yield after, players


def row_states(rules, count=60):
    """Yield states in which a row is to be chosen."""
    for _, _, after in games.steps(b"rows", count, 2, rules):
        if after.phase == "row":
            yield after


def test_every_row_has_its_one_true_marker_in_every_rest():
    number = 0
    for state, players in states():
        number += 1
        pressed_ms = PRESSES[number % len(PRESSES)]
        boards = 1 + number % 2
        frame = rest(state, 0, 137 * number, pressed_ms, boards)
        common.draw_press(frame, pressed_ms, 500, 2000)
        for board in range(boards):
            seat = common.shown_seat(board, boards, players, state.player)
            found = lit_markers(frame, board)
            assert min([level for _, _, _, level in found] + [15]) > 0
            wanted = [] if seat < 0 else games.true_markers(state, seat)
            assert [f[:3] for f in found] == wanted, (state, board, pressed_ms)


def test_previews_are_where_the_engine_would_go():
    for rules in RULES:
        for state in row_states(rules):
            for option in DOZEN.legal(state):
                row = int(option[4:])
                after = DOZEN.apply(state, option, ())
                at_row = ROWS * state.player + row - 1
                wanted = after.markers[at_row] + after.at_risk
                if after.last[3] == "bust":
                    wanted = dozen.BUST
                assert dozen.reach(state, row) == wanted, (state, option)


def test_every_choice_shows_its_preview_and_nothing_else_does():
    for rules in RULES:
        for state in row_states(rules, 30):
            options = DOZEN.legal(state)
            for cursor in range(len(options)):
                frame = rest(state, cursor, 150 * cursor)
                for row in range(1, ROWS + 1):
                    _check_preview(frame, state, options, cursor, row)


def _check_preview(frame, state, options, cursor, row):
    marker = state.markers[ROWS * state.player + row - 1]
    name = "row %d" % row
    hue = hue_of(state.player)
    chosen = options[cursor] == name
    wanted = {}
    if name in options:
        reach = dozen.reach(state, row)
        if reach == dozen.BUST:
            wanted[12] = RED
            reach, hue = 12, RED
        for hole in range(marker + 1, reach + 1):
            if chosen or hole == reach:
                wanted[hole] = hue
    for hole in range(1, HOLES):
        index = pixel(frame, 0, row, hole)
        if hole == marker:
            continue
        if hole in wanted:
            assert index & 0xF0 == wanted[hole] and index & 15, (row, hole, index)
        elif chosen:
            assert index & 0xF0 == WHITE and index & 15, (row, hole, index)
        else:
            assert index & 15 == 0, (row, hole, index)


def test_the_chosen_row_is_the_brightest_without_any_colour():
    state = act(at({}, [MIDDLE, OTHER]), "roll", (6, 6, 5, 3, 2, 2))[2]
    options = DOZEN.legal(state)
    for cursor in range(len(options)):
        for elapsed_ms in range(0, 2400, 170):
            frame = rest(state, cursor, elapsed_ms)
            sums = []
            for row in range(ROWS):
                levels = [index & 15 for index in frame.pixels[row * HOLES : row * HOLES + HOLES]]
                sums.append((sum(levels), row + 1))
            sums.sort()
            assert "row %d" % sums[-1][1] == options[cursor]
            assert sums[-1][0] > sums[-2][0] + 20


def test_the_choices_pulse():
    state = act(at({}, [MIDDLE, OTHER]), "roll", (6, 6, 5, 3, 2, 2))[2]
    row = int(DOZEN.legal(state)[1][4:])
    levels = []
    for elapsed_ms in range(0, 1200, 40):
        levels.append(pixel(rest(state, 0, elapsed_ms), 0, row, dozen.reach(state, row)) & 15)
    assert min(levels) >= 2 and max(levels) >= min(levels) + 5


def test_points_at_risk_are_not_solid_until_a_stop_is_meant():
    state = act(act(at(RULES[2], [MIDDLE] * 2), "roll", (6, 6, 2, 2, 3, 5))[2], "row 8")[2]
    assert state.at_risk == 3
    marker = state.markers[7]
    seen = []
    for elapsed_ms in (0, 250):
        frame = rest(state, 0, elapsed_ms)
        seen.append([pixel(frame, 0, 8, marker + i) for i in (1, 2, 3)])
    for i in range(3):
        assert seen[0][i] & 0xF0 == hue_of(0) and seen[0][i] != seen[1][i]
    held = [
        [pixel(rest(state, 0, elapsed_ms, 700), 0, 8, marker + i) & 15 for i in (1, 2, 3)]
        for elapsed_ms in (0, 250)
    ]
    assert min(held[0] + held[1]) >= 11


def test_letting_go_is_told_apart_in_every_phase():
    luck = act(act(at(RULES[2], [MIDDLE] * 2), "roll", (6, 6, 2, 2, 3, 5))[2], "row 8")[2]
    choosing = act(at({}, [MIDDLE] * 2), "roll", (6, 6, 2, 2, 3, 5))[2]
    for state in (luck, choosing, at({}, [MIDDLE] * 2)):
        pictures = []
        for pressed_ms in (-1, 0, 300, 700, 2050):
            frame = rest(state, 0, 600, pressed_ms)
            common.draw_press(frame, pressed_ms, 500, 2000)
            pictures.append(bytes(frame.pixels))
        assert len(set(pictures)) == 5, state.phase


def test_a_press_looks_back_at_the_dice():
    for rules in RULES:
        for state in row_states(rules, 30):
            for boards in (1, 2):
                frame = rest(state, 0, 600, 200, boards)
                base = state.player % boards * BOARD
                common.draw_press(frame, 200, 500, 2000)
                assert faces_on_board(frame, base, 6) == list(state.dice)


def test_the_strip_keeps_the_last_roll_and_its_scoring_dice():
    first = at({}, [MIDDLE] * 2)
    rolled = act(first, "roll", (6, 6, 5, 3, 2, 1))[2]
    frame = rest(rolled, DOZEN.legal(rolled).index("row 8"), strip=True)
    assert faces_on_strip(frame.dice) == [6, 6, 5, 3, 2, 1]
    scoring = [frame.dice[7 * i + 6] >> 4 == 7 for i in (0, 1)]
    assert scoring.count(True) == 1  # one six goes with the two
    row = act(rolled, "row 8")[2]
    again = act(row, "roll", (1, 4, 1, 3)[: row.in_hand])[2]
    assert again.last[3] == "missed"
    kept = faces_on_strip(rest(again, strip=True).dice)
    assert kept[: row.in_hand] == [1, 4, 1, 3][: row.in_hand]


def test_whose_turn_it_is_can_be_seen():
    boards = [MIDDLE, MIDDLE, MIDDLE, MIDDLE]
    one = [bytes(rest(at({}, boards, seat)).pixels) for seat in range(4)]
    assert len(set(one)) == 4
    for seat in range(4):
        frame = rest(at({}, boards, seat), boards=2)
        here = seat % 2 * BOARD
        there = BOARD - here
        light = [sum([i & 15 for i in frame.pixels[base : base + BOARD]]) for base in (here, there)]
        assert light[0] > light[1] + 30


def test_a_won_game_and_an_abandoned_one_have_rests_of_their_own():
    won = games.outcomes()["won"][2]
    sparks = [index >> 4 for index in rest(won).pixels if index & 15]
    assert 14 in sparks
    left = at({}, [MIDDLE] * 2)
    calm = drawn(lambda frame: dozen.draw_rest(frame, left, (), -1, 600, -1))
    assert [index for index in calm.pixels if index and not 0x10 <= index < 0x70] == []


def test_a_frame_that_was_used_shows_the_same_as_a_fresh_one():
    used = {1: Frame(1, True), 2: Frame(2, True)}
    number = 0
    for state, _ in states(12):
        number += 1
        boards = 1 + number % 2
        pressed_ms = PRESSES[number % len(PRESSES)]
        options = DOZEN.legal(state)
        where = number % len(options) if options else -1
        for elapsed_ms in (0, 333, 333 + number):
            fresh = Frame(boards, True)
            for frame in (used[boards], fresh):
                dozen.draw_rest(frame, state, options, where, elapsed_ms, pressed_ms)
            assert used[boards].pixels == fresh.pixels
            assert used[boards].dice == fresh.dice
        common.draw_menu(used[boards], ("go on", "lights"), 1, 40, "3")


def test_equal_options_in_another_list_are_the_same_options():
    state = act(at({}, [MIDDLE] * 2), "roll", (6, 6, 5, 3, 2, 1))[2]
    options = list(DOZEN.legal(state))
    frame = Frame(1)
    dozen.draw_rest(frame, state, options, 0, 0, -1)
    memo = frame.memo
    dozen.draw_rest(frame, state, list(options), 0, 20, -1)
    assert frame.memo is memo and memo.options is options
    dozen.draw_rest(frame, state, options[:2], 1, 40, -1)
    assert memo.options == options[:2]


def test_a_resting_frame_allocates_nothing():
    if not games.DEVICE:
        return  # CPython has no heap to lock, and makes an int of every sum
    import micropython

    luck = act(act(at(RULES[2], [MIDDLE] * 2), "roll", (6, 6, 2, 2, 3, 5))[2], "row 8")[2]
    choosing = act(at({}, [MIDDLE] * 2), "roll", (6, 6, 2, 2, 3, 5))[2]
    frame = Frame(2, True)
    for state in (luck, choosing, at({}, [MIDDLE] * 2), games.outcomes()["won"][2]):
        options = DOZEN.legal(state)
        where = 0 if options else -1
        for pressed_ms in (-1, 30, 300, 700, 2500):
            dozen.draw_rest(frame, state, options, where, 0, pressed_ms)
            gc.collect()
            failed = None
            micropython.heap_lock()
            try:
                for elapsed_ms in range(20, 3000, 130):
                    dozen.draw_rest(frame, state, options, where, elapsed_ms, pressed_ms)
                    common.draw_press(frame, pressed_ms, 500, 2000)
            except MemoryError as error:
                failed = error
            micropython.heap_unlock()
            assert failed is None, (state.phase, pressed_ms)
