"""The port of a Raspberry Pi as the table: Adafruit's Blinka, and a line to a host.

``TWELVE_LINE`` names the line and makes a Linux process a table: a character device such as the
USB gadget's ``/dev/ttyGS0``, or ``HOST:PORT`` to listen on, for ``socket://`` on the other end.
The working folder is the flash. The LEDs need root or SPI, as Blinka's guide says.
"""

import os
import sys
import time

import board

from .. import __version__
from ..base.compat import const
from . import contract
from .adafruit import Lights, button_on
from .flash import Files
from .lines import open_line
from .pins import Pins
from .ring import Ring, Turns

_PASS = const(512)  # bytes taken in one pass of the loop
_BLIND_MS = const(20)  # between two looks: a longer time may have been a press


class Port(contract.Port):
    """The computer as a table. The button is looked at every millisecond of rest."""

    has_leds = True

    def __init__(self, line: str):
        self.files = Files()
        version = "%d.%d.%d" % tuple(sys.implementation.version[:3])
        runtime = "cpython %s on %s" % (version, board.board_id)
        self.about = (("fw", __version__), ("py", runtime), ("virtual", False))
        self.level = False
        self._line = open_line(line)
        self._ring = Ring()
        self._looked_ms = self.ticks_ms()
        self._turns = None

    def _pin(self, key: str, pin):
        """Return a GPIO by its number, or a pin by its name on this board."""
        found = getattr(board, "D%d" % pin if type(pin) is int else pin, None)
        if found is None:
            raise ValueError(key, "there is no pin %s" % pin)
        return found

    def open(self, settings, sizes: list) -> None:
        """Take the pins of ``settings``; ``sizes`` are the pixels on each data line."""
        pins = Pins(settings, sizes)
        if len(sizes) > 1:
            raise ValueError("lines", "Blinka drives one data line only")
        self._lights = Lights(pins, self._pin, sizes, settings.pixel_bytes, settings.offset)
        self._button = button_on(self._pin("button_pin", pins.button))
        self.held = not self._button.value
        if pins.encoder:
            self._turns = Turns()
            self._contacts = [button_on(self._pin("encoder_pins", p)) for p in pins.encoder]

    def first_light(self, value: int) -> None:
        """Light the first row of the line at ``value`` of 255."""
        self._lights.first_light(value)

    def send(self, number: int, line) -> None:
        """Write the bytes of data line ``number`` if they have changed."""
        self._lights.send(number, line)

    def ticks_ms(self) -> int:
        """Return the milliseconds of a clock that starts anywhere."""
        return time.monotonic_ns() // 1000000

    def noise(self) -> bytes:
        """Return entropy: the system's random source."""
        return os.urandom(32)

    def _look(self) -> None:
        level, now = not self._button.value, self.ticks_ms()
        if level != self._ring.last:
            # A release was any time since the last look. While lights are written it is taken for
            # the first, or a glitch would be as long as their writing.
            short = now - self._looked_ms < _BLIND_MS
            self._ring.put(level, self._looked_ms if short and not level else now)
        self._looked_ms = now
        if self._turns is not None:
            a, b = self._contacts
            self._turns.move(int(a.value), int(b.value))

    def read_keys(self, sink, now_ms: int) -> None:
        """Call ``sink(level, steps, at_ms)`` for every edge and turn since the last call."""
        self._look()

        def take(level, steps, at_ms):
            sink(level, steps, at_ms)
            self.level = level

        self._ring.hand_over(take, self.ticks_ms(), now_ms)
        steps = self._turns.take() if self._turns is not None else 0
        if steps:
            sink(self.level, steps, now_ms)

    def read(self) -> bytes:
        """Return the bytes that came from the host since the last call, some at a time."""
        return self._line.read(_PASS)

    def write(self, data: bytes) -> None:
        """Send bytes to the host; they are lost while none is there."""
        self._line.write(data)

    def restart(self) -> None:
        """Begin the process anew."""
        os.execv(sys.executable, [sys.executable] + sys.argv)

    def rest(self, ms: int) -> None:
        """Let ``ms`` pass, less when the button or the line has something."""
        for _ in range(ms):
            self._look()
            if not self._ring.empty or self._line.wait(1):
                return
