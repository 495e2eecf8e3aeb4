"""The rails themselves: counts are read right, and a broken README fails loudly."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import check
import pytest
import trees

GOOD = "## Set up\n```sh\none\ntwo\n```\n## Test\n```sh\nthree\n```\n"


@pytest.mark.parametrize(
    ("line", "closing"),
    [
        ("3 failed, 97 passed, 2 skipped in 12.34s", "97 passed, 3 failed, 2 skipped"),
        ("1 error in 0.10s", "0 passed, 1 failed, 0 skipped"),
        ("5 passed, 2 errors, 1 warning in 0.1s", "5 passed, 2 failed, 0 skipped"),
        ("4 passed, 1 xfailed, 1 xpassed in 0.1s", "4 passed, 1 failed, 1 skipped"),
        ("183 passed, 0 failed", "183 passed, 0 failed, 0 skipped"),
    ],
)
def test_a_summary_is_counted(line: str, closing: str) -> None:
    tally = check.Tally()
    assert tally.add(line)
    assert tally.closing() == closing


@pytest.mark.parametrize(
    "line", ["", "no tests ran in 0.01s", "Traceback (most recent call last):"]
)
def test_what_is_no_summary_counts_nothing(line: str) -> None:
    tally = check.Tally()
    assert not tally.add(line)
    assert tally.closing() == "0 passed, 0 failed, 0 skipped"


def test_a_step_that_fails_or_is_not_there_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    tally = check.Tally()
    check.step(tally, "good", [sys.executable, "-c", ""])
    assert tally.broken == []
    check.step(tally, "bad", [sys.executable, "-c", "exit('why')"])
    check.step(tally, "gone", ["no-such-program-anywhere"])
    assert tally.broken == ["bad", "gone"]
    shown = capsys.readouterr().out
    assert "why" in shown and "no-such-program-anywhere" in shown


def run_ci(folder: Path, readme: str | None) -> subprocess.CompletedProcess[str]:
    """Run ``.ci/run --show`` in a checkout that has only ``readme``."""
    (folder / ".ci").mkdir()
    shutil.copy(trees.ROOT / ".ci" / "run", folder / ".ci" / "run")
    if readme is not None:
        (folder / "README.md").write_text(readme)
    command = ["bash", str(folder / ".ci" / "run"), "--show"]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_ci_takes_its_commands_from_the_readme(tmp_path: Path) -> None:
    done = run_ci(tmp_path, "# x\n\nwords\n\n" + GOOD + "\n## More\n```sh\nfour\n```\n")
    assert (done.returncode, done.stdout) == (0, "one\ntwo\nthree\n")


@pytest.mark.parametrize(
    "readme",
    [
        None,
        "",
        GOOD.replace("two\n", ""),
        GOOD.replace("two\n", "two\nand a half\n"),
        GOOD.replace("## Test", "## Tests"),
        GOOD.replace("three\n", ""),
    ],
)
def test_the_ci_fails_loudly_without_them(tmp_path: Path, readme: str | None) -> None:
    done = run_ci(tmp_path, readme)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(".ci/run: README.md")


def test_the_ci_can_be_run() -> None:
    assert (trees.ROOT / ".ci" / "run").stat().st_mode & 0o111
