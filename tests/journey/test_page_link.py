"""The page and its line: the service gone and back, the table unplugged, a tab that slept."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from chromium import Visit
from page_service import PageService
from table_process import TableProcess

MIXED = (1, 1, 2, 3, 5, 6)  # a roll that many rows can score with


def expect_link(page: Page, short: str) -> None:
    """Expect the connection's word at the top of ``page``."""
    expect(page.locator("#link-words")).to_have_text(short)


def expect_off(page: Page) -> None:
    """Expect that nothing can be done on ``page``, and that it shows so."""
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#dome")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#choices button").first).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#boards")).to_have_class("boards asleep")


def expect_on(page: Page) -> None:
    """Expect that ``page`` can be played on."""
    expect_link(page, "Live")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#dome")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#boards")).to_have_class("boards")


def test_the_service_stops_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    with PageService(tmp_path, "--virtual") as up:
        where = up.where
        up.new("Anna", "Ben")
        up.act("roll", *MIXED)
        page = visit(up.url)
        expect_on(page)
        page.evaluate("window.sameDocument = true")
        assert up.stop() == 0
    expect_link(page, "Service lost")
    expect_off(page)
    expect(page.locator("#trouble-words")).to_contain_text("lost the service")
    expect(page.locator("#retry")).to_be_visible()
    with PageService(tmp_path, "--virtual", "--http", where) as up:
        expect_on(page)
        expect(page.locator("#choices .what").first).to_have_text("Row 1")
        page.locator("#choices button[data-row='8']").click()
        expect(page.locator("#choices .what")).to_have_text(["Roll 2 dice again"])
        assert page.evaluate("window.sameDocument") is True
        assert up.stop() == 0


def test_a_service_that_only_falls_silent_is_noticed(visit: Visit, tmp_path: Path) -> None:
    with PageService(tmp_path, "--virtual") as up:
        up.new("Anna", "Ben")
        page = visit(f"{up.url}favicon.svg")
        page.clock.install()
        page.goto(up.url)
        expect_on(page)
        os.kill(up.process.pid, signal.SIGSTOP)
        try:
            page.clock.fast_forward("00:20")
            expect_link(page, "Service lost")
            expect_off(page)
        finally:
            os.kill(up.process.pid, signal.SIGCONT)
        page.locator("#retry").click()
        expect_on(page)


@pytest.fixture
def table(browser: object, tmp_path: Path) -> Iterator[TableProcess]:
    """A virtual table by itself, whose cable can be pulled."""
    flash, link = str(tmp_path / "flash"), str(tmp_path / "link")
    with TableProcess("--state", flash, "--link", link) as table:
        assert table.ready() == link
        yield table
        assert table.end() == 0


def test_the_table_is_unplugged_and_plugged_in(
    table: TableProcess, visit: Visit, tmp_path: Path
) -> None:
    with PageService(tmp_path / "games", "--port", str(tmp_path / "link")) as up:
        up.new("Anna", "Ben")
        page = visit(up.url)
        expect_on(page)
        table.send("unplug")
        expect_link(page, "Table unplugged")
        expect_off(page)
        expect(page.locator("#trouble-words")).to_contain_text("The table is unplugged since")
        expect(page.locator("#choices .what")).to_have_text(["Roll six dice"])
        table.send("click")  # the game goes on without the laptop
        table.send("plug")
        expect_on(page)
        expect(page.locator("#happened")).to_contain_text("\u2068Anna\u2069 rolled")
        assert up.table()["state"]["phase"] == "row"


def test_a_tab_that_slept_catches_up(up: PageService, page: Page) -> None:
    up.new("Anna", "Ben")
    expect(page.locator("#choices .what")).to_have_text(["Roll six dice"])
    devtools = page.context.new_cdp_session(page)
    asleep: list[object] = []
    devtools.on("Debugger.paused", lambda event: asleep.append(event))
    devtools.send("Debugger.enable")
    devtools.send("Debugger.pause")  # headless tabs are never hidden, so none is frozen otherwise
    up.act("roll", *MIXED)
    up.act("row 8")
    up.post("undo")
    state = up.act("row 7")
    nodes = devtools.send("DOM.getDocument")["root"]["nodeId"]
    choice = devtools.send("DOM.querySelector", {"nodeId": nodes, "selector": "#choices .what"})
    html = devtools.send("DOM.getOuterHTML", {"nodeId": choice["nodeId"]})["outerHTML"]
    assert asleep and "Roll six dice" in html
    devtools.send("Debugger.disable")
    expect(page.locator("#choices .what")).to_have_text(["Roll 2 dice again"])
    hole = state["board"]["markers"][0][6]
    marker = page.locator(f"#boards circle[data-row='7'][data-hole='{hole}']")
    expect(marker).to_have_class("glow lit")
    expect(page.locator("#history del")).to_have_count(1)
    many = str(up.table()["n"] - 1)
    expect(page.locator("#history .n").first).to_have_text(many)


def test_two_pages_show_the_same_game(up: PageService, page: Page, visit: Visit) -> None:
    phone = visit(up.url, viewport={"width": 390, "height": 844})
    up.new("Anna", "Ben")
    up.act("roll", *MIXED)
    page.locator("#choices button[data-row='8']").click()
    for shown in (page, phone):
        expect(shown.locator("#choices .what")).to_have_text(["Roll 2 dice again"])
        expect(shown.locator("#undo-what")).to_contain_text("row 8")
