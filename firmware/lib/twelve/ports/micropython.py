"""The port of MicroPython boards: pins and watchdog by machine, USB as stdin and stdout."""

import io
import os
import select
import sys
import time

import machine
import micropython
from machine import Pin
from neopixel import NeoPixel

from .. import __version__
from ..base.compat import const
from . import contract
from .flash import Files
from .pins import Pins
from .ring import Ring, Turns

_PASS = const(64)  # bytes taken in one pass of the loop: 60 take 3.6 ms on a Pico
_WATCHDOG_MS = const(8388)  # the longest that an RP2040 can
_BLIND_MS = const(20)  # a press that began and ended without an interrupt was as long at least
_FIRST = const(13)


def _runtime() -> str:
    version = ".".join([str(n) for n in sys.implementation.version[:3]])
    return "micropython %s on %s" % (version, sys.implementation._machine)


def _replaces() -> bool:
    """Return whether the drive is LittleFS, which replaces a file as it is closed (DESIGN.md).

    Older runtimes do not say what is mounted.
    """
    try:
        from vfs import VfsLfs2, mount

        return any([path == "/" and isinstance(drive, VfsLfs2) for drive, path in mount()])
    except (ImportError, TypeError):
        return False


class Port(contract.Port):
    """The board. Interrupts note the edges of the button while lights or flash are written."""

    has_leds = True
    gathers = True
    # Calls whose memory is free again count too: garbage alone never comes to so much.
    collect_after = 98304

    def __init__(self):
        self.files = Files("", _replaces())
        self.about = (("fw", __version__), ("py", _runtime()), ("virtual", False))
        self.level = False
        self.was_stuck = machine.reset_cause() == machine.WDT_RESET
        self._dog = None
        self._leds = []
        self._ring = Ring()
        self._turns = Turns()
        self._contacts = []
        self._seen_ms = time.ticks_ms()
        self._is_writing = False
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._ipoll = poll.ipoll  # unlike poll, it allocates nothing
        # An interrupt ends what rp2 calls idle, but not the wait for a poll; other chips may
        # not rest in it at all.
        self._wakes = sys.platform == "rp2"
        self._bytes = bytearray(_PASS)
        self._byte = bytearray(1)

    @property
    def paint(self):  # type: ignore[override]
        """The pass of table/paint.py as machine code; None where this chip has none."""
        try:
            from .paint_viper import paint
        except (ImportError, ValueError, SyntaxError):  # compiled for another kind of chip
            return None
        return paint

    # -- pins ----------------------------------------------------------------------------------
    def open(self, settings, sizes: list) -> None:
        """Take the pins of ``settings``; ``sizes`` are the pixels on each data line."""
        pins = Pins(settings, sizes)
        self._leds = []
        for pin, size in zip(pins.leds, sizes):
            out = self._pin("led_pins", pin, Pin.OUT)
            self._leds.append(NeoPixel(out, size, bpp=settings.pixel_bytes))
        self._dark = settings.offset * settings.pixel_bytes
        button = self._pin("button_pin", pins.button, Pin.IN, Pin.PULL_UP)
        self._button = button
        time.sleep_ms(2)  # for the pull-up to charge the cable
        self.held = not button.value()
        edges = Pin.IRQ_RISING | Pin.IRQ_FALLING
        try:
            self._irq = button.irq(self._edge, edges, hard=True)
        except TypeError:  # chips without hard interrupts
            self._irq = button.irq(self._edge, edges)
        if pins.encoder:
            self._contacts = [
                self._pin("encoder_pins", pin, Pin.IN, Pin.PULL_UP) for pin in pins.encoder
            ]
            for contact in self._contacts:
                try:
                    contact.irq(self._contact, edges, hard=True)
                except TypeError:
                    contact.irq(self._contact, edges)

    def _pin(self, key: str, pin, mode, pull=None):
        try:
            return Pin(pin, mode) if pull is None else Pin(pin, mode, pull)
        except (ValueError, TypeError):
            raise ValueError(key, "there is no pin %s" % pin)

    def _edge(self, pin) -> None:
        # In an interrupt: nothing here takes memory.
        level = not pin.value()
        now = time.ticks_ms()
        ring = self._ring
        if level != ring.last:
            # A release while lights are written was any time in it: taken for the first, since
            # a glitch that ended in it would be as long as a press, which is longer than it.
            short = self._is_writing and time.ticks_diff(now, self._seen_ms) < _BLIND_MS
            ring.put(level, self._seen_ms if short and not level else now)
        elif not level and self._both():
            # Lights or flash kept interrupts off for a whole press: it was as long as that. In
            # too short a time for one it was a glitch; in a longer one nothing tells them apart.
            if time.ticks_diff(now, self._seen_ms) >= _BLIND_MS:
                ring.put(True, self._seen_ms)
                ring.put(False, now)

    def _both(self) -> bool:
        flags = self._irq.flags()
        return flags & Pin.IRQ_RISING and flags & Pin.IRQ_FALLING

    def _contact(self, pin) -> None:
        self._turns.move(self._contacts[0].value(), self._contacts[1].value())

    # -- lights --------------------------------------------------------------------------------
    def first_light(self, value: int) -> None:
        """Light the first row of every line at ``value`` of 255."""
        for leds in self._leds:
            at = self._dark
            for i in range(at, min(at + _FIRST * leds.bpp, len(leds.buf))):
                leds.buf[i] = value
            leds.write()

    def send(self, number: int, line) -> None:
        """Write the bytes of data line ``number``."""
        leds = self._leds[number]
        leds.buf = line  # no copy: it would take as much memory again
        self._seen_ms = time.ticks_ms()  # until now interrupts were on
        self._is_writing = True
        leds.write()
        self._is_writing = False

    # -- time, entropy, button -----------------------------------------------------------------
    def ticks_ms(self) -> int:
        """Return the milliseconds of a clock that starts anywhere."""
        return time.ticks_ms()

    def noise(self) -> bytes:
        """Return whatever entropy there is; each part may repeat, the pool on flash does not."""
        odds = (time.ticks_us(), time.time())
        try:
            random = os.urandom(32)
        except (OSError, AttributeError):  # a chip or a build without a random source
            random, self.is_random = b"", False
        return random + machine.unique_id() + repr(odds).encode()

    def read_keys(self, sink, now_ms: int) -> None:
        """Call ``sink(level, steps, at_ms)`` for every edge and turn since the last call."""
        self._sink = sink
        ring = self._ring
        if not ring.empty:
            ring.hand_over(self._take, time.ticks_ms(), now_ms)
        elif (not self._button.value()) != ring.last and ring.empty:
            ring.put(not ring.last, time.ticks_ms())  # its interrupt was lost
        self._seen_ms = time.ticks_ms()
        if self._contacts:
            steps = self._turns.take()
            if steps:
                sink(self.level, steps, now_ms)

    def _take(self, level: bool, steps: int, at_ms: int) -> None:
        self._sink(level, steps, at_ms)
        self.level = level

    # -- the line ------------------------------------------------------------------------------
    def read(self) -> bytes:
        """Return the bytes that came from the host since the last call, some at a time."""
        count = 0
        while count < _PASS:
            for _ in self._ipoll(0):
                break
            else:
                break
            # One byte after a poll never blocks; more would. read(1) takes memory, twice.
            if not self._in.readinto(self._byte):  # type: ignore[union-attr]
                break
            self._bytes[count] = self._byte[0]
            count += 1
        return bytes(self._bytes[:count]) if count else b""

    def write(self, data: bytes) -> None:
        """Send bytes to the host; never more than it has said that it takes."""
        self._out.write(data)

    def ready(self) -> None:
        """Hear that the table is up: from now on no byte of the line stops the program."""
        micropython.kbd_intr(-1)

    def rest(self, ms: int) -> None:
        """Let ``ms`` pass, less when a key or the line has something."""
        began = time.ticks_ms()
        wakes, ring = self._wakes, self._ring
        while ring.empty:
            for _ in self._ipoll(0 if wakes else 1):
                return
            if time.ticks_diff(time.ticks_ms(), began) >= ms:
                return
            if wakes:
                machine.idle()  # for 1 ms at most

    # -- staying alive -------------------------------------------------------------------------
    def feed(self) -> None:
        """Feed the watchdog; the first call starts it."""
        if self._dog is None:
            self._dog = machine.WDT(timeout=_WATCHDOG_MS)
        self._dog.feed()

    def describe(self, error) -> str:
        """Return the traceback of ``error``."""
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()

    def restart(self) -> None:
        """Reset the chip."""
        machine.reset()
