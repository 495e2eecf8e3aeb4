"""Pictures of the lights: every lit hole in its place and colour, well-formed for any title."""

import re
from xml.etree import ElementTree

from twelve.table import lights
from twelve.table.scenes.frame import BOARD
from twelve_host.picture import svg

SVG = "{http://www.w3.org/2000/svg}"


def _cores(text: str) -> list[tuple[float, float, str]]:
    """Return (x, y, fill) of the lit holes: the circles of the last group."""
    group = ElementTree.fromstring(text).findall(SVG + "g")[-1]
    return [
        (float(c.attrib["cx"]), float(c.attrib["cy"]), c.attrib["fill"])
        for c in group.findall(SVG + "circle")
    ]


def test_a_dark_board_has_every_hole_and_no_light():
    text = svg(bytes(BOARD), 1)
    assert text.count("<circle") == BOARD
    assert _cores(text) == []


def test_lit_holes_stand_in_rows_and_columns():
    pixels = bytearray(2 * BOARD)
    pixels[0], pixels[12], pixels[11 * 13], pixels[BOARD] = 0x1F, 0x2A, 0x05, 0xD3
    start, goal, last, other = _cores(svg(pixels, 2))
    table = lights.palette()
    for core, index in ((start, 0x1F), (goal, 0x2A), (last, 0x05), (other, 0xD3)):
        assert core[2] == lights.to_hex(index, table)
    assert start[1] == goal[1] == other[1] < last[1]
    assert start[0] == last[0] < goal[0] < other[0]


def test_the_palette_can_be_chosen():
    pixels = bytes([0x1F]) + bytes(BOARD - 1)
    assert _cores(svg(pixels, 1, "vivid"))[0][2] == lights.to_hex(0x1F, lights.palette("vivid"))


def test_dice_are_drawn_as_faces_below_the_boards():
    dice = bytearray(42)
    dice[0:7] = bytes([15, 0, 15, 15, 15, 0, 15])  # a five
    cores = _cores(svg(bytes(BOARD), 1, dice=dice))
    assert len(cores) == 5
    xs, ys = sorted({c[0] for c in cores}), sorted({c[1] for c in cores})
    assert len(xs) == len(ys) == 3
    assert (xs[1], ys[1]) in [c[:2] for c in cores]
    height = float(re.search(r'height="([0-9.]+)"', svg(bytes(BOARD), 1)).group(1))
    assert min(ys) > height - 60


def test_a_title_is_text():
    title = ElementTree.fromstring(svg(bytes(BOARD), 1, title="6 < 7 & 8")).find(SVG + "title")
    assert title is not None and title.text == "6 < 7 & 8"
