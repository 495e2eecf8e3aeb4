"""The Chromium that the page's tests drive: where it is, or why there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

Visit = Callable[..., Page]  # (url, **options of the context): opens a page

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> tuple[str | None, str]:
    """Return (path, "") of the browser, or (None, why it is not here)."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return path, "" if path else "no Chromium: apt install chromium, or name one in CHROMIUM"


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Run the browser at ``path`` without a window."""
    with sync_playwright() as playwright:
        # Its sandbox does not work for root, nor in most containers; it sees our page only.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
