"""``twelve rules``: how a game is played, on screen or on paper."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .common import console, named_game, open_old_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve rules`` takes."""
    parser.epilog = "example: twelve rules 12x12\n         twelve rules morris --pdf morris.pdf"
    text = "12x12, morris, dominoes, or a recorded game"
    parser.add_argument("game", metavar="GAME", nargs="?", help=text)
    parser.add_argument("--pdf", metavar="FILE", type=Path, help="write a PDF instead")


def run(args: argparse.Namespace) -> int:
    """Print the rules, or write them as PDF."""
    text = rules_text(args)
    if args.pdf is not None:
        print(f"rules {_write(text, args.pdf)}")
    elif sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="")
    return 0


def rules_text(args: argparse.Namespace) -> str:
    """Return the rules as Markdown; of a recorded game with how it was set. CommandError."""
    from twelve.games.catalog import NAMES

    from ..errors import CommandError
    from ..texts import rules

    name, played = named_game(args), ""
    if name not in NAMES:
        try:
            with open_old_store(args) as store:
                row = store.find(name)
        except CommandError as error:
            known = ", ".join(NAMES)
            raise CommandError(f"{error.message}; the games are {known}") from None
        values = [f"{key} {_value(value)}" for key, value in row.rules.items()]
        name = row.game or ""
        played = f"\nGame {row.id} was played with: {', '.join(values)}.\n"
    return rules(name) + played


def _value(value: object) -> str:
    return {True: "on", False: "off"}.get(value, "") if isinstance(value, bool) else str(value)


def _write(text: str, path: Path) -> str:
    """Set the Markdown that the rules use, headings, paragraphs, lists; return what is said."""
    from .paper import Paper

    paper = Paper(text)
    for line in text.splitlines():
        plain = line.replace("*", "")
        if line.startswith("# "):
            paper.line(plain[2:], 20, "B")
        elif line.startswith("## "):
            paper.pdf.ln(3)
            paper.line(plain[3:], 13, "B")
        elif line.startswith("- "):
            paper.line("\u00b7 " + plain[2:], indent_mm=4)
        elif line[:1].isdigit():
            paper.line(plain, indent_mm=4)
        elif line:
            paper.line(plain)
        else:
            paper.pdf.ln(2)
    return paper.save(path)
