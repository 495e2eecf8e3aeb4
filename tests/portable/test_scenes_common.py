"""What all scenes share: seats and boards, the press, the menu, tables without a game."""

import scene_games as games
from scene_games import MIDDLE, at, drawn
from twelve.games import catalog as games_catalog
from twelve.table.scenes import catalog, common, idle
from twelve.table.scenes.frame import (
    BLUE,
    BOARD,
    HOLES,
    RED,
    STRIP,
    Frame,
    draw_glyph,
    fill_row,
    lay,
)
from twelve.table.scenes.glyphs import DIGITS
from twelve.table.scenes.icons import ICONS, letter

WORDS = (
    "go on", "take back", "hint", "new game", "game", "ruleset", "options", "players", "lights",
    "close", "wake",
)  # fmt: skip
SEATS = (
    "back",
    "seat 1",
    "seat 2",
    "seat 3",
    "seat 4",
    "seat 5",
    "seat 6",
    "turn limit",
    "rematch",
)


def test_every_game_has_its_scenes():
    for name in games_catalog.NAMES:
        scene = catalog.scene(name)
        assert scene is catalog.scene(name)
        for part in ("show_ms", "draw_show", "draw_rest"):
            assert callable(getattr(scene, part)), (name, part)


def test_a_frame_is_made_once_and_clears():
    frame = Frame(2, True)
    pixels, strip = frame.pixels, frame.dice
    assert len(pixels) == 2 * BOARD and len(strip) == STRIP
    frame.put(1, 12, 12, 0x1F)
    assert pixels[-1] == 0x1F
    frame.put(0, 1, 0, 0x2F)
    assert pixels[0] == 0x2F
    strip[3] = 7
    frame.keep()
    frame.clear()
    assert pixels == bytes(2 * BOARD) and strip == bytes(STRIP)
    frame.recall()
    assert (pixels[0], pixels[-1], strip[3]) == (0x2F, 0x1F, 7)
    assert frame.pixels is pixels and frame.dice is strip
    assert Frame(1).dice is None


def test_nothing_is_laid_over_a_marker():
    pixels = bytearray(b"\x12\x00\x6f\x75")
    for i in range(4):
        lay(pixels, i, 0xE8)
    assert pixels == b"\x18\xe8\x6f\xe8"
    pixels = bytearray(b"\x12\x00\x6f\x75")
    fill_row(pixels, 0, 0, 3, 0xE8)
    assert pixels == b"\x18\xe8\x6f\xe8"


def test_glyphs_are_drawn_left_to_right_and_top_down():
    pixels = bytearray(BOARD)
    draw_glyph(pixels, 1, (0b100, 0b011), 3, 9)
    assert [i for i in range(BOARD) if pixels[i]] == [1, HOLES + 2, HOLES + 3]


def test_digits_and_letters_are_all_different():
    assert len(set(DIGITS)) == 10
    letters = [letter(sign) for sign in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    # 0 and D, 5 and S may look alike, but none may be the same.
    assert len(set(letters)) == 36
    assert letter("a") == letter("A") and letter("-") == b""


def test_seats_are_dealt_to_the_boards():
    assert [common.board_of(seat, 2) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [common.board_of(seat, 1) for seat in range(6)] == [0] * 6


def test_a_board_shows_who_plays_there_next():
    for players in range(1, 7):
        for turn in range(players):
            assert common.shown_seat(0, 1, players, turn) == turn
            for boards in (2, 3):
                for board in range(boards):
                    order = [(turn + i) % players for i in range(players)]
                    wanted = [seat for seat in order if seat % boards == board] + [-1]
                    assert common.shown_seat(board, boards, players, turn) == wanted[0]


def _scenes():
    """Return drawing functions of scenes of every kind."""
    from twelve.table.scenes import dozen

    state = at({}, [MIDDLE, MIDDLE])
    fresh = at({}, [[0] * 12, [0] * 12])
    found = [
        lambda frame: dozen.draw_rest(frame, state, ("roll",), 0, 500, -1),
        lambda frame: dozen.draw_rest(frame, fresh, ("roll",), 0, 500, -1),
        lambda frame: common.draw_menu(frame, WORDS, 3, 500, ""),
        lambda frame: idle.draw_idle(frame, 500),
    ]
    steps = games.outcomes()
    for name in steps:
        for part in (1, 2, 3):
            elapsed_ms = dozen.show_ms(*steps[name]) * part // 4
            found.append(_show(dozen, steps[name], elapsed_ms))
    return found


def _show(scene, step, elapsed_ms):
    return lambda frame: scene.draw_show(frame, step[0], step[1], step[2], elapsed_ms)


def test_the_first_edge_changes_every_scene_at_once():
    for draw in _scenes():
        plain, pressed = drawn(draw), drawn(draw)
        common.draw_press(pressed, 0, 500, 2000)
        changed = [i for i in range(BOARD) if plain.pixels[i] != pressed.pixels[i]]
        assert len(changed) >= 4, len(changed)


def test_click_hold_and_long_hold_have_lights_of_their_own():
    for draw in _scenes():
        seen = []
        for pressed_ms in (0, 250, 499, 500, 1250, 1999, 2000):
            frame = drawn(draw)
            common.draw_press(frame, pressed_ms, 500, 2000)
            seen.append(bytes(frame.pixels))
        assert len(set(seen)) >= 6  # a ring that nearly closes may look closed
        assert seen[2] != seen[3] != seen[5] != seen[6]


def test_hold_times_are_settings():
    frames = []
    for pressed_ms, hold_ms, long_ms in ((500, 500, 2000), (300, 300, 900), (899, 300, 900)):
        frame = Frame(1)
        common.draw_press(frame, pressed_ms, hold_ms, long_ms)
        frames.append(bytes(frame.pixels))
    assert frames[0] == frames[1] != frames[2]


def test_a_press_hides_no_marker_and_nothing_bright():
    for draw in _scenes():
        plain = drawn(draw)
        for pressed_ms in (0, 499, 500, 1999, 2000, 2150):
            frame = drawn(draw)
            common.draw_press(frame, pressed_ms, 500, 2000)
            for i in range(BOARD):
                old, new = plain.pixels[i], frame.pixels[i]
                if 0x10 <= old < 0x70:
                    assert new & 0xF0 == old & 0xF0 and new & 15 >= old & 15
                elif old & 15 > 4 and not RED <= old < BLUE:
                    assert new == old


def test_a_button_that_is_up_lights_nothing():
    frame = Frame(2)
    common.draw_press(frame, -1, 500, 2000)
    assert frame.pixels == bytes(2 * BOARD)


def test_every_menu_entry_has_its_own_picture():
    for word in WORDS + ("seats", "seat", "back", "turn limit", "rematch"):
        assert word in ICONS
    for entries in (WORDS, WORDS[:4], SEATS, WORDS[:10] + ("seats", "wiring")):
        seen = []
        for cursor in range(len(entries)):
            seen.append(bytes(drawn(lambda f: common.draw_menu(f, entries, cursor, 0, "")).pixels))
        assert len(set(seen)) == len(entries)


def test_the_chosen_entry_stands_out_in_the_list():
    for cursor in range(len(WORDS)):
        for elapsed_ms in (0, 300, 600, 900):
            frame = drawn(lambda f: common.draw_menu(f, WORDS, cursor, elapsed_ms, ""))
            levels = [frame.pixels[row * HOLES] & 15 for row in range(12)]
            assert levels[cursor] >= 9 and frame.pixels[cursor * HOLES] & 0xF0 == BLUE
            assert [lv for lv in levels if lv == 3] == [3] * (len(WORDS) - 1) and not levels[11]


def test_values_are_shown():
    for word, values in (
        ("players", "123456"),
        ("lights", "12345"),
        ("ruleset", ("classic", "luck")),
        ("game", ("12x12", "morris", "dominoes")),
        ("seat 2", ("person", "away", "easy", "normal", "expert")),
        ("turn limit", ("no", "30", "60")),
        ("rematch", ("yes", "no")),
    ):
        words = WORDS if word in WORDS else SEATS
        at_word = words.index(word)
        seen = [bytes(drawn(lambda f: common.draw_menu(f, words, at_word, 0, "")).pixels)]
        for value in values:
            frame = drawn(lambda f: common.draw_menu(f, words, at_word, 0, value))
            seen.append(bytes(frame.pixels))
        assert len(set(seen)) == len(values) + 1, word


def test_a_menu_of_a_strange_word_is_still_drawn():
    frame = drawn(lambda f: common.draw_menu(f, ("moonwalk",), 0, 0, "?!"))
    assert len([i for i in frame.pixels if i & 15]) >= 5


def test_a_table_without_a_game_is_alive_and_gentle():
    seen = [bytes(drawn(lambda f: idle.draw_idle(f, ms), 2).pixels) for ms in (0, 700, 1500)]
    assert len(set(seen)) == 3
    for pixels in seen:
        assert [i for i in pixels if i & 15]
        assert not [i for i in pixels if 0x10 <= i < 0x70]  # no marker where no game is
        light = sum([i & 15 for i in pixels])
        assert light < 15 * 30 * 2, light


def test_the_computer_and_the_end_of_a_turn_are_laid_over_any_scene():
    lit = []
    for now_ms in range(0, 2400, 300):
        lit.append(bytes(drawn(lambda f: common.draw_busy(f, now_ms), 2).pixels))
        assert 4 <= len([i for i in lit[-1] if i]) <= 16  # a short arc, on both boards
    assert len(set(lit)) == len(lit)
    counts = []
    for left_ms in (10000, 7000, 4000, 1000, 0, -5):
        pixels = drawn(lambda f: common.draw_late(f, left_ms, 10000)).pixels
        counts.append(len([i for i in pixels if i]))
    assert counts == sorted(counts, reverse=True) and counts[0] > 40 and counts[-1] == 0


def test_fault_codes_are_all_different():
    seen = [bytes(drawn(lambda f: idle.draw_code(f, code, 0)).pixels) for code in range(1, 100)]
    assert len(set(seen)) == 99
    assert idle.draw_code(Frame(1), 7, 0) is None
    off = drawn(lambda f: idle.draw_code(f, 7, 800)).pixels
    assert bytes(off) != seen[6]
