"""The MicroPython port on a board in memory: pins, edges, lights, line, watchdog."""

from fake_board import board, port_module
from twelve.base.ticks import Uptime
from twelve.table.gestures import CLICK, NONE, Button
from twelve.table.settings import Settings

BUTTON = 15


def opened(text: str = "", sizes=(156,)):
    """Return the port, with the pins of the settings ``text``."""
    port = port_module().Port()
    port.open(Settings(text), list(sizes))
    return port


def edges_of(port, now_ms: int = 5000) -> list:
    found = []
    port.read_keys(lambda level, steps, at_ms: found.append((level, steps, at_ms)), now_ms)
    return found


def test_an_edge_keeps_its_own_time_however_late_it_is_read():
    port = opened()
    for ms, level in ((10, 0), (35, 1), (100, 0)):
        board.now_ms += ms
        board.set(BUTTON, level)
    board.now_ms += 7
    assert edges_of(port) == [(True, 0, 4858), (False, 0, 4893), (True, 0, 4993)]
    assert port.level is True
    assert edges_of(port) == []


def test_an_edge_while_interrupts_are_off_is_seen_right_after():
    port = opened()
    edges_of(port)
    board.blind(True)
    board.set(BUTTON, 0)
    board.now_ms += 9
    board.blind(False)
    assert edges_of(port) == [(True, 0, 5000)]


def test_a_whole_press_while_flash_is_erased_is_a_press_and_a_glitch_is_none():
    for erase_ms, wanted in ((49, 2), (9, 0)):
        port = opened()
        edges_of(port)
        board.blind(True)
        board.set(BUTTON, 0)
        board.set(BUTTON, 1)
        board.now_ms += erase_ms
        board.blind(False)
        found = edges_of(port)
        assert len(found) == wanted, erase_ms
        if wanted:
            assert found == [(True, 0, 4951), (False, 0, 5000)]


def test_a_glitch_while_lights_are_written_is_none_however_long_the_pass_has_taken():
    port = opened()
    for glitch_at_ms in (0, 15, 40):
        edges_of(port)
        board.now_ms += glitch_at_ms  # of a pass that draws for long
        board.write_ms, board.meanwhile = 9, [(BUTTON, 0), (BUTTON, 1)]
        port.send(0, bytearray(468))
        board.write_ms, board.meanwhile = 0, []
        assert edges_of(port) == [], glitch_at_ms


def test_a_glitch_that_ends_while_lights_are_written_is_none_and_a_press_is_one():
    for before_ms, wanted in ((3, []), (20, [CLICK])):
        port, button, found = opened(), Button(), []
        clock = Uptime(port.ticks_ms())

        def look(port=port, button=button, found=found, clock=clock):
            def sink(level, _, at_ms):
                found.extend([button.sample(not level, at_ms), button.sample(level, at_ms)])

            now_ms = clock.update(port.ticks_ms())
            port.read_keys(sink, now_ms)
            found.append(button.sample(port.level, now_ms))

        for _ in range(20):
            board.now_ms += 1
            look()
        board.set(BUTTON, 0)
        look()
        board.now_ms += before_ms
        board.write_ms, board.meanwhile = 10, [(BUTTON, 1)]
        port.send(0, bytearray(468))
        board.write_ms, board.meanwhile = 0, []
        for _ in range(30):
            look()
            board.now_ms += 1
        assert [event for event in found if event == CLICK] == wanted, before_ms


def test_an_edge_whose_interrupt_was_lost_is_found_by_looking():
    port = opened()
    edges_of(port)
    board.levels[BUTTON] = 0
    edges_of(port)
    assert edges_of(port) == [(True, 0, 5000)]


def test_a_burst_of_bounce_does_not_lose_the_level():
    port = opened()
    edges_of(port)
    for i in range(201):
        board.set(BUTTON, i & 1)
    edges_of(port)
    for _ in range(3):
        edges_of(port)
    assert port.level is True


def test_t19_thirty_presses_of_35_ms_are_seen_whatever_the_passes_take():
    port = opened()
    uptime = Uptime(port.ticks_ms())
    button, clicks = Button(), []
    seen = []

    def sample(level, at_ms):
        event = button.sample(level, at_ms)
        if event == CLICK:
            clicks.append(at_ms)
        elif event != NONE:
            seen.append(event)

    def sink(level, steps, at_ms):
        sample(not level, at_ms)
        sample(level, at_ms)

    times = []
    for i in range(30):
        start = 1500 + 157 * i + i * i % 61
        times += [(start, 0), (start + 35, 1)]
    pass_ms = 0
    for number in range(150):
        pass_ms = 10 + number * 7 % 51
        end = board.now_ms + pass_ms
        while times and times[0][0] <= end:
            at, level = times.pop(0)
            board.now_ms = max(board.now_ms, at)
            board.set(BUTTON, level)
        board.now_ms = end
        now_ms = uptime.update(port.ticks_ms())
        port.read_keys(sink, now_ms)
        sample(port.level, now_ms)
    assert not times and len(clicks) == 30, len(clicks)


def test_a_rest_ends_with_its_time_or_with_an_edge():
    for platform in ("rp2", "samd"):  # a chip that an interrupt wakes, and one that is not said to
        port = opened()
        port._wakes = platform == "rp2"
        board.typed = b""
        for ms in (0, 1, 4):
            begun_ms = board.now_ms
            port.rest(ms)
            assert board.now_ms - begun_ms <= max(ms, 1) and (port._wakes or board.now_ms >= ms)
        begun_ms = board.now_ms
        port.rest(50)
        assert board.now_ms - begun_ms == 50
        if port._wakes:
            board.edges = [(board.now_ms + 3, BUTTON, 0)]
            begun_ms = board.now_ms
            port.rest(50)
            assert board.now_ms - begun_ms == 3
        else:
            board.set(BUTTON, 0)
            begun_ms = board.now_ms
            port.rest(50)
            assert board.now_ms == begun_ms
    assert port_module().Port()._wakes  # it is said of the chip that the lists of parts name


def test_a_line_is_written_from_the_buffer_that_it_was_drawn_into():
    port = opened()
    line = memoryview(bytearray(468))
    for value in (1, 2):
        line[0] = value
        port.send(0, line)
        assert board.frames[-1][1] == bytes(line)
    assert port._leds[0].buf is line and len(board.frames) == 2


def test_first_light_is_a_dim_row_behind_the_offset():
    port = opened("offset = 2", (158,))
    port.first_light(8)
    pin, data = board.frames[0]
    assert pin == 16 and len(data) == 474
    assert data[:6] == bytes(6) and data[6:45] == b"\x08" * 39 and data[45:] == bytes(429)


def test_pins_that_cannot_be_are_named():
    for text, key in (
        ("led_pins = [77]", "led_pins"),
        ("button_pin = 16", "button_pin"),
        ('button_pin = "GP15"', "button_pin"),
        ("encoder = true\nencoder_pins = [3]", "encoder_pins"),
        ("boards = 3\nlines = 3\nled_pins = [1, 2]", "led_pins"),
    ):
        settings = Settings(text)
        try:
            port_module().Port().open(settings, [156] * settings.lines)
        except ValueError as error:
            assert error.args[0] == key, (text, error.args)
        else:
            raise AssertionError(text)


def test_the_encoder_counts_whole_steps_both_ways():
    port = opened("encoder = true")
    edges_of(port)
    for sign, turn in ((1, (13, 14)), (-1, (14, 13))):
        first, second = turn
        for _ in range(3):
            board.set(first, 0)
            board.set(second, 0)
            board.set(first, 1)
            board.set(second, 1)
        assert edges_of(port) == [(False, 3 * sign, 5000)], sign
    board.set(13, 0)
    board.set(13, 1)
    assert edges_of(port) == []


def test_the_line_takes_any_byte_in_bounded_pieces_and_never_the_interrupt():
    port = opened()
    assert board.kbd_intr == 3
    port.ready()
    assert board.kbd_intr == -1
    board.typed = bytes(range(256)) * 4
    got = b""
    for _ in range(16):
        piece = port.read()
        assert 0 < len(piece) <= 64
        got += piece
    assert got == bytes(range(256)) * 4 and port.read() == b""
    port.write(b"abc")
    assert board.written == b"abc"


def test_rest_ends_with_an_edge_or_a_byte():
    port = opened()
    edges_of(port)
    before = board.now_ms
    port.rest(4)
    assert board.now_ms - before == 4
    board.typed = b"x"
    port.rest(4)
    assert board.now_ms - before == 4
    board.typed = b""
    board.set(BUTTON, 0)
    port.rest(4)
    assert board.now_ms - before == 4


def test_the_watchdog_starts_with_its_first_feeding():
    port = opened()
    assert board.dogs == [] and not port.was_stuck
    port.feed()
    port.feed()
    assert board.dogs == [8388] and board.feeds == 2
    board.cause = 3
    port = port_module()
    board.cause = 3
    assert port.Port().was_stuck


class NoRandom:
    """An ``os`` whose random source fails."""

    def urandom(self, count: int) -> bytes:
        raise OSError(5)


def test_a_random_source_that_fails_leaves_other_noise():
    module = port_module()
    port, whole = module.Port(), module.os
    module.os = NoRandom()
    try:
        assert 4 < len(port.noise()) < 40 and not port.is_random
    finally:
        module.os = whole


def test_what_a_host_is_told_of_the_board():
    port = opened()
    about = dict(port.about)
    assert about["py"] == "micropython 1.28.0 on a board in memory with RP2040"
    assert about["virtual"] is False
    assert len(port.noise()) > 40 and port.is_random
    assert "ValueError" in port.describe(ValueError("x"))
    port.restart()
    assert board.resets == 1
