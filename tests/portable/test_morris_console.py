"""Morris by its button, through the whole console: stones, targets and lights agree."""

import gc

from fakes import Bench, few
from scene_games import lit_markers, pixel
from scene_morris import CROWD, point_hole, true_stones
from twelve.base.dice import Stream
from twelve.table.scenes.frame import marker_of


def resting_stones(bench):
    """Return (lit markers, true stones) of a table's first board, once no show is running."""
    bench.settle()
    bench.run(40)
    frame = bench.console.frame
    return [found[:3] for found in lit_markers(frame, 0)], true_stones(bench.play.state, 0)


def test_the_table_shows_the_stone_that_was_chosen_by_a_hold():
    bench = Bench()
    bench.run(40)
    position = {"points": CROWD, "in_hand": [0, 0], "player": 0}
    bench.start({"game": "morris", "position": position})
    bench.run(60)
    bench.click()
    stone = bench.console.cursor
    bench.hold()
    bench.run(40)
    assert bench.console.chooser.chosen == (stone,)
    assert pixel(bench.console.frame, 0, *point_hole(stone)) == marker_of(0) | 15
    target = bench.console.cursor
    bench.hold()
    assert bench.play.state.last[1] == target and target[:3] == stone + "-"


def test_one_button_plays_a_game_and_the_lights_follow():
    gc.collect()  # the table of the test before
    bench, chance = Bench(), Stream(b"button")
    bench.run(40)
    bench.start({"game": "morris"})
    for _ in range(few(120, 30)):
        if bench.play.over:
            break
        for _ in range(chance.draw(4)):
            bench.click()
        bench.hold()
        lit, true = resting_stones(bench)
        assert lit == true
    assert bench.play.history.length >= few(25, 8)


def test_a_press_that_began_before_somebody_else_acted_takes_nothing():
    for gesture_ms in (60, 700):
        for wait_ms in (100, 6000):  # in the show of what was done, and after it
            bench = Bench()
            bench.begin()
            bench.start({"game": "morris"})
            bench.port.level = True
            bench.run(gesture_ms)
            bench.console.act("place d1", bench.port.now_ms)
            if gesture_ms + wait_ms < 1900:
                bench.run(wait_ms)
            else:  # the show ends while the button is down
                bench.console.rest(bench.port.now_ms)
            n = bench.console.keeper.next_n
            bench.port.level = False
            bench.run(24)
            assert bench.console.keeper.next_n == n
            assert bench.console.chooser is None or bench.console.chooser.at == 0
