"""The page by keyboard alone: every way through it, and the focus where one left it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from page_service import PageService

MIXED = (1, 1, 2, 3, 5, 6)  # a roll that many rows can score with


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until the focus is on ``selector``; at most ``most`` times."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.locator(f"{selector}:focus").count():
            return
    raise AssertionError(f"{most} tabs do not reach {selector}")


def test_a_game_by_keyboard_alone(page: Page, up: PageService) -> None:
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()

    tab_to(page, "#new-game")
    page.keyboard.press("Space")  # works the focused button, not the table's
    expect(page.locator("#new-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#new-game")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "#new-players input")
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")  # to who plays there
    page.keyboard.press("Tab")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#turn-title .name")).to_have_text("Anna")
    expect(page.locator("#dome")).to_be_focused()

    expect(page.locator("#choices .at .what")).to_have_text("Roll six dice")
    page.keyboard.press("Space")  # rolls: the dialog stays away
    state = up.wait_for(lambda table: table["state"]["phase"] == "row")["state"]
    assert state["players"] == ["Anna", "Ben"]
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#dome")).to_be_focused()


def test_the_focus_stays_in_the_choices(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    focused = page.locator("#choices button:focus")
    expect(page.locator("#choices .what")).to_have_text(["Roll six dice"])
    tab_to(page, "#choices button")
    for _ in range(8):
        expect(page.locator("#choices [aria-disabled]")).to_have_count(0)
        taken = focused.locator(".what").inner_text().lower()
        before = up.table()["n"]
        page.keyboard.press("Enter")
        last = up.wait_for(lambda table, before=before: table["n"] > before)["state"]["last"]
        assert taken.startswith(last["action"])
        expect(page.locator("#history .n").first).to_have_text(str(before))
        expect(focused).to_have_count(1)


def test_undo_by_keyboard_keeps_its_focus(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    up.act("row 8")
    undo = page.locator("#undo")
    expect(page.locator("#undo-what")).to_contain_text("row 8")
    tab_to(page, "#undo")
    page.keyboard.press("Enter")
    expect(page.locator("#undo-what")).to_contain_text("roll 1 1 2 3 5 6")
    page.keyboard.press("Enter")
    expect(page.locator("#undo-what")).to_have_text("nothing has been played yet")
    expect(undo).to_be_focused()
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#history del")).to_have_count(2)


def test_the_pages_by_keyboard(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    expect(page.locator("#turn-title .name")).to_have_text("Anna")
    tab_to(page, "nav [data-view=games]")
    page.keyboard.press("Enter")
    expect(page.locator("#view-games h1")).to_be_focused()
    expect(page.locator("#past a").first).to_be_visible()
    before = up.table()["n"]
    page.keyboard.press("Space")  # no press here: the table is out of sight
    tab_to(page, "#past a")
    page.keyboard.press("Enter")
    expect(page.locator("#replay-title")).to_be_focused()
    page.go_back()
    expect(page.locator("#view-games")).to_be_visible()
    page.go_back()
    expect(page.locator("#dome")).to_be_visible()
    assert up.table()["n"] == before
