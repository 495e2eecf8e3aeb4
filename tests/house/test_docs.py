"""What the pages name exists, and the README's commands are the ones that everything runs."""

from __future__ import annotations

import re
import subprocess

import pytest
import trees
from readme import commands

from twelve_host import cli
from twelve_host.cli import COMMANDS

PAGES = sorted(
    [
        *trees.ROOT.glob("*.md"),
        *(trees.ROOT / "firmware").rglob("*.md"),
        *trees.HOST.rglob("*.md"),
        *trees.HARDWARE.rglob("*.md"),
        *trees.TESTS.rglob("*.md"),
    ]
)
FOLDERS = ("firmware", "host", "hardware", "tests", ".ci")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?<![\w./-])(?:firmware|host|hardware|tests|\.ci)(?:/[\w.*-]*[\w*])+/?")
NAME = re.compile(r"^[\w-]+\.(?:py|md|toml|jsonl|csv)$")
MADE_BY_USE = {"boot_out.txt", "settings.toml", "code.py", "main.py", "boot.py"}  # on a drive


def missing(page: trees.Path, text: str) -> list[str]:
    """Return what ``text`` of ``page`` links to or names, and what is not there."""
    found = []
    for target in LINK.findall(text):
        if "://" in target or target.startswith(("#", "mailto:")):
            continue
        if not (page.parent / target.split("#")[0]).exists():
            found.append(target)
    for target in PATH.findall(text):
        if not any(trees.ROOT.glob(target.rstrip("/"))):
            found.append(target)
    known = {path.name for folder in FOLDERS for path in (trees.ROOT / folder).rglob("*.*")}
    known |= {path.name for path in trees.ROOT.iterdir()} | MADE_BY_USE
    for words in CODE.findall(text):
        if NAME.match(words) and words not in known:
            found.append(words)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("page", PAGES, ids=trees.shown)
def test_what_a_page_names_exists(page: trees.Path) -> None:
    assert missing(page, trees.text_of(page)) == []


def test_what_counts_as_missing() -> None:
    page = trees.ROOT / "README.md"
    text = (
        "[a](tests/check.py) [b](tests/nothing.py) [c](https://example.org/x) [d](#set-up)\n"
        "`tests/check.py` runs firmware/lib/twelve and host/nothing/.\n"
        "`dozen.py`, `gone.py`, `twelve up`, `tests/*/run.py`, `tests/*/gone.py`\n"
        "    .venv/bin/python tests/check.py --fast\n"
    )
    assert missing(page, text) == [
        "tests/nothing.py",
        "host/nothing/",
        "tests/*/gone.py",
        "gone.py",
    ]


@pytest.mark.parametrize("page", PAGES, ids=trees.shown)
def test_a_page_names_only_commands_that_exist(page: trees.Path) -> None:
    text = trees.text_of(page)
    code = CODE.findall(text) + re.findall(r"^(?: {4}|\.venv/bin/)?twelve .*", text, re.M)
    named = {word for words in code for word in re.findall(r"\btwelve ([a-z]+)\b", words)}
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=trees.shown)
def test_an_option_that_a_page_names_with_its_command_exists(
    page: trees.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = trees.text_of(page)
    code = CODE.findall(text) + re.findall(r"^twelve .*", text, re.M)
    for words in code:
        named = re.search(r"\btwelve ([a-z]+)\b", words)
        if named is None:
            continue
        assert cli.main([named[1], "--help"]) == 0
        known = capsys.readouterr().out
        for option in re.findall(r"(?<![\w-])--[a-z-]+", words):
            assert re.search(rf"{option}\b", known), words


def test_the_readme_names_what_the_check_can_leave_out() -> None:
    named = re.findall(r"tests/check\.py (--[a-z]+)", trees.text_of(trees.ROOT / "README.md"))
    able = re.findall(r'add_argument\("(--[a-z]+)"', trees.text_of(trees.TESTS / "check.py"))
    assert named == able == ["--fast"]


@pytest.mark.parametrize("name", ["README.md", "firmware/README.md"])
def test_a_page_says_which_table_settings_are_of(name: str) -> None:
    text = trees.text_of(trees.ROOT / name)
    words = ("runs", "`twelve up`", "plugged in")
    parts = re.split(r"(?<=\.)\s|\n(?=twelve )", text)
    assert any(all(word in part for word in words) for part in parts)


def test_there_are_pages() -> None:
    names = {trees.shown(page) for page in PAGES}
    assert {"README.md", "firmware/README.md"} <= names


def test_the_readme_has_the_commands_that_people_and_machines_run() -> None:
    text = trees.text_of(trees.ROOT / "README.md")
    assert len(commands(text, "Set up")) == 2
    assert len(commands(text, "Run")) == 1
    assert commands(text, "Test") == [".venv/bin/python tests/check.py"]


def test_the_ci_runs_the_commands_of_the_readme() -> None:
    text = trees.text_of(trees.ROOT / "README.md")
    wanted = commands(text, "Set up") + commands(text, "Test")
    done = subprocess.run(
        ["bash", str(trees.ROOT / ".ci" / "run"), "--show"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == wanted


def test_commands_are_the_lines_of_the_fenced_block() -> None:
    text = "# x\n## Set up\nwords\n```sh\none\n\ntwo  # why\n```\n## Test\n```sh\nthree\n```\n"
    assert commands(text, "Set up") == ["one", "two  # why"]
    assert commands(text, "Test") == ["three"]
    assert commands(text, "Run") == []
