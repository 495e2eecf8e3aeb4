"""The committed pages: prose by hand, and between two marks what params.toml and slicer say."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import bom, pins, power
from .params import HERE, Params

PRINTS = HERE / "prints.csv"
PRINT_HEADS = ["bed", "part", "count", "hours", "grams", "for"]
_BLOCK = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)
PAGES = ("README.md", "pins.md", "power.md")


def prints() -> list[dict[str, str]]:
    """Return the lines of prints.csv: what the slicer said of every part."""
    with PRINTS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def board_totals(bed: str) -> tuple[float, float]:
    """Return (hours, grams) of the printed layers of one board on ``bed``."""
    found = [line for line in prints() if line["bed"] == bed and line["for"] == "board"]
    return (
        sum(float(line["hours"]) * int(line["count"]) for line in found),
        sum(float(line["grams"]) * int(line["count"]) for line in found),
    )


def _totals(params: Params) -> str:
    lines = ["| bed | in | rim | hours | grams |", "| --- | --- | --- | --- | --- |"]
    for bed in params.beds:
        if not bed.default:
            continue
        hours, grams = board_totals(bed.name)
        size = f"{bed.size[0]} × {bed.size[1]} mm"
        pieces = "quarters" if bed.split else "one piece a layer"
        lines.append(
            f"| {bed.name}: {size} | {pieces} | {bed.rim} mm | {hours:.0f} | {grams:.0f} |"
        )
    return "\n".join(lines)


def _parts(params: Params) -> str:
    lines = ["| part | for | count | each | grams |", "| --- | --- | --- | --- | --- |"]
    for line in prints():
        if line["bed"] in ("220", "any"):
            minutes = round(float(line["hours"]) * 60)
            each = f"{minutes // 60} h {minutes % 60:02} min"
            grams = f"{float(line['grams']):.0f}"
            lines.append(f"| {line['part']} | {line['for']} | {line['count']} | {each} | {grams} |")
    return "\n".join(lines)


def _costs(params: Params) -> str:
    heads = " | ".join(f"{n} board{'s' if n > 1 else ''}" for n in bom.BOARDS)
    sums = [bom.total(params, n) for n in bom.BOARDS]
    cells = " | ".join(f"{low:.0f}–{high:.0f} €" for low, high in sums)
    return f"| {heads} |\n|{' --- |' * len(sums)}\n| {cells} |"


def _shopping(params: Params) -> str:
    lines = ["| item | specification | one | two | must match |", "| --- | --- | --- | --- | --- |"]
    for line in bom.lines(params):
        one, two = line.counts[0], line.counts[1]
        lines.append(f"| {line.item} | {line.spec} | {one} | {two} | {line.matches} |")
    return "\n".join(lines)


def span(places: list[int]) -> int:
    """Return how many steps the last of ``places`` is from the first."""
    return places[-1] - places[0]


def _sizes(params: Params) -> str:
    p, board, stack, screws = params, params.board, params.stack, params.screws
    count = len(screws.rows) * len(screws.columns)
    legs = (span(screws.columns) * p.pitch, span(screws.rows) * p.row_pitch)
    layers = f"face {stack.face}, baffle {stack.baffle}, base {stack.floor}"
    rows = [
        ("pitch of LEDs and holes", f"{p.pitch:.2f} mm: {board.strip_leds_a_metre} a metre"),
        ("grid", f"{board.holes * p.pitch:.1f} × {board.rows * p.row_pitch:.1f} mm"),
        ("hole", f"{board.hole} mm, bevel {board.bevel} mm"),
        ("stack", f"{p.stack_height:.1f} mm: {layers}"),
        ("LED to diffuser", f"{p.led_to_sheet:.1f} mm"),
        ("channel of the strip", f"{stack.channel_width} × {stack.channel_depth} mm"),
        ("screws a board", f"{count} M3 into {screws.pilot} mm pilots"),
        ("from leg to leg", f"{legs[0]:.1f} × {legs[1]:.1f} mm"),
    ]
    return "\n".join(["| what | size |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in rows)])


BLOCKS: dict[str, Callable[[Params], str]] = {
    "pins": pins.table,
    "budget": power.budget,
    "white": power.white_table,
    "totals": _totals,
    "parts": _parts,
    "costs": _costs,
    "shopping": _shopping,
    "sizes": _sizes,
}


def filled(text: str, params: Params) -> str:
    """Return ``text`` with every block between its marks made anew; KeyError for unknown ones."""

    def make(found: re.Match[str]) -> str:
        return f"{found[1]}{BLOCKS[found[2]](params)}\n{found[3]}"

    return _BLOCK.sub(make, text)


def made(params: Params) -> dict[str, str]:
    """Return what every committed page must say, by name."""
    pages = {name: filled((HERE / name).read_text(encoding="utf-8"), params) for name in PAGES}
    return {"bom.csv": bom.to_csv(params), **pages}


def write(params: Params) -> list[Path]:
    """Bring the committed pages up to date; return those that changed."""
    changed = []
    for name, text in made(params).items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def write_prints(lines: list[dict[str, Any]]) -> None:
    """Write prints.csv."""
    with PRINTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, PRINT_HEADS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
