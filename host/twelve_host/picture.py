"""Pictures of the lights: a frame as an SVG in which holes glow as the LEDs do."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from twelve.table import lights

_HOLE = 20  # from hole to hole; rows are as far apart
_RADIUS = 7
_BOARD_WIDTH = 14 * _HOLE + 26
_BOARD_HEIGHT = 12 * _HOLE + 40
_GAP = 24
_DIE = 64  # from die to die of the strip


def svg(
    pixels: Sequence[int],
    boards: int,
    palette: str = "clear",
    title: str = "",
    dice: Sequence[int] | None = None,
) -> str:
    """Return the SVG of a frame: ``pixels`` of ``boards`` boards, and a strip of ``dice`` below.

    ``title`` is what a screen reader says.
    """
    table = lights.palette(palette)
    width = boards * _BOARD_WIDTH + (boards + 1) * _GAP
    if dice is not None and width < 6 * _DIE + _GAP:
        width = 6 * _DIE + _GAP
    height = _BOARD_HEIGHT + 2 * _GAP + (80 if dice is not None else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>" if title else "",
        '<defs><filter id="glow" x="-150%" y="-150%" width="400%" height="400%">'
        '<feGaussianBlur stdDeviation="6"/></filter></defs>',
        f'<rect width="{width}" height="{height}" fill="#101114"/>',
    ]
    holes: list[tuple[float, float, str, int]] = []
    margin = (width - boards * (_BOARD_WIDTH + _GAP) + _GAP) // 2
    for board in range(boards):
        left = margin + board * (_BOARD_WIDTH + _GAP)
        parts.append(_board(left, _GAP))
        for row in range(12):
            for hole in range(13):
                index = pixels[board * 156 + row * 13 + hole]
                colour = lights.to_hex(index, table)
                x, y = left + _x(hole), _GAP + 26 + row * _HOLE
                holes.append((x, y, colour, index & 15))
    if dice is not None:
        holes += _strip(dice, table, (width - 6 * _DIE + 10) / 2, _BOARD_HEIGHT + 2 * _GAP)
    parts += _glow(holes)
    parts.append("</svg>")
    return "".join(parts)


def _x(hole: int) -> float:
    """Return the middle of a hole from the board's left edge; START stands apart a little."""
    return 36.0 + hole * _HOLE + (8 if hole else 0)


def _board(left: float, top: float) -> str:
    numbers = "".join(
        f'<text x="{left + 16}" y="{top + 30 + row * _HOLE}">{row + 1}</text>' for row in range(12)
    )
    return (
        f'<rect x="{left}" y="{top}" width="{_BOARD_WIDTH}" height="{_BOARD_HEIGHT}" rx="12"'
        ' fill="#1c1e22" stroke="#33363d"/>'
        '<g font-family="sans-serif" font-size="10" fill="#8a8f99" text-anchor="middle">'
        f'{numbers}<text x="{left + _x(0)}" y="{top + 12 * _HOLE + 30}">START</text></g>'
    )


def _strip(
    dice: Sequence[int], table: bytes, left: float, top: float
) -> list[tuple[float, float, str, int]]:
    """Return the holes of the dice strip, each die in its square of 3 × 3."""
    places = ((0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2))
    return [
        (
            left + die * _DIE + 10 + places[pip][0] * 16,
            top + 10 + places[pip][1] * 16,
            lights.to_hex(dice[7 * die + pip], table),
            dice[7 * die + pip] & 15,
        )
        for die in range(6)
        for pip in range(7)
    ]


def _glow(holes: list[tuple[float, float, str, int]]) -> list[str]:
    """Return dark holes, then the light that falls around the lit ones, then the lit ones."""
    dark = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS}"/>' for x, y, _, _ in holes)
    lit = [
        (f'<circle cx="{x:g}" cy="{y:g}"', f'fill="{colour}"', level)
        for x, y, colour, level in holes
        if level
    ]
    halo = "".join(
        f'{at} r="{_RADIUS + level / 3:.1f}" {fill} opacity="{0.25 + level / 30:.2f}"/>'
        for at, fill, level in lit
    )
    core = "".join(f'{at} r="{_RADIUS}" {fill}/>' for at, fill, _ in lit)
    return [
        f'<g fill="#0a0b0d" stroke="#2a2d33" stroke-width="0.8">{dark}</g>',
        f'<g filter="url(#glow)">{halo}</g>',
        f"<g>{core}</g>",
    ]
