"""The command line itself: help, errors in one sentence, exit statuses, quiet ends."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path

import pytest

from twelve import __version__
from twelve.table.lights import text_rows
from twelve.table.scenes.frame import BOARD
from twelve_host import cli
from twelve_host.cli import COMMANDS, main
from twelve_host.errors import CommandError


def twelve(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "twelve_host.cli", *words]
    return subprocess.run(run, capture_output=True, text=True, timeout=60, **how)  # type: ignore[call-overload,no-any-return]


def command(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> list[object]:
    """Put a command in the place of ``games`` that raises ``error``; return the args it got."""
    seen: list[object] = []

    def run(args: object) -> int:
        seen.append(args)
        if error is not None:
            raise error
        return 0

    module = types.SimpleNamespace(add_arguments=lambda parser: None, run=run)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: module)
    return seen


def test_help_lists_every_command() -> None:
    done = twelve("--help")
    assert done.returncode == 0
    assert all(f"    {name} " in done.stdout for name in COMMANDS)
    assert "example" in done.stdout


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom twelve_host.cli import main\nmain(['--help'])\n"
        "print(sorted({'sqlalchemy', 'rich', 'fastapi', 'alembic', 'json'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: twelve {name} ")
    assert "example: " in shown


def test_the_help_of_table_explains_every_sign_that_lights_may_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["table", "--help"])
    shown = capsys.readouterr().out
    words = shown.partition("  lights  ")[2].partition("\n  cut ")[0].split()
    first, last = (words[words.index("to") + step] for step in (-1, 1))
    explained = {w for w in words if len(w) == 1 and w != "a"}
    explained |= {str(seat) for seat in range(int(first), int(last) + 1)}
    assert explained == {text_rows(bytes([i]) * BOARD, 1)[0][0] for i in range(256)}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"twelve {__version__}\n"


@pytest.mark.parametrize("words", [[], ["dance"], ["games", "--dance"], ["show"], ["--data"]])
def test_wrong_use_is_status_2_and_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("twelve: ")
    assert err.count("\n") == 1
    assert "--help" in err


@pytest.mark.parametrize(
    ("word", "nearest"), [("pu", "up"), ("verfy", "verify"), ("game", "games"), ("dance", "")]
)
def test_an_unknown_command_suggests_the_nearest(
    word: str, nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == 2
    meant = f": did you mean {nearest}?" if nearest else ""
    said = f"twelve: there is no command '{word}'{meant} (see `twelve --help`)\n"
    assert capsys.readouterr().err == said


def test_options_may_stand_before_or_after_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = command(monkeypatch, None)
    for words in (["--data", "D", "games"], ["games", "--data", "D"], ["--data=D", "games"]):
        assert main(words) == 0
    assert [(args.data, args.debug) for args in seen] == [("D", False)] * 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "words",
    ["games --limit x", "games --limit 0", "games --limit 1.5", "games --limit -3",
     "sheet 12x12 --players two", "table --tcp http", "replay last --delay soon",
     "replay last --delay nan", "replay last --delay -1"],
)  # fmt: skip
def test_a_number_that_is_none_is_told_what_one_would_be(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    err = capsys.readouterr().err
    option, given = words.split()[-2:]
    assert f"argument {option}: give " in err and repr(given) in err and err.count("\n") == 1
    assert "--help" in err and "invalid" not in err


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (CommandError("no: do this"), 1, "twelve: no: do this\n"),
        (CommandError("wrong: do that", 2), 2, "twelve: wrong: do that\n"),
        (PermissionError(13, "Permission denied", "x.db"), 1, "x.db: Permission denied; "),
        (RuntimeError("boom"), 1, "unexpected RuntimeError: boom; please report it"),
        (KeyboardInterrupt(), 1, ""),
    ],
)
def test_an_error_is_one_sentence(
    error: BaseException,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command(monkeypatch, error)
    assert main(["games"]) == status
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == (1 if told else 0)
    assert "Traceback" not in err


def test_a_traceback_only_under_debug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command(monkeypatch, CommandError("wrong: do that", 2))
    assert main(["games", "--debug"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_has_had_enough_is_no_error(tmp_path: Path) -> None:
    code = "import sys; from twelve_host.cli import main; sys.exit(main(sys.argv[1:]))"
    run = [sys.executable, "-c", code, "rules", "12x12"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == 0


def test_the_module_runs_as_the_command_does() -> None:
    run = [sys.executable, "-m", "twelve_host", "--version"]
    assert subprocess.run(run, capture_output=True, text=True).stdout == f"twelve {__version__}\n"
