"""What CircuitPython and Blinka do alike: LED lines by digitalio and neopixel_write."""

from digitalio import DigitalInOut, Direction, Pull
from neopixel_write import neopixel_write

FIRST = 13


class Lights:
    """The data lines. ``pin_of(key, pin)`` finds a pin, ``sizes`` are the pixels on each line."""

    def __init__(self, pins, pin_of, sizes: list, pixel_bytes: int, offset: int):
        self._pixel_bytes = pixel_bytes
        self._dark = offset * pixel_bytes
        self._outs = []
        self._sent = []
        for pin, size in zip(pins.leds, sizes):
            out = DigitalInOut(pin_of("led_pins", pin))
            out.direction = Direction.OUTPUT
            self._outs.append(out)
            self._sent.append(bytearray(size * pixel_bytes))

    def first_light(self, value: int) -> None:
        """Light the first row of every line at ``value`` of 255."""
        for out, sent in zip(self._outs, self._sent):
            for i in range(self._dark, min(self._dark + FIRST * self._pixel_bytes, len(sent))):
                sent[i] = value
            neopixel_write(out, sent)

    def send(self, number: int, line) -> None:
        """Write the bytes of data line ``number`` if they have changed."""
        sent = self._sent[number]
        if sent != line:
            if len(sent) != len(line):  # while the wiring is being found
                sent = self._sent[number] = bytearray(len(line))
            sent[:] = line
            # The same object every time: Blinka sets its driver up anew for another one.
            neopixel_write(self._outs[number], sent)


def button_on(pin) -> DigitalInOut:
    """Return the input of a button from ``pin`` to ground: False while it is pressed."""
    button = DigitalInOut(pin)
    button.direction = Direction.INPUT
    button.pull = Pull.UP
    return button
