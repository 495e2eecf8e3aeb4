"""Makes page.png beside it, the README's picture: a game of two, going on at two boards.

python tests/journey/page_picture.py
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize

sys.path.insert(0, str(Path(__file__).parents[1]))

import chromium
from page_service import PageService

PICTURE = Path(__file__).with_name("page.png")
SEED = 12  # of the choices; the table has its own dice
ACTIONS = 130  # at least
MANY = 5
SIZE: ViewportSize = {"width": 1280, "height": 800}
MOST_KB = 300


def play(up: PageService) -> None:
    """Play a game, any row that scores, until its first player has many rows to choose from."""
    choose = random.Random(SEED).choice
    state = up.new("Anna", "Ben")
    done = 0
    while done < ACTIONS or state["player"] or len(state["legal"]) < MANY:
        state = up.act(choose(state["legal"]))
        done += 1


def take(path: str) -> bytes:
    """Return a picture of the page with the Chromium at ``path``, as PNG."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "virtual").mkdir()
        (folder / "virtual" / "table.toml").write_text('name = "Kitchen"\nboards = 2\n')
        with chromium.chromium(path) as browser, PageService(folder, "--virtual") as up:
            play(up)
            page = browser.new_page(viewport=SIZE, color_scheme="dark", reduced_motion="reduce")
            page.goto(up.url)
            page.locator("#choices .at").wait_for()
            page.locator("#happened:not(:empty)").wait_for()
            return page.screenshot()


def shrunk(picture: bytes) -> bytes:
    """Return a PNG with the 256 colours that suit it best."""
    found = io.BytesIO()
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    few = whole.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG)
    few.save(found, "PNG", optimize=True)
    return found.getvalue()


def main() -> int:
    """Write the picture; return 1 where it is too big, 2 where there is no browser."""
    path, why = chromium.find()
    if path is None:
        print(why, file=sys.stderr)
        return 2
    picture = shrunk(take(path))
    PICTURE.write_bytes(picture)
    print(f"{PICTURE.name}: {len(picture) / 1000:.0f} KB of {MOST_KB}")
    return int(len(picture) > MOST_KB * 1000)


if __name__ == "__main__":
    sys.exit(main())
