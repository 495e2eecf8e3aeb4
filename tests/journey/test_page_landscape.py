"""A phone held sideways: the boards and the button are seen together, wherever it is scrolled."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from test_page_games import shown, snapshot

PHONES = [(740, 360), (844, 390), (568, 320), (667, 375), (932, 430)]
PLAYERS = ["Anna", "Wolfeschlegelsteinhausenbergerdorff"]
LIGHTS = [[["#402000"] * 13] * 12]
GAMES: dict[str, dict[str, Any]] = {
    "12x12": {"players": PLAYERS},
    "morris": {"players": PLAYERS},
    "dominoes": {"players": ["Anna"], "rules": {"set": 9, "tableau": 12}},
}
LEAST_PX = 220  # of a board's height, in which the holes are as far apart as on a watch

# The box of `place`, whole and with nothing over its middle or its corners, else null.
_SEEN = """(place) => {
  const node = document.querySelector(place), box = node.getBoundingClientRect();
  const across = [0.2, 0.5, 0.8].map((part) => box.left + part * box.width);
  const down = [0.2, 0.5, 0.8].map((part) => box.top + part * box.height);
  const uncovered = across.every((x) => down.every((y) => {
    const top = document.elementFromPoint(x, y);
    return node.contains(top) || top?.contains(node);
  }));
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1
    && box.bottom <= innerHeight + 1;
  return uncovered && inside ? [box.left, box.top, box.right, box.bottom] : null;
}"""


def seen(page: Page, place: str) -> tuple[float, float, float, float]:
    """Return (left, top, right, bottom) of an element that is seen whole."""
    box = page.evaluate(_SEEN, place)
    assert box is not None, f"{place} is not seen whole at {page.viewport_size}"
    left, top, right, bottom = box
    return left, top, right, bottom


def show(page: Page, line: WebSocketRoute, name: str, boards: int = 1) -> None:
    """Show a game that has begun."""
    new = {"op": "new", "game": name, **GAMES[name]}
    line.send(snapshot(shown(new, lights=LIGHTS * boards)))
    expect(page.locator("#boards svg.board")).to_have_count(boards)
    expect(page.locator("#happened")).not_to_be_empty()


@pytest.mark.parametrize("name", GAMES)
def test_the_board_and_the_button_are_seen_together(
    page: Page, line: WebSocketRoute, name: str
) -> None:
    show(page, line, name)
    for width, height in PHONES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate("scrollTo(0, 0)")
        for _ in range(3):  # at the top, further down, at the end of what is played with
            _, top, right, bottom = seen(page, "#boards svg.board")
            assert bottom - top >= LEAST_PX
            others = [seen(page, place) for place in ("#dome", "#turn-on", "#turn-back")]
            assert all(box[0] > right or box[1] > bottom for box in others)
            seen(page, "#meaning")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.evaluate("scrollBy(0, 120)")


def test_two_boards_and_the_button_are_seen_together(page: Page, line: WebSocketRoute) -> None:
    show(page, line, "12x12", boards=2)
    for width, height in PHONES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for number in (1, 2):
            _, _, right, _ = seen(page, f".board-frame:nth-child({number}) svg.board")
            assert seen(page, "#dome")[0] > right
    # Either is shown as large as it fits.
    before = seen(page, ".board-frame:nth-child(1) svg.board")
    page.locator(".board-frame:nth-child(1) .grow").click()
    after = seen(page, ".board-frame:nth-child(1) svg.board")
    assert after[2] - after[0] > 1.2 * (before[2] - before[0])
    seen(page, "#dome")
