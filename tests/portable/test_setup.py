"""The start takes the settings from what an earlier one has told, as long as that is right."""

import sys

from fakes import MemoryFiles
from twelve.base.compat import crc32
from twelve.ports.pins import Pins
from twelve.table import settings
from twelve.table.setup import KNOWN_CHECK, forget, prepare

TOLD = "settings.told"
SETTINGS = "twelve.table.settings"


def _values(files):
    values = prepare(files).values
    was_read = SETTINGS in sys.modules
    forget()
    return values, was_read


def test_other_known_settings_have_another_check():
    assert crc32(settings.KNOWN.encode()) == KNOWN_CHECK


def test_what_was_told_is_not_read_again():
    forget()
    files = MemoryFiles({"table.toml": b'name = "Den"\nboards = 2\nsupply = 3000\n'})
    first, was_read = _values(files)
    assert was_read and first["name"] == "Den" and first["lit"] == 2
    again, was_read = _values(files)
    assert again == first and not was_read
    files.write("table.toml", b'name = "Hut"\n')
    changed, was_read = _values(files)
    assert was_read and changed["name"] == "Hut" and changed["boards"] == 1


def test_damage_and_problems_are_read_again():
    files = MemoryFiles({"table.toml": b'name = "Den"\n'})
    first, _ = _values(files)
    whole = files.content[TOLD]
    for damaged in (whole[:-3], whole.replace(b"Den", b"Hut"), whole[:9], whole[:17], b""):
        files.content[TOLD] = damaged
        values, was_read = _values(files)
        assert was_read and values == first and files.content[TOLD] == whole
    files.write("table.toml", b"boards = 9\n")
    for _ in range(2):
        values, was_read = _values(files)
        assert was_read and len(values["problems"]) == 1 and values["boards"] == 1


def test_a_pin_that_is_no_longer_there_is_refused():
    class Port:
        has_leds = True

        def open(self, values, sizes):
            if values.led_pins:
                raise ValueError("led_pins", "there is no pin")

        def first_light(self, value):
            self.light = value

    files = MemoryFiles({"table.toml": b"led_pins = [5]\n"})
    assert _values(files)[0]["led_pins"] == [5]
    values = prepare(files, Port()).values
    forget()
    assert values["led_pins"] == [] and len(values["problems"]) == 1


def test_a_strip_behind_boards_that_are_off_is_off_too():
    strip = "boards = 2\ndice_strip = true\n"
    for text, wired, is_on in (
        (strip, 1, False), (strip + "dice_pin = 22\n", 1, True),
        (strip + "supply = 900\n", 2, True),
    ):  # fmt: skip
        files = MemoryFiles({"table.toml": text.encode()})
        for _ in range(2):  # read, and as told
            values, _ = _values(files)
            assert (values["wired"], values["dice_strip"]) == (wired, is_on), text
        assert b'"dice_strip":true' in files.content[TOLD]


def test_what_earlier_firmware_took_for_right_is_refused_now_where_it_must_be():
    good = MemoryFiles({"table.toml": b"idle_ua = 900\n"})
    _values(good)
    _, _, told = good.content[TOLD].partition(b"\n")
    assert b'"idle_ua":900' in told or b'"idle_ua": 900' in told
    told = told.replace(b":900", b":3000").replace(b": 900", b": 3000")
    table = b"idle_ua = 3000\n"
    head = b"%08x %08x\n" % (crc32(table, KNOWN_CHECK), crc32(told))
    values, _ = _values(MemoryFiles({"table.toml": table, TOLD: head + told}))
    assert values["idle_ua"] == 1000 and "idle_ua" in values["problems"][0]


class Pinned:
    """A port that wants its pins to be different, and has no pin ``missing``."""

    has_leds = True
    missing = None

    def open(self, values, sizes):
        pins = Pins(values, sizes)
        if self.missing in pins.leds:
            raise ValueError("led_pins", "there is no pin")

    def first_light(self, value):
        pass


def test_pins_that_clash_are_refused_once_whichever_setting_they_are_of():
    for text, key in (
        ("button_pin = 16", "button_pin"),
        ("encoder = true\nbutton_pin = 13", "button_pin"),
        ("encoder = true\nencoder_pins = [15, 14]", "encoder_pins"),
        ('supply = "5v10a"\ndice_strip = true\ndice_pin = 16', "dice_pin"),
        ('controller = "feather-scorpio"\nbutton_pin = 16', "button_pin"),
        ("led_pins = [15]", "led_pins"),
        ("boards = 2\nlines = 2\nsupply = 3000\nled_pins = [16, 16]", "led_pins"),
    ):
        files = MemoryFiles({"table.toml": text.encode() + b"\n"})
        for _ in range(2):  # read, and as told
            problems = prepare(files, Pinned()).problems
            forget()
            assert len(problems) == 1 and problems[0].startswith("table.toml: " + key), problems


def test_a_board_without_the_usual_pin_is_a_fault_and_no_loop():
    port = Pinned()
    port.missing = 16
    try:
        prepare(MemoryFiles({"table.toml": b"led_pins = [16]\n"}), port)
    except ValueError as error:
        assert error.args[0] == "led_pins"
    else:
        raise AssertionError("it has no pin")
    finally:
        forget()
