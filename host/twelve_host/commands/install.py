"""``twelve install``: the firmware onto a board, or its files into a folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from ..errors import CommandError

_EPILOG = """\
Settings (table.toml), games and the table's identity stay as they are. Nothing is replaced before
the new files have been read back, so after a pulled cable the same command finishes the job.

example: twelve install
  twelve install --board pico2 --port /dev/ttyACM0
  twelve install --runtime circuitpython --to ./drive    the files only, no board needed
  twelve install --back                                  the version before"""

_SOURCES = (
    "lib/twelve/source has the sources, for a CircuitPython that does not take the compiled files; "
    "where it takes them it may be left out"
)
_IN_USE = "onto a table in use only lib and the .py files"
_NEXT = {
    "circuitpython": "copy everything in {} to the board's drive CIRCUITPY, "
    f"{_IN_USE}, then power it",
    "micropython": f"copy everything in {{}} to the board's drive, {_IN_USE}, then power it "
    "(MicroPython shows none: mpremote or Thonny copy there, or `twelve install` does it all)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to ``parser``."""
    from ..install.boards import BOARDS
    from ..install.image import RUNTIMES

    parser.epilog = _EPILOG
    add = parser.add_argument
    text = "what runs on the board (default: what is found there, micropython for --to)"
    add("--runtime", choices=RUNTIMES, help=text)
    text = "the controller board (default: what the board says, pico for --to)"
    add("--board", metavar="NAME", choices=sorted(BOARDS), help=f"{text}: %(choices)s")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--port", help="the board's serial port (default: the only board)")
    where.add_argument("--to", metavar="DIR", type=Path, help="write the drive's files into DIR")
    add("--back", action="store_true", help="go back to the version that was there before")


def run(args: argparse.Namespace) -> int:
    """Install; return the status."""
    from ..install import boards, circuit, image, work

    if args.to is not None:
        if args.back:
            raise CommandError("--back is for a board: --to DIR keeps no earlier version", 2)
        there = work.board_of(args.to)
        board = args.board or there or boards.DEFAULT
        built = work.to_folder(args.to, args.runtime or image.MICROPYTHON, board)
        kind = "compiled" if built.compiled else "sources"
        print(f"{built.version} for {built.runtime} on a {board}: {built.size // 1024} KB ({kind})")
        print(f"the files are in {args.to.absolute()}")
        if any(name.startswith(circuit.SOURCE) for name in built.library):
            print(_SOURCES)
        if there not in (None, board):
            print(f'its table.toml stays, and is for a {there}: say controller = "{board}" there')
        print(f"next: {_NEXT[built.runtime].format(args.to)}; see firmware/README.md")
        return 0
    return _to_board(args)


def _to_board(args: argparse.Namespace) -> int:
    from ..install import finding, work
    from .common import Bar

    found = finding.find(args.port, args.runtime)
    if args.runtime and found.runtime and found.runtime != args.runtime:
        raise CommandError(f"the board has {found.runtime}: flash {args.runtime} on it first")
    bars: list[Bar] = []

    def start(what: str, total: int) -> Callable[[int], None]:
        bars.append(Bar(what, total))
        return bars[-1].advance

    try:
        print(work.to_board(found, args.board, args.back, _say, start))
    finally:
        for bar in bars:
            bar.close()
    return 0


def _say(text: str) -> None:
    print(text, flush=True)
