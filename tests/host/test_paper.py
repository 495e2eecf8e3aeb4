"""Rules and score sheets, on screen and as PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_games import TABLE, rows, sample_game
from twelve.games.catalog import NAMES
from twelve_host.cli import main
from twelve_host.commands import paper
from twelve_host.store import Store

Said = Callable[..., str]


@pytest.fixture
def said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Said:
    """Runs ``twelve`` on a classic game, a running one and one of morris; what it says."""
    games = (
        sample_game(seed=1),
        sample_game(seed=2, ruleset="luck", closed=False, actions=41, players=3),
        sample_game(seed=3, game="morris"),
    )
    with Store(tmp_path) as store:
        for no, lines in enumerate(games, 1):
            store.add_records(f"{TABLE}-{no}", rows(lines))
    monkeypatch.setenv("TWELVE_DATA", str(tmp_path))

    def run(*words: str, status: int = 0) -> str:
        assert main(words) == status
        out, err = capsys.readouterr()
        assert (err == "") == (status == 0)
        return err if status else out

    return run


@pytest.mark.parametrize("game", NAMES)
def test_rules_and_empty_sheets_of_every_game(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# ")
    assert len(text) > 800
    assert main(["sheet", game]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 13
    for name in ("rules", "sheet"):
        path = tmp_path / f"{name}.pdf"
        assert main([name, game, "--pdf", str(path)]) == 0
        assert path.read_bytes().startswith(b"%PDF")


def test_a_sheet_is_filled_from_a_game(said: Said) -> None:
    told = said("sheet", f"{TABLE}-1")
    boards = [line for line in told.splitlines() if "■" in line]
    assert len(boards) == 24
    assert all("□" not in line for line in boards[12:])  # the winner's
    assert "Anna: place" in said("sheet", f"{TABLE}-3")


def test_a_sheet_has_as_many_boards_as_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "12x12", "--players", "5"]) == 0
    assert capsys.readouterr().out.count(" 12 □") == 5
    assert main(["sheet", "12x12", "--players", "7"]) == 2


def test_rules_of_a_game_say_how_it_was_set(said: Said) -> None:
    assert "ruleset luck, exact_finish on" in said("rules", f"{TABLE}-2")
    assert "the games are 12x12" in said("rules", "chess", status=1)


@pytest.mark.parametrize("command", ["rules", "sheet"])
def test_without_a_game_it_is_said_which_there_are(said: Said, command: str) -> None:
    sentence = said(command, status=2)
    assert sentence.startswith("twelve: name a game: ") and sentence.count("\n") == 1
    assert all(name in sentence for name in NAMES) and "`twelve games`" in sentence


def test_names_in_any_script_reach_the_paper(tmp_path: Path) -> None:
    folder = tmp_path / "names"
    with Store(folder) as store:
        store.add_records(f"{TABLE}-1", rows(sample_game(seed=1)))
        store.add_note(f"{TABLE}-1", {"kind": "names", "players": ["Łucja", "Ωmega"]})
    path = tmp_path / "sheet.pdf"
    assert main(["--data", str(folder), "sheet", "last", "--pdf", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_where_no_font_has_a_letter_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paper, "_FONTS", ())
    page = paper.Paper("Łucja – Zoë")
    assert page.fit("Łucja – Zoë") == "?ucja - Zoë"
    assert "Ł" in capsys.readouterr().err
    page.line("Łucja")
    page.save(tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
