"""Which folders ``twelve install --to`` fills, and what it leaves of those who were there."""

from __future__ import annotations

from pathlib import Path

import pytest

from twelve_host.cli import main


def names(folder: Path) -> list[str]:
    """Return the files in ``folder``."""
    return [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]


@pytest.mark.parametrize("strange", ["main.py", "notes.txt", "Documents/letter.txt", "lib/x.py"])
def test_a_folder_of_something_else_is_refused_and_left_alone(
    strange: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / strange
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    assert main(["install", "--to", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and f"such as {strange.split('/')[0]}: name an empty folder" in err
    assert names(tmp_path) == [strange] and path.read_text() == "mine"


@pytest.mark.parametrize("sign", [".git/config", "table.toml", "lib/twelve.new/x.mpy", ""])
def test_an_empty_folder_or_one_of_a_table_is_taken(sign: str, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    if sign:
        (folder / sign).parent.mkdir(parents=True)
        (folder / sign).write_text("boards = 2\n")
        (folder / "notes.txt").write_text("" if sign[0] == "." else "mine")
    assert main(["install", "--to", str(folder)]) == 0
    assert {"main.py", "table.toml"} <= set(names(folder)) and not list(folder.glob("*.old"))


def test_what_somebody_s_own_circuitpython_ran_is_kept(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_text("Adafruit CircuitPython 10.2.0 on 2026-01-01; a board")
    (tmp_path / "code.py").write_text("# mine")
    install = ["install", "--runtime", "circuitpython", "--to", str(tmp_path)]
    assert main(install) == 0
    assert (tmp_path / "code.py.old").read_text() == "# mine"
    assert "twelve" in (tmp_path / "code.py").read_text()
