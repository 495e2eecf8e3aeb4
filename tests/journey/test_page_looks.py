"""The page's looks: nothing runs off the side, words can be read, targets can be hit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import Visit
from contrast import luminance, ratio, too_weak
from page_service import PageService

LONG = "Wolfeschlegelsteinhausenbergerdorff"
PLAYERS = (LONG, "Ben", "Cleo", "Dora", "Emil", "Friederike Elisabeth")
LEAST_PX = 24  # WCAG 2.2, 2.5.8

_TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 90)).slice(0, 5)"""
_TARGETS = """() => [...document.querySelectorAll("button, select, input, summary, .button")]
  .filter((e) => e.checkVisibility() && !e.closest("label, .toggle"))
  .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, box]) => box.height > 1)
  .map(([html, box]) => [html, Math.min(box.width, box.height)])"""


@pytest.fixture(scope="module")
def game(up: PageService) -> str:
    """The id of a game of six, one with a long name, that has begun."""
    up.new(*PLAYERS, rules={"ruleset": "luck"})
    up.act("roll", 1, 1, 2, 3, 5, 6)
    up.act("row 8")
    game: str = up.table()["game"]
    return game


def table(page: Page, game: str) -> None:
    """Show the running game, drawn whole."""
    expect(page.locator("#choices .at")).to_have_count(1)
    expect(page.locator("#sheet .card")).to_have_count(len(PLAYERS))
    expect(page.locator("#happened")).not_to_be_empty()


def new_game(page: Page, game: str) -> None:
    """Show the dialog over the running game."""
    page.locator("#new-game").click()
    expect(page.locator("#new-warning")).to_be_visible()


def past_games(page: Page, game: str) -> None:
    """Show the list of games."""
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + "#/games")
    expect(page.locator("#past a").first).to_be_visible()


def replay(page: Page, game: str) -> None:
    """Show the replay of the game."""
    page.goto(page.url.split("#")[0] + f"#/game/{game}")
    expect(page.locator("#replay-boards figure")).to_have_count(len(PLAYERS))
    expect(page.locator("#replay-facts")).to_contain_text("turn")


def settings(page: Page, game: str) -> None:
    """Show the settings of the table, every group open."""
    page.goto(page.url.split("#")[0] + "#/table")
    page.locator("#edit-settings").click()
    expect(page.locator("#settings-groups details").first).to_be_visible()
    page.locator("#settings-groups details").evaluate_all(
        "(all) => all.forEach((one) => (one.open = true))"
    )


VIEWS = (table, new_game, past_games, replay, settings)


@pytest.mark.parametrize(("width", "height"), [(320, 800), (390, 800), (740, 360), (1280, 800)])
def test_nothing_runs_off_the_side(
    up: PageService, game: str, visit: Visit, width: int, height: int
) -> None:
    page = visit(up.url, viewport={"width": width, "height": height})
    for view in VIEWS:
        view(page, game)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{view.__name__}: {wide} px, {page.evaluate(_TOO_WIDE)}"
        targets = page.evaluate(_TARGETS)
        assert len(targets) >= 2
        assert [target for target in targets if target[1] < LEAST_PX] == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_text_can_be_read(up: PageService, game: str, visit: Visit, scheme: str) -> None:
    page = visit(up.url, color_scheme=scheme)
    for view in VIEWS:
        view(page, game)
        assert too_weak(page) == [], f"{view.__name__}, {scheme}"
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    numbers = [int(part) for part in ground.strip("rgb()").split(",")]
    assert (luminance((*numbers, 1)) > 0.5) == (scheme == "light")


def test_the_contrast_of_known_colours() -> None:
    black, white = (0, 0, 0, 1), (255, 255, 255, 1)
    assert ratio(black, white) == pytest.approx(21)
    assert ratio(white, white) == pytest.approx(1)
    assert ratio((119, 119, 119, 1), white) == pytest.approx(4.48, abs=0.01)
    assert ratio((0, 0, 0, 0.5), white) == pytest.approx(3.98, abs=0.03)


# Dice that score, of every number that can be set aside, in the rows that have the longest words.
SPLITS = [("row 1", [1] * many + [2] * (6 - many)) for many in range(1, 7)]
SPLITS += [("row 12", [6] * many + [1] * (6 - many)) for many in (2, 4, 6)]
_ENDS = "(all) => all.map((one) => one.getBoundingClientRect().right)"


def test_every_split_of_the_dice_fits(up: PageService, page: Page) -> None:
    part = page.locator("#dice-part")
    for row, dice in SPLITS:
        up.new("Anna", "Ben")
        up.act("roll", *dice)
        up.act(row)
        words = f"rolled {' '.join(map(str, dice))}; set aside for {row}:"
        expect(part.locator("[role=img]")).to_have_attribute("aria-label", re.compile(words))
        for width in (320, 390, 1000, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (row, dice)
            ends = part.locator(".die, .small").evaluate_all(_ENDS)
            room = part.evaluate("(part) => part.getBoundingClientRect().right")
            assert len(ends) >= 7 and max(ends) <= room + 1, (row, dice, width)
