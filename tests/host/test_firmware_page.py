"""firmware/README.md keeps its word: pictures, pins and settings are those of the firmware."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from twelve.ports.pins import CONTROLLERS
from twelve.table.settings import keys, known
from twelve_host.install.image import PROGRAMS, RUNTIMES

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PAGE = (FIRMWARE / "README.md").read_text(encoding="utf-8")
SPEC = importlib.util.spec_from_file_location("draw", FIRMWARE / "pictures" / "draw.py")
assert SPEC is not None and SPEC.loader is not None
draw = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(draw)
DRAWN = draw.drawn()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_the_scene_draws_today(name: str) -> None:
    text = (FIRMWARE / "pictures" / name).read_text(encoding="utf-8")
    assert text == DRAWN[name], "run python firmware/pictures/draw.py and look at it"
    assert ElementTree.fromstring(text).tag.endswith("svg") and len(text) < 20_000


def test_no_picture_is_left_over_and_each_is_on_the_page() -> None:
    there = {path.name for path in (FIRMWARE / "pictures").glob("*.svg")}
    assert there == set(DRAWN) == set(re.findall(r"\(pictures/([\w-]+\.svg)\)", PAGE))


def test_pictures_differ() -> None:
    assert len({re.sub(r"<title>.*?</title>", "", text) for text in DRAWN.values()}) == len(DRAWN)


def test_the_pins_are_those_of_the_firmware() -> None:
    table: dict[str, tuple[str, ...]] = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`([\w-]+)`", cells[0])
        if len(cells) == 5 and names != ["controller"]:
            table |= {name: tuple(cells[1:]) for name in names}
    wanted = {}
    for name, (leds, button, encoder, dice) in CONTROLLERS.items():
        lists = [", ".join(map(str, pins)) for pins in (leds, encoder)]
        wanted[name] = (lists[0], str(button), lists[1], "–" if dice is None else str(dice))
    assert table == wanted


def test_every_setting_is_on_the_page_and_in_the_file() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    named = {word for line in lines for word in re.findall(r"`(\w+)`", line.split("|")[1])}
    assert set(keys()) <= named
    text = (FIRMWARE / "root" / "table.toml").read_text(encoding="utf-8")
    assert set(keys()) == set(re.findall(r"^#? ?(\w+) = ", text, re.M))


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_programs_of_a_runtime_are_on_the_page_with_its_name(runtime: str) -> None:
    names = " and ".join(f"`{name}`" for name in PROGRAMS[runtime])
    assert f"{names} on {runtime}" in PAGE.lower()
    assert all((FIRMWARE / "root" / name).is_file() for name in PROGRAMS[runtime])


def test_a_controller_may_be_set_where_its_pins_are_known() -> None:
    ((_, default, allowed),) = [entry for entry in known() if entry[0] == "controller"]
    assert default in allowed and allowed == list(CONTROLLERS)


def test_the_number_in_the_example_is_the_setting_s() -> None:
    assert "[17] The controller" in (FIRMWARE / "root" / "table.toml").read_text(encoding="utf-8")
    assert keys().index("controller") + 11 == 17
