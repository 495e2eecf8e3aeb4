"""Seats on the page: who plays in them, changed in a game, the clock, the computer's turn."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from page_service import PageService
from test_page_games import shown, snapshot

TWO = {"op": "new", "game": "12x12", "players": ["Anna", "Computer (easy)"]}


def chip(page: Page, seat: int) -> Any:
    """Return the chip of a seat on the table view."""
    return page.locator("#seatbar .chip").nth(seat)


def asked(page: Page, what: str) -> list[dict[str, Any]]:
    """Answer every order ``what`` to a table that is only told of; return a list that they fill."""
    found: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        found.append(route.request.post_data_json)
        route.fulfill(json={"ok": True, "state": None, "n": 2, "game": "g1"})

    page.route(f"**/api/tables/t1/{what}", answer)
    return found


def test_a_game_against_a_computer_begins_in_the_dialog(page: Page, up: PageService) -> None:
    page.locator("#new-game").click()
    fields = page.locator("#new-players")
    fields.locator("input").nth(0).fill("Anna")
    fields.locator("select").nth(1).select_option("easy")
    expect(fields.locator("input").nth(1)).to_have_attribute("placeholder", "Computer (easy)")
    page.locator("#new-limits").get_by_text("60 s a turn").click()
    page.locator("#new-submit").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    table = up.wait_for(lambda table: table["left_s"])
    assert table["state"]["players"] == ["Anna", "Computer (easy)"]
    assert table["seats"] == ["person", "easy"] and table["limit_s"] == 60
    expect(page.locator("#seatbar .chip .name")).to_have_text(["Anna", "Computer (easy)", "60 s"])
    expect(page.locator("#clock")).to_be_visible()

    # The next game is asked for as this one was played.
    page.locator("#new-game").click()
    expect(fields.locator("select").nth(1)).to_have_value("easy")
    expect(fields.locator("input").nth(1)).to_have_value("")
    expect(page.locator("#new-limits :checked")).to_have_id("new-limit-60")


def test_the_dialog_waits_for_the_catalogue(page: Page, up: PageService) -> None:
    held: list[Route] = []
    page.route("**/api/catalog", lambda route: held.append(route))
    page.reload()
    expect(page.locator("#link-words")).to_have_text("Live")
    page.locator("#new-game").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#new-dialog")).to_be_visible()
    expect(page.locator("#new-players select").first).to_be_visible()


def test_the_dialog_says_where_the_expert_is_weaker(page: Page, up: PageService) -> None:
    remark = "The expert thinks in plain Python here."
    catalog = up.get("/api/catalog")
    for entry in catalog["games"]:
        entry["remark"] = remark if entry["name"] == "morris" else ""
    page.route("**/api/catalog", lambda route: route.fulfill(json=catalog))
    page.reload()
    expect(page.locator("#link-words")).to_have_text("Live")
    page.locator("#new-game").click()
    page.locator("#new-game-select").select_option("morris")
    expect(page.locator("#new-remark")).to_be_hidden()
    page.locator("#new-level-1").select_option("expert")
    expect(page.locator("#new-remark")).to_have_text(remark)
    page.locator("#new-game-select").select_option("12x12")
    page.locator("#new-level-0").select_option("expert")
    expect(page.locator("#new-remark")).to_be_hidden()


def test_a_seat_and_the_time_are_changed_in_the_game(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    expect(chip(page, 1)).to_have_text("2Ben▾A personAway: the computer plays" + LEVELS)
    chip(page, 1).locator("select").select_option("normal")
    expect(chip(page, 1).locator(".tag")).to_have_text("computer, normal")
    page.get_by_label("Time for a turn").select_option("30")
    expect(page.locator("#clock")).to_be_visible()
    up.wait_for(lambda t: t["seats"] == ["person", "normal"] and t["limit_s"] == 30)
    expect(page.locator("#history")).to_contain_text(
        "The computer (normal) plays for \u2068Ben\u2069"
    )
    expect(page.locator("#history")).to_contain_text("Time for a turn: 30 s.")


LEVELS = "Computer, easyComputer, normalComputer, expert"


def test_arrow_keys_choose_only_what_they_stop_at(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    orders: list[Any] = []
    page.on("request", lambda request: orders.append(request.post_data_json))
    page.get_by_label("Who decides for \u2068Ben\u2069").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(chip(page, 1).locator(".tag")).to_have_text("Computer, normal")
    up.wait_for(lambda table: table["seats"] == ["person", "normal"])
    expect(chip(page, 1).locator(".tag")).to_have_text("computer, normal")
    assert [order for order in orders if order] == [{"seat": 1, "level": "normal"}]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")  # does not wait
    up.wait_for(lambda table: table["seats"] == ["person", "easy"])


def test_who_leaves_is_played_for_and_comes_back(page: Page, up: PageService) -> None:
    up.new("Anna", "Ben")
    page.locator("#leave").click()
    expect(page.locator("#turn-title")).to_contain_text("is away")
    up.wait_for(lambda table: table["seats"] == ["away", "person"])
    page.locator("#seatbar button", has_text="I am back").click()
    up.wait_for(lambda table: table["seats"] == ["person", "person"])
    expect(page.locator("#seatbar button")).to_have_count(0)
    expect(page.locator("#seatbar .tag:visible")).to_have_count(0)


def test_taking_back_says_how_far_it_goes_and_does_it(page: Page, up: PageService) -> None:
    up.new("Anna", "Computer", game="morris", seats=["person", "easy"])
    up.act("place a7")
    up.wait_for(lambda table: table["state"]["turn"] == 3)
    expect(page.locator("#undo-what")).to_have_text("\u2068Anna\u2069: place a7")
    expect(page.locator("#undo-more")).to_have_text(" and 1 action after it")
    expect(page.locator("#happened")).to_contain_text(
        "\u2068Computer (computer, easy)\u2069 placed"
    )
    page.locator("#undo").click()
    table = up.wait_for(lambda table: "place a7" in table["state"]["legal"])
    assert table["state"]["turn"] == 1 and table["state"]["player"] == 0
    expect(page.locator("#history del")).to_have_count(2)


def test_a_rematch_is_one_press_and_the_next_player_begins(page: Page, up: PageService) -> None:
    almost = {"markers": [[11] + [12] * 11, [11] + [12] * 11], "player": 0}
    up.new("Anna", "Ben", position=almost, seats=["person", "easy"], limit_s=30)
    up.act("roll", 1, 2, 3, 4, 5, 6)
    assert up.act("row 1")["result"]["winner"] == 0
    expect(page.locator("#seatbar")).to_be_hidden()
    expect(page.locator("#does-hold")).to_have_text("play the same again")
    page.locator("#rematch").click()
    table = up.wait_for(lambda table: table["state"] and not table["state"]["result"])
    assert table["state"]["players"] == ["Ben", "Anna"]
    up.wait_for(lambda table: table["seats"] == ["easy", "person"] and table["limit_s"] == 30)
    expect(page.locator("#again")).to_be_hidden()


def test_where_the_table_is_set_so_the_same_player_begins_the_rematch(
    page: Page, up: PageService
) -> None:
    almost = {"markers": [[11] + [12] * 11, [11] + [12] * 11], "player": 0}
    up.new("Anna", "Ben", position=almost)
    up.post("input", gesture="long")
    for word in ("seats", "rematch"):
        entries = up.wait_for(lambda table, w=word: w in (table["menu"] or {}).get("entries", ()))
        for _ in range(entries["menu"]["entries"].index(word) - entries["menu"]["at"]):
            up.post("input", gesture="click")
        up.post("input", gesture="hold")
    up.wait_for(lambda table: table["menu"] and table["menu"]["set"][-1] == "no")
    up.post("input", gesture="long")
    up.act("roll", 1, 2, 3, 4, 5, 6)
    assert up.act("row 1")["result"]["winner"] == 0
    expect(page.locator("#rematch")).to_have_text("Rematch: ⁨Anna⁩ begins")
    page.locator("#rematch").click()
    table = up.wait_for(lambda table: table["state"] and not table["state"]["result"])
    assert table["state"]["players"] == ["Anna", "Ben"]


def test_the_computers_turn_offers_nothing_that_would_be_refused(
    page: Page, line: WebSocketRoute
) -> None:
    acts = asked(page, "act")
    morris = {"op": "new", "game": "morris", "players": ["Anna", "Ben"]}
    line.send(snapshot(shown(morris, seats=["easy", "person"])))
    expect(page.locator("#thinking-words")).to_have_text("\u2068Anna\u2069 thinks …")
    for gone in ("#choices-part", "#choices button", "#hint", "#leave"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator("#on-click")).to_have_text("Press skip ahead")
    page.locator("#boards svg.board").click()
    line.send(snapshot(shown(morris, seats=["away", "person"])))
    words = "Computer thinks for \u2068Anna\u2069 …"
    expect(page.locator("#thinking-words")).to_have_text(words)
    expect(page.locator("#on-click")).to_have_text("Press take the seat back")
    expect(page.locator("#choices-part")).to_be_hidden()
    line.send(snapshot(shown(TWO, seats=["person", "easy"], cursor="roll")))
    expect(page.locator("#thinking")).to_be_hidden()
    expect(page.locator("#choices button")).to_have_count(1)
    expect(page.locator("#leave")).to_be_visible()
    assert acts == []


def test_the_last_ten_seconds_are_told_and_what_happens_then(
    page: Page, line: WebSocketRoute
) -> None:
    def told(**more: Any) -> None:
        line.send(snapshot(shown(TWO, **{"limit_s": 30, "cursor": "roll", **more})))

    clock = page.locator("#clock")
    told(left_s=None)
    expect(page.locator("#choices button")).to_have_count(1)
    expect(clock).to_be_hidden()
    told(left_s=11)
    expect(page.locator("#clock-left")).to_have_text("11")
    expect(clock).to_have_class("clock")
    expect(page.locator("#clock-words")).to_be_empty()
    told(left_s=10)
    expect(clock).to_have_class("clock late")
    words = "10 seconds left for \u2068Anna\u2069; then the computer plays."
    expect(page.locator("#clock-words")).to_have_text(words)
    told(left_s=9)
    expect(page.locator("#clock-left")).to_have_text("9")
    expect(page.locator("#clock-words")).to_have_text(words)  # once is enough to be heard
    up = "time is up: the computer plays for Anna until a click"
    told(left_s=None, seats=["away", "easy"], cursor=None, say=up)
    expect(clock).to_be_hidden()
    expect(page.locator("#notices .note p")).to_have_text(f"T{up[1:]}.")
    expect(page.locator("#say")).to_be_hidden()
    expect(page.locator("#seatbar button")).to_have_text("I am back")


def test_the_clock_is_as_long_as_the_time_that_is_left(page: Page, line: WebSocketRoute) -> None:
    for left_s, least, most in ((30, 28 / 30, 1), (6, 4 / 30, 6 / 30)):
        line.send(snapshot(shown(TWO, limit_s=30, left_s=left_s, cursor="roll")))
        expect(page.locator("#clock-left")).to_have_text(str(left_s))
        part = page.evaluate(
            """() => document.querySelector("#clock-fill").getBoundingClientRect().width
            / document.querySelector(".clock-bar").getBoundingClientRect().width"""
        )
        assert least <= part <= most


def test_a_replay_of_morris_has_one_board_and_names_the_computer(
    page: Page, up: PageService
) -> None:
    up.new("Anna", "Blue", game="morris", seats=["person", "easy"])
    up.act("place d7")
    up.wait_for(lambda table: table["state"]["turn"] == 3)
    page.goto(f"{up.url}#/game/{up.table()['game']}")
    expect(page.locator("#replay-title")).to_have_text(
        "\u2068Anna\u2069 · \u2068Blue (computer, easy)\u2069"
    )
    expect(page.locator("#replay-boards figure")).to_have_count(1)
    page.locator("#replay-on").click()
    stone = page.locator("#replay-boards circle.glow[data-row='1'][data-hole='6']")
    expect(stone).to_have_attribute("data-light", "#f0962c")
    page.locator("#replay-on").click()
    expect(page.locator("#replay-words")).to_contain_text(
        "\u2068Blue (computer, easy)\u2069 placed"
    )
    page.goto(f"{up.url}#/games")
    expect(page.locator("#past li").first).to_contain_text("computer, easy")
    assert up.get(f"/api/games/{up.table()['game']}")["records"][-1]["level"] == "easy"
