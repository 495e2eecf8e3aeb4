"""Logical colours: whole tables, distance for every eye, nothing lit that is black."""

from twelve.table import lights

# Linear RGB as seen without the long, middle or short cones (Machado and others 2009).
SIGHTS = (
    (1, 0, 0, 0, 1, 0, 0, 0, 1),
    (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
)


def _lab(colour, sight):
    """Return the OKLab coordinates of an sRGB colour as one kind of eye sees it."""
    linear = [(c / 255) / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    red, green, blue = [
        min(1, max(0, sum([sight[3 * i + j] * linear[j] for j in range(3)]))) for i in range(3)
    ]
    long = (0.4122215 * red + 0.5363325 * green + 0.0514460 * blue) ** (1 / 3)
    middle = (0.2119035 * red + 0.6806995 * green + 0.1073970 * blue) ** (1 / 3)
    short = (0.0883025 * red + 0.2817188 * green + 0.6299787 * blue) ** (1 / 3)
    return (
        0.2104543 * long + 0.7936178 * middle - 0.0040720 * short,
        1.9779985 * long - 2.4285922 * middle + 0.4505937 * short,
        0.0259040 * long + 0.7827718 * middle - 0.8086758 * short,
    )


def _apart(one, other):
    return sum([(one[i] - other[i]) ** 2 for i in range(3)]) ** 0.5


def _hue(table, seat, level=15):
    return lights.rgb((seat + 1) << 4 | level, table)


def test_a_palette_is_a_whole_table_made_once():
    for name in lights.NAMES:
        table = lights.palette(name)
        assert len(table) == 768 and isinstance(table, bytes)
        assert lights.palette(name) is table


def test_an_unknown_palette_is_refused():
    try:
        lights.palette("plaid")
    except KeyError:
        return
    raise AssertionError("a palette that does not exist was found")


def test_level_0_is_black_and_every_other_level_is_lit():
    for name in lights.NAMES:
        table = lights.palette(name)
        for index in range(256):
            colour = lights.rgb(index, table)
            assert (max(colour) == 0) == (index & 15 == 0), (name, index, colour)


def test_levels_rise_evenly():
    table = lights.palette()
    for colour in range(16):
        before = 0
        for level in range(1, 16):
            peak = max(lights.rgb(colour << 4 | level, table))
            assert 8 <= peak - before <= 32, (colour, level, peak - before)
            before = peak


def test_a_channel_that_is_on_in_a_hue_is_on_at_every_level():
    for name in lights.NAMES:
        table = lights.palette(name)
        for index in range(256):
            if index & 15:
                full = lights.rgb(index | 15, table)
                now = lights.rgb(index, table)
                for i in range(3):
                    assert (now[i] > 0) == (full[i] > 0), (name, index)


def test_a_marker_and_the_hue_of_its_seat_look_the_same():
    table = lights.palette()
    for index in range(0x10, 0x70):
        assert lights.rgb(index, table) == lights.rgb(index + 0x60, table)


def test_six_players_differ_at_every_level():
    for name in lights.NAMES:
        table = lights.palette(name)
        for level in range(1, 16):
            for one in range(6):
                for other in range(one):
                    a, b = _hue(table, one, level), _hue(table, other, level)
                    steps = max([abs(a[i] - b[i]) for i in range(3)])
                    assert steps >= 7 and steps >= 3 * level, (name, level, one, other)


def test_six_players_differ_for_every_eye():
    table = lights.palette()
    for sight in range(len(SIGHTS)):
        labs = [_lab(_hue(table, seat), SIGHTS[sight]) for seat in range(6)]
        for one in range(6):
            for other in range(one):
                far = _apart(labs[one], labs[other])
                assert far > 0.13, (sight, one, other, far)
        assert _apart(labs[0], labs[1]) > 0.25  # most games have two players


def test_no_player_is_white_or_the_red_of_bad_news():
    table = lights.palette()
    for seat in range(6):
        lab = _lab(_hue(table, seat), SIGHTS[0])
        for sign in (0x0F, 0xDF):
            assert _apart(lab, _lab(lights.rgb(sign, table), SIGHTS[0])) > 0.1, (seat, sign)


def test_hex_is_the_logical_colour():
    table = lights.palette()
    assert lights.to_hex(0, table) == "#000000"
    for index in (0x1F, 0x5A, 0xE1):
        assert lights.to_hex(index, table) == "#%02x%02x%02x" % lights.rgb(index, table)


def test_rows_of_colours_and_of_text():
    pixels = bytearray(2 * 156)
    pixels[0] = 0x1F  # START of row 1, board 1
    pixels[13 + 12] = 0x61  # hole 12 of row 2
    pixels[156 + 11 * 13 + 3] = 0x71  # row 12 of board 2
    pixels[156] = 0x10  # level 0 is dark, whatever the colour
    colours = lights.colour_rows(pixels, 2, lights.palette())
    assert [len(board) for board in colours] == [12, 12]
    assert [len(row) for row in colours[0] + colours[1]] == [13] * 24
    assert colours[0][0][0] == lights.to_hex(0x1F, lights.palette())
    assert colours[1][11][3] == lights.to_hex(0x71, lights.palette())
    assert colours[1][0][0] == "#000000"
    lines = lights.text_rows(pixels, 2)
    assert len(lines) == 12
    assert lines[0] == "1" + "." * 12 + "  " + "." * 13
    assert lines[1] == "." * 12 + "6" + "  " + "." * 13
    assert lines[11] == "." * 13 + "  " + "...+" + "." * 9
