"""Reads params.toml, the one source of the hardware, and what follows from it by arithmetic."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parent
SOURCE = HERE / "params.toml"
BUILD = HERE / "build"
PICTURES = HERE / "pictures"


class ParamsError(ValueError):
    """params.toml says something that cannot be built."""


def _spaced(value: Any) -> Any:
    """Return ``value`` with tables as namespaces, so that names are read as attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: _spaced(inner) for key, inner in value.items()})
    return [_spaced(inner) for inner in value] if isinstance(value, list) else value


class Params:
    """The parameters: a namespace for every section of params.toml, and what follows from them."""

    def __init__(self, text: str):
        self.raw = tomllib.loads(text)
        for name, value in self.raw.items():
            setattr(self, name, _spaced(value))
        board, stack, screws = self.board, self.stack, self.screws
        self.pitch: float = 1000 / board.strip_leds_a_metre
        self.row_pitch: float = board.row_pitch or self.pitch
        self.pixels: int = board.rows * board.holes
        self.cell = (self.pitch - stack.wall, self.row_pitch - stack.wall)
        self.stack_height: float = stack.face + stack.baffle + stack.floor
        self.sleeve: float = screws.boss + 2 * screws.sleeve_gap + 2 * screws.sleeve_wall
        self.led_to_sheet: float = (
            stack.baffle + stack.channel_depth - stack.strip_thickness - stack.led_height
        )
        self._check()

    def _check(self) -> None:
        """Raise ParamsError for what would make a board that cannot be printed or wired."""
        board, stack, limits = self.board, self.stack, self.limits
        least = limits.min_wall
        facts = {
            "the wall between two bevels": self.pitch - board.hole - 2 * board.bevel,
            "the rest of the floor under a channel": stack.floor - stack.channel_depth,
            "the front of the face": stack.face - stack.sheet,
            "the face behind a digit": stack.face - stack.sheet - board.digit_depth,
            "the wall between cells": stack.wall,
            "the outer wall of a board without a rim": stack.wall / 2,
            "the sleeve of a boss": self.screws.sleeve_wall,
        }
        for what, thickness in facts.items():
            if thickness < least - 1e-6:
                raise ParamsError(f"{what} is {thickness:.2f} mm: at least {least} are needed")
        if board.hole - stack.plug < 2 * limits.fit_gap - 1e-6:
            raise ParamsError("a plug needs its gap all round in the hole")
        if stack.channel_width > self.row_pitch - least:
            raise ParamsError("channels run into each other: widen row_pitch")
        for bed in self.beds:
            for width, height in self.panels(bed):
                if width > bed.size[0] or height > bed.size[1]:
                    raise ParamsError(
                        f"a panel of {width:.1f} × {height:.1f} is off bed {bed.name}"
                    )

    def bed(self, name: str) -> Any:
        """Return the bed called ``name``; ParamsError lists those that are known."""
        for bed in self.beds:
            if bed.name == name:
                return bed
        known = ", ".join(bed.name for bed in self.beds)
        raise ParamsError(f"there is no bed {name}: take one of {known}")

    def supply(self, name: str) -> Any:
        """Return the supply called ``name``; KeyError if there is none."""
        return {supply.name: supply for supply in self.supplies}[name]

    def halves(self, bed: Any) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return the ranges of columns and of rows that one printed panel each covers."""
        holes, rows = self.board.holes, self.board.rows
        if not bed.split:
            return [(0, holes)], [(0, rows)]
        across, down = (holes + 1) // 2, (rows + 1) // 2
        return [(0, across), (across, holes)], [(0, down), (down, rows)]

    def panels(self, bed: Any) -> list[tuple[float, float]]:
        """Return width and height in mm of every panel of a layer."""
        columns, rows = self.halves(bed)
        rim_x = bed.rim * (1 if bed.split else 2)
        return [
            ((right - left) * self.pitch + rim_x, (bottom - top) * self.row_pitch + rim_x)
            for left, right in columns
            for top, bottom in rows
        ]


def load(path: Path = SOURCE) -> Params:
    """Return the parameters of ``path``; ParamsError with a sentence when they cannot be built."""
    try:
        return Params(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ParamsError(f"{path.name}: {error}") from error


def use_firmware() -> None:
    """Let ``twelve`` be imported from this tree when it is not installed."""
    folder = str(ROOT / "firmware" / "lib")
    if folder not in sys.path:
        sys.path.insert(0, folder)
