"""What is played by tapping: the points of the morris board, and domino tiles."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from test_page_games import shown, snapshot
from test_page_seats import asked


def test_morris_is_played_by_tapping_the_board(page: Page, line: WebSocketRoute) -> None:
    acts = asked(page, "act")
    board = page.locator("#boards svg.board")

    def tap(row: int, hole: int) -> None:
        glow = board.locator(f"circle.hole >> nth={row * 13 + hole}")
        box = glow.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    new: dict[str, Any] = {"op": "new", "game": "morris", "players": ["Anna", "Ben"]}
    line.send(snapshot(shown(new, cursor="place a7")))
    expect(page.locator("#choices-title")).to_have_text("\u2068Anna\u2069 places a stone")
    tap(10, 11)  # g1
    flying = {"points": "W.W......W....BB..B.B...", "in_hand": [0, 0], "player": 0}
    line.send(snapshot({**shown({**new, "position": flying}, cursor="a7"), "n": 2}))
    expect(page.locator("#choices .what")).to_have_text(["a7", "g7", "d6"])  # 3 stops, not 51
    tap(2, 6)  # d6
    expect(page.locator("#choices-title")).to_have_text("\u2068Anna\u2069 moves d6")
    expect(page.locator("#choices button")).to_have_count(17 + 1)
    expect(page.locator(".ring.target")).to_have_count(17)
    expect(page.locator("#choices .what").last).to_have_text("Back")
    page.locator("#choices button").last.click()
    expect(page.locator(".ring")).to_have_count(0)
    page.locator("#choices button").nth(2).click()
    tap(10, 1)  # a1
    page.wait_for_function("() => document.querySelectorAll('.busy').length === 0")
    assert [body["action"] for body in acts] == ["place g1", "d6-a1"]


def test_a_pair_is_discarded_by_two_taps(page: Page, line: WebSocketRoute) -> None:
    acts = asked(page, "act")
    deck = ["6-6", "5-1", "0-0", "4-2", "3-3", "2-2"]
    new = {"op": "new", "game": "dominoes", "players": ["Anna"], "deck": deck}
    line.send(snapshot(shown(new, cursor="pair 6-6 0-0")))
    tiles = page.locator("#tiles-part button")
    expect(tiles).to_have_text(
        [
            "6-6, matches 0-0",
            "5-1, matches 4-2 and 3-3",
            "0-0, matches 6-6",
            "4-2, matches 5-1 and 3-3",
            "3-3, matches 5-1 and 4-2",
            "2-2",
        ]
    )
    expect(page.locator("#choices .what").first).to_have_text("6-6 + 0-0")
    expect(page.locator("#choices .detail").first).to_have_text("12 + 0 = 12")
    tiles.nth(1).click()
    expect(page.locator(".tile.mate")).to_have_count(2)
    tiles.nth(0).click()  # another one, no mate of it
    expect(page.locator(".tile.mate")).to_have_text("0-0, matches 6-6")
    tiles.nth(5).click(force=True)  # has no mate at all
    expect(page.locator(".tile.first")).to_have_count(0)
    tiles.nth(2).click()
    tiles.nth(0).click()
    expect(page.locator(".tile.first")).to_have_count(0)
    assert [body["action"] for body in acts] == ["pair 6-6 0-0"]


def test_a_large_set_shows_its_tiles_in_numbers(page: Page, line: WebSocketRoute) -> None:
    rules = {"set": 18, "tableau": 12, "matching": "total"}
    new = {"op": "new", "game": "dominoes", "rules": rules}
    line.send(snapshot(shown(new)))
    ends = page.locator("#tiles-part .end")
    expect(ends).to_have_count(24)
    assert all(0 <= int(number) <= 18 for number in ends.all_text_contents())
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        first = page.locator("#tiles-part button").first.bounding_box()
        assert first and first["width"] >= 44
