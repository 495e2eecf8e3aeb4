"""The ports name what their runtimes have: checked against the stubs of both, where installed."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest
import trees

PORTS = trees.PORTABLE / "ports"
NO_STUBS = ("..", "stdlib", "stubs", "README.md", "LICENSE.md", "pyproject.toml")
NEEDS = {"micropython-rp2-stubs": ("micropython-stdlib-stubs",)}
# distribution: (what is checked, complaints that are the stubs' own and why)
RUNTIMES = {
    "circuitpython-stubs": (
        (PORTS / "circuitpython.py", PORTS / "adafruit.py", PORTS / "drive.py"),
        {
            'Module has no attribute "pin"': "a module that is made from C",
            'Missing positional argument "value"': "its own text says that it may be left out",
        },
    ),
    "micropython-rp2-stubs": (
        (PORTS / "micropython.py",),
        {
            '"_TicksMs"': "an int with another name, so that nobody subtracts ticks",
            'no attribute "print_exception"': "CPython's sys is looked at",
        },
    ),
}


def link_stubs(distribution: str, folder: Path) -> None:
    """Link the stubs of ``distribution`` into ``folder`` under the names that are imported."""
    try:
        found = importlib.metadata.distribution(distribution)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"no {distribution}: pip install circuitpython-stubs micropython-rp2-stubs")
    for top in {Path(str(file)).parts[0] for file in found.files or ()}:
        source = Path(str(found.locate_file(top)))
        name = top.removesuffix("-stubs")
        if source.exists() and top not in NO_STUBS and not top.endswith(".dist-info"):
            (folder / name).symlink_to(source)


@pytest.mark.parametrize("distribution", RUNTIMES)
def test_a_port_uses_what_its_runtime_has(distribution: str, tmp_path: Path) -> None:
    files, excused = RUNTIMES[distribution]
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    link_stubs(distribution, stubs)
    for other in NEEDS.get(distribution, ()):
        link_stubs(other, stubs)
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(f"[mypy]\nmypy_path = {trees.PORTABLE.parent}:{stubs}\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(configuration)]
    command += ["--cache-dir", str(tmp_path / "cache"), "--check-untyped-defs"]
    command += ["--follow-imports=silent", *map(str, files)]
    done = subprocess.run(command, cwd=trees.ROOT, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if re.match(r"firmware/.*: error: ", line)]
    assert re.search(r"Found \d+ error|Success", done.stdout), done.stdout + done.stderr
    assert [line for line in lines if not any(text in line for text in excused)] == []
    for text in excused:
        assert any(text in line for line in lines), f"no longer needed: {text}"
