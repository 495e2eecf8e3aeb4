"""The virtual table's end of the pipe: frames in, edges with their times, one thing at a time."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from pace import Stopwatch

from twelve.ports import contract, virtual
from twelve.table.lights import text_rows

START_MS = 1000


class Pipe:
    """A stdin that has what the test puts into it."""

    def __init__(self) -> None:
        self.data = b""

    def read(self, limit: int) -> bytes:
        data, self.data = self.data[:limit], self.data[limit:]
        return data

    def wait(self, ms: int) -> bool:
        return bool(self.data)


class Bench:
    """A port between two pipes of the test's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.pipe = Pipe()
        monkeypatch.setattr(virtual, "Stdin", lambda: self.pipe)
        self.port = virtual.Port()
        self.port._out = self.out = io.BytesIO()
        self.seen: list[tuple[bool, int, int]] = []

    def put(self, kind: bytes, data: bytes) -> None:
        self.pipe.data += kind + len(data).to_bytes(2, "big") + data

    def step(self, now_ms: int) -> list[tuple[bool, int, int]]:
        """Make a pass of the loop; return the (level, steps, time) that it saw."""
        before = len(self.seen)
        self.port.read_keys(lambda *key: self.seen.append(key), now_ms)
        self.port.rest(4)
        return self.seen[before:]

    def said(self) -> bytes:
        """Return what it has sent since the last call."""
        data = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        return data


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A port on a bench."""
    return Bench(monkeypatch)


def test_it_keeps_the_contract(bench: Bench) -> None:
    assert isinstance(bench.port, contract.Port) and not bench.port.has_leds
    assert dict(bench.port.about)["virtual"] is True and len(bench.port.noise()) == 32
    assert bench.port.noise() != bench.port.noise()


def test_one_edge_a_pass_and_questions_after_them(bench: Bench) -> None:
    bench.put(b"K", b"\x01")
    bench.put(b"E", b"\xfd")
    bench.put(b"K", b"\x00")
    bench.put(b"P", b"ab")
    assert bench.step(START_MS) == [(True, 0, START_MS)] and bench.port.level
    assert bench.said() == b""
    assert bench.step(START_MS + 4) == [(True, -3, START_MS + 4), (False, 0, START_MS + 4)]
    assert bench.said() == b"P\x00\x02ab" and not bench.port.level
    assert bench.step(START_MS + 8) == [] and bench.said() == b""


@pytest.mark.parametrize("late_ms", [0, 7, 400, 5000])
def test_t17_a_timed_edge_keeps_its_time_however_late_it_is_seen(
    bench: Bench, late_ms: int
) -> None:
    bench.put(b"K", b"\x01")
    bench.step(START_MS)
    bench.put(b"K", b"\x00" + (26).to_bytes(2, "big"))
    assert bench.step(START_MS + 26 + late_ms) == [(False, 0, START_MS + 26)]


def test_a_timed_edge_is_never_in_the_future(bench: Bench) -> None:
    bench.put(b"K", b"\x01")
    bench.step(START_MS)
    bench.put(b"K", b"\x00" + (540).to_bytes(2, "big"))
    assert bench.step(START_MS + 3) == [(False, 0, START_MS + 3)]


def test_t07_frames_may_come_byte_by_byte(bench: Bench) -> None:
    bench.put(b"S", bytes(range(256)))
    bench.put(b"S", b"")
    whole, bench.pipe.data = bench.pipe.data, b""
    for byte in whole:
        bench.pipe.data = bytes([byte])
        bench.step(START_MS)
    assert bench.port.read() == bytes(range(256)) and bench.port.read() == b""


def test_a_pass_takes_a_bounded_part_of_a_flood(bench: Bench) -> None:
    for _ in range(20):
        bench.put(b"S", b"x" * 500)
    sizes = []
    while bench.pipe.data:
        bench.step(START_MS)
        sizes.append(len(bench.port.read()))
    assert sum(sizes) == 10000 and max(sizes) <= 512 + 500 and len(sizes) >= 19


def test_what_it_sends(bench: Bench) -> None:
    bench.port.ready()
    bench.port.write(b"line\n")
    bench.port.show(bytearray(b"\x1f\x00"))
    assert bench.said() == b"R\x00\x00" + b"S\x00\x05line\n" + b"L\x00\x02\x1f\x00"


def test_the_seed_is_hex_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWELVE_SEED", "00ff")
    assert Bench(monkeypatch).port.seed == b"\x00\xff"
    monkeypatch.delenv("TWELVE_SEED")
    assert Bench(monkeypatch).port.seed is None


def test_a_finger_may_be_on_the_button_at_power_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Bench(monkeypatch).port.level
    monkeypatch.setenv("TWELVE_BUTTON", "down")
    bench = Bench(monkeypatch)
    assert bench.port.level
    bench.put(b"K", b"\x00")
    assert bench.step(START_MS) == [(False, 0, START_MS)] and not bench.port.level


# -- stdin, where the runtime is CPython -----------------------------------------------------------
def child(body: str) -> subprocess.Popen[bytes]:
    """Start a Python that has ``Stdin`` on its stdin."""
    code = "from twelve.ports.stdin_thread import Stdin\nimport sys, time\ns = Stdin()\n" + body
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-u", "-c", code], stdin=pipe, stdout=pipe)


def test_stdin_of_cpython_waits_reads_and_ends_with_its_parent() -> None:
    body = "while True:\n    if s.wait(5000):\n        sys.stdout.buffer.write(s.read(3) + b'|')\n"
    with child(body) as process:
        assert process.stdin and process.stdout
        for data in (b"a", b"bcdefg", b"\x03\x04\xff\x00\x11"):
            process.stdin.write(data)
            process.stdin.flush()
            got = b""
            while len(got.replace(b"|", b"")) < len(data):
                got += os.read(process.stdout.fileno(), 1)
            assert got.replace(b"|", b"") == data
            assert all(len(piece) <= 3 for piece in got.split(b"|"))
        watch = Stopwatch()
        process.stdin.close()
        assert process.wait(60) == 0 and not watch.is_over(4)


def test_stdin_of_cpython_does_not_wait_longer_than_asked() -> None:
    body = "t = time.monotonic()\nw = s.wait(50)\nprint(w, s.read(9), time.monotonic() - t < 5)\n"
    with child(body) as process:
        assert process.stdout and process.stdout.readline().split() == [b"False", b"b''", b"True"]
        process.kill()


# -- lights as text --------------------------------------------------------------------------------
def test_the_lights_as_text() -> None:
    one = bytearray(156)
    one[0], one[12], one[13], one[155] = 0x1F, 0x61, 0x01, 0x7F
    two = bytearray(156)
    two[0], two[1] = 0x20, 0x2F  # level 0 is dark, whatever the colour
    rows = text_rows(bytes(one + two), 2)
    assert rows[0] == "1...........6  .2..........."
    assert rows[1] == "+............  ............."
    assert rows[11] == "............+  ............."
    assert len(rows) == 12
    assert text_rows(bytes(one), 1)[0] == "1...........6"
    assert text_rows(b"", 0) == [""] * 12
