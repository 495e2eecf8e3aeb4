"""The light pipeline: T11 colour order, T13 current, T15 brightness, and the running sum."""

from fakes import MemoryFiles, few
from twelve.base.dice import Stream
from twelve.table.lights import palette
from twelve.table.output import FLOOR, Output
from twelve.table.power import Plan, limit_of, wired_pixels
from twelve.table.scenes.frame import BOARD, Frame, marker_of
from twelve.table.settings import Settings
from twelve.table.setup import prepare

ON = 10
LAST_RUNG = 52  # of those that keep the floor


def output(text: str = "", step: int = 5):
    """Return (output, frame) of a table with the settings ``text``."""
    settings = prepare(MemoryFiles({"table.toml": text.encode()}))
    assert settings.problems == [], settings.problems
    frame = Frame(settings.lit, settings.dice_strip)
    return Output(settings, frame, step), frame


def colour(made, index: int) -> tuple:
    """Return (r, g, b) of an index as it leaves, for the order RGB."""
    at = index * made.pixel_bytes
    return tuple(made.entries[at : at + 3])


def ma_of(settings, made) -> int:
    """Return the microamperes of the bytes that leave, by the model, from nothing but the bytes."""
    return (
        settings.idle_ua * (len(made.data) // made.pixel_bytes)
        + sum(made.data) * settings.channel_ma * 1000 // 255
    )


def test_t11_a_colour_is_sent_in_the_order_of_the_led():
    # Hue (1, 2, 3) at full level, without gamma: the palette is replaced for it.
    for order, wanted in (
        ("RGB", (1, 2, 3)), ("RBG", (1, 3, 2)), ("GRB", (2, 1, 3)), ("GBR", (2, 3, 1)),
        ("BRG", (3, 1, 2)), ("BGR", (3, 2, 1)), ("GRBW", (2, 1, 3, 0)), ("RGBW", (1, 2, 3, 0)),
    ):  # fmt: skip
        assert sent(order, (1, 2, 3), False) == wanted, order


def sent(order: str, hue: tuple, white: bool) -> tuple:
    """Return the bytes of a pixel in ``hue`` at full, without gamma."""
    text = 'order = "%s"\npixel_bytes = %d\ngamma = 10\nbrightness = 100\nwhite = %s'
    made, frame = output(text % (order, len(order), str(white).lower()))
    table = bytearray(768)
    table[3 * 0x1F : 3 * 0x1F + 3] = bytes(hue)
    made._palette = table
    frame.pixels[0] = 0x1F
    made.render()
    assert made.boards[0].total[0] == sum(made.data)
    return tuple(made.data[: len(order)])


def test_the_white_channel_shows_what_the_colours_have_in_common():
    for order, hue, wanted in (
        ("GRBW", (1, 2, 3), (1, 0, 2, 1)),
        ("RGBW", (3, 3, 3), (0, 0, 0, 3)),
        ("BGRW", (9, 0, 5), (5, 0, 9, 0)),
        ("GRB", (3, 3, 3), (3, 3, 3)),
    ):
        assert sent(order, hue, True) == wanted, (order, hue)


def test_white_light_of_the_white_channel_leaves_current_for_more_of_it():
    text = 'order = "GRBW"\npixel_bytes = 4\nbrightness = 100\nwhite = '
    lit = []
    for white in ("false", "true"):
        made, frame = output(text + white)
        frame.pixels[:] = bytes((0x0F,)) * BOARD  # the palette's white is a warm one
        made.render()
        assert made.capped and made.ma <= 350
        at = 0x0F * 4
        lit.append(made.entries[at + made._green] + made.entries[at + 3])
    assert lit[1] > 2 * lit[0]


def test_t11_order_and_bytes_per_pixel_that_do_not_go_together_are_refused():
    settings = Settings('order = "GRBW"')
    assert settings.code == 11 + 18 and "pixel_bytes" in settings.problems[0]
    assert (settings.order, settings.pixel_bytes) == ("GRB", 3)
    settings = prepare(MemoryFiles())
    settings.pixel_bytes = 4
    try:
        Output(settings, Frame(1), 5)
    except ValueError as error:
        assert "GRB" in str(error)
    else:
        raise AssertionError("took three letters for four bytes")


SET_UPS = (
    "",
    "brightness = 100",
    "boards = 2",
    'boards = 2\nsupply = "usb-900"',
    'boards = 6\nlines = 3\nsupply = "5v10a"\nbrightness = 100',
    'boards = 2\nsupply = "5v3a"\nbrightness = 100\ndice_strip = true\noffset = 1',
    'supply = 400\norder = "GRBW"\npixel_bytes = 4\nchannel_ma = 20\nidle_ua = 800',
    'supply = 160\nbrightness = 100',
    'boards = 4',
)  # fmt: skip


def test_t13_no_frame_draws_more_than_the_limit_and_hues_are_kept():
    stream = Stream(b"current")
    for text in SET_UPS:
        settings = Settings(text)
        made, frame = output(text)
        for i in range(few(60, 12)):
            before = bytes(frame.pixels)
            for _ in range((2, 40, 400)[i % 3]):
                frame.pixels[stream.draw(250) % len(frame.pixels)] = stream.draw(256)
            if i % 10 == 9:
                frame.pixels[:] = bytes((stream.draw(256),)) * len(frame.pixels)
            logical = bytes(frame.pixels)
            made.render()
            assert bytes(frame.pixels) == logical and logical != before
            assert ma_of(settings, made) <= 1000 * limit_of(settings), text
            assert made.ma <= limit_of(settings)
            assert (ma_of(settings, made) + 999) // 1000 - made.ma in (-1, 0, 1)
            assert made.below_floor or _hues_are_kept(made, frame)


def _hues_are_kept(made, frame) -> bool:
    table = made._palette
    for index in set(frame.pixels):
        linear = [made._linear(table[3 * index + c]) for c in range(3)]
        at = index * made.pixel_bytes
        white = made.entries[at + made._white] if made._white >= 0 else 0
        sent = [made.entries[at + c] + white for c in (made._red, made._green, made._blue)]
        top = max(linear)
        for channel in range(3):
            if top and 2 * abs(sent[channel] * top - linear[channel] * max(sent)) > top:
                return False
            if not top and sent[channel]:
                return False
    return True


def test_t13_a_limit_below_idle_is_refused():
    settings = Settings("supply = 156")
    Plan(settings)
    assert "supply" in settings.problems[0] and settings.code == 11 + 21
    assert settings.supply == "usb"
    for text, key in (
        ("idle_ua = 3000", "idle_ua"), ("supply = 300\nidle_ua = 5000", "idle_ua"),
        ("supply = 90\nidle_ua = 500\ndice_strip = true", "supply"), ("board_ma = 150", "board_ma"),
    ):  # fmt: skip
        made = Settings(text)
        Plan(made)
        assert len(made.problems) == 1 and made.problems[0].startswith("table.toml: " + key), text
    for good in ("supply = 300", 'supply = "usb-900"', "supply = 900\nidle_ua = 4000"):
        settings = Settings(good)
        assert Plan(settings).notice == "" and settings.problems == []


def test_two_boards_on_plain_usb_become_one_that_can_be_seen_and_it_is_said():
    settings = Settings("boards = 2")
    plan = Plan(settings)
    assert (plan.wired, plan.lit) == (2, 1)
    assert "1 of 2 boards are off" in plan.notice and "312 of the 350 mA" in plan.notice
    made, frame = output("boards = 2")
    assert len(frame.pixels) == BOARD and len(made.data) == 2 * BOARD * 3
    for at in range(24):
        frame.pixels[at * 6] = marker_of(at // 12) | ON
    made.render()
    assert made.capped and not made.below_floor
    assert sum(1 for byte in made.data if byte) >= 24
    assert not any(made.data[BOARD * 3 :])
    for text, wired, lit in (
        ("boards = 6", 2, 1),
        ('boards = 4\nsupply = "usb-900"', 4, 2),
        ('boards = 6\nsupply = "5v3a"', 6, 6),
    ):
        plan = Plan(Settings(text))
        assert (plan.wired, plan.lit) == (wired, lit), text
        assert wired_pixels(Settings(text), wired) < limit_of(Settings(text))


def test_where_the_cap_allows_less_than_the_floor_it_is_said():
    made, frame = output("supply = 158\nbrightness = 100")
    frame.pixels[:] = bytes((0x0F,)) * BOARD
    made.render()
    assert made.capped and made.below_floor and made.ma <= 158
    frame.clear()
    frame.pixels[5] = 0x1F
    made.render()
    made.render()
    assert not made.below_floor


def test_t13_one_board_stays_below_its_own_limit():
    text = 'boards = 2\nsupply = "5v10a"\nbrightness = 100\nboard_ma = 1000'
    made, frame = output(text)
    for at in range(BOARD):
        frame.pixels[at] = 0x0F
    made.render()
    board = BOARD * 3
    assert 156 + sum(made.data[:board]) * 18 / 255 <= 1000
    assert made.capped and not made.below_floor


def test_t15_brightness_never_touches_the_logical_frame():
    made, frame = output("brightness = 100")
    for at in range(BOARD):
        frame.pixels[at] = at
    logical = bytes(frame.pixels)
    made.render()
    first = bytes(made.data)
    for _ in range(20):
        made.set_brightness(1)
        made.render()
        assert bytes(made.data) != first
        made.set_brightness(5)
        made.render()
    assert bytes(frame.pixels) == logical and bytes(made.data) == first


def test_t15_six_players_differ_and_what_is_lit_stays_lit_at_every_brightness():
    for name in ("clear", "vivid"):
        for gamma in (10, 22, 28):
            for percent in few((1, 2, 5, 10, 25, 50, 100), (1, 25)):
                text = (
                    'order = "RGB"\npalette = "%s"\ngamma = %d\nbrightness = %d\nsupply = "5v10a"'
                )
                made, frame = output(text % (name, gamma, percent), 1)
                for rung in (0, 20, LAST_RUNG):
                    made._at(rung)
                    for level in range(1, 16):
                        seen = set()
                        for seat in range(6):
                            made._fill(marker_of(seat) | level)
                            sent = colour(made, marker_of(seat) | level)
                            assert max(sent) >= FLOOR
                            seen.add(sent)
                        assert len(seen) == 6, (name, gamma, percent, rung, level, seen)
                    for index in range(256):
                        made._fill(index)
                        lit = any(palette(name)[3 * index : 3 * index + 3])
                        assert any(colour(made, index)) == lit == bool(index & 15)


def test_a_frame_that_follows_is_what_a_fresh_one_would_be():
    stream = Stream(b"follow")
    for text in (
        "",
        'boards = 2\nsupply = "5v3a"\noffset = 2\ncorner = "bottom-right"\nzigzag = false',
    ):
        made, frame = output(text)
        for _ in range(few(100, 20)):
            for _ in range(1 + stream.draw(40)):
                frame.pixels[stream.draw(256) % len(frame.pixels)] = stream.draw(256)
            made.render()
            fresh, other = output(text)
            other.pixels[:] = frame.pixels
            fresh._at(made._rung)
            assert fresh.data == made.data
            assert [g.total[0] for g in fresh.boards] == [g.total[0] for g in made.boards]


def test_the_cap_lets_go_when_there_is_less_light():
    made, frame = output("brightness = 100")
    frame.pixels[:] = bytes((0x0F,)) * BOARD
    made.render()
    assert made.capped
    frame.clear()
    frame.pixels[3] = 0x1F
    made.render()
    assert not made.capped
