"""The parent of the virtual table: what it runs, and firmware that hangs, babbles or dies."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from twelve_host.errors import CommandError
from twelve_host.virtual import firmware as virtual_firmware
from twelve_host.virtual import image as firmware_image
from twelve_host.virtual.firmware import PowerLost
from twelve_host.virtual.options import Options
from twelve_host.virtual.table import VirtualTable

needs_micropython = pytest.mark.skipif(
    not virtual_firmware.has_micropython(), reason="no MicroPython for this platform"
)


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for what is temporary; nothing may be left in it."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A function that puts another program in the place of the firmware."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "table.toml").write_text("")
    monkeypatch.setattr(firmware_image, "root_folder", lambda: root)

    def put(text: str) -> None:
        (root / "main.py").write_text(text)

    return put


# A firmware that is up at once and answers everything.
ANSWERS = """
import sys
sys.stdout.buffer.write(b"R\\0\\0"); sys.stdout.buffer.flush()
while True:
    head = sys.stdin.buffer.read(3)
    data = sys.stdin.buffer.read(head[1] << 8 | head[2]) if head else sys.exit()
    if head[:1] == b"E":
        %s
    if head[:1] == b"P":
        sys.stdout.buffer.write(head + data); sys.stdout.buffer.flush()
"""


def with_table(options: Options, work: Callable[[VirtualTable], Awaitable[object]]) -> None:
    """Start a table, work with it, stop it."""

    async def run() -> None:
        table = VirtualTable(options)
        await table.start()
        try:
            await work(table)
        finally:
            await table.stop()

    asyncio.run(run())


async def shows_lights(table: VirtualTable) -> None:
    rows = await table.lights()
    assert len(rows) == 12 and {len(row) for row in rows} == {13}


def test_without_micropython_it_runs_in_cpython_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], scratch: Path
) -> None:
    monkeypatch.setattr(virtual_firmware, "has_micropython", lambda: False)
    with_table(Options(), shows_lights)
    assert capfd.readouterr().err.splitlines() == [
        "twelve: no MicroPython for this computer: the firmware runs in CPython"
    ]
    with pytest.raises(CommandError, match=r"no MicroPython here: .*--python cpython") as caught:
        with_table(Options(python="micropython"), shows_lights)
    assert caught.value.status == 1
    assert not list(scratch.iterdir())


@needs_micropython
def test_without_a_compiler_it_runs_from_the_sources_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(firmware_image, "compiler", lambda: None)
    with_table(Options(heap="2m"), shows_lights)
    assert "runs from its sources" in capfd.readouterr().err


def test_what_the_surroundings_say_is_not_for_the_firmware(
    monkeypatch: pytest.MonkeyPatch, program: Callable[[str], None], tmp_path: Path
) -> None:
    for name in ("TWELVE_SEED", "TWELVE_LINE", "TWELVE_BUTTON"):
        monkeypatch.setenv(name, "00")
    note = "import os; open('seen', 'w').write(repr([os.getenv(n) for n in NAMES]))\n"
    program("NAMES = ('TWELVE_SEED', 'TWELVE_LINE', 'TWELVE_BUTTON')\n" + note + ANSWERS % "pass")

    async def nothing(table: VirtualTable) -> None:
        pass

    with_table(Options(python="cpython", state=tmp_path / "flash"), nothing)
    assert (tmp_path / "flash" / "seen").read_text() == "[None, None, None]"
    with_table(Options(python="cpython", state=tmp_path / "flash", seed="0aff"), nothing)
    assert (tmp_path / "flash" / "seen").read_text() == "['0aff', None, None]"


def given_up(options: Options) -> str:
    """Return why a table cannot be kept running."""
    with pytest.raises(CommandError) as caught:
        with_table(options, lambda table: asyncio.wait_for(table.failure, 30))
    assert caught.value.status == 1
    return caught.value.message


def test_t24_firmware_that_does_not_come_up_is_given_up(
    monkeypatch: pytest.MonkeyPatch, program: Callable[[str], None], scratch: Path
) -> None:
    monkeypatch.setattr(virtual_firmware, "_BOOT_S", 0.2)
    program("import time\nwhile True: time.sleep(1)\n")
    assert given_up(Options(python="cpython")).endswith("within a minute: no sign of life for 0 s")
    assert not list(scratch.iterdir())


def test_t24_the_last_words_are_kept_wherever_they_were_said(
    program: Callable[[str], None], capfd: pytest.CaptureFixture[str]
) -> None:
    for text in ("print('first\\nNo light today')\n", "raise ValueError('No light today')\n"):
        program(text)
        assert given_up(Options(python="cpython")).endswith("No light today")
    assert capfd.readouterr().err.count("Traceback") == 4


def test_t24_firmware_that_hangs_later_is_switched_on_again(
    monkeypatch: pytest.MonkeyPatch,
    program: Callable[[str], None],
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(virtual_firmware, "_WATCHDOG_S", 1.0)
    program(ANSWERS % "import time; time.sleep(60)")

    async def work(table: VirtualTable) -> None:
        first = table.firmware_pid
        with pytest.raises(PowerLost):
            await table.turn(1)
        await table.press()
        await table.release()
        assert table.firmware_pid != first

    with_table(Options(python="cpython"), work)
    assert "ended (no sign of life for 1 s) and is switched on again" in capfd.readouterr().err


def test_t24_a_gesture_is_whole_or_fails(program: Callable[[str], None]) -> None:
    program(ANSWERS % "pass")

    async def work(table: VirtualTable) -> None:
        holding = asyncio.create_task(table.hold())
        await asyncio.sleep(0.2)
        with pytest.raises(PowerLost):
            await asyncio.gather(table.cut(), holding)
        await table.click()  # the finger is off the button again

    with_table(Options(python="cpython"), work)


def test_stopping_in_the_middle_of_the_start_leaves_nothing(
    program: Callable[[str], None], tmp_path: Path, scratch: Path
) -> None:
    program("import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(60)\n")
    pid = tmp_path / "flash" / "pid"

    async def run(after_s: float) -> None:
        table = VirtualTable(Options(python="cpython", state=tmp_path / "flash"))
        starting = asyncio.create_task(table.start())
        await asyncio.sleep(after_s)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        assert not table.addresses

    for after_s in (0.001, 0.01, 0.03, 0.5):
        asyncio.run(run(after_s))
        assert not list(scratch.iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
