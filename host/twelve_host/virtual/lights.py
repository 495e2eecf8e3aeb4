"""The virtual table's lights as text: a line a row, a character a hole."""

from __future__ import annotations

from twelve.table.scenes.frame import BOARD, HOLES, ROWS


def picture(pixels: bytes) -> list[str]:
    """Return ``pixels`` (colour << 4 | level a hole, board after board) as 12 lines of text."""
    lines = []
    for row in range(ROWS):
        boards = []
        for start in range(row * HOLES, len(pixels) - BOARD + (row + 1) * HOLES, BOARD):
            boards.append("".join(map(_character, pixels[start : start + HOLES])))
        lines.append("  ".join(boards))
    return lines


def _character(pixel: int) -> str:
    if not pixel & 15:
        return "."
    colour = pixel >> 4
    return str(colour) if 1 <= colour <= 6 else "+"
