"""The table's loop: T19 presses in slow passes, frames that are shown once."""

import sys

from fakes import Bench, FakePort
from twelve.table import loop
from twelve.table.loop import Table


class EdgePort(FakePort):
    """A port whose edges carry their times, in passes as slow as the test wants."""

    def __init__(self, files=None):
        FakePort.__init__(self, files)
        self.waiting = []  # (at_ms, level)

    def read_keys(self, sink, now_ms: int) -> None:
        while self.waiting and self.waiting[0][0] <= now_ms:
            at_ms, level = self.waiting.pop(0)
            sink(level, 0, at_ms)
            self.level = level


def test_t19_thirty_short_presses_in_slow_passes_are_thirty_clicks():
    port = EdgePort()
    table = Table(port)
    found = []
    table.console.gesture = lambda gesture, now_ms, in_show=None: found.append(gesture)
    for i in range(30):
        start_ms = 200 + 131 * i + i * i % 53
        port.waiting += [(start_ms, True), (start_ms + 35, False)]
    number = 0
    while port.waiting or port.now_ms < 5000:
        table.step()
        number += 1
        port.rest(10 + number * 7 % 51)
    assert found == [3] * 30, len(found)


def test_the_first_edge_is_shown_before_anything_else_is_done():
    bench = Bench()
    bench.begin()
    frames = []
    bench.port.show = lambda pixels: frames.append(bytes(pixels))
    bench.port.read = lambda: frames.append("read") or b""
    bench.port.level = True
    for _ in range(3):  # one pass may be for collecting memory
        bench.table.step()
    assert type(frames[0]) is bytes and frames[1] == "read"


def test_a_frame_is_shown_once_and_an_unchanged_one_never():
    bench = Bench()
    bench.begin()
    bench.run(3000)
    shown = []
    bench.port.show = lambda pixels: shown.append(bytes(pixels))
    bench.run(2000)
    assert len(shown) <= 100
    for i in range(1, len(shown)):
        assert shown[i] != shown[i - 1]


def _up() -> tuple:
    """Return (port, table) some time after power-on."""
    port = EdgePort()
    table = Table(port)
    while port.now_ms < 400:
        table.step()
        port.rest(20)
    return port, table


def test_an_edge_in_the_middle_of_a_pass_is_in_its_frame():
    for when in ("tick", "draw"):
        port, table = _up()
        console = table.console
        shown = []
        port.show = lambda pixels: shown.append(bytes(pixels))
        if when == "tick":  # the pass takes its time there, and the button goes down
            tick = console.tick

            def slow(now_ms, data):
                tick(now_ms, data)
                port.waiting.append((port.now_ms + 5, True))
                port.now_ms += 7

            console.tick = slow
        else:
            port.waiting.append((port.now_ms + 5, True))
            clock, times = port.ticks_ms, []

            def later():
                times.append(1)
                if len(times) == 3:  # at the beginning, before the lights, and behind them
                    port.now_ms += 10
                return clock()

            port.ticks_ms = later
        table.step()
        assert port.level and len(shown) == 1, when
        assert console.button.pressed_ms(port.now_ms) >= 0, when


def test_a_pass_that_has_taken_long_leaves_the_lights_to_the_next_and_only_to_that():
    port, table = _up()
    console = table.console
    drawn = []
    tick = console.tick

    def slow(now_ms, data):
        tick(now_ms, data)
        port.now_ms += 9

    console.tick = slow
    for _ in range(6):
        port.now_ms += 20
        before = console.drawn_ms
        table.step()
        drawn.append(console.drawn_ms != before)
    assert drawn == [False, True] * 3


def test_a_drawing_that_has_taken_long_is_shown_by_the_next_pass_without_a_rest():
    port, table = _up()
    console = table.console
    shown, rests = [], []
    port.show = lambda pixels: shown.append((port.now_ms, bytes(pixels)))
    real = loop.draw

    def slow(console, now_ms):
        real(console, now_ms)
        port.now_ms += 20
        console.frame.pixels[0] ^= 0x1F

    def rest(ms):
        rests.append((len(shown), ms))
        port.now_ms += ms
        if len(rests) == 16:
            raise KeyboardInterrupt

    port.rest = rest
    loop.draw = slow
    console.drawn_ms = -1000
    try:
        table.run()
    except KeyboardInterrupt:
        pass
    finally:
        loop.draw = real
    assert rests[0] == (0, 0) and rests[1][0] == 1, rests
    assert len(shown) >= 3


def test_an_edge_in_a_long_tick_is_shown_before_anything_is_sent():
    port, table = _up()
    console = table.console
    order = []
    port.show = lambda pixels: order.append("show")
    port.write = lambda data: order.append("write")
    tick = console.tick

    def slow(now_ms, data):
        tick(now_ms, data)
        if not port.level:
            console.line.upkeep.note("something to say")
            port.waiting.append((port.now_ms + 5, True))
            port.now_ms += 12

    console.tick = slow
    table.step()
    table.step()
    assert order == ["show"], order


def test_the_menu_s_code_comes_while_the_hold_lasts():
    names = ["twelve.table.menu", "twelve.table.menu_list", "twelve.table.scenes.menu"]
    kept = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        bench = Bench()
        bench.begin()
        bench.port.level = True
        bench.run(1000)
        assert not [name for name in names if name in sys.modules]
        bench.run(700)
        assert [name for name in names if name in sys.modules] == names
        bench.run(500)
        bench.port.level = False
        bench.run(24)
        assert bench.console.menu is not None
    finally:
        sys.modules.update(kept)


def test_the_menu_s_code_goes_where_the_hold_was_too_short_for_it():
    names = ["twelve.table.menu", "twelve.table.menu_list", "twelve.table.scenes.menu"]
    kept = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        bench = Bench()
        bench.begin()
        bench.port.level = True
        bench.run(1800)
        assert [name for name in names if name in sys.modules] == names
        bench.port.level = False
        bench.run(24)
        bench.settle()
        bench.run(3000)
        assert bench.console.menu is None
        assert not [name for name in names if name in sys.modules]
    finally:
        sys.modules.update(kept)


def test_no_chore_comes_between_the_steps_of_a_start():
    bench = Bench()
    bench.run(40)
    done = []
    bench.table.files.tidy = lambda leave=False: (
        (leave or done.append(bench.console.starter)) and False
    )
    bench.console.begin({"game": "12x12"}, bench.port.now_ms, None)
    bench.console.line.commit = lambda commit: True  # a host is there, and gives no share
    bench.table._chores._due_ms = 0
    for _ in range(100):
        bench.table.step()
        bench.port.rest(40)
    assert bench.play is not None and done
    assert not [starter for starter in done if starter is not None]


def test_whoever_waits_for_the_table_waits_for_a_game_that_is_on_its_way():
    port = FakePort()
    table = Table(port)
    waited = []

    def rest(ms):
        port.now_ms += ms
        if port.now_ms == 100:
            table.console.begin({"game": "12x12"}, port.now_ms, None)
        elif port.now_ms > 100 and not port.busy:
            raise KeyboardInterrupt
        waited.append(port.busy)

    port.rest = rest
    try:
        table.run()
    except KeyboardInterrupt:
        pass
    assert waited.count(True) >= 5 and table.console.keeper.play is not None
