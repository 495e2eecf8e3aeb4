"""What virtual tables leave in the folder for what is temporary, killed or not: nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from twelve_host.errors import CommandError
from twelve_host.virtual.scratch import Scratch

fcntl = pytest.importorskip("fcntl", reason="folders cannot be locked on Windows")

HOLDER = """
import sys, time
from twelve_host.virtual.scratch import Scratch
print(Scratch().folder(), flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for what is temporary."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def age(*folders: Path) -> None:
    """Make folders old enough to be taken away."""
    for folder in folders:
        os.utime(folder, (time.time() - 3600,) * 2)


def next_start() -> None:
    """Start and end a table, as far as its folder is concerned."""
    following = Scratch()
    following.folder()
    following.remove()


def test_nothing_is_made_before_it_is_needed_nor_left(temporary: Path) -> None:
    scratch = Scratch()
    assert list(temporary.iterdir()) == []
    folder = scratch.folder()
    assert folder == scratch.folder() and list(temporary.iterdir()) == [folder]
    (folder / "flash").mkdir()
    scratch.remove()
    scratch.remove()
    assert list(temporary.iterdir()) == []
    with pytest.raises(CommandError, match="switched off"):
        scratch.folder()
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_killed_table_left_is_gone_with_the_next(
    temporary: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout is not None
            folder = Path(holder.stdout.readline().strip())
            (folder / "flash").mkdir()
            age(folder)
            next_start()  # while it lives
            assert list(temporary.iterdir()) == [folder] and (folder / "flash").is_dir()
        finally:
            holder.send_signal(number)
    age(folder)
    next_start()
    assert list(temporary.iterdir()) == []


def test_firmware_that_outlives_its_table_keeps_the_folder(temporary: Path) -> None:
    flash = temporary / "twelve-table-x" / "flash"
    flash.mkdir(parents=True)
    age(flash.parent)
    handle = os.open(flash, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    next_start()
    assert flash.is_dir()
    os.close(handle)
    next_start()
    assert list(temporary.iterdir()) == []


def test_what_is_fresh_or_not_ours_stays(temporary: Path, tmp_path: Path) -> None:
    fresh, other = temporary / "twelve-table-fresh", temporary / "twelve-tables"
    fresh.mkdir()
    other.mkdir()
    file = temporary / "twelve-table-file"
    file.write_text("mine")
    mine = tmp_path / "mine"
    mine.mkdir()
    link = temporary / "twelve-table-link"
    link.symlink_to(mine)
    age(other, file, mine)
    next_start()
    assert {*temporary.iterdir()} == {fresh, other, file, link} and mine.is_dir()
