"""A MicroPython board in memory: pins with interrupts, LED lines, USB, watchdog and a clock."""

import sys

from twelve.base.compat import IS_DEVICE_PYTHON


class Board:
    """What the fakes share: time, levels, and everything that left the board."""

    def __init__(self):
        self.now_ms = 1000
        self.levels = {}  # of the pins that are inputs; 1 where nothing is said: the pull-up
        self.pins = {}
        self.lines = []
        self.frames = []  # (pin, bytes) of every write
        self.feeds = 0
        self.dogs = []
        self.resets = 0
        self.cause = 1
        self.typed = b""
        self.written = b""
        self.interrupts_off = False
        self.pending = []
        self.write_ms = 0
        self.meanwhile = []  # (pin, level) while lights are written
        self.kbd_intr = 3
        self.edges = []  # (ms, pin, level) to come while the chip rests

    def set(self, pin: int, level: int) -> None:
        """Set the level of an input, as a finger or a contact does."""
        if self.levels.get(pin, 1) != level:
            self.levels[pin] = level
            made = self.pins[pin]
            made.pending |= Pin.IRQ_RISING if level else Pin.IRQ_FALLING
            if not self.interrupts_off:
                made.fire()

    def rest(self) -> None:
        """Let a millisecond pass, less where an edge comes in it."""
        self.now_ms += 1
        if self.edges and self.edges[0][0] <= self.now_ms:
            _, pin, level = self.edges.pop(0)
            self.set(pin, level)

    def blind(self, off: bool) -> None:
        """Switch interrupts off or on, as writing lights or flash does."""
        self.interrupts_off = off
        if not off:
            for pin in self.pins.values():
                if pin.pending:
                    pin.fire()


board = Board()


class _Irq:
    def __init__(self, pin):
        self._pin = pin

    def flags(self) -> int:
        return self._pin.flagged


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number, mode=0, pull=None):
        if type(number) is not int or number > 29:
            raise ValueError("invalid pin")
        self.number = number
        self.pending = self.flagged = 0
        self._handler = None
        board.pins[number] = self

    def value(self) -> int:
        return board.levels.get(self.number, 1)

    def irq(self, handler, trigger, hard=False):
        self._handler = handler
        return _Irq(self)

    def fire(self) -> None:
        self.flagged, self.pending = self.pending, 0
        if self._handler is not None:
            self._handler(self)


class WDT:
    def __init__(self, timeout: int):
        board.dogs.append(timeout)

    def feed(self) -> None:
        board.feeds += 1


class Machine:
    Pin = Pin
    WDT = WDT
    WDT_RESET = 3

    @staticmethod
    def reset_cause() -> int:
        return board.cause

    @staticmethod
    def idle() -> None:
        board.rest()

    @staticmethod
    def unique_id() -> bytes:
        return b"\xff" * 8

    @staticmethod
    def reset() -> None:
        board.resets += 1


class NeoPixel:
    def __init__(self, pin, n: int, bpp: int = 3):
        self.pin, self.n, self.bpp = pin, n, bpp
        self.buf = bytearray(n * bpp)

    def write(self) -> None:
        board.blind(True)
        board.now_ms += board.write_ms
        for pin, level in board.meanwhile:
            board.set(pin, level)
        board.frames.append((self.pin.number, bytes(self.buf)))
        board.blind(False)


class NeoPixelModule:
    NeoPixel = NeoPixel


class MicroPythonModule:
    @staticmethod
    def kbd_intr(char: int) -> None:
        board.kbd_intr = char


class _Time:
    @staticmethod
    def ticks_ms() -> int:
        return board.now_ms & 0x3FFFFFFF

    @staticmethod
    def ticks_us() -> int:
        return board.now_ms * 1000

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> int:
        return later - earlier

    @staticmethod
    def sleep_ms(ms: int) -> None:
        board.now_ms += ms

    @staticmethod
    def time() -> int:
        return 0


class _Poll:
    def register(self, stream, events) -> None:
        pass

    def ipoll(self, ms: int):
        if board.typed:
            return [1]
        board.now_ms += ms
        return []


class _Select:
    POLLIN = 1
    poll = _Poll


class _Stdin:
    @staticmethod
    def read(size: int) -> bytes:
        data, board.typed = board.typed[:size], board.typed[size:]
        return data

    @staticmethod
    def readinto(buffer) -> int:
        data = _Stdin.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Stdout:
    @staticmethod
    def write(data: bytes) -> None:
        board.written += data


class _Streams:
    def __init__(self, buffer):
        self.buffer = buffer


class _Implementation:
    version = (1, 28, 0)
    name = "micropython"
    _machine = "a board in memory with RP2040"


class _Sys:
    stdin = _Streams(_Stdin)
    stdout = _Streams(_Stdout)
    implementation = _Implementation
    platform = "rp2"

    @staticmethod
    def print_exception(error, stream) -> None:
        stream.write("Traceback: %r" % error)


class _Gc:
    @staticmethod
    def mem_free() -> int:
        return 100000


def port_module():
    """Return twelve.ports.micropython on a fresh board in memory."""
    names = {"machine": Machine, "neopixel": NeoPixelModule}
    if not IS_DEVICE_PYTHON:
        names["micropython"] = MicroPythonModule
    before = {}
    for name in names:
        before[name] = sys.modules.get(name)
        sys.modules[name] = names[name]
    try:
        from twelve.ports import micropython as module
    finally:
        for name in names:
            if before[name] is None:
                sys.modules.pop(name)
            else:
                sys.modules[name] = before[name]
    module.time = _Time
    module.select = _Select
    module.sys = _Sys
    module.gc = _Gc
    module.micropython = MicroPythonModule
    board.__init__()
    return module
