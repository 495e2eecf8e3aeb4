"""Morris at rest: true stones, true choices, a cursor to be seen, sides counted, no garbage."""

from scene_games import PRESSES, lit_markers, pixel
from scene_morris import (
    CROWD,
    EMPTY,
    FLYING,
    MORRIS,
    morris_at,
    morris_chooser,
    morris_rest,
    morris_stages,
    point_hole,
    true_stones,
    turned,
)
from twelve.games.morris import POINTS, lines
from twelve.table.chooser import BACK
from twelve.table.scenes import common, morris_board
from twelve.table.scenes.frame import GOLD, RED, WHITE, hue_of, marker_of


def levels_of(state, made, name, board=0, boards=1):
    """Return (indices' colours, lowest level, highest level) of a point over time."""
    found = []
    for elapsed_ms in range(0, 2400, 50):
        frame = morris_rest(state, made, elapsed_ms, -1, boards)
        found.append(pixel(frame, board, *point_hole(name, board)))
    return (
        set([i & 0xF0 for i in found]),
        min([i & 15 for i in found]),
        max([i & 15 for i in found]),
    )


def test_markers_are_the_stones_and_nothing_else():
    number = 0
    for state, made in morris_stages():
        number += 1
        pressed_ms = PRESSES[number % len(PRESSES)]
        boards = 1 + number % 3
        frame = morris_rest(state, made, 137 * number, pressed_ms, boards)
        common.draw_press(frame, pressed_ms, 500, 2000)
        for board in range(boards):
            found = lit_markers(frame, board)
            assert [f[:3] for f in found] == true_stones(state, board), (state, board)
            assert min([f[3] for f in found] + [15]) >= 1


def test_free_points_are_brighter_than_the_lines_between_them():
    frame = morris_rest(morris_at(EMPTY, (12, 12)))
    points = set()
    for name in MORRIS.legal(morris_at(EMPTY, (12, 12))):
        points.add(point_hole(name[6:]))
    assert len(points) == 24
    lines = []
    for row in range(1, 13):
        for hole in range(1, 12):
            if (row, hole) in points:
                assert pixel(frame, 0, row, hole) & 15 >= 4
            elif pixel(frame, 0, row, hole) & 15:
                lines.append(pixel(frame, 0, row, hole))
    # 48 holes of the sides of two squares, 16 between the squares; the third square has none.
    assert len(lines) == 64 and max([i & 15 for i in lines if i & 15 < 6]) == 2


def test_the_second_board_is_the_first_turned_by_half():
    for state, made in morris_stages(20):
        frame = morris_rest(state, made, 700, -1, 2)
        for row in range(1, 12):
            for hole in range(1, 12):
                there = pixel(frame, 1, *turned(row, hole, 1))
                assert pixel(frame, 0, row, hole) == there, (row, hole)
        for row in range(1, 13):  # each player's own side is at the left
            for hole in (0, 12):
                assert pixel(frame, 0, row, hole) == pixel(frame, 1, row, 12 - hole)


def test_the_sides_count_what_is_in_hand_and_what_was_taken():
    for state, _ in morris_stages():
        board = dict(MORRIS.board(state))
        frame = morris_rest(state)
        for seat in (0, 1):
            column = [pixel(frame, 0, row, 12 * seat) for row in range(12, 0, -1)]
            hand = [i for i in column if i & 0xF0 == hue_of(seat) and i & 15]
            taken = [i for i in column if i & 0xF0 == RED and i & 15]
            if state.phase != "over":
                assert len(hand) == board["in_hand"][seat], column
                assert len(taken) == board["captured"][1 - seat], column
                assert column[: len(hand)] == hand
                assert column[12 - len(taken) :] == taken


def test_what_can_be_chosen_pulses_and_nothing_else_does():
    number = 0
    for state, made in morris_stages(12):
        if made is None:
            continue
        number += 1
        seat = state.player
        colour = marker_of(seat) if state.phase == "move" else hue_of(seat)
        if state.phase == "take":
            colour = marker_of(1 - seat)
        elif made.chosen:
            colour = hue_of(seat)
        for at in range(number % 3, 24, 3):
            name = POINTS[at]
            colours, low, high = levels_of(state, made, name)
            if name in made.stops and made.stops[made.at] != name:
                assert colours == set((colour,)) and high >= low + 3, (name, made.stops)
            elif name not in made.stops and name not in made.chosen:
                assert low == high, (name, made.stops)


def test_the_cursor_is_the_brightest_and_has_a_ring():
    for state, made in morris_stages(15):
        if made is None or made.stops[made.at] == BACK:
            continue
        name = made.stops[made.at]
        _, low, high = levels_of(state, made, name)
        assert low >= 9 and high == 15
        frame = morris_rest(state, made)
        row, hole = point_hole(name)
        ring = [
            pixel(frame, 0, r, h)
            for r in (row - 1, row, row + 1)
            for h in (hole - 1, hole, hole + 1)
            if 1 <= r <= 11 and 1 <= h <= 11
        ]
        colour = RED if state.phase == "take" else WHITE
        assert len([i for i in ring if i & 0xF0 == colour and i & 15 == 6]) >= 1, name


def test_every_cursor_looks_different():
    for state, taken in (
        (morris_at(EMPTY, (12, 12)), ()),
        (morris_at(CROWD), ()),
        (morris_at(FLYING), ("a7",)),
    ):
        made = morris_chooser(state, *taken)
        seen = []
        for at in range(len(made.stops)):
            made.at = at
            seen.append(bytes(morris_rest(state, made).pixels))
        assert len(set(seen)) == len(made.stops) >= 7


def test_flying_has_three_stones_and_then_its_targets_to_walk():
    state = morris_at("WB..B.W..B....W.........")
    made = morris_chooser(state)
    assert made.stops == ["a7", "a1", "b2"]
    made.take()
    assert len(made.stops) == 24 - 6 + 1 and made.stops[-1] == BACK


def test_the_chosen_stone_and_the_way_to_the_target_can_be_seen():
    state = morris_at("W..W....BBB.W.W.........")
    made = morris_chooser(state, "a7")
    assert made.stops[:2] == ["d7", "a4"]
    for elapsed_ms in range(0, 800, 90):
        frame = morris_rest(state, made, elapsed_ms)
        assert pixel(frame, 0, *point_hole("a7")) == marker_of(0) | 15
        for hole in range(2, 6):  # the line from a7 to d7
            assert pixel(frame, 0, 1, hole) & 0xF0 == hue_of(0)
    other = morris_chooser(state, "g4")
    assert other.stops[made.at] != made.stops[made.at]
    assert morris_rest(state, other).pixels != morris_rest(state, made).pixels


def test_the_way_back_is_at_the_chosen_stone():
    state = morris_at(CROWD)
    made = morris_chooser(state, morris_chooser(state).stops[1])
    made.step(-1)
    assert made.stops[made.at] == BACK
    colours, low, high = levels_of(state, made, made.chosen[0])
    assert colours == set((marker_of(0),)) and high > low


def test_the_last_row_counts_what_is_owed_and_the_last_quiet_moves():
    for quiet in range(50):
        frame = morris_rest(morris_at(CROWD, (0, 0), 0, quiet), morris_chooser(morris_at(CROWD)))
        row = [pixel(frame, 0, 12, hole) for hole in range(1, 12)]
        wanted = 50 - quiet if quiet >= 40 else 0
        assert [i & 15 > 0 for i in row] == [i < wanted for i in range(11)], quiet
    owed = morris_at("WWWWW.B.B...............", (7, 8), 0, 0, 2)
    frame = morris_rest(owed, morris_chooser(owed))
    row = [pixel(frame, 0, 12, hole) & 0xF0 for hole in range(1, 12)]
    assert row.count(GOLD) == 2 and row[:2] == [GOLD] * 2


def test_whose_turn_it_is_can_be_seen_at_the_sides():
    for in_hand in ((0, 0), (4, 4)):
        points = CROWD if not in_hand[0] else "WB......................"
        for seat in (0, 1):
            state = morris_at(points, in_hand, seat)
            frame = morris_rest(state, morris_chooser(state))
            light = [
                sum([pixel(frame, 0, row, hole) & 15 for row in range(1, 13)]) for hole in (0, 12)
            ]
            assert light[seat] > light[1 - seat] + 8, light


def test_who_flies_can_be_seen_at_its_side():
    walking = morris_at(FLYING, rules={"flying": False})
    flying = morris_at(FLYING)
    swing = []
    for state in (walking, flying):
        made = morris_chooser(state)
        levels = [pixel(morris_rest(state, made, ms), 0, 12, 0) & 15 for ms in range(0, 600, 40)]
        swing.append(max(levels) - min(levels))
    assert swing[1] >= swing[0] + 3


def test_the_places_that_are_written_out_are_those_of_the_points_and_the_ways_between_them():
    places, ways = morris_board.PLACES, set()
    assert [(place // 13 + 1, place % 13) for place in places] == [point_hole(n) for n in POINTS]
    for line in lines():
        for start, end in (line[:2], line[1:]):
            start, end = places[start], places[end]
            count = morris_board.steps(start, end)
            for step in range(1, count):
                ways.add(morris_board.along(start, end, step, count))
    assert sorted(ways) == list(morris_board._WIRES)
