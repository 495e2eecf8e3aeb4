"""The port of CircuitPython boards: keypad, neopixel_write, and the second USB serial port."""

import os
import sys
import time
import traceback

import board
import keypad
import microcontroller
import supervisor
import usb_cdc
from watchdog import WatchDogMode

from .. import __version__
from ..base.compat import const
from ..base.ticks import ticks_diff
from . import contract, drive
from .adafruit import Lights, button_on
from .flash import Files
from .pins import Pins

_PASS = const(64)  # bytes taken in one pass of the loop
_WATCHDOG_S = 8.3  # an RP2040 can wait for 8.388 s at most
_SCAN_S = 0.002  # between two looks at the button


def _runtime() -> str:
    version = ".".join([str(n) for n in sys.implementation.version[:3]])
    return "circuitpython %s on %s" % (version, board.board_id)


class _Files(Files):
    """The drive is FAT: where there is a file, a rename onto its name removes it first.

    Every block that changes costs an erased sector, some 55 ms; making and removing files changes
    the most. So a replaced file's room, called ``.new``, is that of the next one.
    """

    def put(self, path: str, data: bytes) -> None:
        """Replace the file the short way: a power cut may leave a part of either."""
        with self._open(path, "r+b" if 0 < self.size(path) <= len(data) else "wb") as f:
            f.write(data)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file; a power cut leaves the old one or the new one."""
        self.put(path + ".new", data)
        self._exchange(path, True)

    def remove(self, path: str) -> None:
        """Remove a file, and the room for its next content."""
        super().remove(path)
        if self._there(path + ".new"):
            os.remove(self._root + path + ".new")

    def _renew(self, path: str) -> None:
        self._exchange(path, False)

    def _exchange(self, path: str, keeps_room: bool) -> None:
        target = self._root + path
        is_there = self._there(path)
        if is_there:  # kept until the new one is there: without either a power cut leaves nothing
            if self._there(path + ".old"):
                os.remove(target + ".old")
            os.rename(target, target + ".old")
        os.rename(target + ".new", target)
        if is_there and keeps_room:
            os.rename(target + ".old", target + ".new")
        elif is_there:
            os.remove(target + ".old")


class _Memory:
    """The chip's non-volatile bytes: for records while the computer owns the drive.

    Bytes 0–1: their number, then the data; writing wears the flash, so it is only for then.
    """

    def __init__(self, nvm):
        self._nvm = nvm
        self.size = len(nvm) - 3

    def get(self) -> bytes:
        """Return what was set, b"" for nothing."""
        nvm = self._nvm
        size = nvm[0] << 8 | nvm[1]
        if size > self.size:
            return b""
        data = bytes(nvm[3 : 3 + size])
        return data if sum(data) & 0xFF == nvm[2] else b""

    def set(self, data: bytes) -> None:
        """Keep ``data``, at most ``size`` bytes; nothing is written where it is there already."""
        if data != self.get():
            head = bytes((len(data) >> 8, len(data) & 0xFF, sum(data) & 0xFF))
            self._nvm[0 : 3 + len(data)] = head + data


class Port(contract.Port):
    """The board. keypad looks at the button in the background, with the tick of every edge."""

    has_leds = True

    def __init__(self):
        supervisor.runtime.autoreload = False  # a computer that saves a file ends no game
        self.files = _Files()
        self.about = (("fw", __version__), ("py", _runtime()), ("virtual", False))
        self.level = False
        reason = microcontroller.cpu.reset_reason
        self.was_stuck = reason == microcontroller.ResetReason.WATCHDOG
        self.memory = _Memory(microcontroller.nvm) if microcontroller.nvm else None
        self._is_ours = drive.is_ours()
        self._serial = usb_cdc.data or usb_cdc.console
        if self._serial is not None:
            self._serial.timeout = 0
            self._serial.write_timeout = 0
        self._unsent = b""
        self._encoder = None
        self._position = 0
        self._event = keypad.Event()

    def _pin(self, key: str, pin):
        """Return a GPIO by its number, or a pin by its name on this board."""
        found = getattr(board, str(pin), None)
        if type(pin) is int:
            found = getattr(microcontroller.pin, "GPIO%d" % pin, None)
        if found is None:
            raise ValueError(key, "there is no pin %s" % pin)
        return found

    def open(self, settings, sizes: list) -> None:
        """Take the pins of ``settings``; ``sizes`` are the pixels on each data line."""
        pins = Pins(settings, sizes)
        self._lights = Lights(pins, self._pin, sizes, settings.pixel_bytes, settings.offset)
        button = button_on(self._pin("button_pin", pins.button))
        time.sleep(0.002)  # for the pull-up to charge the cable
        self.held = not button.value
        button.deinit()
        self._keys = keypad.Keys(
            (self._pin("button_pin", pins.button),),
            value_when_pressed=False,
            pull=True,
            interval=_SCAN_S,
        )
        self._events = self._keys.events
        if pins.encoder:
            from rotaryio import IncrementalEncoder

            a, b = [self._pin("encoder_pins", pin) for pin in pins.encoder]
            self._encoder = IncrementalEncoder(a, b)
            self._position = self._encoder.position

    def first_light(self, value: int) -> None:
        """Light the first row of every line at ``value`` of 255."""
        self._lights.first_light(value)

    def send(self, number: int, line) -> None:
        """Write the bytes of data line ``number`` if they have changed."""
        self._lights.send(number, line)

    def ticks_ms(self) -> int:
        """Return the milliseconds of a clock that starts anywhere."""
        return supervisor.ticks_ms()

    def noise(self) -> bytes:
        """Return whatever entropy there is; each part may repeat, the pool on flash does not."""
        try:
            random = os.urandom(32)
        except NotImplementedError:  # a chip without a random source
            random, self.is_random = b"", False
        odds = (time.monotonic_ns(), supervisor.ticks_ms(), microcontroller.cpu.temperature)
        return random + bytes(microcontroller.cpu.uid) + repr(odds).encode()

    def read_keys(self, sink, now_ms: int) -> None:
        """Call ``sink(level, steps, at_ms)`` for every edge and turn since the last call."""
        event, events = self._event, self._events
        while events.get_into(event):
            ago_ms = ticks_diff(supervisor.ticks_ms(), event.timestamp)
            sink(event.pressed, 0, now_ms - max(0, ago_ms))
            self.level = event.pressed
        if events.overflowed:  # edges are lost, the last perhaps among them
            if self.level:
                sink(False, 0, now_ms)
                self.level = False
            events.clear()
            self._keys.reset()  # a button that is down is an edge once more
        if self._encoder is not None:
            steps = self._encoder.position - self._position
            if steps:
                self._position += steps
                sink(self.level, steps, now_ms)

    def read(self) -> bytes:
        """Return the bytes that came from the host since the last call, some at a time."""
        serial = self._serial
        if serial is None or not serial.in_waiting:
            return b""
        return serial.read(min(serial.in_waiting, _PASS)) or b""

    def write(self, data: bytes) -> None:
        """Send bytes to the host; what does not fit now is sent later, and lost with the host."""
        if self._serial is None or not self._serial.connected:
            self._unsent = b""
            return
        data = self._unsent + data
        self._unsent = data[self._serial.write(data) :]

    def rest(self, ms: int) -> None:
        """Let ``ms`` pass, less when a key or the line has something."""
        if self._unsent:
            self.write(b"")
        for _ in range(ms):
            if self._events or (self._serial is not None and self._serial.in_waiting):
                return
            time.sleep(0.001)

    def feed(self) -> None:
        """Feed the watchdog; the first call starts it, unless the drive is the computer's.

        Then Ctrl-C gives the REPL, and nothing may reset the board while a person uses it.
        """
        if not self._is_ours:
            return
        dog = microcontroller.watchdog
        if dog is None:  # a chip without one
            return
        if dog.mode is None:
            dog.timeout = _WATCHDOG_S
            dog.mode = WatchDogMode.RESET
        dog.feed()

    def describe(self, error) -> str:
        """Return the traceback of ``error``."""
        return "".join(traceback.format_exception(error))

    def restart(self) -> None:
        """Reset the chip."""
        microcontroller.reset()
