"""Every printed part by name: how it is made, how it lies on the bed, how many a table needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from build123d import Part, Pos, Rot
from kit.params import Params

from . import fittings, frame
from .layers import LAYERS
from .panel import coupon, panels

FACE_DOWN = ("face", "baffle")  # printed upside down: turned about y, never mirrored


@dataclass(frozen=True)
class Piece:
    """One printed part: ``make()`` builds it in its place; ``turned`` turns it for printing."""

    name: str
    make: Callable[[], Part]
    turned: bool = False
    a_board: int = 0  # how many for every board
    a_table: int = 0  # how many for a table, whatever its boards
    option: str = ""  # what it is an option for; "" for what every table needs

    def printed(self, part: Part) -> Part:
        """Return ``part`` as it lies on the bed: turned if it must be, on z = 0, x and y at 0."""
        turned = Rot(0, 180, 0) * part if self.turned else part
        low = turned.bounding_box().min
        return Pos(-low.X, -low.Y, -low.Z) * turned


def board_pieces(params: Params, bed: Any) -> list[Piece]:
    """Return the layers of a board for ``bed``, and the bars that tie its quarters."""
    found = []
    for where, panel in panels(params, bed).items():
        for layer, make in LAYERS.items():
            found.append(
                Piece(
                    f"{layer}-{where}",
                    lambda make=make, panel=panel: make(panel),
                    layer in FACE_DOWN,
                    a_board=1,
                )
            )
    if bed.split:
        found.append(Piece("splice", lambda: fittings.splice(params), a_board=4))
    return found


def frame_pieces(params: Params, bed: Any) -> list[Piece]:
    """Return the pieces of the frame for two boards."""
    return [
        Piece(f"frame-{name}", lambda part=part: part, a_table=1, option="two boards in a frame")
        for name, part in frame.rails(params, bed).items()
    ]


def common_pieces(params: Params) -> list[Piece]:
    """Return the parts that are the same for every bed."""
    p = params
    found = [
        Piece("electronics-box", lambda: fittings.electronics_box(p), a_table=1),
        Piece("electronics-lid", lambda: fittings.box_lid(p), a_table=1),
        Piece("button-box", lambda: fittings.button_box(p), a_table=1),
        Piece("button-lid", lambda: fittings.button_lid(p), a_table=1),
        Piece("leg", lambda: fittings.leg(p), a_board=4),
        Piece("wall-leg", lambda: fittings.wall_leg(p), a_board=2, option="on a wall"),
        Piece("dice-tray", lambda: fittings.tray(p), a_table=1, option="dice tray"),
    ]
    small = coupon(p)
    for layer, make in LAYERS.items():
        found.append(
            Piece(
                f"coupon-{layer}",
                lambda make=make: make(small),
                layer in FACE_DOWN,
                a_table=1,
                option="fit coupon",
            )
        )
    return found


def pegboard_pieces(params: Params, bed: Any) -> list[Piece]:
    """Return the classic board without lights for ``bed``, and its peg."""
    p = params
    columns, rows = p.halves(bed)
    found = [
        Piece(
            f"pegboard-{top}-{left}" if bed.split else "pegboard",
            lambda c=c, r=r: fittings.pegboard(p, c, r),
            a_board=1,
            option="classic pegboard",
        )
        for top, r in zip(("top", "bottom"), rows, strict=False)
        for left, c in zip(("left", "right"), columns, strict=False)
    ]
    pegs = p.board.rows * p.pegboard.players
    found.append(Piece("peg", lambda: fittings.peg(p), a_board=pegs, option="classic pegboard"))
    return found


def every_piece(params: Params, bed: Any) -> list[Piece]:
    """Return everything that depends on ``bed``."""
    return board_pieces(params, bed) + frame_pieces(params, bed) + pegboard_pieces(params, bed)
