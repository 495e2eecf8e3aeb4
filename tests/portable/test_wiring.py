"""T14: the map from holes to LEDs is one-to-one and follows the wiring."""

from fakes import few
from twelve.table.wiring import CORNERS, chain


def test_t14_five_by_three_in_zigzag_rows():
    wanted = [0, 1, 2, 3, 4, 9, 8, 7, 6, 5, 10, 11, 12, 13, 14]
    assert list(chain(5, 3, "top-left", True, True)) == wanted


def test_t14_every_size_corner_and_run_is_one_to_one_and_neighbours_are_neighbours():
    for width in range(1, few(21, 8)):
        for height in range(1, few(21, 8)):
            for corner in CORNERS:
                for by_rows in (True, False):
                    for zigzag in (True, False):
                        places = list(chain(width, height, corner, by_rows, zigzag))
                        assert sorted(places) == list(range(width * height))
                        _follows(places, width, height, corner, by_rows, zigzag)


def _follows(places, width, height, corner, by_rows, zigzag):
    hole_at = [0] * len(places)
    for hole, place in enumerate(places):
        hole_at[place] = hole
    first = hole_at[0]
    x, y = first % width, first // width
    assert x == (width - 1 if "right" in corner else 0)
    assert y == (height - 1 if "bottom" in corner else 0)
    length = width if by_rows else height
    for place in range(1, len(places)):
        one, two = hole_at[place - 1], hole_at[place]
        dx, dy = abs(two % width - one % width), abs(two // width - one // width)
        if zigzag or place % length:
            assert dx + dy == 1
