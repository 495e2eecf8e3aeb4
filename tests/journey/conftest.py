"""What the page's tests share: a browser and a service a module, a page a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

import chromium
from chromium import Visit
from page_service import PageService

PATIENCE_MS = 60_000  # the machine may be busy

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium of this module's own: its driver's event loop must not outlive the module."""
    if sys.platform == "win32":
        pytest.skip("no pseudo-terminals on Windows")
    path, why = chromium.find()
    if path is None:
        pytest.skip(why)
    with chromium.chromium(path) as browser:
        yield browser


@pytest.fixture(scope="module")
def up(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageService]:
    """A service with a virtual table, for all tests of a module."""
    with PageService(tmp_path_factory.mktemp("up"), "--virtual") as up:
        yield up


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """``visit(url, **options)`` opens the page in a context of its own.

    No page may fail in its scripts, be stopped by its own policy, ask another host or open a
    dialog of the browser's.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def visit(url: str, **options: Any) -> Page:
        given = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
        context = browser.new_context(**given)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on("request", lambda request: check_request(request.url))
        page.on("websocket", lambda socket: check_request(socket.url))
        page.on("console", lambda message: check_words(message.text))
        page.on("dialog", check_dialog)
        page.goto(url)
        return page

    def check_request(url: str) -> None:
        scheme, _, rest = url.partition("://")
        if scheme not in ("http", "ws") or not rest.startswith("127.0.0.1:"):
            troubles.append(f"asked for {url}")

    def check_words(words: str) -> None:
        if "Content Security Policy" in words:
            troubles.append(words)

    def check_dialog(dialog: Any) -> None:
        troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    yield visit
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(up: PageService, visit: Visit) -> Page:
    """The page of the module's service, live."""
    page = visit(up.url)
    expect(page.locator("#link-words")).to_have_text("Live")
    return page


@pytest.fixture
def line(page: Page) -> WebSocketRoute:
    """The live line of a page that hears only what a test says on it."""
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/api/live", lambda line: lines.append(line))
    page.reload()
    while not lines:
        page.wait_for_timeout(20)
    return lines[0]
