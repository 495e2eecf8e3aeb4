"""The shows of morris, its ends, and what a press does: true, short, and without garbage."""

from scene_games import PRESSES, allocates, drawn, lit_markers, pixel
from scene_morris import (
    CROWD,
    EMPTY,
    FLYING,
    morris_act,
    morris_at,
    morris_chooser,
    morris_rest,
    morris_stages,
    morris_steps,
    true_stones,
)
from twelve.table.scenes import common, idle, morris
from twelve.table.scenes.frame import BOARD, GOLD, HOLES, RED, WHITE, Frame, hue_of
from twelve.table.scenes.morris_board import flies
from twelve.table.scenes.morris_plan import Plan


def show(step, elapsed_ms, boards=1):
    """Return a fresh frame with the show of ``step`` at ``elapsed_ms``."""
    return drawn(lambda frame: morris.draw_show(frame, *(step + (elapsed_ms,))), boards)


def outcomes():
    """Return {what an action does: (before, action, after)}."""
    start = morris_at(EMPTY, (12, 12))
    mill = morris_at("WW......B.B.............", (10, 10))
    even = morris_at(CROWD, (0, 0), 0, 49)
    found = {
        "begun": (None, "", start),
        "placed": morris_act(start, "place d6"),
        "moved": morris_act(morris_at(CROWD), "a7-a4"),
        "flew": morris_act(morris_at("WW..B.W.B..B..........BB"), "a1-d3"),
        "mill": morris_act(mill, "place g7"),
        "took": morris_act(morris_act(mill, "place g7")[2], "take b6"),
        "counted": morris_act(morris_at(CROWD, (0, 0), 0, 43), "a7-a4"),
        "flies": morris_act(morris_at("WWW.B.B..BB.............", (0, 0), 0, 0, 1), "take g1"),
        "won": morris_act(morris_at("WWW.B.B..B..............", (0, 0), 0, 0, 1), "take g1"),
        "even": morris_act(even, "a7-a4"),
    }
    assert found["won"][2].result == (0, "two stones left")
    assert found["even"][2].result == (None, "50 quiet moves")
    return found


def colours_of(step, begin_ms=0, end_ms=0):
    """Return the colours (index // 16) that a show lights between two moments."""
    found = set()
    for elapsed_ms in range(begin_ms, end_ms or morris.show_ms(*step), 60):
        for index in show(step, elapsed_ms).pixels:
            if index & 15:
                found.add(index >> 4)
    return found


def test_markers_are_where_stones_were_or_where_they_are():
    number = 0
    for rules in ({}, {"flying": False}):
        for step in morris_steps(b"show", 60, rules):
            number += 1
            boards = 1 + number % 2
            length = morris.show_ms(*step)
            for elapsed_ms in (0, length // 3 + number, length // 2, length - 1, length):
                frame = show(step, elapsed_ms, boards)
                for board in range(boards):
                    true = true_stones(step[0], board) + true_stones(step[2], board)
                    for found in lit_markers(frame, board):
                        assert found[:3] in true, (step, elapsed_ms)
    assert number > 50


def test_only_the_stone_that_moves_is_ever_dark():
    for step in morris_steps(b"dark", 60):
        staying = set(true_stones(step[0], 0)) & set(true_stones(step[2], 0))
        length = morris.show_ms(*step)
        for elapsed_ms in range(0, length, length // 5 + 1):
            found = set([found[:3] for found in lit_markers(show(step, elapsed_ms), 0)])
            assert staying <= found, (step, elapsed_ms)


def test_a_stone_on_its_way_is_a_light_and_nowhere_a_stone():
    found = outcomes()
    for name in ("placed", "moved", "flew", "took"):
        step = found[name]
        plan = Plan(*step)
        middle = show(step, (plan.blink_ms + plan.walk_ms) // 2)
        stones = [stone[:3] for stone in lit_markers(middle, 0)]
        staying = set(true_stones(step[0], 0)) & set(true_stones(step[2], 0))
        assert sorted(staying) == stones, name
        hue = hue_of(1 if name == "took" else 0) | 15
        assert len([index for index in middle.pixels if index == hue]) == 1, name


def test_a_show_ends_in_what_stands():
    for step in morris_steps(b"end", 40):
        frame = show(step, morris.show_ms(*step))
        assert [found[:3] for found in lit_markers(frame, 0)] == true_stones(step[2], 0)


def test_shows_are_short():
    limits = {
        "begun": 1000, "placed": 500, "moved": 500, "flew": 500, "mill": 1200, "took": 700,
        "counted": 1100, "flies": 1700, "won": 5000, "even": 3000,
    }  # fmt: skip
    found = outcomes()
    for name in found:
        assert 300 <= morris.show_ms(*found[name]) <= limits[name], name


def test_every_outcome_is_unlike_every_other():
    found = outcomes()
    seen = {}
    for name in found:
        length = morris.show_ms(*found[name])
        frames = [bytes(show(found[name], length * part // 10).pixels) for part in (1, 4, 9)]
        assert len(set(frames)) >= 2, name
        seen[name] = frames
    for one in seen:
        for other in seen:
            if one < other:
                differ = 0
                for a, b in zip(seen[one], seen[other]):
                    differ += len([i for i in range(BOARD) if a[i] != b[i]])
                assert differ >= 12, (one, other)


def test_mills_flash_in_gold_along_their_lines():
    step = outcomes()["mill"]
    plan = Plan(*step)
    assert [list(line) for line in plan.mills] == [[0, 1, 2]]
    lit = []
    for elapsed_ms in range(plan.walk_ms, plan.mill_ms, 50):
        frame = show(step, elapsed_ms)
        lit.append(pixel(frame, 0, 1, 4) == GOLD | 15)
        assert pixel(frame, 0, 1, 4) & 0xF0 == GOLD
    assert True in lit and False in lit
    assert len(Plan(*morris_act(morris_at("WW.WB.B.B.B............."), "g4-g7")).mills) == 1
    double = morris_act(morris_at("WW.WW.B.B.B.............", (3, 3)), "place g7")
    assert len(Plan(*double).mills) == 2


def test_a_taking_is_red_and_its_light_goes_to_the_side_that_lost_it():
    step = outcomes()["took"]
    plan = Plan(*step)
    assert 13 in colours_of(step, 0, plan.blink_ms)
    last = show(step, plan.walk_ms - 1)
    assert pixel(last, 0, 1, 12) & 0xF0 == hue_of(1)
    assert pixel(show(step, plan.walk_ms), 0, 1, 12) & 0xF0 == RED


def test_flying_is_announced_once_when_it_begins():
    step = outcomes()["flies"]
    plan = Plan(*step)
    assert plan.flyer == 1 and plan.flying_ms - plan.tell_ms == 1000
    shapes = []
    for elapsed_ms in range(plan.tell_ms, plan.flying_ms, 100):
        frame = show(step, elapsed_ms)
        shapes.append(len([i for i in frame.pixels if i & 0xF0 == hue_of(1) and i & 15]))
    assert max(shapes) >= 20 and len(set(shapes)) >= 4
    for step in morris_steps(b"fly", 80):
        began = [s for s in (0, 1) if flies(step[2], s) and not flies(step[0], s)]
        assert Plan(*step).flyer == (began[0] if began else -1)
    walking = morris_at("WWW.B.B..BB.............", (0, 0), 0, 0, 1, {"flying": False})
    assert Plan(*morris_act(walking, "take g1")).flyer == -1


def test_the_last_ten_quiet_moves_are_announced_by_their_number():
    pictures = []
    for quiet in range(36, 49):
        step = morris_act(morris_at(CROWD, (0, 0), 0, quiet), "a7-a4")
        plan = Plan(*step)
        left = 49 - quiet
        assert plan.left == (left if left <= 10 else 0)
        assert (plan.end_ms > plan.flying_ms) == (left <= 10)
        if plan.left:
            pictures.append(bytes(show(step, plan.end_ms - 300).pixels[: 11 * HOLES]))
    assert len(pictures) == len(set(pictures)) == 10


def test_a_feast_for_a_win_and_two_equal_bars_for_a_draw():
    won, even = outcomes()["won"], outcomes()["even"]
    assert 14 in colours_of(won) and 14 not in colours_of(even)
    frame = show(even, Plan(*even).mill_ms + 500)
    bars = [pixel(frame, 0, row, 5) & 0xF0 for row in (4, 5, 8, 9)]
    assert bars == [hue_of(0)] * 2 + [hue_of(1)] * 2


def test_shows_are_the_same_on_both_boards_and_every_time():
    used = Frame(2)
    for step in morris_steps(b"same", 15):
        for elapsed_ms in range(0, morris.show_ms(*step) + 200, 213):
            morris.draw_show(used, *(step + (elapsed_ms,)))
            assert used.pixels == show(step, elapsed_ms, 2).pixels
        idle.draw_idle(used, 100)


def test_a_press_in_a_show_is_answered_at_the_first_edge():
    found = outcomes()
    for name in found:
        for part in (1, 5, 9):
            frame = show(found[name], morris.show_ms(*found[name]) * part // 10)
            plain = bytes(frame.pixels)
            common.draw_press(frame, 0, 500, 2000)
            assert len([i for i in range(BOARD) if plain[i] != frame.pixels[i]]) >= 4, name


def test_a_game_that_is_over_shows_who_has_won():
    ends = {0: ("WWW..B.B................", 0), 1: ("W..W....BBB.............", 1)}
    for winner in ends:
        state = morris_at(ends[winner][0], (0, 0), ends[winner][1])
        assert state.result[0] == winner
        frame = morris_rest(state)
        gold = [pixel(frame, 0, row, 12 * winner) & 0xF0 for row in range(1, 13)]
        other = [pixel(frame, 0, row, 12 - 12 * winner) & 0xF0 for row in range(1, 13)]
        assert gold == [GOLD] * 12 and GOLD not in other
    even = morris_at(CROWD, (0, 0), 0, 50)
    assert even.result == (None, "50 quiet moves")
    frame = morris_rest(even)
    for hole in (0, 12):
        assert [pixel(frame, 0, row, hole) & 0xF0 for row in range(1, 13)] == [WHITE] * 12


def test_nothing_moves_where_nobody_plays_on():
    for points, in_hand in ((CROWD, (0, 0)), (EMPTY, (12, 12)), (FLYING, (0, 0))):
        state = morris_at(points, in_hand)
        assert morris_rest(state, None, 100).pixels == morris_rest(state, None, 777).pixels


def test_a_press_answers_at_once_and_tells_what_letting_go_would_do():
    number = 0
    for state, made in morris_stages(15):
        number += 1
        pictures = []
        for pressed_ms in (-1, 0, 300, 700, 2050):
            frame = morris_rest(state, made, 600, pressed_ms)
            common.draw_press(frame, pressed_ms, 500, 2000)
            pictures.append(bytes(frame.pixels))
        assert len(set(pictures)) == 5, state
        changed = [i for i in range(BOARD) if pictures[0][i] != pictures[1][i]]
        assert len(changed) >= 4


def test_a_frame_that_was_used_shows_the_same_as_a_fresh_one():
    used = {1: Frame(1), 2: Frame(2)}
    number = 0
    for state, made in morris_stages(12):
        number += 1
        boards = 1 + number % 2
        pressed_ms = PRESSES[number % len(PRESSES)]
        stops, at, chosen = ((), -1, ()) if made is None else (made.stops, made.at, made.chosen)
        for elapsed_ms in (0, 333, 333 + number):
            frame = used[boards]
            morris.draw_rest(frame, state, stops, at, elapsed_ms, pressed_ms, 500, 2000, chosen)
            assert frame.pixels == morris_rest(state, made, elapsed_ms, pressed_ms, boards).pixels
        common.draw_menu(used[boards], ("go on", "lights"), 1, 40, "3")


def draws(state, made, pressed_ms):
    """Return a function (elapsed_ms) that draws the rest of ``state`` into one frame."""
    frame = Frame(2)

    # More than four names from outside would make a call on a device allocate by itself.
    def draw(elapsed_ms):
        stops, at, chosen = (), -1, ()
        if made is not None:
            stops, at, chosen = made.stops, made.at, made.chosen
        morris.draw_rest(frame, state, stops, at, elapsed_ms, pressed_ms, 500, 2000, chosen)
        common.draw_press(frame, pressed_ms, 500, 2000)

    return draw


def test_a_resting_frame_allocates_nothing():
    start = morris_at(EMPTY, (12, 12))
    owed = morris_act(morris_at("WW......B.B.............", (8, 8)), "place g7")[2]
    fly = morris_at(FLYING, (0, 0), 0, 44)
    over = morris_at("WWW..B.B................")
    for state, taken in ((start, ()), (owed, ()), (fly, ()), (fly, ("a7",)), (over, None)):
        made = None if taken is None else morris_chooser(state, *taken)
        for pressed_ms in (-1, 30, 700, 2500):
            assert not allocates(draws(state, made, pressed_ms), 3000), (state.phase, pressed_ms)
