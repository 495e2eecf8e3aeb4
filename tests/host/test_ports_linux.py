"""The Linux port on Blinka's board for any computer, and its two kinds of line."""

from __future__ import annotations

import importlib
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twelve.record.session import Session
from twelve.table.settings import Settings

pytest.importorskip("adafruit_blinka", reason="pip install 'twelve-table[pi]' brings Blinka")

WIRED = 'led_pins = ["NEOPIXEL"]\nbutton_pin = "Dx_INPUT_TOGGLE"\nsupply = 900\n'


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the port's module; Blinka finds a board that any computer is."""
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    for name in ("linux", "adafruit"):
        sys.modules.pop(f"twelve.ports.{name}", None)
    yield importlib.import_module("twelve.ports.linux")


@pytest.fixture
def writes(linux: Any, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return what is written to the LEDs; Blinka's own function is called, too."""
    adafruit = sys.modules["twelve.ports.adafruit"]
    real = adafruit.neopixel_write  # type: ignore[attr-defined]
    found: list[bytes] = []

    def write(out: Any, data: bytearray) -> None:
        found.append(bytes(data))
        real(out, data)

    monkeypatch.setattr(adafruit, "neopixel_write", write)
    return found


def test_a_table_runs_on_blinka_from_first_light_to_a_host(
    linux: Any, writes: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twelve.table.start import start

    monkeypatch.chdir(tmp_path)
    # An input that toggles whenever it is looked at is a button that never is steady.
    (tmp_path / "table.toml").write_text(WIRED)
    port = linux.Port("127.0.0.1:0")
    host = socket.create_connection(port._line.address[:2], timeout=60)
    host.setblocking(False)
    session = Session(True, lambda: (("host", "h"), ("credit", 200)), 0)
    told: list[dict[str, Any]] = []
    now = port.ticks_ms()
    rest = port.rest

    def talk(ms: int) -> None:
        rest(ms)
        try:
            data = host.recv(4096)
        except BlockingIOError:
            data = b""
        told.extend(message for message, _ in session.receive(data, port.ticks_ms() - now))
        session.tick(port.ticks_ms() - now)
        while piece := session.take(1000):
            host.send(piece)
        # A host that waits is answered before the first frame of a scene.
        if any(message["m"] == "now" for message in told) and len(writes) > 1:
            raise KeyboardInterrupt
        assert port.ticks_ms() - now < 20000, told

    monkeypatch.setattr(port, "rest", talk)
    with host, pytest.raises(KeyboardInterrupt):
        start(port)
    hello = next(message for message in told if message["m"] == "hello")
    assert hello["py"].startswith("cpython") and hello["boards"] == 1
    news = next(message for message in told if message["m"] == "now")
    assert 156 <= news["ma"] <= 900 and news["cap"] in (0, 1)
    assert len(writes) >= 2 and {len(data) for data in writes} == {468}
    assert writes[0][:39] == bytes([writes[0][0]]) * 39 and not any(writes[0][39:])


def test_one_data_line_only(linux: Any) -> None:
    port = linux.Port("127.0.0.1:0")
    with pytest.raises(ValueError, match="one data line"):
        text = WIRED.replace('"NEOPIXEL"', '"NEOPIXEL", "DOTSTAR_DATA"') + "boards = 2\nlines = 2"
        port.open(Settings(text), [156, 156])
    with pytest.raises(ValueError) as caught:
        port.open(Settings("button_pin = 4"), [156])
    assert caught.value.args[0] in ("led_pins", "button_pin")


def test_a_new_host_takes_the_place_of_the_one_before(linux: Any) -> None:
    line = linux.open_line("127.0.0.1:0")
    first = socket.create_connection(line.address[:2], timeout=60)
    assert line.wait(1000) and line.read(10) == b""
    first.sendall(b"one")
    assert line.wait(1000) and line.read(2) == b"on" and line.read(10) == b"e"
    second = socket.create_connection(line.address[:2], timeout=60)
    assert line.wait(1000) and line.read(10) == b""
    line.write(b"hello")
    second.settimeout(5)
    assert second.recv(10) == b"hello"
    assert first.recv(10) == b""
    second.close()
    assert line.wait(1000) and line.read(10) == b""
    line.write(b"to nobody")
    assert line.read(10) == b""
    first.close()


def test_a_glitch_that_ends_while_lights_are_written_has_no_length(
    linux: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = linux.Port("127.0.0.1:0")
    port._button = SimpleNamespace(value=True)
    now = [1000]
    monkeypatch.setattr(port, "ticks_ms", lambda: now[0])
    for unseen_ms, wanted in ((12, 0), (45, 45)):
        edges: list[int] = []
        for value, ms in ((True, 1), (False, unseen_ms), (True, 1)):
            port._button.value = value
            port.read_keys(lambda level, steps, at_ms, edges=edges: edges.append(at_ms), now[0])
            now[0] += ms
        assert edges[1] - edges[0] == wanted


def test_a_device_line_is_raw_and_never_waits(linux: Any) -> None:
    pty = pytest.importorskip("pty", reason="no pseudo-terminals on Windows")
    host, device = pty.openpty()
    line = linux.open_line(os.ttyname(device))
    assert line.read(10) == b"" and not line.wait(1)
    os.write(host, b"\x03\r\x04\xff")
    assert line.wait(1000)
    assert line.read(10) == b"\x03\r\x04\xff"
    line.write(b"a\nb")
    assert os.read(host, 10) == b"a\nb"
    for _ in range(100):
        line.write(b"x" * 4096)  # nobody reads
    os.close(host)
    os.close(device)
    assert line.read(10) == b""
    line.write(b"lost")


def test_pick_finds_the_port_of_a_line(linux: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from twelve import ports

    monkeypatch.setenv("TWELVE_LINE", "127.0.0.1:0")
    assert type(ports.pick()).__module__ == "twelve.ports.linux"
