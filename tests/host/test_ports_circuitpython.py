"""The CircuitPython port and boot.py on a board in memory, with Blinka's shape of the modules."""

from __future__ import annotations

import importlib
import os
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from circuit_board import Fat, PowerCut
from circuit_board import world as world
from twelve.table.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def opened(text: str = "", sizes: tuple[int, ...] = (156,)) -> Any:
    """Return the port with the pins of the settings ``text``."""
    port = importlib.import_module("twelve.ports.circuitpython").Port()
    port.open(Settings(text), list(sizes))
    return port


def keys(port: Any, now_ms: int = 5000) -> list[tuple[bool, int, int]]:
    """Return the edges and turns since the last call."""
    found: list[tuple[bool, int, int]] = []
    port.read_keys(lambda level, steps, at_ms: found.append((level, steps, at_ms)), now_ms)
    return found


def test_edges_keep_their_times_across_the_wrap_of_the_clock(world: SimpleNamespace) -> None:
    port = opened()
    before = world.board.ticks
    world.board.ticks += 60
    world.board.events = [
        SimpleNamespace(pressed=True, timestamp=before & 0x1FFFFFFF),
        SimpleNamespace(pressed=False, timestamp=(before + 55) & 0x1FFFFFFF),
    ]
    assert keys(port) == [(True, 0, 4940), (False, 0, 4995)]
    assert port.level is False and keys(port) == []


def test_a_button_that_bounced_beyond_the_queue_is_seen_as_it_is(world: SimpleNamespace) -> None:
    for is_down in (False, True):
        port = opened()
        edges = 0
        while not port._keys.events.overflowed:
            world.board.levels[15] = not world.board.levels.get(15, True)
            port._keys.scan()
            edges += 1
        world.board.levels[15] = not is_down
        assert edges == 65
        keys(port)  # those that were kept, and that the rest is lost
        port._keys.scan()
        keys(port)
        assert port.level is is_down
        assert not port._keys.events.overflowed


def test_the_encoder_gives_steps(world: SimpleNamespace) -> None:
    port = opened("encoder = true")
    port._encoder.position = -2
    assert keys(port) == [(False, -2, 5000)]
    assert keys(port) == []


def test_lines_are_written_when_they_change_and_first_light_is_dim(world: SimpleNamespace) -> None:
    port = opened("boards = 2\nlines = 2\noffset = 1", (157, 157))
    port.first_light(8)
    assert [pin for pin, _ in world.board.writes] == [16, 17]
    assert world.board.writes[0][1][:45] == bytes(3) + b"\x08" * 39 + bytes(3)
    world.board.writes.clear()
    lines = [memoryview(bytearray(471)), memoryview(bytearray(b"\1" * 471))]
    for _ in range(3):
        port.send(0, lines[0])
        port.send(1, lines[1])
    assert [(pin, data) for pin, data in world.board.writes] == [
        (16, bytes(471)),
        (17, b"\1" * 471),
    ]


def test_a_line_longer_than_opened_is_sent_whole(world: SimpleNamespace) -> None:
    port = opened()
    port.send(0, memoryview(bytearray(b"\2" * 477)))
    assert world.board.writes == [(16, b"\2" * 477)]


def test_pins_go_by_number_or_by_name(world: SimpleNamespace) -> None:
    opened('button_pin = "GP15"')
    for text, key in (("button_pin = 77", "button_pin"), ('led_pins = ["XY"]', "led_pins")):
        with pytest.raises(ValueError) as caught:
            opened(text)
        assert caught.value.args[0] == key


def test_what_does_not_fit_the_port_is_sent_later(world: SimpleNamespace) -> None:
    port, serial = opened(), world.serial
    serial.incoming = bytes(range(100))
    assert port.read() == bytes(range(64)) and port.read() == bytes(range(64, 100))
    assert port.read() == b""
    serial.room = 5
    port.write(b"0123456789")
    port.write(b"abc")
    for _ in range(3):
        port.rest(1)
    assert serial.outgoing == b"0123456789abc"
    serial.connected = False
    port.write(b"lost")
    serial.connected = True
    port.write(b"new")
    assert serial.outgoing == b"0123456789abcnew"


def test_the_watchdog_runs_only_while_the_code_owns_the_drive(world: SimpleNamespace) -> None:
    port = opened()
    port.feed()
    port.feed()
    assert (world.dog.mode, world.dog.feeds) == ("RESET", 2) and world.dog.timeout <= 8.388
    world.dog.mode, world.dog.feeds = None, 0
    world.board.readonly = True
    opened().feed()
    assert world.dog.mode is None and world.dog.feeds == 0
    assert not port.was_stuck
    world.cpu.reset_reason = "WATCHDOG"
    assert opened().was_stuck


@pytest.mark.parametrize("readonly", [False, True])
def test_ctrl_c_ends_no_table_but_in_service_mode(
    world: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, readonly: bool
) -> None:
    """A byte 3 on the console raises KeyboardInterrupt, whatever the code is doing."""
    world.board.readonly = readonly
    started: list[object] = []

    def start(port: object) -> None:
        started.append(port)
        raise KeyboardInterrupt

    monkeypatch.setattr("twelve.table.start.start", start)
    monkeypatch.setattr("twelve.ports.pick", lambda: "port")
    runpy.run_path(str(ROOT / "firmware" / "root" / "code.py"))
    assert started == ["port"] and world.board.resets == (0 if readonly else 1)


def test_saving_a_file_restarts_nothing(world: SimpleNamespace) -> None:
    opened()
    assert world.fakes["supervisor"].runtime.autoreload is False


def test_t23_what_the_drive_does_not_take_survives_in_the_chip(world: SimpleNamespace) -> None:
    memory = opened().memory
    assert memory.get() == b""
    memory.set(b"records")
    assert opened().memory.get() == b"records"
    memory.set(b"x" * memory.size)
    assert opened().memory.get() == b"x" * memory.size
    world.nvm[40] ^= 1
    assert opened().memory.get() == b""
    memory.set(b"")
    assert opened().memory.get() == b""


def test_t22_a_power_cut_leaves_the_old_file_or_the_new_one_on_fat(
    world: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found, is_done, left = set(), False, 0
    while not is_done:
        (tmp_path / "a.json").write_bytes(b"old")
        (tmp_path / "a.json.old").write_bytes(b"older")  # of a cut before
        fat = Fat(left)
        with monkeypatch.context() as patch:
            files = opened().files
            for module in ("circuitpython", "flash"):
                patch.setattr(f"twelve.ports.{module}.os", fat)
            patch.setattr("twelve.ports.flash.open", fat.open, raising=False)
            try:
                files.write("a.json", b"new")
                files.write("a.json", b"newer")  # in the room of the first
                files.cut("a.json", 2)
                files.write("a.json", b"n")
                is_done = True
            except PowerCut:
                pass
            fat.left = 100  # the power is back
            found.add(files.read("a.json"))
            assert files.names(".") == ["a.json"]
            files.remove("a.json")
            assert os.listdir() == []
        left += 1
    assert found == {b"old", b"new", b"newer", b"ne", b"n"}


def test_a_chip_without_a_random_source_still_gives_noise(
    world: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = opened()

    def none(size: int) -> bytes:
        raise NotImplementedError

    monkeypatch.setattr("twelve.ports.circuitpython.os.urandom", none)
    assert len(port.noise()) > 8 and not port.is_random


@pytest.mark.parametrize(
    ("text", "pressed", "ours"),
    [
        ("", None, True),
        ("", 15, False),
        ("", 3, True),
        ("button_pin = 3 # mine\n", 3, False),
        ('button_pin = "GP15"', 15, False),
        ('# button_pin = 3\ncontroller = "feather-scorpio"', 10, False),
        ("button_pin = 99", 15, False),
        ("button_pin = -1", 15, False),
        ('button_pin = "XY"', 15, False),
    ],
)
def test_boot_gives_the_drive_to_the_code_unless_the_button_is_held(
    world: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    pressed: int | None,
    ours: bool,
) -> None:
    drive = importlib.import_module("twelve.ports.drive")
    monkeypatch.setattr(drive, "open", lambda path: _Text(text), raising=False)
    if pressed is not None:
        world.board.levels[pressed] = False
    runpy.run_path(str(ROOT / "firmware" / "root" / "boot.py"))
    assert world.board.enabled == {"console": True, "data": True}
    assert world.board.remounts == ([False] if ours else [])


class _Text:
    def __init__(self, text: str):
        self._text = text

    def __enter__(self) -> _Text:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self) -> str:
        return self._text


def test_boot_gives_the_drive_away_once_where_a_host_asked(
    world: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = importlib.import_module("twelve.ports.drive")
    removed: list[str] = []
    system = SimpleNamespace(stat=lambda path: (0,) * 10, remove=removed.append)
    monkeypatch.setattr(drive, "os", system)
    assert drive.computer_gets_it()
    assert removed == ["/service.once"] and world.board.remounts == [False, True]
