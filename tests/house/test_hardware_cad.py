"""The printed parts: sound, on their bed, clear of each other, LEDs under holes, START at left."""

from __future__ import annotations

import locale
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest
import trees

pytest.importorskip("build123d", reason="the parts need the CAD packages: pip install -e '.[cad]'")
pytest.importorskip("trimesh", reason="the parts need the CAD packages: pip install -e '.[cad]'")
sys.path.insert(0, str(trees.HARDWARE))

from build123d import Box, Part, Plane, Pos, Rot, mirror
from cad import checks, export, layers, panel, sections
from cad.workshop import ANY, Group, Workshop, pool
from kit import pages, slicing
from kit.params import Params, load

PARAMS = load()
# A corner of a board with START and numbers is enough for what a viewer sees.
CORNER = panel.Panel(PARAMS, 0, 3, 0, 6)


GROUPS = [*(bed.name for bed in PARAMS.beds), ANY]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parts")


@pytest.fixture(scope="module")
def groups(folder: Path) -> Iterator[dict[str, Future[Group]]]:
    """Everything for every bed, being built and checked on both cores; a test waits for its own."""
    shop = Workshop(PARAMS, folder)
    with pool(PARAMS) as processes:
        begun = shop.begin(processes, PARAMS.beds, check=True)
        yield dict(zip(GROUPS, begun, strict=True))


@pytest.fixture(scope="module")
def shop(groups: dict[str, Future[Group]], folder: Path) -> Workshop:
    """Everything, built."""
    made = Workshop(PARAMS, folder)
    for group in groups.values():
        made.add(group.result())
    return made


@pytest.fixture(scope="module")
def face() -> Part:
    """The face of the corner as it is printed."""
    return Rot(0, 180, 0) * layers.face(CORNER)


def meshed(part: Part, folder: Path, name: str = "part"):
    """Return the mesh of ``part`` as it is written and read."""
    export.write(part, name, folder)
    return export.mesh_of(folder / f"{name}.3mf")


@pytest.mark.parametrize("name", GROUPS)
def test_parts_and_boards_are_sound(groups: dict[str, Future[Group]], name: str) -> None:
    group = groups[name].result()
    assert group.name == name and len(group.parts) >= 10
    assert group.faults == []


def test_a_fault_comes_out_of_the_process_that_finds_it(tmp_path: Path) -> None:
    strict = load()
    strict.limits.min_wall = 4.0  # no wall of a box is that thick
    made = Workshop(strict, tmp_path)
    made.build([], check=True)
    assert any(fault.startswith("any/electronics-box: thin wall") for fault in made.faults)


def test_files_are_alike_in_every_run(tmp_path: Path) -> None:
    texts = []
    before = locale.setlocale(locale.LC_ALL)
    for run in ("one", "two"):
        export.write(layers.face(panel.coupon(PARAMS)), "face", tmp_path / run)
        texts.append([(tmp_path / run / f"face.{kind}").read_bytes() for kind in ("step", "3mf")])
    assert texts[0] == texts[1]
    assert locale.setlocale(locale.LC_ALL) == before


# -- what the checks would find --------------------------------------------------------------------
def test_a_mirrored_face_is_noticed(face: Part, tmp_path: Path) -> None:
    low = face.bounding_box().min
    right = meshed(Pos(-low.X, -low.Y, -low.Z) * face, tmp_path, "right")
    assert checks.viewed(right, PARAMS) == "left"
    wrong = mirror(face, about=Plane.YZ)
    low = wrong.bounding_box().min
    mesh = meshed(Pos(-low.X, -low.Y, -low.Z) * wrong, tmp_path)
    assert mesh.is_watertight
    assert checks.viewed(mesh, PARAMS) != "left"


def test_a_face_that_stands_on_its_head_is_noticed(face: Part, tmp_path: Path) -> None:
    wrong = Rot(0, 0, 180) * face
    low = wrong.bounding_box().min
    mesh = meshed(Pos(-low.X, -low.Y, -low.Z) * wrong, tmp_path)
    assert checks.viewed(mesh, PARAMS) != "left"


def test_a_clash_of_a_tenth_is_noticed() -> None:
    small = panel.coupon(PARAMS)
    parts = {name: make(small) for name, make in layers.LAYERS.items()}
    assert list(checks.clashes(parts)) == []
    parts["baffle"] = Pos(0, 0, 0.1) * parts["baffle"]
    assert {(one, two) for one, two, _ in checks.clashes(parts)} >= {("face", "baffle")}


def test_a_detached_piece_a_thin_wall_and_a_small_bed_are_noticed(tmp_path: Path) -> None:
    bed = SimpleNamespace(name="test", size=[50, 50, 50])
    detached = Part() + Box(10, 10, 10) + Pos(20, 0, 0) * Box(5, 5, 5)
    mesh = meshed(Part(Box(10, 10, 10).wrapped), tmp_path)
    assert any("2 solids" in fault for fault in checks.faults(detached, mesh, PARAMS, bed))
    thin = Part() + Box(20, 20, 2) + Pos(0, 0, 5) * Box(20, 0.6, 10)
    found = checks.faults(thin, meshed(thin, tmp_path), PARAMS, bed)
    assert any("thin wall" in fault for fault in found)
    large = Part() + Box(51, 10, 10)
    found = checks.faults(large, meshed(large, tmp_path), PARAMS, bed)
    assert len(found) == 1 and "off bed" in found[0]


def test_a_wall_of_just_enough_is_no_fault(tmp_path: Path) -> None:
    part = Part() + Box(20, 20, 2) + Pos(0, 0, 5) * Box(20, PARAMS.limits.min_wall, 10)
    assert sections.thin_walls(meshed(part, tmp_path), PARAMS.limits.min_wall) == []


def test_holes_that_leave_the_strips_pitch_are_noticed(tmp_path: Path) -> None:
    off = Params(trees.text_of(trees.HARDWARE / "params.toml"))
    off.pitch -= 0.1  # the model, not the strip
    small = panel.coupon(off)
    turned = Rot(0, 180, 0) * layers.face(small)
    low = turned.bounding_box().min
    face = meshed(Pos(-low.X, -low.Y, -low.Z) * turned, tmp_path, "face")
    part = layers.base(small)
    low = part.bounding_box().min
    base = meshed(Pos(-low.X, -low.Y, -low.Z) * part, tmp_path, "base")
    assert checks.worst_offset(face, base, small) > PARAMS.limits.hole_over_led


# -- the slicer ------------------------------------------------------------------------------------
@pytest.mark.skipif(slicing.slicer() is None, reason=slicing.MISSING)
@pytest.mark.parametrize("part", ["coupon-face", "leg"])
def test_time_and_grams_are_those_of_the_guide(shop: Workshop, tmp_path: Path, part: str) -> None:
    wanted = next(line for line in pages.prints() if line["part"] == part)
    bed = PARAMS.bed("180")
    hours, grams = slicing.sliced(shop.folder / "any" / f"{part}.3mf", bed, tmp_path)
    assert hours == pytest.approx(float(wanted["hours"]), rel=0.05)
    assert grams == pytest.approx(float(wanted["grams"]), rel=0.05)


@pytest.mark.skipif(slicing.slicer() is None, reason=slicing.MISSING)
def test_what_the_slicer_cannot_print_is_an_error(tmp_path: Path) -> None:
    meshed(Part() + Box(300, 300, 5), tmp_path, "large")
    with pytest.raises(slicing.SlicerError):
        slicing.sliced(tmp_path / "large.3mf", PARAMS.bed("180"), tmp_path)


def test_the_guide_has_hours_for_every_part(shop: Workshop) -> None:
    named = {(line["bed"], line["part"]) for line in pages.prints()}
    usual = {bed.name for bed in PARAMS.beds if bed.default} | {ANY}
    for made in shop.parts.values():
        if made.group in usual and (not made.option or made.group in (ANY, "220")):
            assert (made.group, made.name) in named, "run `python hardware/build.py slice`"


# -- pictures --------------------------------------------------------------------------------------
def test_the_lit_table_shows_the_real_scene(tmp_path: Path) -> None:
    pytest.importorskip("pyvista", reason="pictures need the CAD packages: pip install -e '.[cad]'")
    from cad import lit
    from PIL import Image

    lights, boards = lit.position()
    assert boards == 2 and sum(1 for index in lights.pixels if 0x10 <= index < 0x70) >= 20
    path = tmp_path / "table.png"
    lit.picture(PARAMS, path)
    assert path.stat().st_size < 200_000
    image = Image.open(path).convert("RGB")
    half = image.width // 2
    warm, cold = (image.crop(box).resize((1, 1)).getpixel((0, 0)) for box in (
        (0, 0, half, image.height), (half, 0, image.width, image.height)
    ))  # fmt: skip
    # The first player's markers are amber, the second's blue.
    assert warm[0] - warm[2] > cold[0] - cold[2]
