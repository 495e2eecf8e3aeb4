"""Makes everything of the hardware from params.toml: parts, checks, drawings, pages.

python hardware/build.py all                 everything, into hardware/build
python hardware/build.py bom --boards 2      a shopping list
python hardware/build.py cad --bed 220       STEP and 3MF for one printer
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from kit import bom, harness, pages, release, schematic, slicing
from kit.params import BUILD, PICTURES, Params, ParamsError, load

if TYPE_CHECKING:
    from cad.workshop import Workshop

NEEDS = "the parts need the CAD packages: pip install -e '.[cad]'"


class BuildError(Exception):
    """Something could not be made; the text says what and how to mend it."""


def skip(why: str) -> None:
    """Say what is left out and what would bring it."""
    print(f"SKIP {why}")


def usual(params: Params, bed: str | None = None) -> list[Any]:
    """Return the bed called ``bed``, or all usual ones."""
    return [params.bed(bed)] if bed else [found for found in params.beds if found.default]


def workshop(params: Params, beds: list[Any], checked: bool = False) -> Workshop:
    """Return a workshop in which all parts for ``beds`` are built."""
    from cad.workshop import Workshop

    shop = Workshop(params)
    print(f"cad: {shop.build(beds, checked)} parts, STEP and 3MF, in {shop.folder}")
    return shop


def report(shop: Workshop) -> None:
    """Say that what was built is sound; BuildError with all that is not."""
    if shop.faults:
        raise BuildError("\n".join(shop.faults))
    print(f"check: {len(shop.parts)} parts and their assemblies are sound")


def previews(params: Params) -> None:
    """Draw the pictures of the guide and the lit table."""
    from cad import workshop as shops

    with shops.pool(params) as processes:
        finish(pictures(processes))


def pictures(processes: Executor) -> list[Future[None]]:
    """Let ``processes`` draw every picture, the slowest first."""
    from cad.previews import PICTURES as DRAWN
    from cad.workshop import draw

    return [processes.submit(draw, name, PICTURES / name) for name in DRAWN]


def finish(drawn: list[Future[None]]) -> None:
    """Wait for the pictures."""
    for future in drawn:
        future.result()
    print(f"previews: {len(drawn)} pictures in {PICTURES}")


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
    """Make everything on both cores; the slicer begins as soon as there is something to slice."""
    from cad import workshop as shops

    shop = shops.Workshop(params)
    started = []
    with shops.pool(params) as processes, ThreadPoolExecutor(shops.CORES) as threads:
        groups = shop.begin(processes, usual(params), check=True)
        drawn = pictures(processes)
        draw_harness(params)
        draw_schematic(params)
        for future in groups:
            group = future.result()
            shop.add(group)
            if slicing.slicer():
                started += shop.slices(threads, group.parts)
        print(f"cad: {len(shop.parts)} parts, STEP and 3MF, in {shop.folder}")
        report(shop)
        finish(drawn)
        if started:
            gather(started)
        else:
            skip(slicing.MISSING)
    guide(params)


def slice_all(params: Params) -> None:
    """Slice one of every part."""
    if slicing.slicer() is None:
        raise BuildError(slicing.MISSING)
    shop = workshop(params, usual(params))
    with ThreadPoolExecutor(2) as pool:
        gather(shop.slices(pool, shop.parts.values()))


def pack(params: Params) -> None:
    """Build parts for every bed, harness and schematics, and pack what a release carries."""
    report(workshop(params, params.beds, checked=True))
    draw_harness(params)
    draw_schematic(params)
    for path in release.pack():
        print(f"release: {path}")


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
    sub.add_parser("release", help="checked parts for every bed and all papers, in archives")
    return top


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 0, or 1 when something could not be made."""
    args = parser().parse_args(argv)
    started = time.monotonic()
    commands: dict[str, Callable[[Params], object]] = {
        "all": everything,
        "cad": lambda params: workshop(params, usual(params, args.bed)),
        "check": lambda params: report(workshop(params, usual(params, args.bed), True)),
        "slice": slice_all,
        "previews": previews,
        "harness": draw_harness,
        "schematic": draw_schematic,
        "guide": guide,
        "release": pack,
    }
    try:
        params = load()
        if args.command == "bom":
            try:
                print(bom.shopping_list(params, args.boards), flush=True)
            except BrokenPipeError:  # the reader has had enough; Python must not complain at exit
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
