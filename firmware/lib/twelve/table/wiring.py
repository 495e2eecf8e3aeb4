"""Which LED shows which hole: the map from a grid of holes to the order of a chain of LEDs."""

from array import array

TOP_LEFT = "top-left"
TOP_RIGHT = "top-right"
BOTTOM_LEFT = "bottom-left"
BOTTOM_RIGHT = "bottom-right"
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
