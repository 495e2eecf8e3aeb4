"""A CircuitPython board in memory: its modules, in the shape that the port uses.

They do what CircuitPython's own sources do; each fake names the file that it follows.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from twelve import ports

OURS = ("circuitpython", "adafruit", "drive")


class Board:
    """What the fakes share."""

    def __init__(self) -> None:
        self.ticks = (1 << 29) - 40  # about to wrap
        self.levels: dict[int, bool] = {}
        self.events: list[SimpleNamespace] = []
        self.writes: list[tuple[int, bytes]] = []
        self.readonly = False
        self.remounts: list[bool] = []
        self.enabled: dict[str, bool] = {}
        self.files: dict[str, str] = {}
        self.resets = 0

    def reset(self) -> None:
        """Count a reset."""
        self.resets += 1


class PowerCut(BaseException):
    """The power went: nothing after it is done."""


class Fat:
    """CircuitPython's ``os`` on a drive of FAT below the present folder (extmod/vfs_fat.c).

    ``fat_vfs_rename`` onto a name that is taken removes what is there, then renames. After
    ``left`` changes of the drive there is a power cut; of what is written then, half is there.
    """

    stat, listdir, mkdir = staticmethod(os.stat), staticmethod(os.listdir), staticmethod(os.mkdir)

    def __init__(self, left: int) -> None:
        self.left = left

    def _change(self) -> None:
        if self.left == 0:
            raise PowerCut
        self.left -= 1

    def open(self, path: str, mode: str) -> Any:
        """Return the file, which for writing is changed once more when it is written."""
        if mode == "rb":
            return open(path, mode)
        self._change()
        file = open(path, mode, buffering=0)  # noqa: SIM115

        def write(data: bytes) -> int:
            file.write(data[: len(data) // 2])
            self._change()
            return file.write(data[len(data) // 2 :])

        return contextlib.nullcontext(SimpleNamespace(write=write))

    def remove(self, path: str) -> None:
        self._change()
        os.remove(path)

    def rename(self, old: str, new: str) -> None:
        if os.path.exists(new):
            self.remove(new)
        self._change()
        os.rename(old, new)


class DigitalInOut:
    board: Board

    def __init__(self, pin: int):
        self.pin = pin
        self.direction = self.pull = None

    @property
    def value(self) -> bool:
        return self.board.levels.get(self.pin, True)

    def deinit(self) -> None:
        self.pin = -1


class Serial:
    """A USB port that takes ``room`` bytes at a time (shared-module/usb_cdc/Serial.c).

    With a timeout of 0 it returns what is there, and takes what fits; else it waits.
    """

    def __init__(self) -> None:
        self.incoming = b""
        self.outgoing = b""
        self.connected = True
        self.room = 1000
        self.timeout: float | None = 1
        self.write_timeout: float | None = 1

    @property
    def in_waiting(self) -> int:
        return len(self.incoming)

    def read(self, size: int) -> bytes:
        data, self.incoming = self.incoming[:size], self.incoming[size:]
        return data

    def write(self, data: bytes) -> int:
        assert self.write_timeout == 0, "a write that waits stalls the loop"
        taken = data[: self.room]
        self.outgoing += taken
        return len(taken)


class Watchdog:
    """The chip's watchdog (common-hal/watchdog/WatchDogTimer.c of the RP2040).

    When Ctrl-C has stopped the code it is stopped, too (shared-module/watchdog/__init__.c).
    """

    def __init__(self) -> None:
        self.mode: str | None = None
        self.timeout = 0.0
        self.feeds = 0

    def feed(self) -> None:
        assert self.mode and 0 < self.timeout <= 8.388607, "fed before it runs"
        self.feeds += 1


class Events:
    """A queue of edges (shared-bindings/keypad/EventQueue.c): those that do not fit are lost."""

    MOST = 64  # the default of keypad.Keys

    def __init__(self, board: Board):
        self._board = board
        self.overflowed = False

    def put(self, event: SimpleNamespace) -> None:
        """Add an edge, as the scanner does (shared-module/keypad/EventQueue.c)."""
        if len(self) < self.MOST:
            self._board.events.append(event)
        else:
            self.overflowed = True

    def get_into(self, event: SimpleNamespace) -> bool:
        if not self._board.events:
            return False
        event.__dict__.update(self._board.events.pop(0).__dict__)
        return True

    def clear(self) -> None:
        self._board.events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._board.events)


class Keys:
    """The scanner (shared-module/keypad/Keys.c): an edge wherever a look differs from the last."""

    board: Board

    def __init__(
        self,
        pins: tuple[int, ...],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
    ):
        assert value_when_pressed is False and pull
        self.events = Events(self.board)
        self._pin, self._was_down = pins[0], False

    def scan(self) -> None:
        """Look at the button, as the board does every ``interval`` seconds."""
        is_down = not self.board.levels.get(self._pin, True)
        if is_down != self._was_down:
            self._was_down = is_down
            at = self.board.ticks & 0x1FFFFFFF
            self.events.put(SimpleNamespace(pressed=is_down, timestamp=at))

    def reset(self) -> None:
        """Take all buttons for released (common_hal_keypad_keys_reset)."""
        self._was_down = False


def module(name: str, **content: Any) -> ModuleType:
    """Return a module called ``name`` with ``content``."""
    made = ModuleType(name)
    made.__dict__.update(content)
    return made


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Return the board, and put its modules in place."""
    board = Board()
    DigitalInOut.board = Keys.board = board
    serial, watchdog = Serial(), Watchdog()

    class Encoder:
        position = 0

        def __init__(self, a: int, b: int):
            assert (a, b) == (13, 14)

    pins = SimpleNamespace(**{f"GPIO{n}": n for n in range(30)})
    cpu = SimpleNamespace(uid=b"\xff" * 8, temperature=20.0, reset_reason="POWER_ON")
    nvm = bytearray(b"\xff" * 4096)
    fakes = {
        "board": module("board", board_id="raspberry_pi_pico", GP15=15, LED=25),
        "digitalio": module(
            "digitalio",
            DigitalInOut=DigitalInOut,
            Direction=SimpleNamespace(INPUT=0, OUTPUT=1),
            Pull=SimpleNamespace(UP=1),
        ),
        "keypad": module("keypad", Keys=Keys, Event=SimpleNamespace),
        "microcontroller": module(
            "microcontroller",
            pin=pins,
            cpu=cpu,
            nvm=nvm,
            watchdog=watchdog,
            ResetReason=SimpleNamespace(WATCHDOG="WATCHDOG"),
            reset=board.reset,
        ),
        "neopixel_write": module(
            "neopixel_write",
            neopixel_write=lambda out, data: board.writes.append((out.pin, bytes(data))),
        ),
        "rotaryio": module("rotaryio", IncrementalEncoder=Encoder),
        "storage": module(
            "storage",
            getmount=lambda path: SimpleNamespace(readonly=board.readonly),
            remount=lambda path, readonly: board.remounts.append(readonly),
        ),
        "supervisor": module(
            "supervisor",
            ticks_ms=lambda: board.ticks & 0x1FFFFFFF,
            runtime=SimpleNamespace(autoreload=True),
        ),
        "usb_cdc": module(
            "usb_cdc", data=serial, console=None, enable=lambda **on: board.enabled.update(on)
        ),
        "watchdog": module("watchdog", WatchDogMode=SimpleNamespace(RESET="RESET")),
    }
    for name, fake in fakes.items():
        monkeypatch.setitem(sys.modules, name, fake)
    for name in OURS:
        monkeypatch.delitem(sys.modules, f"twelve.ports.{name}", raising=False)
        monkeypatch.delattr(ports, name, raising=False)
    yield SimpleNamespace(board=board, serial=serial, dog=watchdog, nvm=nvm, cpu=cpu, fakes=fakes)
    for name in OURS:
        sys.modules.pop(f"twelve.ports.{name}", None)
