"""Turns a fitted value net into the bytes that the players read, and writes the files they are in.

The layout is that of ``twelve.games.dozen_value.Net``.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from twelve.games.dozen import ROWS
from twelve.games.dozen_value import ONE

from ..plural import plural
from .law import ALL_ROWS, FACES, chances, period
from .net import Net

CHANCE_BITS = 14
LARGEST = 32767  # of a number in the tables
WIDTH = 100  # columns of a written line


def quantised(net: Net) -> bytes:
    """Return ``net`` as bytes; ValueError where its numbers do not fit.

    max(0, x) grows with x, so every unit may have a scale of its own, by which its edges use up
    a byte; and a row's lowest edge may go into the unit's start.
    """
    lowest = net.E.min(axis=1)
    scale = np.maximum((net.E.max(axis=1) - lowest).max(axis=0) / 255, 1e-9)
    edges = np.rint((net.E - lowest[:, None]) / scale).astype(np.uint8)
    starts = np.rint((net.c + lowest.sum(axis=0)) / scale)
    weights = net.a * scale * ONE
    shift = 0
    while shift < 24 and np.abs(weights).max() * 2 ** (shift + 1) <= LARGEST:
        shift += 1
    weights = np.rint(weights * 2**shift)
    # Only the sum over the rows counts, so every row may have the same mean.
    mean = net.L.mean(axis=1)
    levels = net.L - mean[:, None] + mean.sum() / ROWS
    numbers = np.concatenate([np.rint(levels * ONE).ravel(), starts, weights])
    if np.abs(numbers).max() > LARGEST:
        raise ValueError("the net does not fit its bytes: a number needs more than 16 bits")
    packed = struct.pack(f"<{len(numbers)}h", *numbers.astype(int).tolist())
    by_unit: bytes = edges.transpose(0, 2, 1).tobytes()
    return bytes((len(net.a), shift)) + packed + by_unit


def whole_chances(row: int, score: int) -> tuple[int, ...]:
    """Return the exact chances as integers that add up to 2 ** 14, the nearest there are.

    Numbers of matches whose chance rounds to 0 are left out at the end.
    """
    exact = [chance * 2**CHANCE_BITS for chance in chances(row, score)]
    found = [int(chance) for chance in exact]
    # What is missing goes to the largest remainders.
    order = sorted((found[i] - chance, i) for i, chance in enumerate(exact))
    for _, i in order[: 2**CHANCE_BITS - sum(found)]:
        found[i] += 1
    while not found[-1]:
        found.pop()
    return tuple(found)


def chances_text(made_by: str) -> str:
    """Return the source of the portable module of chances."""
    lines = [
        '"""The chances of 0, 1, … matches in the next roll of a turn, in 1/16384.',
        "",
        "One entry for rows 1–6, one for each of rows 7–12; in it one for every score of the turn",
        "until all six dice have scored.",
        "",
        f'{made_by}\n"""',
        "",
        "CHANCES = (",
    ]
    for row in ALL_ROWS[FACES - 1 :]:
        lines.append("    (")
        lines += [f"        {whole_chances(row, score)}," for score in range(period(row))]
        lines.append("    ),")
    return "\n".join([*lines, ")", ""])


def net_text(blob: bytes, ruleset: str, made_by: str) -> str:
    """Return the source of a portable module with ``blob`` as NET."""
    what = f"The table's value net for ``{ruleset}``, as twelve.games.dozen_value reads it."
    lines = [f'"""{what}', "", f'{made_by}\n"""', "", "NET = ("]
    line = ""
    for byte in blob:
        # All bytes are escaped: a digit as itself would be read as part of the one before.
        piece = f"\\x{byte:02x}"
        if len(line) + len(piece) > WIDTH - 7:
            lines.append(f'    b"{line}"')
            line = ""
        line += piece
    return "\n".join([*lines, f'    b"{line}"', ")", ""])


def write(path: Path, content: str | bytes) -> None:
    """Write ``content`` to ``path`` and print how much it was."""
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(data)
    print(f"{path}: {plural(len(data), 'byte')}", flush=True)
