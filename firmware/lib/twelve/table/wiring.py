"""Which LED shows which hole: from a grid of holes to the order of a chain, and chains to lines."""

from array import array

from ..base.compat import const

ROWS = const(12)
HOLES = const(13)
BOARD = const(156)
STRIP = const(42)  # pixels of the dice strip

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = (
    "top-left",
    "top-right",
    "bottom-left",
    "bottom-right",
)
CORNERS = (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)


def chain(width: int, height: int, corner: str, by_rows: bool, zigzag: bool):
    """Return an array: for every hole (row by row from the top left) its place in the chain.

    The data enters at ``corner`` and runs along rows or columns, turning back at the end of
    each where ``zigzag``, else starting again at the same side.
    """
    right = corner == TOP_RIGHT or corner == BOTTOM_RIGHT
    bottom = corner == BOTTOM_LEFT or corner == BOTTOM_RIGHT
    places = array("H", [0] * (width * height))
    for y in range(height):
        for x in range(width):
            across = width - 1 - x if right else x
            down = height - 1 - y if bottom else y
            line, along, length = (down, across, width) if by_rows else (across, down, height)
            if zigzag and line & 1:
                along = length - 1 - along
            places[y * width + x] = line * length + along
    return places


def line_of(settings, board: int) -> int:
    """Return the data line that feeds ``board``: boards are dealt to the lines in runs."""
    return board // ((settings.boards + settings.lines - 1) // settings.lines)


def line_sizes(settings, boards: int) -> list:
    """Return the pixels on every data line that feeds one of the first ``boards`` boards.

    A line begins with ``offset`` pixels that show nothing. The dice strip has a line of its own,
    the last, where it has a pin of its own; else it goes on from the last board.
    """
    sizes = [settings.offset] * (line_of(settings, boards - 1) + 1)
    for board in range(boards):
        sizes[line_of(settings, board)] += BOARD
    if settings.dice_strip:
        if settings.dice_pin == -1:
            sizes[-1] += STRIP
        else:
            sizes.append(STRIP)
    return sizes
