"""The table's lights as the page draws them: palette indices to colours."""

from __future__ import annotations

import base64
from typing import Any

from twelve.table.lights import colour_rows, palette

ROWS, PLACES = 12, 13
HOLES = ROWS * PLACES

Rows = list[list[list[str]]]

_table = palette()


def colours(pixels: bytes | bytearray) -> list[list[str]]:
    """Return the 156 palette indices of a board as 12 rows of 13 ``#rrggbb``."""
    rows: list[list[str]] = colour_rows(pixels, 1, _table)[0]
    return rows


PIECE = 6 * PLACES  # holes that one message carries


class Lights:
    """The lights of ``boards`` boards; ``rows`` is None until every board has been heard."""

    def __init__(self, boards: int = 1, before: Rows | None = None):
        self._pixels = [bytearray(HOLES) for _ in range(boards)]
        self._missing = {(board, row) for board in range(boards) for row in (0, 6)}
        self.rows = before if before is not None and len(before) == boards else None

    def take(self, message: dict[str, Any]) -> bool:
        """Take a ``px`` message; return whether what is shown has changed."""
        board, row, data = message.get("b"), message.get("r"), message.get("d")
        if type(board) is not int or not 0 <= board < len(self._pixels) or type(data) is not str:
            return False
        try:
            piece = base64.b64decode(data)
        except ValueError:
            return False
        if type(row) is not int or row not in (0, 6) or len(piece) != PIECE:
            return False
        pixels, at = self._pixels[board], row * PLACES
        is_first = (board, row) in self._missing
        self._missing.discard((board, row))
        if self._missing or (pixels[at : at + PIECE] == piece and not is_first):
            pixels[at : at + PIECE] = piece
            return False
        pixels[at : at + PIECE] = piece
        if self.rows is None or is_first:
            self.rows = [colours(found) for found in self._pixels]
        else:
            # A new list: what was handed out before keeps the lights that it was made of.
            self.rows = [*self.rows[:board], colours(pixels), *self.rows[board + 1 :]]
        return True
