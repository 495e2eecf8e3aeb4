"""What is installed is whole: wheel from source archive, wheel alone, editable; each runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
import trees

from twelve import __version__

# folder of the repository: where its files lie in the wheel
PARTS = {
    "firmware/lib/twelve": "twelve",
    "host/twelve_host": "twelve_host",
    "firmware/root": "twelve_host/firmware_root",
}
# Named here as well, so that their loss from the tree is seen too.
NEEDED = (
    "twelve/games/dozen.py",
    "twelve/table/loop.py",
    "twelve/ports/virtual.py",
    "twelve_host/cli.py",
    "twelve_host/firmware_root/main.py",
    "twelve_host/firmware_root/code.py",
    "twelve_host/firmware_root/boot.py",
    "twelve_host/firmware_root/table.toml",
    "twelve_host/install/70-twelve-table.rules",
    "twelve_host/store/migrations/env.py",
    "twelve_host/web/static/index.html",
)


def run(*command: str | Path, cwd: Path, text: str | None = None) -> str:
    """Run ``command`` without this run's import path; return its output. It must succeed."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def fresh(folder: Path) -> Path:
    """Make an environment with this one's dependencies but no twelve; return its programs' folder.

    A path in a .pth file is searched last, and .pth files in it are not followed, so an editable
    install of this environment does not reach the new one.
    """
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    purelib = run(
        scripts / "python",
        "-c",
        "import sysconfig; print(sysconfig.get_path('purelib'))",
        cwd=folder,
    ).strip()
    paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(purelib, "dependencies.pth").write_text("\n".join(sorted(paths)) + "\n")
    return scripts


def install(scripts: Path, *what: str) -> None:
    """Install ``what`` into the environment of ``scripts``, asking no network."""
    pip = (sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--quiet")
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")
    run(*pip, "install", *offline, *what, cwd=trees.ROOT)


def try_out(scripts: Path, folder: Path) -> None:
    """Assert that the installed ``twelve`` says its version, referees, and runs a table."""
    twelve = scripts / "twelve"
    assert run(twelve, "--version", cwd=folder).split()[-1] == __version__
    requests = '{"op":"new","game":"12x12","seed":"00"}\n{"op":"act","action":"roll"}\n'
    answers = run(twelve, "referee", cwd=folder, text=requests).splitlines()
    assert [json.loads(answer)["ok"] for answer in answers] == [True, True]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as an index would get it."""
    folder = tmp_path_factory.mktemp("dist")
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder))
    run(*command, str(trees.ROOT), cwd=trees.ROOT)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_every_file_of_the_tree(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    missing = []
    for source, target in PARTS.items():
        base = trees.ROOT / source
        for path in base.rglob("*"):
            name = path.relative_to(base).as_posix()
            wanted = path.is_file() and "__pycache__" not in path.parts
            if wanted and f"{target}/{name}" not in held:
                missing.append(f"{source}/{name}")
    assert missing == []
    assert [name for name in NEEDED if name not in held] == []


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"twelve", "twelve_host", f"twelve_table-{__version__}.dist-info"}
    held = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in held if name.endswith((".pyc", ".mpy", ".db"))]


def test_a_wheel_in_a_fresh_environment_runs(wheel: Path, tmp_path: Path) -> None:
    scripts = fresh(tmp_path / "env")
    install(scripts, str(wheel))
    try_out(scripts, tmp_path)
    script = "import twelve; print(twelve.__file__)"
    place = run(scripts / "python", "-c", script, cwd=tmp_path).strip()
    assert Path(place).is_relative_to(tmp_path / "env")


def test_an_editable_install_in_a_fresh_environment_runs(tmp_path: Path) -> None:
    scripts = fresh(tmp_path / "env")
    install(scripts, "--editable", str(trees.ROOT))
    try_out(scripts, tmp_path)
    script = "import twelve; print(twelve.__file__)"
    place = run(scripts / "python", "-c", script, cwd=tmp_path).strip()
    assert Path(place).samefile(trees.PORTABLE / "__init__.py")
