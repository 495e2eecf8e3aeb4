"""The settings of a table on the page: what the page saves is in the table's file, and holds."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import Visit
from page_service import PageService
from test_page_keys import tab_to

ROOT = Path(__file__).resolve().parents[2]
WIRED = (
    'led_pins = ["NEOPIXEL"]\nbutton_pin = "Dx_INPUT_TRUE"\nsupply = 900\n'
    "brightness = 100 # mine\nidle_ua = 0\n"
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the module's service."""
    return tmp_path_factory.mktemp("settings")


@pytest.fixture(scope="module")
def up(browser: Browser, data: Path) -> PageService:  # type: ignore[misc]
    """A service with a virtual table whose files can be looked at."""
    with PageService(data, "--virtual") as up:
        yield up


def open_settings(page: Page) -> None:
    """Open the dialog and wait for what the table says."""
    page.get_by_role("button", name="Table settings").click()
    expect(page.get_by_label("Brightness")).to_be_visible()


def setting(up: PageService, key: str) -> dict[str, object]:
    """Return a setting as the service has it."""
    found = up.get(f"/api/tables/{up.table()['id']}/settings")["settings"]
    (one,) = [one for one in found if one["key"] == key]
    return dict(one)


def test_a_change_on_the_page_is_in_the_tables_file_and_holds(
    page: Page, up: PageService, data: Path
) -> None:
    state = up.new("Anna", "Ben")
    file = data / "virtual" / "table.toml"
    before = file.read_text(encoding="utf-8")
    open_settings(page)
    brightness, about = page.get_by_label("Brightness"), page.locator("#settings-about")
    expect(brightness).to_have_value("60")
    expect(brightness).to_have_accessible_description(
        re.compile("How bright.*1 to 100; default 60")
    )

    brightness.fill("400")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#settings-error")).to_have_text("Brightness must be 1 to 100")
    expect(brightness).to_be_focused()
    expect(brightness).to_have_attribute("aria-invalid", "true")
    assert setting(up, "brightness")["next"] is None

    brightness.fill("35")
    page.get_by_role("button", name="Save").click()
    expect(about).to_contain_text("holds once the table has restarted")
    expect(page.locator("#settings-error")).to_be_empty()
    expect(page.locator("#setting-brightness-about")).to_contain_text(
        "Until the table restarts: 60"
    )
    assert file.read_text(encoding="utf-8") == before

    page.get_by_role("button", name="Restart the table").click()
    expect(about).to_contain_text("has restarted")
    expect(page.get_by_role("button", name="Restart the table")).to_be_hidden()
    expect(brightness).to_have_value("35")
    assert setting(up, "brightness")["value"] == 35
    changed = file.read_text(encoding="utf-8")
    assert changed == before.replace("\nbrightness = 60", "\nbrightness = 35") != before
    page.get_by_role("button", name="Close").click()
    assert up.live()["state"]["players"] == state["players"]


def test_settings_by_keyboard_alone_on_a_phone(up: PageService, visit: Visit) -> None:
    page = visit(up.url, viewport={"width": 390, "height": 800})
    expect(page.locator("#link-words")).to_have_text("Live")
    tab_to(page, "#edit-settings", 60)
    page.keyboard.press("Enter")
    expect(page.locator("#settings-groups summary")).to_have_text(
        ["The table", "Lights", "Power", "Wiring", "Button", "Pins"]
    )
    tab_to(page, "#setting-name")
    page.keyboard.press("Control+A")
    page.keyboard.type("Küche <b>")
    tab_to(page, "summary")  # Lights
    tab_to(page, "summary")  # Power
    page.keyboard.press("Enter")
    tab_to(page, "#setting-supply")
    page.keyboard.press("Control+A")
    page.keyboard.type("900")
    for _ in range(2):  # Wiring
        tab_to(page, "summary")
        if page.locator("summary:focus").inner_text() == "Wiring":
            break
    page.keyboard.press("Enter")
    tab_to(page, "#setting-zigzag")
    page.keyboard.press("Space")
    tab_to(page, "#settings-save", 60)
    page.keyboard.press("Enter")
    expect(page.locator("#settings-about")).to_contain_text("Saved")
    assert [setting(up, key)["next"] for key in ("name", "supply", "zigzag")] == [
        "Küche <b>",
        900,
        False,
    ]
    page.keyboard.press("Escape")
    expect(page.locator("#edit-settings")).to_be_focused()


def test_what_the_table_finds_wrong_is_shown_with_the_setting(
    page: Page, up: PageService, data: Path
) -> None:
    file = data / "virtual" / "table.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub("\ngamma = .*|\n# gamma = .*", "\ngamma = 99", text), encoding="utf-8")
    up.post("restart")
    up.live()
    open_settings(page)
    wrong = "table.toml: gamma must be 10 to 28; using 22"
    expect(page.locator("#settings-notices li")).to_contain_text([wrong])
    expect(page.get_by_label("Gamma")).to_have_accessible_description(re.compile(wrong))
    page.get_by_label("Gamma").fill("20")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Restart the table").click()
    expect(page.locator("#settings-about")).to_contain_text("has restarted")
    expect(page.locator("#settings-notices")).to_be_hidden()


def free_port() -> int:
    """Return a port of this computer that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_less_brightness_is_less_current(visit: Visit, tmp_path: Path) -> None:
    pytest.importorskip("adafruit_blinka", reason="pip install 'twelve-table[pi]' brings Blinka")
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "table.toml").write_text(WIRED, encoding="utf-8")
    line = f"127.0.0.1:{free_port()}"
    environment = os.environ | {
        "BLINKA_OS_AGNOSTIC": "1",
        "TWELVE_LINE": line,
        "PYTHONPATH": str(ROOT / "firmware" / "lib"),
    }
    program = [sys.executable, "-P", str(ROOT / "firmware" / "root" / "main.py")]
    table = subprocess.Popen(program, cwd=flash, env=environment)
    try:
        with PageService(tmp_path / "data", "--port", f"socket://{line}") as up:
            up.new("Anna")
            bright = up.wait_for(lambda now: now["power"] and now["cursor"] == "roll")
            page = visit(up.url)
            expect(page.locator("#about-table")).to_contain_text("lights ")
            open_settings(page)
            page.get_by_label("Brightness").fill("5")
            page.get_by_role("button", name="Save").click()
            page.get_by_role("button", name="Restart the table").click()
            expect(page.locator("#settings-about")).to_contain_text("has restarted")
            up.live()
            dim = up.wait_for(lambda now: now["power"] and now["cursor"] == "roll")
            assert dim["power"]["ma"] < bright["power"]["ma"] / 3
            assert "\nbrightness = 5 # mine\n" in (flash / "table.toml").read_text(encoding="utf-8")
    finally:
        table.kill()
        table.wait()
