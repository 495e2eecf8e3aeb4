"""The files of a table: the power may go at every step of every change, on FAT as elsewhere."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from twelve.ports import flash
from twelve.ports.flash import Files
from twelve_host.errors import CommandError
from twelve_host.virtual.flash import Button, Flash


class PowerCut(Exception):
    """The power went."""


class Disk:
    """The ``os`` that the files see: step ``cut_at`` does not happen; FAT renames onto nothing."""

    def __init__(self, fat: bool, cut_at: int = -1):
        self.fat = fat
        self.cut_at = cut_at
        self.steps = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _step(self) -> None:
        self.steps += 1
        if self.steps - 1 == self.cut_at:
            raise PowerCut

    def rename(self, source: str, target: str) -> None:
        if self.fat and os.path.exists(target):
            raise OSError(17, "exists")
        self._step()
        os.rename(source, target)

    def remove(self, path: str) -> None:
        self._step()
        os.remove(path)


def cut_everywhere(
    monkeypatch: pytest.MonkeyPatch, fat: bool, make: Callable[[int], Files]
) -> list[bytes | None]:
    """Replace a.json on a fresh disk, cut at every step in turn; return what is read after it."""
    found = []
    for cut_at in range(20):
        files = make(cut_at)
        monkeypatch.setattr(flash, "os", disk := Disk(fat, cut_at))
        try:
            files.write("a.json", b"new")
        except PowerCut:
            disk.cut_at = -1
            found.append(Files(files._root).read("a.json"))
            files.write("a.json", b"again")  # and the next change is not in its way
            assert files.read("a.json") == b"again"
        else:
            assert files.read("a.json") == b"new"
            return found
    raise AssertionError("the change never ends")


@pytest.mark.parametrize("fat", [False, True])
def test_t22_a_cut_replacement_leaves_the_old_file_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fat: bool
) -> None:
    def make(cut_at: int) -> Files:
        folder = tmp_path / f"disk {cut_at}"
        folder.mkdir()
        (folder / "a.json").write_bytes(b"old")
        return Files(f"{folder}/")

    found = cut_everywhere(monkeypatch, fat, make)
    assert set(found) <= {b"old", b"new"} and found[0] == b"old"
    assert len(found) == (3 if fat else 1)


@pytest.mark.parametrize("fat", [False, True])
def test_t22_a_cut_never_hides_a_game_from_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fat: bool
) -> None:
    cuts = 0
    for cut_at in range(20):
        folder = tmp_path / str(cut_at)
        files = Files(f"{folder}/")
        folder.mkdir()
        files.append("games/000001.rec", b"whole" + b"torn")
        monkeypatch.setattr(flash, "os", disk := Disk(fat, cut_at))
        try:
            files.cut("games/000001.rec", 5)
        except PowerCut:
            disk.cut_at = -1
            cuts += 1
            assert files.names("games") == ["000001.rec"]
            assert files.read("games/000001.rec") in (b"whole", b"wholetorn")
        else:
            break
    assert cuts == (3 if fat else 1)
    assert files.names("games") == ["000001.rec"] and files.size("games/000001.rec") == 5


def test_a_removed_file_does_not_come_back(tmp_path: Path) -> None:
    files = Files(f"{tmp_path}/")
    files.write("a", b"1")
    (tmp_path / "a.old").write_bytes(b"0")  # as a cut on FAT leaves it
    files.remove("a")
    assert files.read("a") is None and not list(tmp_path.iterdir())


def test_appending_makes_the_folder_and_says_why_it_cannot(tmp_path: Path) -> None:
    files = Files(f"{tmp_path}/")
    files.append("games/1.rec", b"ab")
    files.append("games/1.rec", b"cd")
    assert files.read("games/1.rec") == b"abcd" and files.read_at("games/1.rec", 1, 2) == b"bc"
    (tmp_path / "games" / "2.rec").mkdir()
    with pytest.raises(IsADirectoryError):
        files.append("games/2.rec", b"x")


def test_cutting_a_file_beyond_its_end_ends(tmp_path: Path) -> None:
    files = Files(f"{tmp_path}/")
    files.append("a", b"x" * 1000)
    files.cut("a", 5000)
    assert files.size("a") == 1000


# -- the folder of a virtual table -----------------------------------------------------------------
def test_settings_are_copied_and_read_as_the_firmware_does(tmp_path: Path) -> None:
    default, chosen = tmp_path / "default.toml", tmp_path / "chosen.toml"
    default.write_text("hold_ms = 600\n")
    chosen.write_text("hold_ms = 99\nlong_ms = 1500\ndebounce_ms = 20\n")
    flash_folder = Flash(tmp_path / "new" / "flash")
    flash_folder.put_settings(None, default)
    assert flash_folder.button() == Button(10, 600, 2000)
    flash_folder.put_settings(chosen, default)  # 99 ms is no hold: the default holds
    assert flash_folder.button() == Button(20, 500, 1500)
    flash_folder.put_settings(None, default)
    flash_folder.put_settings(flash_folder.folder / "table.toml", default)
    assert flash_folder.button() == Button(20, 500, 1500)
    (flash_folder.folder / "table.toml").write_bytes(b"\xff\xfe")
    assert flash_folder.button() == Button()


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked on Windows")
def test_t08_one_table_at_a_time_uses_a_folder(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys\nfrom pathlib import Path\n"
        "from twelve_host.virtual.flash import Flash\n"
        "asyncio.run(Flash(Path(sys.argv[1])).take())\nprint('taken', flush=True)\ninput()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout and other.stdout.readline() == "taken\n"
        mine = Flash(tmp_path)
        with pytest.raises(CommandError, match=r"another virtual table runs on .*--state"):
            asyncio.run(mine.take())
        mine.give_back()
        other.kill()
        other.wait()
        asyncio.run(mine.take())
        mine.give_back()
