"""The hardware's one source agrees with the firmware, and all that is made of it is up to date."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tomllib
import zipfile
from itertools import pairwise
from math import ceil
from pathlib import Path

import pytest
import trees

sys.path.insert(0, str(trees.HARDWARE))

from kit import bom, pages, pins, power, release
from kit.params import Params, ParamsError, load

from twelve.ports.pins import CONTROLLERS
from twelve.table.power import limit_of
from twelve.table.settings import SUPPLIES, Settings
from twelve.table.wiring import BOARD, HOLES, ROWS

PARAMS = load()
SOURCE = trees.text_of(trees.HARDWARE / "params.toml")


def changed(old: str, new: str) -> Params:
    """Return the parameters with one line changed."""
    assert SOURCE.count(old) == 1, old
    return Params(SOURCE.replace(old, new))


# -- the firmware ----------------------------------------------------------------------------------
def test_the_controllers_are_the_firmwares_and_the_other_way_round() -> None:
    ours = {
        c.name: (tuple(c.leds), c.button, tuple(c.encoder), c.dice)
        for c in pins.controllers(PARAMS)
    }
    assert ours == CONTROLLERS


def test_the_supplies_are_the_firmwares_and_the_other_way_round() -> None:
    assert [supply.name for supply in PARAMS.supplies] == list(SUPPLIES)
    for supply in PARAMS.supplies:
        assert limit_of(Settings(f'supply = "{supply.name}"')) == supply.cap_ma, supply.name
    assert min(max(s.board_cap_ma for s in PARAMS.supplies), 4000) == Settings().board_ma


def test_the_grid_and_the_wiring_are_the_firmwares() -> None:
    assert (PARAMS.board.rows, PARAMS.board.holes, PARAMS.pixels) == (ROWS, HOLES, BOARD)
    ours, theirs = PARAMS.wiring, Settings()
    assert (ours.corner, ours.direction, ours.zigzag) == (
        theirs.corner,
        theirs.direction,
        theirs.zigzag,
    )
    assert (ours.order, theirs.offset) == (theirs.order, 0)


def test_the_current_model_is_the_firmwares() -> None:
    theirs = Settings()
    assert theirs.idle_ua == 1000 * PARAMS.led.idle_ma
    assert theirs.channel_ma == PARAMS.led.channel_ma


@pytest.mark.parametrize("supply", PARAMS.supplies, ids=lambda supply: supply.name)
def test_a_full_white_frame_stays_under_its_cap(supply) -> None:
    for boards in range(1, supply.max_boards + 1):
        found = power.white(supply.name, boards)
        assert found["ma"] <= supply.cap_ma <= supply.supply_ma, boards
        assert found["ma"] <= supply.board_cap_ma * boards, boards
        assert found["lit"] == boards, "this configuration cannot light all its boards"
        assert found["capped"] and found["percent"] > 0


def test_without_a_cap_white_would_draw_what_the_budget_says() -> None:
    found = power.white("5v10a", 1, "supply = 60000\nboard_ma = 20000\n")
    # White is not full blue and green in the palette, so it draws somewhat less than the model.
    assert not found["capped"] and found["percent"] == 100
    assert 0.7 * power.draw(PARAMS, 1)["model"] < found["ma"] <= power.draw(PARAMS, 1)["model"]


def test_fuses_hold_what_caps_allow_and_cables_hold_what_fuses_allow() -> None:
    carries = {22: 5, 20: 7.5, 18: 10, 16: 15}  # A, short chassis wiring
    for supply in PARAMS.supplies:
        if supply.fuse_a:
            assert supply.cap_ma <= 1000 * supply.fuse_a <= supply.supply_ma
            assert supply.fuse_a <= carries[supply.gauge]
        assert supply.board_cap_ma <= PARAMS.wiring.injection_ma
    assert PARAMS.wiring.injection_ma <= 1000 * PARAMS.wiring.board_fuse_a


# -- params ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "old, new, says",
    [
        ("hole = 8.0 ", "hole = 15.0 ", "between two bevels"),
        ("channel_depth = 0.6", "channel_depth = 2.2", "under a channel"),
        ("rim = 4\nsplit = true", "rim = 80\nsplit = true", "off bed 180"),
        ("plug = 7.6 ", "plug = 7.9 ", "plug"),
        ("rows = 12 ", "rows = 14 ", "off bed"),
        ("channel_width = 10.6", "channel_width = 16.2", "row_pitch"),
    ],
)
def test_what_cannot_be_built_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(ParamsError, match=says):
        changed(old, new)


@pytest.mark.parametrize("leds", [60, 50, 30])
def test_other_strips_make_other_boards(leds: int) -> None:
    big = SOURCE.replace("strip_leds_a_metre = 60", f"strip_leds_a_metre = {leds}")
    big = re.sub(r"size = \[\d+, \d+, (\d+)\] ", r"size = [500, 500, \1] ", big)
    assert Params(big).pitch == pytest.approx(1000 / leds)


# Needed without an import: trimesh reads 3MF with lxml, cuts with networkx, scipy and rtree;
# WireViz is run as a program.
BY_OTHERS = {"lxml", "networkx", "scipy", "rtree", "wireviz"}


def test_whatever_the_build_imports_is_in_its_extra_and_nothing_else() -> None:
    project = tomllib.loads(trees.text_of(trees.ROOT / "pyproject.toml"))["project"]
    extra = {
        re.split(r"[^\w.-]", line)[0].lower() for line in project["optional-dependencies"]["cad"]
    }
    ours = set(sys.stdlib_module_names) | {"", "kit", "cad", "twelve"}
    names = {
        name.split(".")[0]
        for path in trees.files(trees.HARDWARE)
        for name, _ in trees.imports_of(trees.tree_of(path), path.stem, False)
        if not name.startswith(("kit", "cad"))
    }
    siblings = {path.stem for path in trees.files(trees.HARDWARE)}
    needed = {
        {"PIL": "pillow", "OCP": "build123d"}.get(name, name) for name in names - ours - siblings
    }
    assert needed | BY_OTHERS == extra


def test_every_pin_is_on_its_header() -> None:
    for controller in pins.controllers(PARAMS):
        found = [gpio for _, gpio, _ in pins.signals(controller)]
        assert len(set(found)) == len(found)
        assert set(controller.header) == {str(gpio) for gpio in found}


# -- what is made of it ----------------------------------------------------------------------------
def test_the_bill_adds_up() -> None:
    text = trees.text_of(trees.HARDWARE / "bom.csv")
    rows = list(csv.reader(text.splitlines()))
    heads, body = rows[0], rows[1:-2]
    assert len({len(row) for row in rows}) == 1 and heads[6:] == [
        "1 board", *(f"{n} boards" for n in range(2, 7))
    ]  # fmt: skip
    bounds = PARAMS.raw["prices"]
    for which, closing in enumerate(rows[-2:]):
        for column in range(6, 12):
            wanted = sum(int(row[column]) * bounds[row[5]][which] for row in body)
            assert int(closing[column]) == round(wanted), (closing[0], column)
    assert all(all(cell for cell in row) for row in body), "an empty cell"


def test_the_bill_has_what_the_board_needs() -> None:
    lines = {line.item: line for line in bom.lines(PARAMS)}
    strip = lines["LED strip, half a metre"].counts
    rows_a_piece = int(0.5 * PARAMS.board.strip_leds_a_metre) // PARAMS.board.holes
    assert strip == tuple(n * ceil(PARAMS.board.rows / rows_a_piece) for n in range(1, 7))
    screws = lines["screw M3 × 10"].counts[0] + 4
    assert screws == len(PARAMS.screws.rows) * len(PARAMS.screws.columns)
    assert all(later >= first for first, later in pairwise(strip))
    for line in lines.values():
        framed = line.item in ("screw M3 × 12", "screw M3 × 16")  # the frame is for two boards
        assert list(line.counts) == sorted(line.counts) or framed


def test_the_screws_reach_and_do_not_come_out_at_the_front() -> None:
    stack, screws = PARAMS.stack, PARAMS.screws
    pilot = stack.baffle + stack.face - PARAMS.limits.min_wall  # where a boss' hole ends
    through = {
        "base": (10, 0),
        "leg": (12, PARAMS.leg.floor),
        "electronics box": (12, PARAMS.box.floor),
        "splice": (12, 3),
        "frame": (12, PARAMS.frame.ledge),
        "leg under the frame": (16, PARAMS.leg.floor + PARAMS.frame.ledge),
    }
    for what, (length, below) in through.items():
        end = length - below - stack.floor
        assert end - screws.boss_clear >= 4, f"{what}: too short"
        assert end <= pilot, f"{what}: too long"


def test_what_is_bought_fits_into_the_electronics_box() -> None:
    box = PARAMS.box
    above = box.height - box.floor - box.standoff - 1.6  # over the perfboard
    stands = re.search(r"standing at most (\d+) mm", bom_line("bulk capacitor").matches)
    assert stands and int(stands[1]) < above
    cables = bom.BOARDS[-1] + 2  # boards, button, dice strip
    assert box.exits >= cables


def bom_line(item: str) -> bom.Line:
    """Return the line of the bill for ``item``."""
    return next(line for line in bom.lines(PARAMS) if line.item == item)


def test_splices_have_a_pole_for_every_wire() -> None:
    for boards, count in zip(bom.BOARDS, bom_line("splicing connector").counts, strict=True):
        poles = 5 * (count / 2) - 2 * max(0, count / 2 - 1)  # a rail; links take two each
        assert boards == 1 or poles >= boards + 2


def test_a_supply_never_meets_the_usb_port() -> None:
    for controller in pins.controllers(PARAMS):
        assert controller.usb_pin != controller.supply_pin.split(",")[0], controller.name


def test_a_release_has_an_archive_for_every_printer(tmp_path: Path) -> None:
    for path in ("print/220/face.step", "print/220/face.3mf", "print/any/leg.3mf",
                 "print/any/leg.gcode", "twelve-pico/twelve-pico.kicad_sch"):  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path, encoding="utf-8")
    found = {path.name: zipfile.ZipFile(path).namelist() for path in release.pack(tmp_path)}
    assert found["twelve-print-220.zip"] == ["face.3mf", "face.step"]
    assert found["twelve-print-any.zip"] == ["leg.3mf"]
    papers = found["twelve-papers.zip"]
    assert {"README.md", "LICENSE", "bom.csv", "pictures/table.png"} <= set(papers)
    assert "twelve-pico/twelve-pico.kicad_sch" in papers
    before = (tmp_path / "release/twelve-papers.zip").read_bytes()
    release.pack(tmp_path)
    assert (tmp_path / "release/twelve-papers.zip").read_bytes() == before


@pytest.mark.parametrize("name", sorted(pages.made(PARAMS)))
def test_what_is_committed_is_what_the_build_makes(name: str) -> None:
    wanted = pages.made(PARAMS)[name]
    again = "run `python hardware/build.py guide` and commit what it writes"
    assert trees.text_of(trees.HARDWARE / name) == wanted, again


def test_the_guide_shows_a_picture_at_every_step() -> None:
    text = trees.text_of(trees.HARDWARE / "README.md")
    steps = re.findall(r"^### Step \d+.*?(?=^### |^## |\Z)", text, re.M | re.S)
    assert len(steps) >= 10
    for step in steps:
        assert re.search(r"!\[[^\]]+\]\(pictures/[\w.-]+\)", step), step.splitlines()[0]
    used = set(re.findall(r"pictures/([\w.-]+)", text)) | {"table.png"}
    there = {path.name for path in (trees.HARDWARE / "pictures").iterdir()}
    assert there == used
    assert all((trees.HARDWARE / "pictures" / name).stat().st_size < 200_000 for name in used)


def test_the_shopping_list_is_one_command() -> None:
    build = str(trees.HARDWARE / "build.py")
    done = subprocess.run(
        [sys.executable, build, "bom", "--boards", "2"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "12 × LED strip" in done.stdout and "5 V 10 A" in done.stdout
    wrong = subprocess.run(
        [sys.executable, build, "bom", "--boards", "9"], capture_output=True, text=True
    )
    assert wrong.returncode == 2
