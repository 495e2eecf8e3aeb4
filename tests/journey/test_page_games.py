"""The other games on the page: morris by its points, the solitaire in words, shows, names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from chromium import Visit
from page_service import PageService
from twelve.games.play import from_request
from twelve.games.view import state_object

MOVING = {  # White has stones with several ways to go
    "points": "W..W..WB.B.BB.......W.W.",
    "in_hand": [0, 0],
    "player": 0,
}
NO_PAIR = ["0-0", "1-0", "1-1", "2-0", "2-1", "2-2"]  # none with another makes twelve


def hold_button(page: Page, works: bool) -> None:
    """Expect that the button which holds at once works, or does not."""
    button = page.locator("#whole-hold")
    if works:
        expect(button).not_to_have_attribute("aria-disabled", "true")
    else:
        expect(button).to_have_attribute("aria-disabled", "true")


def shown(request: dict[str, Any], **more: object) -> dict[str, Any]:
    """Return a table object with the game that ``request`` begins on it, as the service has it."""
    state = state_object(from_request(request, bytes(32)))
    return {
        "id": "t1",
        "name": "Twelve",
        "connected": True,
        "status": "live",
        "game": "g1",
        "state": state,
        "last": None,
        "n": 1,
        "cursor": None,
        "menu": None,
        "seats": ["person"] * len(state["players"]),
        "limit_s": 0,
        "left_s": None,
        "disagrees": None,
        "say": None,
        **more,
    }


def snapshot(*tables: dict[str, Any]) -> str:
    """Return the live line's message of ``tables``."""
    return json.dumps({"type": "snapshot", "tables": tables})


def test_morris_is_named_by_its_points(page: Page, line: WebSocketRoute) -> None:
    new = {"op": "new", "game": "morris", "players": ["Anna", "Ben"], "position": MOVING}
    dark = [[["#000000"] * 13] * 12] * 2
    table = shown(new, cursor="c3", lights=dark)
    line.send(snapshot(table))
    boards = page.locator("#boards svg.board")
    letters = [boards.nth(i).locator(".hole-label:not(.start)") for i in (0, 1)]
    rows = [boards.nth(i).locator(".row-label") for i in (0, 1)]
    expect(letters[0]).to_have_text(["a", "", "b", "", "c", "d", "e", "", "f", "", "g", ""])
    expect(rows[0]).to_have_text(["7", "", "6", "", "5", "4", "3", "", "2", "", "1", ""])
    # The second board is turned by half, for the player opposite.
    expect(letters[1]).to_have_text(["g", "", "f", "", "e", "d", "c", "", "b", "", "a", ""])
    expect(rows[1]).to_have_text(["1", "", "2", "", "3", "4", "5", "", "6", "", "7", ""])
    expect(page.locator("#boards .start").first).to_be_hidden()
    facts = page.locator("#turn-facts")
    expect(facts).to_have_text(re.compile(r"Turn 1 · Twelve Men's Morris · \d+ : \d+ stones$"))

    legal = table["state"]["legal"]
    own = [action[3:] for action in legal if action.startswith("c3-")]
    assert 2 <= len(own) < len(legal)
    at, all_of_them = page.locator("#choices .at .what"), page.locator("#choices .what")
    stones = list(dict.fromkeys(action.split("-")[0] for action in legal))
    expect(all_of_them).to_have_text(stones)
    expect(at).to_have_text("c3")
    expect(page.locator("#does-hold")).to_have_text("choose the stone c3")
    line.send(snapshot({**table, "cursor": f"c3-{own[0]}"}))
    expect(all_of_them).to_have_text([*[f"→ {point}" for point in own], "Back"])
    expect(at).to_have_text(f"→ {own[0]}")
    expect(page.locator("#does-hold")).to_have_text(f"move c3 → {own[0]}")
    line.send(snapshot({**table, "cursor": "back"}))
    expect(at).to_have_text("Back")

    line.send(snapshot(shown({"op": "new", "game": "12x12", "players": ["Anna", "Ben"]})))
    expect(letters[0].first).to_have_text("1")
    expect(page.locator("#boards .start").first).to_be_visible()


def test_a_deal_without_a_pair_is_lost_in_words(page: Page, line: WebSocketRoute) -> None:
    new = {"op": "new", "game": "dominoes", "players": ["Anna"], "deck": NO_PAIR}
    line.send(snapshot(shown(new)))
    lost = "This deal had no pair at all (one in five has none): deal again."
    expect(page.locator("#happened")).to_have_text(lost)
    facts = "Turn 1 · Twelves · double-6, six places, total · 22 in the deck · 0 discarded"
    expect(page.locator("#turn-facts")).to_have_text(facts)
    expect(page.locator("#rematch")).to_have_text("Deal again")


def test_a_show_can_only_be_skipped(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "virtual").mkdir()
    settings = tmp_path / "virtual" / "table.toml"
    settings.write_text("pace = 25\n")  # shows last long enough to be looked at
    with PageService(tmp_path, "--virtual") as up:
        up.new("Anna", "Ben", rules={"ruleset": "luck"})
        up.act("roll", 1, 1, 2, 3, 5, 6)
        page = visit(up.url)
        hold_button(page, works=True)
        up.post("act", action="row 1")
        expect(page.locator("#on-click")).to_have_text("Press skip ahead")
        expect(page.locator("#on-hold")).to_be_hidden()
        expect(page.locator("#choices .at")).to_have_count(0)
        hold_button(page, works=False)
        up.skip()
        expect(page.locator("#does-hold")).to_have_text("stop and bank")
        expect(page.locator("#choices .at .what")).to_have_text("Stop and bank")
        hold_button(page, works=True)
    assert settings.read_text() == "pace = 25\n"


def test_the_menu_speaks_in_words(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    page.locator("#whole-long").click()
    expect(page.locator("#choices-title")).to_have_text("The table’s menu")

    def is_set(entry: str) -> str:
        choice = page.locator("#choices button").filter(has=page.get_by_text(entry, exact=True))
        return choice.locator(".detail").inner_text()

    assert is_set("game") == "12 × 12"
    assert is_set("ruleset") == "classic"
    assert is_set("options") == "none"
    assert is_set("lights") == "4 of 5"
    page.locator("#choices button", has_text="go on").click()
    expect(page.locator("#choices-title")).to_contain_text("chooses")


def test_the_dialog_keeps_the_players_of_every_game(page: Page, up: PageService) -> None:
    failed: list[str] = []
    page.on("response", lambda answer: failed.extend([answer.url] * (answer.status >= 400)))
    up.new("Anna", "Ben")
    expect(page.locator("#turn-title .name")).to_have_text("Anna")
    fields = page.locator("#new-players input")
    page.locator("#new-game").click()
    page.locator("#new-game-select").select_option("dominoes")
    expect(fields).to_have_count(1)
    fields.fill("Zoë")
    page.locator("#new-submit").click()
    expect(page.locator("#history .words").last).to_contain_text("Zoë")
    page.reload()
    expect(page.locator("#history .words").last).to_contain_text("Zoë")
    page.locator("#new-game").click()
    expect(fields).to_have_count(1)
    page.locator("#new-game-select").select_option("12x12")
    expect(fields).to_have_count(2)
    page.locator("#new-game-select").select_option("dominoes")
    expect(fields).to_have_value("Zoë")
    page.locator("#new-game-select").select_option("12x12")
    expect(fields.nth(0)).to_have_value("Anna")
    expect(fields.nth(1)).to_have_value("Ben")
    assert failed == []


def test_the_history_speaks_of_chance_only_where_there_is_any(page: Page, up: PageService) -> None:
    words = page.locator("#history .words")
    up.new("Anna", position={"markers": [[12] * 11 + [11]], "player": 0})
    up.act("roll", 6, 6, 1, 1, 1, 1)
    up.act("row 12")
    up.post("close")
    expect(words.nth(-2)).to_have_text("The players’ share of the dice was fixed.")
    secret = "The secret of the dice was revealed: the game is closed and can be checked."
    expect(words.first).to_have_text(secret)

    position = {**MOVING, "points": f"WWW{'.' * 21}"}  # White has won it already
    up.post("new", game="morris", players=["Anna", "Ben"], position=position)
    up.post("close")
    expect(words.nth(-2)).to_have_text("The game’s own number was fixed.")
    expect(words.first).to_have_text("The game is closed and can be checked.")
