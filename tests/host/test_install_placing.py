"""Placing files: whenever the cable is pulled, it is the old firmware, the new, or a repeat."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from twelve.table import identity
from twelve_host.errors import CommandError
from twelve_host.install import placing
from twelve_host.install.drive import Advance, Drive, Folder
from twelve_host.install.image import Image
from twelve_host.install.placing import go_back, place

OLD = {"__init__.mpy": b"old", "table/start.mpy": b"old start", "gone.mpy": b"gone"}
NEW = {"__init__.mpy": b"new", "table/start.mpy": b"new start", "ports/added.mpy": b"added"}
FIRST = {"table.toml": b"default", "state/identity.json": b"fresh"}


def image(library: dict[str, bytes], program: bytes) -> Image:
    return Image("micropython", library, {"main.py": program}, True, FIRST)


def library(folder: Path, name: str = "lib/twelve") -> dict[str, bytes]:
    base = folder / name
    files = [path for path in base.rglob("*") if path.is_file()]
    return {path.relative_to(base).as_posix(): path.read_bytes() for path in files}


def silent(count: int) -> None:
    """Hear of progress."""


class Pulled(Exception):
    """The cable was pulled."""


class Fragile(Folder):
    """A drive whose cable is pulled in the middle of its ``last``-th change."""

    def __init__(self, top: Path, last: int):
        super().__init__(top)
        self.left = last

    def _change(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Pulled

    def write(self, path: str, data: bytes, advance: Advance) -> None:
        if self.left == 0:
            super().write(path, data[: len(data) // 2], advance)  # half a file
        self._change()
        super().write(path, data, advance)

    def move(self, pairs: Iterable[tuple[str, str]]) -> None:
        for pair in pairs:
            self._change()
            super().move([pair])

    def remove(self, path: str) -> None:
        if (self.top / path).exists():
            self._change()
        super().remove(path)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A drive with the old firmware, and what its user has."""
    place(Folder(tmp_path), image(OLD, b"old main"), silent)
    (tmp_path / "table.toml").write_bytes(b"mine")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "1").write_bytes(b"a game")
    return tmp_path


def test_a_bare_drive_gets_everything(tmp_path: Path) -> None:
    heard: list[int] = []
    built = image(NEW, b"main")
    assert place(Folder(tmp_path), built, heard.append)
    assert library(tmp_path) == NEW
    assert {n: (tmp_path / n).read_bytes() for n in FIRST} == FIRST
    assert sum(heard) == built.size
    assert not place(Folder(tmp_path), built, silent), "nothing is left to do"


def test_an_update_keeps_the_version_before_and_the_user_s_files(table: Path) -> None:
    assert place(Folder(table), image(NEW, b"new main"), silent)
    assert library(table) == NEW and library(table, "lib/twelve.old") == OLD
    assert (table / "main.py").read_bytes() == b"new main"
    assert (table / "main.py.old").read_bytes() == b"old main"
    assert (table / "table.toml").read_bytes() == b"mine"
    assert (table / "games" / "1").read_bytes() == b"a game"


def test_back_and_forth(table: Path) -> None:
    drive = Folder(table)
    place(drive, image(NEW, b"new main"), silent)
    for _ in range(2):
        go_back(drive, "micropython")
        assert library(table) == OLD and (table / "main.py").read_bytes() == b"old main"
        go_back(drive, "micropython")
        assert library(table) == NEW and (table / "main.py").read_bytes() == b"new main"
    assert (table / "table.toml").read_bytes() == b"mine"


def test_back_takes_along_who_the_table_is_and_the_secret_of_its_game(table: Path) -> None:
    drive = Folder(table)
    place(drive, image(NEW, b"new main"), silent)
    (table / "state").mkdir(exist_ok=True)
    for name in ("identity.json", "secret.json"):
        (table / name).write_text("what it was before the update")
        (table / "state" / name).write_text("of today")
    go_back(drive, "micropython")
    for name in ("identity.json", "secret.json"):
        assert (table / name).read_text() == "of today"
        assert not (table / "state" / name).exists()  # else it would be yesterday's some day
    go_back(drive, "micropython")
    assert library(table) == NEW and (table / "identity.json").read_text() == "of today"


def test_back_with_the_same_program(table: Path) -> None:
    place(Folder(table), image(NEW, b"old main"), silent)
    assert not (table / "main.py.old").exists()
    go_back(Folder(table), "micropython")
    assert library(table) == OLD and (table / "main.py").read_bytes() == b"old main"


def test_back_needs_a_version_before(table: Path) -> None:
    with pytest.raises(CommandError, match="no earlier version"):
        go_back(Folder(table), "micropython")


def test_whenever_the_cable_is_pulled_the_same_command_finishes(table: Path) -> None:
    built = image(NEW, b"new main")
    outcomes = set()
    for last in range(100):
        drive = table.parent / f"try{last}"
        shutil.copytree(table, drive)
        try:
            place(Fragile(drive, last), built, silent)
            break
        except Pulled:
            pass
        found = library(drive)
        outcomes.add("old" if found == OLD else "new" if found == NEW else "none")
        assert found in (OLD, NEW, {}), f"half a firmware after {last} changes"
        if not found:
            assert library(drive, "lib/twelve.old") == OLD
            assert library(drive, "lib/twelve.new") == NEW
        assert (drive / "table.toml").read_bytes() == b"mine"
        assert place(Folder(drive), built, silent) or found == NEW
        assert library(drive) == NEW and (drive / "main.py").read_bytes() == b"new main"
        assert (drive / "games" / "1").read_bytes() == b"a game"
        if found != NEW:
            assert library(drive, "lib/twelve.old") == OLD
        assert not library(drive, "lib/twelve.new")
    else:
        raise AssertionError("it never ends")
    assert last >= 8 and outcomes == {"old", "new", "none"}


class Forgetful(Folder):
    """A drive with a bad block: one file is not what was written."""

    def write(self, path: str, data: bytes, advance: Advance) -> None:
        super().write(path, b"?" if path.endswith("start.mpy") else data, advance)


def test_what_is_read_back_wrong_is_not_put_in_place(table: Path) -> None:
    with pytest.raises(CommandError, match=r"start\.mpy is not on the board as it was written"):
        place(Forgetful(table), image(NEW, b"new main"), silent)
    assert library(table) == OLD and (table / "main.py").read_bytes() == b"old main"


class Small(Folder):
    """A drive with little room, more where the version before is gone."""

    def __init__(self, top: Path, room: int, with_old: int):
        super().__init__(top)
        self.room, self.with_old = room, with_old

    def free(self) -> int:
        return self.with_old if self.exists("lib/twelve.old") else self.room


def test_where_room_is_short_the_version_before_goes_first(table: Path) -> None:
    place(Folder(table), image(NEW, b"new main"), silent)
    newer = {**NEW, "__init__.mpy": b"newer"}
    drive: Drive = Small(table, 1 << 20, 1000)
    assert place(drive, image(newer, b"new main"), silent)
    assert library(table) == newer and library(table, "lib/twelve.old") == NEW
    with pytest.raises(CommandError, match="KB free"):
        place(Small(table, 1000, 1000), image(OLD, b"old main"), silent)
    assert library(table) == newer


def test_what_moved_to_its_folder_is_what_the_firmware_moves() -> None:
    assert placing.MOVED == identity.MOVED
