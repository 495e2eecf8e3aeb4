"""Makes everything of the hardware from params.toml: parts, checks, drawings, pages.

python hardware/build.py all                 everything, into hardware/build
python hardware/build.py bom --boards 2      a shopping list
python hardware/build.py cad --bed 220       STEP and 3MF for one printer
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from kit import bom, harness, pages, schematic, slicing
from kit.params import BUILD, PICTURES, Params, ParamsError, load

if TYPE_CHECKING:
    from cad.workshop import Workshop

NEEDS = "the parts need the CAD packages: pip install -e '.[cad]'"


class BuildError(Exception):
    """Something could not be made; the text says what and how to mend it."""


def skip(why: str) -> None:
    """Say what is left out and what would bring it."""
    print(f"SKIP {why}")


def workshop(params: Params, bed: str | None = None) -> Workshop:
    """Return a workshop in which all parts of ``bed``, or of all usual beds, are built."""
    from cad.workshop import Workshop

    shop = Workshop(params)
    beds = [params.bed(bed)] if bed else [found for found in params.beds if found.default]
    print(f"cad: {shop.build(beds)} parts, STEP and 3MF, in {shop.folder}")
    return shop


def check(params: Params, shop: Workshop) -> None:
    """Check everything that was built; BuildError when something is wrong."""
    found = list(shop.faults())
    beds = {bed.name: bed for _, _, bed in shop.parts.values()}
    for name, bed in beds.items():
        if any(part.startswith(f"{name}/") for part in shop.parts):
            found += shop.board_faults(bed)
    if found:
        raise BuildError("\n".join(found))
    print(f"check: {len(shop.parts)} parts and their assemblies are sound")


def previews(params: Params) -> None:
    """Draw the pictures of the guide and the lit table."""
    from cad.lit import picture
    from cad.previews import PICTURES as DRAWN

    for name, draw in DRAWN.items():
        draw(params, PICTURES / name)
    picture(params, PICTURES / "table.png")
    print(f"previews: {len(DRAWN) + 1} pictures in {PICTURES}")


def draw_harness(params: Params) -> None:
    """Draw the harness."""
    if harness.dot() is None:
        skip(harness.MISSING)
        return
    from cad.render import shrunk

    shrunk(harness.draw(params, BUILD / "harness"), PICTURES / "harness.png")
    print(f"harness: in {BUILD / 'harness'}")


def draw_schematic(params: Params) -> None:
    """Write both schematics and, where KiCad is there, check their rules and draw them."""
    for make in (schematic.pico, schematic.scorpio):
        sheet = make(params)
        path = sheet.write(BUILD / sheet.name)
        if schematic.kicad() is None:
            skip(schematic.MISSING)
            continue
        report = schematic.rule_check(path)
        if report:
            raise BuildError(report)
        from cad.render import first_page, shrunk

        name = sheet.name.replace("twelve", "schematic")
        shrunk(first_page(schematic.draw(path)), PICTURES / f"{name}.png")
        print(f"schematic: {path}, no rule is broken")


def guide(params: Params) -> None:
    """Bring the committed pages up to date."""
    changed = pages.write(params)
    print(f"guide: {', '.join(path.name for path in changed) or 'is up to date'}")


def gather(started: list[tuple[dict[str, Any], Any]]) -> None:
    """Wait for the slicer and write prints.csv."""
    lines = []
    for known, future in started:
        hours, grams = future.result()
        lines.append({**known, "hours": f"{hours:.2f}", "grams": f"{grams:.1f}"})
    pages.write_prints(lines)
    print(f"slice: {len(lines)} parts, in {pages.PRINTS.name}")


def everything(params: Params) -> None:
    """Make everything; the slicer works beside the rest."""
    shop = workshop(params)
    with ThreadPoolExecutor(2) as pool:
        started = shop.slices(pool) if slicing.slicer() else []
        check(params, shop)
        previews(params)
        draw_harness(params)
        draw_schematic(params)
        if started:
            gather(started)
        else:
            skip(slicing.MISSING)
    guide(params)


def slice_all(params: Params) -> None:
    """Slice one of every part."""
    if slicing.slicer() is None:
        raise BuildError(slicing.MISSING)
    with ThreadPoolExecutor(2) as pool:
        gather(workshop(params).slices(pool))


def parser() -> argparse.ArgumentParser:
    """Return what the command line takes."""
    top = argparse.ArgumentParser(
        description="Make everything of the hardware from params.toml.",
        epilog="example: python hardware/build.py bom --boards 2",
    )
    sub = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    sub.add_parser("all", help="everything, in at most five minutes")
    bill = sub.add_parser("bom", help="print a shopping list")
    bill.add_argument(
        "--boards", type=int, choices=bom.BOARDS, default=1, help="how many (default %(default)s)"
    )
    for name, text in (
        ("cad", "STEP and 3MF of every part"),
        ("check", "the same, and check parts and assemblies"),
    ):
        made = sub.add_parser(name, help=text)
        made.add_argument("--bed", help="one printer: 220, 250, 256 or 180 (default: all but 250)")
    sub.add_parser("slice", help="hours and grams of every part into prints.csv")
    sub.add_parser("previews", help="the pictures of the guide")
    sub.add_parser("harness", help="the cables, drawn by WireViz")
    sub.add_parser("schematic", help="KiCad schematics with their rule check")
    sub.add_parser("guide", help="bring tables and bom.csv in the pages up to date")
    return top


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 0, or 1 when something could not be made."""
    args = parser().parse_args(argv)
    started = time.monotonic()
    commands: dict[str, Callable[[Params], object]] = {
        "all": everything,
        "cad": lambda params: workshop(params, args.bed),
        "check": lambda params: check(params, workshop(params, args.bed)),
        "slice": slice_all,
        "previews": previews,
        "harness": draw_harness,
        "schematic": draw_schematic,
        "guide": guide,
    }
    try:
        params = load()
        if args.command == "bom":
            print(bom.shopping_list(params, args.boards))
            return 0
        commands[args.command](params)
    except ModuleNotFoundError as error:
        print(f"build.py: no module {error.name}; {NEEDS}", file=sys.stderr)
        return 1
    except (ParamsError, BuildError, slicing.SlicerError, harness.HarnessError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    print(f"done in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
