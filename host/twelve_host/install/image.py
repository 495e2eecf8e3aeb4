"""The files that a board's drive gets: the programs at its top, and the modules that they reach."""

from __future__ import annotations

import ast
import json
import os
import secrets
import subprocess
import tempfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from twelve import __version__

from ..errors import CommandError
from ..virtual import image as firmware_image
from . import circuit
from .joining import bundle, place_of
from .joining.layout import PLAY, together
from .joining.reading import words
from .shrinking import shrink

MICROPYTHON, CIRCUITPYTHON = "micropython", "circuitpython"
RUNTIMES = (MICROPYTHON, CIRCUITPYTHON)
PROGRAMS = {MICROPYTHON: ("main.py",), CIRCUITPYTHON: ("boot.py", "code.py")}
SETTINGS, IDENTITY, TOLD = "table.toml", "state/identity.json", "settings.told"

_PORTS = "ports"
_NATIVE = "ports/paint_viper.py"  # machine code: of one kind of chip only
_AT_ONCE = 4  # compilers running side by side


@dataclass(frozen=True, slots=True)
class Image:
    """What is put on a board. Paths are relative, with ``/``."""

    runtime: str
    library: dict[str, bytes]  # below lib/twelve
    programs: dict[str, bytes]  # at the top of the drive
    compiled: bool
    first: dict[str, bytes] = field(default_factory=dict)  # written where there is none yet
    version: str = __version__

    @property
    def size(self) -> int:
        """The bytes of everything together."""
        parts = (self.library, self.programs, self.first)
        return sum(len(data) for part in parts for data in part.values())


def build(runtime: str, board: str, arch: str | None) -> Image:
    """Return the image for ``runtime`` on the board called ``board``.

    ``arch`` is the chip's native code as mpy-cross calls it, None where it is not known. Modules
    are compiled where there is a compiler, else they are sources.
    """
    root = firmware_image.root_folder()
    try:
        programs = {name: (root / name).read_bytes() for name in PROGRAMS[runtime]}
        settings = (root / SETTINGS).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        cure = "install twelve-table again"
        raise CommandError(
            f"the firmware's files are missing ({error.filename}): {cure}"
        ) from error
    modules = reached(runtime)
    tool, is_own = _compiler(runtime)
    package = firmware_image.package_folder()
    if tool is None or arch is None:
        modules = [name for name in modules if name != _NATIVE]
    texts = {name: (package / name).read_text(encoding="utf-8") for name in modules}
    sources = {name: shrink(text).encode() for name, text in texts.items()}
    if tool is None:
        library = sources
    else:
        library = _compiled(tool, _joined(runtime, texts)[0], arch)
        if not is_own:
            library = {name: circuit.converted(data) for name, data in library.items()}
            library |= {circuit.SOURCE + name: data for name, data in sources.items()}
    settings = with_controller(settings, board)
    first = {SETTINGS: settings.encode(), IDENTITY: new_identity(), TOLD: _told(settings)}
    if runtime == CIRCUITPYTHON:
        first[circuit.SETTINGS] = circuit.memory(board)
    return Image(runtime, library, programs, tool is not None, first)


def _joined(
    runtime: str, texts: dict[str, str]
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return what joining.bundle() makes of ``texts`` for ``runtime``."""
    if runtime == MICROPYTHON:
        return bundle(texts, together(MICROPYTHON))
    return bundle(texts, circuit.TOGETHER | PLAY, packages=True)


def function_names() -> dict[str, dict[str, str]]:
    """Return what the functions of a board's files are called here.

    By the file's path (below ``twelve``) and the name that it has there. Takes some seconds.
    """
    package = firmware_image.package_folder()
    found: dict[str, dict[str, str]] = {}
    for runtime in (CIRCUITPYTHON, MICROPYTHON):
        texts = {name: (package / name).read_text(encoding="utf-8") for name in reached(runtime)}
        found |= _joined(runtime, texts)[1]
    return found


def new_identity() -> bytes:
    """Return an identity.json that no other table begins with.

    A chip's random source may repeat from boot to boot and its serial number may be shared, so
    the pool that ids and secrets come from is filled here; the id follows at the first boot.
    """
    found = {"id": "", "boot": 0, "games": 0, "pool": secrets.token_hex(32)}
    return json.dumps(found, separators=(",", ":")).encode()


class _Written:
    """Takes what the firmware writes to its drive."""

    data = b""

    def write(self, path: str, data: bytes) -> None:
        """Keep ``data``."""
        self.data = data


def _told(text: str) -> bytes:
    """Return the settings.told of the table.toml ``text``, so that the first start is a quick one.

    A board that finds another table.toml does not use it.
    """
    from twelve.table import change, settings, setup

    files = _Written()
    found = settings.Settings(text)
    check = b"%08x" % zlib.crc32(text.encode(), setup.KNOWN_CHECK)
    change.describe(files, TOLD, check, found.values, not found.problems)
    return files.data


def with_controller(text: str, board: str) -> str:
    """Return the table.toml ``text`` in which the controller is ``board``."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        key, mark, value = line.lstrip("# ").partition("=")
        if mark and key.strip() == "controller":
            if json.loads(value.partition("#")[0]) != board:
                lines[number] = f'controller = "{board}"'
            return "\n".join(lines)
    return text + f'\ncontroller = "{board}"\n'


# -- which modules -------------------------------------------------------------------------------
def reached(runtime: str) -> list[str]:
    """Return the modules of ``twelve`` (paths in the package) that a board's programs can reach."""
    package = firmware_image.package_folder()
    others = _other_ports(package, runtime)
    waiting = ["__init__.py"]
    for name in PROGRAMS[runtime]:
        text = (firmware_image.root_folder() / name).read_text(encoding="utf-8")
        waiting += _imports(text, package, "", True)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found and name not in others:
            found.add(name)
            text = (package / name).read_text(encoding="utf-8")
            waiting += _imports(text, package, name, False)
    return sorted(found)


def _other_ports(package: Path, runtime: str) -> set[str]:
    """Return the port modules that ``ports.pick`` takes on other runtimes."""
    init = f"{_PORTS}/__init__.py"
    text = (package / init).read_text(encoding="utf-8")
    picked = {name for name in _imports(text, package, init, False) if name != init}
    return {name for name in picked if name.startswith(_PORTS)} - {f"{_PORTS}/{runtime}.py"}


def _imports(text: str, package: Path, name: str, is_program: bool) -> list[str]:
    """Return the modules that the source ``text`` of ``name`` may import, at any time."""
    here = [] if is_program else name.split("/")[:-1]
    tree = ast.parse(text)
    dotted: list[list[str]] = []
    by_name = False
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = node.module.split(".") if node.module else []
            if node.level:
                base = here[: len(here) - node.level + 1] + module
            elif module[0] == "twelve":
                base = module[1:]
            else:
                continue
            dotted += [base, *[[*base, alias.name] for alias in node.names]]
        elif isinstance(node, ast.Name) and node.id == "__import__":
            by_name = True
    if by_name:
        dotted += [[*here, *name.split(".")] for name in words([tree, *_beside(dotted, package)])]
    return _files(dotted, package)


def _beside(dotted: list[list[str]], package: Path) -> list[ast.Module]:
    """Return what these names mean, parsed."""
    return [
        ast.parse((package / file).read_bytes()) for file in sorted(set(_files(dotted, package)))
    ]


def _files(dotted: list[list[str]], package: Path) -> list[str]:
    """Return the files in ``package`` that these dotted names mean, with those above them."""
    found = []
    for parts in dotted:
        for end in range(len(parts) + 1):
            path = "/".join(parts[:end])
            if not all(part.isidentifier() for part in parts[:end]):
                break
            for file in (f"{path}.py", f"{path}/__init__.py".lstrip("/")):
                if (package / file).is_file():
                    found.append(file)
    return found


# -- compiled ------------------------------------------------------------------------------------
def _compiler(runtime: str) -> tuple[Path | None, bool]:
    """Return the compiler to use, None where there is none, and whether it is the runtime's own."""
    named = os.environ.get("CIRCUITPYTHON_MPY_CROSS") if runtime == CIRCUITPYTHON else None
    if not named:
        return firmware_image.compiler(), runtime == MICROPYTHON
    if not os.access(named, os.X_OK):
        cure = "name CircuitPython's mpy-cross there, or nothing"
        raise CommandError(f"CIRCUITPYTHON_MPY_CROSS: {named} cannot be run; {cure}")
    return Path(named), True


def _compiled(tool: Path, texts: dict[str, str], arch: str | None) -> dict[str, bytes]:
    """Return every source of ``texts`` as ``.mpy``; machine code is for the chip ``arch``."""
    library = {}
    native = place_of(_NATIVE), _NATIVE
    with tempfile.TemporaryDirectory() as place:
        waiting = list(texts)
        running: list[tuple[str, Path, subprocess.Popen[bytes]]] = []
        while waiting or running:
            while waiting and len(running) < _AT_ONCE:
                name = waiting.pop()
                source = Path(place, name.replace("/", "."))
                source.write_text(texts[name], encoding="utf-8", newline="\n")
                out = source.with_suffix(".mpy")
                march = [f"-march={arch}"] if name in native else []
                shown = f"twelve/{name}"  # what a traceback on the board names
                # Without the numbers of lines, which would take 4 KB of a board's memory.
                command = [str(tool), *march, "-s", shown, "-o", str(out), "-O3", str(source)]
                running.append((name, out, subprocess.Popen(command, stderr=subprocess.PIPE)))
            name, out, process = running.pop(0)
            _, complaint = process.communicate()
            if process.returncode:
                for _, _, other in running:
                    other.communicate()
                lines = complaint.decode(errors="replace").strip().splitlines() or ["no reason"]
                raise CommandError(f"twelve/{name} does not compile: {lines[-1]}")
            library[name.removesuffix(".py") + ".mpy"] = out.read_bytes()
    return library
