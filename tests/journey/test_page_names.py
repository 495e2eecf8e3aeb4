"""Names on the page: hostile ones, and those of past games; the replay of a past game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from page_service import PageService

TAG = "<img src=x onerror=alert(1)>"
SCRIPT = "</bdi><script>alert(2)</script>"
TURNED = "\u202eevil & <b>bold"  # right to left from here on, if it were believed
HOSTILE = [TAG, SCRIPT, TURNED]
SHOWN = [TAG, SCRIPT, TURNED[1:]]


def test_hostile_names_stay_text(page: Page, up: PageService) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#new-game").click()
    page.locator("#player-more").click()
    for seat, name in enumerate(HOSTILE):
        page.locator("#new-players input").nth(seat).fill(name)
    page.locator("#new-submit").click()
    expect(page.locator("#turn-title .name")).to_have_text(TAG)
    expect(page.locator("#sheet .name")).to_have_text(SHOWN)
    expect(page.locator("#happened")).to_have_text(f"A new game: \u2068{TAG}\u2069 begins.")
    expect(page.locator("#history .words").last).to_contain_text(SCRIPT)
    assert up.table()["state"]["players"] == HOSTILE

    page.locator("#edit-names").click()  # names of earlier games are offered here
    expect(page.locator("#earlier-names option").first).to_be_attached()
    expect(page.locator("#names-fields input").first).to_have_value(TAG)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Past games").click()
    expect(page.locator("#past > li").first.locator(".name")).to_have_text(SHOWN)
    page.locator("#past a", has_text="Replay").first.click()
    expect(page.locator("#replay-title")).to_contain_text(TAG)
    expect(page.locator("#replay-boards .name")).to_have_text(SHOWN)

    # The brand's is the only image, the page's own the only script.
    expect(page.locator("img")).to_have_count(1)
    expect(page.locator("script")).to_have_count(1)
    expect(page.locator("bdi *, .name *")).to_have_count(0)
    assert f"{up.url}x" not in asked


def test_a_past_game_is_replayed_and_gets_other_names(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben", position={"markers": [[11] + [12] * 11, [0] * 12], "player": 1})
    up.act("roll", 5, 5, 5, 5, 1, 2)
    up.act("row 5")
    game = up.table()["game"]
    states = up.get(f"/api/games/{game}?states=1")["states"]

    page.get_by_role("link", name="Past games").click()
    newest = page.locator("#past > li").first
    expect(newest.locator(".people")).to_contain_text("running now")
    newest.locator("a", has_text="Replay").click()
    place = page.locator("#replay-place")
    end = len(states) - 1
    expect(place).to_contain_text(f"0 of {end}")
    expect(page.locator("nav [data-view=games]")).to_have_attribute("aria-current", "true")
    page.locator("#replay-speed").select_option("16×")
    page.locator("#replay-play").click()
    expect(place).to_contain_text(f"{end} of {end}")
    expect(page.locator("#replay-play")).to_have_text("Play")
    lit = page.locator("#replay-boards figure").nth(1).locator("circle[data-row='5'][data-light]")
    expect(lit).to_have_attribute("data-hole", "4")
    slider = page.locator("#replay-slider")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(place).to_contain_text(f"{end - 1} of {end}")
    expect(lit).to_have_attribute("data-hole", "0")
    expect(page.locator("#replay-words")).to_have_text("\u2068Ben\u2069 rolled 5 5 5 5 1 2.")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"of \d+: .*rolled 5 5 5 5"))
    page.keyboard.press("Home")
    expect(place).to_contain_text(f"0 of {end}")
    page.locator("#replay-on").click()
    expect(place).to_contain_text(f"1 of {end}")

    page.locator("#replay-names").click()
    page.locator("#names-fields input").nth(1).fill("Björn")
    page.locator("#names-form [type=submit]").click()
    expect(page.locator("#replay-title")).to_have_text("\u2068Anna\u2069 · \u2068Björn\u2069")
    assert up.get("/api/games")[0]["players"] == ["Anna", "Björn"]
    expect(place).to_contain_text(f"1 of {end}")  # where it was left
    with page.expect_download() as saved:
        page.locator("#replay-file").click()
    assert saved.value.suggested_filename == f"{game}.jsonl"
    assert "Björn" in saved.value.path().read_text(encoding="utf-8")


def test_a_game_that_is_not_here_is_said_for_people(page: Page, up: PageService) -> None:
    page.goto(page.url.split("#")[0] + "#/game/0123456789abcdef")
    said = page.locator("#replay-error")
    expect(said).to_have_text("No such game: it may have been in another data folder.")
    expect(page.locator("#replay-body")).to_be_hidden()
