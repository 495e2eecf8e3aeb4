"""The faster pass of the light pipeline does byte for byte what the plain one does."""

import sys

from fakes import MemoryFiles, few
from twelve.base.compat import IS_DEVICE_PYTHON
from twelve.base.dice import Stream
from twelve.table.output import Output
from twelve.table.scenes.frame import Frame
from twelve.table.setup import prepare


def _words(buffer):
    """Return what viper reads through ptr32: whole words of pixels, or an array of them."""
    if isinstance(buffer, memoryview):
        return buffer[: len(buffer) // 4 * 4].cast("i")
    return buffer


def _viper():
    """Return the pass: machine code on MicroPython, the same source elsewhere."""
    if not IS_DEVICE_PYTHON:

        class Shim:
            @staticmethod
            def viper(function):
                return function

        sys.modules["micropython"] = Shim
    try:
        from twelve.ports import paint_viper
    finally:
        if not IS_DEVICE_PYTHON:
            del sys.modules["micropython"]
    if not IS_DEVICE_PYTHON:
        paint_viper.ptr8 = paint_viper.ptr16 = lambda buffer: buffer
        paint_viper.ptr32 = _words
    return paint_viper.paint


def test_both_passes_give_the_same_bytes_and_sums_frame_after_frame():
    stream = Stream(b"viper")
    for text in (
        "brightness = 100",
        'boards = 2\nsupply = 1100\ndice_strip = true\ncorner = "bottom-left"\noffset = 1',
        'order = "GRBW"\npixel_bytes = 4\nsupply = 300\ndirection = "columns"',
    ):
        settings = prepare(MemoryFiles({"table.toml": text.encode()}))
        frame = Frame(settings.lit, settings.dice_strip)
        plain = Output(settings, frame, 5)
        fast = Output(settings, frame, 5, _viper())
        capped = 0
        for i in range(few(120, 60)):
            for _ in range((1, 30, 300)[i % 3]):
                frame.pixels[stream.draw(256) % len(frame.pixels)] = stream.draw(256)
            if i % 20 == 19:
                frame.clear()
                plain.set_brightness(1 + i // 20 % 5)
                fast.set_brightness(1 + i // 20 % 5)
            if frame.dice is not None:
                frame.dice[stream.draw(42)] = stream.draw(256)
            plain.render()
            fast.render()
            assert fast.data == plain.data, (text, i)
            assert [group.total for group in fast._groups] == [g.total for g in plain._groups]
            assert (fast.ma, fast.capped, fast.below_floor) == (
                plain.ma, plain.capped, plain.below_floor,
            )  # fmt: skip
            capped += plain.capped
        assert capped
