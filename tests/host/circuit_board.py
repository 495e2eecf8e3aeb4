"""A CircuitPython board in memory: its modules, in the shape that the port uses."""

from __future__ import annotations

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
    """A USB port that takes ``room`` bytes at a time."""

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
    def __init__(self) -> None:
        self.mode: str | None = None
        self.timeout = 0.0
        self.feeds = 0

    def feed(self) -> None:
        assert self.mode, "fed before it runs"
        self.feeds += 1


def module(name: str, **content: Any) -> ModuleType:
    """Return a module called ``name`` with ``content``."""
    made = ModuleType(name)
    made.__dict__.update(content)
    return made


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Return the board, and put its modules in place."""
    board = Board()
    DigitalInOut.board = board
    serial, watchdog = Serial(), Watchdog()

    class Keys:
        def __init__(self, pins: tuple[int, ...], **settings: Any):
            assert settings["value_when_pressed"] is False and settings["pull"]
            self.events = self

        def get_into(self, event: SimpleNamespace) -> bool:
            if not board.events:
                return False
            event.__dict__.update(board.events.pop(0).__dict__)
            return True

        def __len__(self) -> int:
            return len(board.events)

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
            reset=lambda: None,
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
