"""A game on the page: begun, played by button and by choice, taken back, the menu, the end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from chromium import Visit
from page_service import PageService

HOLD_MS, LONG_MS = 600, 2150  # a little more than the table's own limits
AMBER = "#f0962c"  # the first seat's marker at its brightest
MIXED = (1, 1, 2, 3, 5, 6)  # a roll that many rows can score with
ROWS = ["Row 1", "Row 2", "Row 3", "Row 5", "Row 6", "Row 7", "Row 8", "Row 9", "Row 11"]


def choices(page: Page) -> Locator:
    """Return the names of the choices, or of the menu's entries."""
    return page.locator("#choices .what")


def at(page: Page) -> Locator:
    """Return the name of the choice that the table points at; it points once it is at rest."""
    return page.locator("#choices .at .what")


def hole(page: Page, row: int, number: int) -> Locator:
    """Return a hole of the only board."""
    return page.locator(f"#boards circle.glow[data-row='{row}'][data-hole='{number}']")


def press(page: Page, hold_ms: int = 0) -> None:
    """Press the dome with the mouse for ``hold_ms``."""
    page.locator("#dome").hover()
    page.mouse.down()
    page.wait_for_timeout(hold_ms)
    page.mouse.up()


def test_a_game_begins_in_the_dialog(page: Page, up: PageService) -> None:
    expect(page.locator("#turn-title")).to_have_text("No game is running")
    page.locator("#new-game").click()
    expect(page.locator("#new-warning")).to_be_hidden()
    page.locator("#new-rules").get_by_text("Luck", exact=True).click()
    page.locator("#player-more").click()
    for seat, name in enumerate(("Anna", "Ben", "")):
        page.locator("#new-players input").nth(seat).fill(name)
    page.locator("#new-submit").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#turn-title .name")).to_have_text("Anna")
    expect(page.locator("#turn-facts")).to_contain_text("luck")
    expect(page.locator("#sheet .name")).to_have_text(["Anna", "Ben", "Player 3"])
    expect(page.locator("#happened")).to_have_text("A new game: \u2068Anna\u2069 begins.")
    state = up.table()["state"]
    assert state["players"] == ["Anna", "Ben", "Player 3"] and state["rules"]["ruleset"] == "luck"


def test_a_running_game_is_given_up_only_after_a_warning(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    before = up.table()["game"]
    expect(at(page)).to_have_text("Roll six dice")
    page.locator("#new-game").click()
    expect(page.locator("#new-warning")).to_be_visible()
    page.locator("#new-dialog [data-close]").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    assert up.table()["game"] == before
    page.locator("#new-game").click()
    page.locator("#new-submit").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    up.wait_for(lambda table: table["game"] != before)


def test_the_mouse_plays_and_the_lights_follow(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    expect(at(page)).to_have_text("Roll six dice")
    expect(page.locator("#on-click")).to_have_text("Press roll")
    for row in range(1, 13):
        expect(hole(page, row, 0)).to_have_class("glow lit")
    ring = hole(page, 12, 6)
    expect(ring).to_have_class("glow")
    page.locator("#dome").hover()
    page.mouse.down()
    expect(ring).to_have_class("glow lit")  # while the button is down already
    page.mouse.move(5, 5)  # let go elsewhere: it counts all the same
    page.mouse.up()
    legal = up.wait_for(lambda table: table["state"]["phase"] == "row")["state"]["legal"]
    expect(choices(page)).to_have_text([action.capitalize() for action in legal])


def test_clicks_walk_through_the_choices_and_a_hold_takes_one(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    expect(choices(page)).to_have_text(ROWS)
    expect(page.locator("#dice-part [role=img]")).to_have_attribute(
        "aria-label", "\u2068Anna\u2069 rolled 1 1 2 3 5 6"
    )
    first = at(page).inner_text()
    press(page)
    second = ROWS[(ROWS.index(first) + 1) % len(ROWS)]
    expect(at(page)).to_have_text(second)
    page.locator("#turn-on").click()
    page.locator("#turn-back").click()
    expect(page.locator("#does-hold")).to_have_text(f"take {second.lower()}")
    press(page, HOLD_MS)
    state = up.wait_for(lambda table: table["state"]["board"]["row"])["state"]
    row = int(second[4:])
    reached = state["board"]["markers"][0][row - 1]
    assert up.last() == [f"row {row}"] and reached > 0
    expect(hole(page, row, reached)).to_have_attribute("data-light", AMBER)
    expect(page.locator("#happened")).to_contain_text(f"\u2068Anna\u2069 took row {row}: ")


def test_space_plays_and_its_repeats_do_not(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    expect(at(page)).to_have_text("Roll six dice")
    sent: list[dict[str, Any]] = []
    page.on("request", lambda request: sent.append(request.post_data_json or {}))
    page.keyboard.down("Space")
    for _ in range(5):
        page.keyboard.down("Space")  # as a held key repeats itself
    page.keyboard.up("Space")
    up.wait_for(lambda table: table["state"]["phase"] == "row")
    expect(at(page)).to_have_count(1)  # the show is over
    assert [body["gesture"] for body in sent if body] == ["press", "release"]
    assert up.last(3) == ["new", "note", "roll"]
    first = at(page).inner_text()
    page.keyboard.press("ArrowRight")
    expect(at(page)).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(at(page)).to_have_text(first)
    page.keyboard.down("Space")
    page.wait_for_timeout(HOLD_MS)
    page.keyboard.up("Space")
    up.wait_for(lambda table: table["state"]["board"]["row"])
    assert up.last() == [first.lower()]
    assert page.evaluate("scrollY") == 0


def test_whoever_leaves_lets_the_button_go(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    expect(at(page)).to_have_text("Roll six dice")
    page.keyboard.down("Space")
    expect(hole(page, 12, 6)).to_have_class("glow lit")
    page.goto("about:blank")
    up.wait_for(lambda table: table["state"]["phase"] == "row")


def test_a_tap_takes_a_choice_and_undo_takes_it_back(up: PageService, visit: Visit) -> None:
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    phone = visit(up.url, viewport={"width": 390, "height": 844}, has_touch=True)
    phone.locator("#choices button[data-row='8']").tap()
    expect(choices(phone)).to_have_text(["Roll 2 dice again"])
    assert up.table()["state"]["board"]["markers"][0][7] == 2
    expect(phone.locator("#undo-what")).to_have_text("\u2068Anna\u2069: row 8")
    phone.locator("#undo").tap()
    expect(choices(phone)).to_have_text(ROWS)
    expect(phone.locator("#undo-what")).to_contain_text("roll 1 1 2 3 5 6")
    phone.locator("#undo").tap()
    expect(choices(phone)).to_have_text(["Roll six dice"])
    expect(phone.locator("#happened")).to_contain_text("Taken back.")
    expect(phone.locator("#history del")).to_have_count(2)
    expect(phone.locator("#undo")).to_have_attribute("aria-disabled", "true")
    assert up.table()["state"]["last"] is None and up.last(2) == ["undo", "undo"]


def test_a_long_hold_opens_the_menu(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    expect(choices(page)).to_have_text(ROWS)
    press(page, LONG_MS)
    expect(page.locator("#choices-title")).to_have_text("The table’s menu")
    assert {"go on", "take back", "new game"} <= set(choices(page).all_inner_texts())
    expect(at(page)).to_have_text("go on")
    page.locator("#choices button", has_text="take back").click()
    expect(at(page)).to_have_text("take back")
    expect(page.locator("#does-hold")).to_have_text("take “take back”")
    page.locator("#choices button", has_text="take back").click()
    expect(choices(page)).to_have_text(["Roll six dice"])
    page.locator("#whole-long").click()
    page.locator("#choices button", has_text="go on").click()
    expect(page.locator("#choices-title")).to_contain_text("chooses")


def won(up: PageService) -> dict[str, Any]:
    """Bring a game of Anna and Ben to its end, won by Anna; return its state."""
    almost = {"markers": [[11] + [12] * 11, [11] + [12] * 11], "player": 0}
    up.new("Anna", "Ben", position=almost)
    up.act("roll", 1, 2, 3, 4, 5, 6)
    return up.act("row 1")


def test_the_end_is_told_and_the_names_can_still_be_changed(page: Page, up: PageService) -> None:
    assert won(up)["result"]["winner"] == 0
    expect(page.locator("#turn-title")).to_have_text("1\u2068Anna\u2069 wins")
    expect(page.locator("#happened")).to_contain_text("the last row is finished!")
    expect(page.locator("#choices-part")).to_be_hidden()
    expect(page.locator("#does-hold")).to_have_text("play the same again")
    page.locator("#edit-names").click()
    page.locator("#names-fields input").first.fill("Zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#names-dialog")).to_be_hidden()
    expect(page.locator("#turn-title")).to_have_text("1\u2068Zoë\u2069 wins")
    expect(page.locator("#sheet .name")).to_have_text(["Zoë", "Ben"])


def test_a_hint_is_given_with_its_reason_and_goes_with_its_moment(
    page: Page, up: PageService
) -> None:
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    expect(choices(page)).to_have_count(len(ROWS))
    page.locator("#hint").click()
    expect(page.locator("#hint-words")).to_contain_text("saves")
    page.locator("#choices button").first.click()
    expect(page.locator("#hint-words")).to_be_empty()
