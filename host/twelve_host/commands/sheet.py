"""``twelve sheet``: a score sheet, empty for pencils or filled in from a recorded game."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CommandError
from ..plural import plural
from .common import named_game, open_old_store, whole

if TYPE_CHECKING:
    from .paper import Paper

_ROWS = 12
_LINES = 80  # of an empty list of actions
_BOX_MM = 8.0


@dataclass
class Sheet:
    """What stands on a sheet: for 12 × 12 the boards, for other games the list of actions."""

    title: str
    players: list[str]
    markers: list[list[int]] = field(default_factory=list)
    actions: list[tuple[int, str]] = field(default_factory=list)  # (seat, action)
    filled: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve sheet`` takes."""
    parser.epilog = "example: twelve sheet 12x12 --players 4 --pdf sheet.pdf"
    text = "12x12, morris, dominoes, or a recorded game"
    parser.add_argument("game", metavar="GAME", nargs="?", help=text)
    parser.add_argument("--pdf", metavar="FILE", type=Path, help="write a PDF instead")
    parser.add_argument("--players", metavar="N", type=whole(1), help="boards on an empty sheet")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of the PDF")


def run(args: argparse.Namespace) -> int:
    """Print the sheet, or write it as PDF."""
    sheet = _sheet(args)
    if args.pdf is None:
        print(as_text(sheet))
        return 0
    from .paper import Paper

    paper = Paper(sheet.title + "".join(sheet.players) + str(sheet.actions), args.paper)
    (_boards_pdf if sheet.markers else _actions_pdf)(paper, sheet)
    print(f"sheet {paper.save(args.pdf)}")
    return 0


def _sheet(args: argparse.Namespace) -> Sheet:
    from twelve.games.catalog import NAMES, game, seats

    from ..texts import title

    if named_game(args) in NAMES:
        kind = game(args.game)
        count = len(kind.default_players) if args.players is None else args.players
        fewest, most = seats(args.game)[:2]
        if not fewest <= count <= most:
            takes = plural(most, "player")
            if fewest < most:
                takes = f"{fewest} to {takes}"
            raise CommandError(f"{args.game} takes {takes}, not {count}", 2)
        markers = [[0] * _ROWS] * count if args.game == "12x12" else []
        return Sheet(title(args.game), [""] * count, markers)
    return _filled(args)


def _filled(args: argparse.Namespace) -> Sheet:
    from twelve.games.catalog import NAMES

    from ..record_log import BadRecord, games_in, replay
    from ..texts import title
    from .common import outcome, when

    try:
        with open_old_store(args) as store:
            row = store.find(args.game)
            lines = store.lines(row.id)
    except CommandError as error:
        raise CommandError(f"{error.message}; the games are {', '.join(NAMES)}") from None
    if row.trouble:
        raise CommandError(f"{row.id}: {row.trouble}; update with `pip install -U twelve-table`")
    try:
        *_, (_, play) = replay(next(games_in(lines)))
    except BadRecord as bad:
        raise CommandError(f"{row.id}: {bad}; `twelve verify` tells what is right") from None
    date = when(row.started_at, row.estimated)
    head = f"{title(play.game.name)}   {date}   {outcome(row)}"
    sheet = Sheet(head, row.players, filled=True)
    sheet.markers = dict(play.game.board(play.state)).get("markers", [])
    if not sheet.markers:
        sheet.actions = [(state.player, action) for state, action, _, _ in play.history.walk()]
    return sheet


def as_text(sheet: Sheet) -> str:
    """Return the sheet as text."""
    out = [sheet.title]
    for name, markers in zip(sheet.players, sheet.markers, strict=False):
        out += ["", f"    {name or '_' * 24}"]
        for row, hole in enumerate(markers, 1):
            boxes = " ".join("■" if at <= hole else "□" for at in range(1, 13))
            out.append(f"{row:3} {boxes}")
    if not sheet.markers:
        out += ["", "    " + "   ".join(name or "_" * 24 for name in sheet.players)]
        for no, (seat, action) in enumerate(sheet.actions, 1):
            out.append(f"{no:3} {sheet.players[seat]}: {action}")
        if not sheet.filled:
            line = "   ".join("_" * 24 for _ in sheet.players)
            out += [f"{no:3} {line}" for no in range(1, _LINES + 1)]
    return "\n".join(out)


def _boards_pdf(paper: Paper, sheet: Sheet) -> None:
    """Draw two boards a page: a name, then 12 rows of 12 boxes, those that are passed filled."""
    pdf = paper.pdf
    pdf.set_auto_page_break(False)
    for seat, (name, markers) in enumerate(zip(sheet.players, sheet.markers, strict=True)):
        if seat and seat % 2 == 0:
            pdf.add_page()
        if seat % 2 == 0:
            pdf.set_y(12)
            paper.line(sheet.title, 14, "B")
        top = 24 + (seat % 2) * (13 * _BOX_MM + 14)
        left = (pdf.w - 13 * _BOX_MM) / 2
        pdf.set_xy(left, top)
        paper.font(12, "B")
        pdf.cell(0, 7, paper.fit(name or "Name " + "_" * 30))
        for row, hole in enumerate(markers, 1):
            y = top + 8 + (row - 1) * _BOX_MM
            pdf.set_xy(left, y)
            paper.font(11)
            pdf.cell(_BOX_MM, _BOX_MM, str(row), align="R")
            for at in range(1, 13):
                full = at <= hole
                pdf.set_fill_color(150 if full else 255)
                x = left + at * _BOX_MM
                pdf.rect(x + 0.7, y + 0.7, _BOX_MM - 1.4, _BOX_MM - 1.4, style="FD")


def _actions_pdf(paper: Paper, sheet: Sheet) -> None:
    """List the actions in two columns, or lines to write them on."""
    pdf = paper.pdf
    paper.line(sheet.title, 14, "B")
    paper.line("   ".join(name or "Name " + "_" * 24 for name in sheet.players), 11)
    pdf.ln(2)
    blank = [(0, "_" * 34)] * _LINES
    entries = blank if not sheet.filled else sheet.actions
    several = len(sheet.players) > 1 and sheet.filled
    width = pdf.epw / 2
    for no, (seat, action) in enumerate(entries, 1):
        who = f"{sheet.players[seat]}: " if several else ""
        last = no % 2 == 0 or no == len(entries)
        paper.font(10)
        text = paper.fit(f"{no:3}  {who}{action}")
        pdf.cell(width, 6, text, new_x="LMARGIN" if last else "RIGHT",
                 new_y="NEXT" if last else "TOP")  # fmt: skip


__all__ = ["add_arguments", "as_text", "run"]
