"""``twelve referee``: the games' text protocol on stdin and stdout."""

from __future__ import annotations

import argparse
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve referee`` takes: nothing of its own."""
    parser.epilog = """example: echo '{"op":"new","game":"12x12"}' | twelve referee"""


def run(args: argparse.Namespace) -> int:
    """Answer every request until the input ends."""
    from ..referee import run as answer

    return answer(sys.stdin.buffer, sys.stdout)
