"""The bill of materials for one to six boards, its totals, and a shopping list."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from math import ceil
from typing import Any

from .params import Params

BOARDS = range(1, 7)
FILAMENT_G_A_BOARD = 400  # the slicer's figure is checked against it


@dataclass(frozen=True)
class Line:
    """One line of the bill: ``counts`` for one to six boards."""

    item: str
    spec: str
    mpn: str
    alternative: str
    matches: str
    price: str
    counts: tuple[int, ...]


def supply_for(params: Params, boards: int) -> Any:
    """Return the supply that ``boards`` boards are built with."""
    return params.supply("5v3a" if boards == 1 else "5v10a")


def _rules(params: Params, boards: int) -> dict[str, int]:
    """Return the quantities that depend on the rest of the parameters, a board or a table."""
    bosses = len(params.screws.columns) * len(params.screws.rows)
    legs = 4
    return {
        "strip_pieces": params.wiring.pieces_a_board,
        "shifters": ceil(boards / 4),
        "bypasses": ceil(boards / 4) + 1,
        "board_fuses": 1 if boards > 1 else 0,
        "short_screws": bosses - legs,
        "long_screws": legs,
        "frame_screws": legs if boards == 2 else 0,
        # Box and lids; and in the frame of two boards the edge of each, twelve screws with its
        # legs', which are longer: what its legs took without a frame is left for that.
        "table_screws": 12 + (2 * (_edge(params) - 2 * legs) if boards == 2 else 0),
        # A rail takes the feed, the perfboard and every board; between two connectors goes a link.
        "splices": 2 * ceil(boards / 3) if boards > 1 else 0,
        "filament_hundreds": ceil(FILAMENT_G_A_BOARD / 100),
    }


def _edge(params: Params) -> int:
    """Return how many of a board's screws are at its edge, where the frame's ledge is."""
    columns, rows = len(params.screws.columns), len(params.screws.rows)
    return 2 * (columns + rows) - 4


def _count(raw: dict[str, Any], rules: dict[str, int], boards: int) -> int:
    a_board, a_table = (raw.get(key, 0) for key in ("a_board", "a_table"))
    a_board = rules[a_board] if isinstance(a_board, str) else a_board
    a_table = rules[a_table] if isinstance(a_table, str) else a_table
    return int(a_board * boards + a_table)


def lines(params: Params, boards: int = 0) -> list[Line]:
    """Return the bill; with ``boards`` the specification is the one for that many."""
    found = []
    for raw in params.raw["bom"]:
        supply = supply_for(params, boards or 1)
        main = (supply.fuse_a, *(() if boards else (supply_for(params, 2).fuse_a,)))
        spec = raw["spec"].format(
            supply=supply.label if boards else f"{supply.label} for one board",
            main_fuse=" or ".join(str(a) for a in main),
        )
        if boards:
            spec = spec.split(", for two boards")[0]
        counts = tuple(_count(raw, _rules(params, n), n) for n in BOARDS)
        mpn = raw["mpn"].format(
            supply_number=supply.number
            if boards
            else f"one board: {supply.number}; more: {supply_for(params, 2).number}",
            main_number=" or ".join(f"02870{a:02}.PXCN" for a in main),
        )
        texts = [raw[key] for key in ("alternative", "matches", "price")]
        found.append(Line(raw["item"], spec, mpn, *texts, counts))
    return found


def total(params: Params, boards: int) -> tuple[float, float]:
    """Return the least and the most that everything for ``boards`` boards costs, in euro."""
    bounds = [params.raw["prices"][line.price] for line in lines(params)]
    counts = [line.counts[boards - 1] for line in lines(params)]
    pairs = list(zip(counts, bounds, strict=True))
    return (sum(n * low for n, (low, _) in pairs), sum(n * high for n, (_, high) in pairs))


def to_csv(params: Params) -> str:
    """Return the bill as CSV, one line an item, with the totals at the end."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["item", "specification", "part number", "alternative", "must match", "price class"]
        + [f"{n} board" + ("s" if n > 1 else "") for n in BOARDS]
    )
    for line in lines(params):
        texts = (line.item, line.spec, line.mpn, line.alternative, line.matches, line.price)
        writer.writerow([*texts, *line.counts])
    for name, which in (("total from, euro", 0), ("total to, euro", 1)):
        sums = [round(total(params, n)[which]) for n in BOARDS]
        writer.writerow([name, "", "", "", "", "", *sums])
    return out.getvalue()


def shopping_list(params: Params, boards: int) -> str:
    """Return what to order for ``boards`` boards, as text."""
    rows = [f"Twelve Table, {boards} board{'s' if boards > 1 else ''}", ""]
    for line in lines(params, boards):
        count = line.counts[boards - 1]
        if count:
            rows.append(f"{count:4} × {line.item}: {line.spec}")
            rows.append(f"       {line.mpn}; or {line.alternative}")
            rows.append(f"       must match: {line.matches}")
    low, high = total(params, boards)
    rows += ["", f"about {low:.0f} to {high:.0f} euro"]
    return "\n".join(rows)
