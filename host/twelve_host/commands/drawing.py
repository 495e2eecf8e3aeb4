"""Draws the board of any game for the terminal, from the referee's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

# Okabe and Ito's colours, which colour-blind people can tell apart.
COLOURS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00")
# The points in the order of the state: outer, middle, inner square, clockwise from top left.
_OUTER = ("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4")
_MIDDLE = ("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4")
_INNER = ("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4")
_POINTS = _OUTER + _MIDDLE + _INNER
# By seat, and by the letter of the state, whose colours the lights do not have.
_STONES = "●○"
_SEATS = {"W": 0, "B": 1}


def drawn(state: dict[str, Any]) -> RenderableType:
    """Return the board of ``state`` to print with rich; a game unknown here is listed in words."""
    return _DRAW.get(state["game"], _words)(state)


def _dozen(state: dict[str, Any]) -> RenderableType:
    from rich.columns import Columns
    from rich.console import Group
    from rich.text import Text

    board = state["board"]
    boards = []
    for seat, markers in enumerate(board["markers"]):
        text = Text()
        turn = seat == state["player"]
        mark = "▶ " if turn else "  "
        text.append(f"{mark}{state['players'][seat]}\n", style=f"bold {COLOURS[seat]}")
        for row, hole in enumerate(markers, 1):
            fixed = turn and board["row"] == row
            reach = min(12, hole + board["at_risk"]) if fixed else hole
            text.append(f"{row:4} ", style="bold" if fixed else "dim")
            for at in range(13):
                if at == hole:
                    text.append("●", style=COLOURS[seat])
                elif hole < at <= reach:
                    text.append("○", style=COLOURS[seat])
                else:
                    text.append("·", style="dim")
                text.append(" ")
            text.append("\n")
        boards.append(text)
    dice = Text("  dice " + (" ".join(str(face) for face in board["dice"]) or "–"))
    if board["at_risk"]:
        dice.append(f"   at risk {board['at_risk']}")
    return Group(Columns(boards, padding=(0, 4)), dice)


def _morris(state: dict[str, Any]) -> RenderableType:
    board = state["board"]
    canvas = [[" "] * 25 for _ in range(13)]
    spots = [(4 * (ord(name[0]) - ord("a")), 2 * (7 - int(name[1]))) for name in _POINTS]

    def line(start: int, end: int) -> None:
        (x, y), (to_x, to_y) = spots[start], spots[end]
        across, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        sign = "─" if not down else "│" if not across else "╲" if across == down else "╱"
        step_x = 2 * across if across and down else across
        while (x, y) != (to_x, to_y):
            canvas[y][x] = sign
            x, y = x + step_x, y + down

    for ring in (0, 8, 16):
        for i in range(8):
            line(ring + i, ring + (i + 1) % 8)
    for i in range(16):
        line(i, i + 8)
    for (x, y), stone in zip(spots, board["points"], strict=True):
        canvas[y][x] = _STONES[_SEATS[stone]] if stone in _SEATS else "·"
    text = _plain()
    for y, cells in enumerate(canvas):
        text.append(f"{7 - y // 2} " if y % 2 == 0 else "  ", style="dim")
        for cell in cells:
            seat = _STONES.find(cell)
            text.append(cell, style="dim" if seat < 0 else f"bold {COLOURS[seat]}")
        text.append("\n")
    text.append("  a   b   c   d   e   f   g\n", style="dim")
    text.append("  in hand:")
    for seat, stones in enumerate(board["in_hand"]):
        text.append(f" {_STONES[seat]}", style=f"bold {COLOURS[seat]}")
        text.append(f" {state['players'][seat]} {stones}{'' if seat else ','}")
    return text


def _dominoes(state: dict[str, Any]) -> RenderableType:
    board = state["board"]
    text = _plain()
    for tile in board["tableau"]:
        text.append(f" [{tile}]" if tile else " [   ]")
    text.append(f"\n deck {board['deck']}, discarded {board['discarded']}")
    return text


def _words(state: dict[str, Any]) -> RenderableType:
    text = _plain()
    text.append("\n".join(f"  {key}: {value}" for key, value in state["board"].items()))
    return text


def _plain() -> Text:
    from rich.text import Text

    return Text()


_DRAW = {"12x12": _dozen, "morris": _morris, "dominoes": _dominoes}
