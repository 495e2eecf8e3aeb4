"""T17: bounce, glitches, long and double presses: one press is one gesture, all are seen."""

from fakes import few
from twelve.base.dice import Stream
from twelve.table import gestures
from twelve.table.gestures import Button

SETTLED = (gestures.CLICK, gestures.HOLD, gestures.LONG)


def play(edges, end_ms, button=None, step_ms=1):
    """Sample a button every ``step_ms``; ``edges`` are times of change from released on."""
    button = button or Button()
    found, level, i = [], False, 0
    for now in range(0, end_ms, step_ms):
        while i < len(edges) and edges[i] <= now:
            level = not level
            i += 1
        event = button.sample(level, now)
        if event != gestures.NONE:
            found.append(event)
    return found


def settled(events):
    return [e for e in events if e in SETTLED]


def test_a_click_is_answered_at_its_edge_and_settled_by_its_release():
    assert play([50, 120], 200) == [gestures.DOWN, gestures.CLICK]


def test_hold_and_long_are_told_apart_by_their_length():
    for length, gesture in (
        (499, gestures.CLICK), (500, gestures.HOLD), (1999, gestures.HOLD), (2000, gestures.LONG),
    ):  # fmt: skip
        assert settled(play([50, 50 + length], 2500)) == [gesture], length


def test_t17_bounce_of_eight_edges_down_and_five_up_is_one_press():
    down = [50 + e for e in (0, 1, 2, 3, 4, 5, 6)]
    up = [150 + e for e in (0, 1, 2, 3, 4)]
    assert settled(play(down + up, 300)) == [gestures.CLICK]


def test_t17_a_glitch_of_2_ms_acts_on_nothing():
    assert play([50, 52], 200) == [gestures.DOWN, gestures.UP]


def test_t17_clicks_in_quick_succession_are_all_clicks():
    edges = []
    for i in range(20):
        edges += [50 + 70 * i, 85 + 70 * i]
    assert settled(play(edges, 2000)) == [gestures.CLICK] * 20


def test_t17_random_bounce_gives_the_exact_count():
    stream = Stream(b"bounce")
    for _ in range(few(100, 15)):
        edges, now, wanted = [], 40, []
        for _ in range(5):
            for length in (35 + stream.draw(200), 30 + stream.draw(100)):
                bounces = 1 + 2 * stream.draw(4)
                at = now
                for _ in range(bounces):
                    edges.append(at)
                    at += 1 + stream.draw(2)
                now += 15 + length
            wanted.append(gestures.CLICK)
        assert settled(play(edges, now + 100)) == wanted, edges


def test_nothing_counts_before_a_release_has_been_seen():
    button, found = Button(), []
    for now in range(3000):
        found.append(button.sample(True, now))
    for now in range(3000, 3100):
        found.append(button.sample(False, now))
    assert set(found) == {gestures.NONE}
    for now in range(3100, 3400):
        found.append(button.sample(3150 <= now < 3200, now))
    assert settled(found) == [gestures.CLICK]


def test_pressed_ms_counts_from_the_first_edge():
    button = Button()
    for now in range(100):
        button.sample(False, now)
    assert button.pressed_ms(99) == -1
    for now in range(100, 160):
        button.sample(True, now)
    assert button.pressed_ms(159) == 59
