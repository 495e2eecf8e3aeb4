"""The shows of 12 × 12: true, short, each unlike every other, and the same every time."""

import scene_games as games
from scene_games import (
    MIDDLE,
    OTHER,
    RULES,
    act,
    at,
    drawn,
    faces_on_board,
    faces_on_strip,
    lit_markers,
    pixel,
)  # fmt: skip
from twelve.table.scenes import dozen, idle
from twelve.table.scenes.dozen_plan import Plan, scoring
from twelve.table.scenes.frame import BOARD, HOLES, RED, ROWS, Frame, hue_of

DARKEST = 1


def show(step, elapsed_ms, boards=1, strip=False):
    """Return a fresh frame with the show of ``step`` at ``elapsed_ms``."""
    return drawn(lambda frame: dozen.draw_show(frame, *(step + (elapsed_ms,))), boards, strip)


def steps(count=40):
    """Yield (before, action, after) of random games of all kinds."""
    for rules in RULES:
        for players in (1, 2, 3, 6):
            for step in games.steps(b"show%d" % players, count, players, rules):
                yield step


def _true(states, seat, row, hole):
    return hole in [state.markers[ROWS * seat + row - 1] for state in states]


def test_markers_are_where_they_were_or_where_they_are():
    number = 0
    for step in steps(25):
        before, _, after = step
        number += 1
        boards = 1 + number % 2
        length = dozen.show_ms(*step)
        moments = (0, length // 3 + number, length // 2, length * 3 // 4, length - 1, length)
        for elapsed_ms in moments:
            frame = show(step, elapsed_ms, boards)
            for board in range(boards):
                for row, hole, seat, level in lit_markers(frame, board):
                    assert level >= DARKEST
                    assert seat % boards == board
                    assert _true((before, after), seat, row, hole), (step, elapsed_ms)


def test_a_row_never_loses_its_marker_while_its_board_is_shown():
    number = 0
    for step in steps(25):
        number += 1
        plan = Plan(*step)
        end = plan.end_ms if plan.again or step[2].player == plan.player else plan.tell_ms
        if not end:
            continue
        elapsed_ms = number * 97 % end
        frame = show(step, elapsed_ms)
        rows = [found[0] for found in lit_markers(frame, 0)]
        assert rows == list(range(1, ROWS + 1)), (step, elapsed_ms, rows)


def test_shows_are_short():
    longest = {}
    for step in steps(150):
        kind, outcome = step[1].split(" ")[0], step[2].last[3]
        if outcome == "won":
            kind = "won"
        longest[kind] = max(longest.get(kind, 0), dozen.show_ms(*step))
    assert longest["roll"] <= 2600
    assert longest["row"] <= 1200
    assert longest["stop"] <= 1200
    assert longest["won"] <= 6000


def test_the_dice_can_be_read_after_the_tumble_and_long_enough():
    for step in steps(40):
        before, action, after = step
        if action != "roll":
            continue
        faces = list(after.last[2])
        base = before.player % 2 * BOARD
        read_ms = 1600 if after.last[3] == "rolled" else 600
        for elapsed_ms in (500, 500 + read_ms // 2, 500 + read_ms):
            frame = show(step, elapsed_ms, 2, True)
            assert faces_on_board(frame, base, len(faces)) == faces, (step, elapsed_ms)
            assert faces_on_strip(frame.dice)[: len(faces)] == faces


def test_the_dice_tumble_before_they_lie():
    step = games.outcomes()["rolled"]
    seen = []
    for elapsed_ms in range(0, 500, 60):
        seen.append(bytes(show(step, elapsed_ms).pixels))
    assert len(set(seen)) == len(seen)


def test_scoring_dice_are_as_many_as_the_engine_counts():
    from twelve.base.dice import Stream
    from twelve.games.dozen import matches

    chance = Stream(b"scoring")
    for _ in range(300):
        faces = chance.roll(1 + chance.draw(6))
        for row in range(1, 13):
            found = scoring(row, faces)
            count = sum([found >> i & 1 for i in range(len(faces))])
            assert count == matches(row, faces) * (1 if row <= 6 else 2), (row, faces)


def _sign(index):
    """Return the colour of a pixel that is lit and no marker, 0 of any other; white is 16."""
    if not index & 15 or 0x10 <= index < 0x70:
        return 0
    return index >> 4 or 16


def test_every_outcome_is_unlike_every_other():
    found = games.outcomes()
    seen = {}
    for name in found:
        step = found[name]
        plan = Plan(*step)
        begin_ms, end_ms = plan.walk_ms, plan.tell_ms
        if name == "again":
            begin_ms, end_ms = plan.tell_ms, plan.end_ms
        elif name in ("rolled", "scored"):
            begin_ms, end_ms = 0, plan.end_ms
        assert end_ms - begin_ms >= (300 if name == "stopped" else 500), name
        seen[name] = []
        for tenth in (1, 4, 8):
            frame = show(step, begin_ms + (end_ms - begin_ms) * tenth // 10)
            seen[name].extend([_sign(index) for index in frame.pixels])
    for one in seen:
        for other in seen:
            if one < other:
                differ = 0
                for i in range(3 * BOARD):
                    differ += seen[one][i] != seen[other][i]
                assert differ >= 12, (one, other, differ)


def test_bad_news_is_red_and_good_news_is_gold():
    found = games.outcomes()
    for name in found:
        plan = Plan(*found[name])
        colours = set()
        for elapsed_ms in range(plan.walk_ms, plan.tell_ms, 60):
            for index in show(found[name], elapsed_ms).pixels:
                if index & 15:
                    colours.add(index >> 4)
        assert (13 in colours) == (name in ("missed", "bust")), name
        assert (14 in colours) == (name in ("hot", "finished", "again", "won")), name


def test_the_marker_walks_hole_by_hole():
    step = games.outcomes()["scored"]
    plan = Plan(*step)
    heads = []
    for elapsed_ms in range(plan.dice_ms, plan.walk_ms, 10):
        frame = show(step, elapsed_ms)
        levels = [(pixel(frame, 0, plan.row, hole) & 15, hole) for hole in range(HOLES)]
        heads.append(max(levels)[1])
    assert heads[0] == plan.from_hole + 1 and heads[-1] == plan.to_hole
    for i in range(1, len(heads)):
        assert 0 <= heads[i] - heads[i - 1] <= 1


def test_the_trail_at_risk_marches_while_it_grows():
    step = act(act(at(RULES[2], [MIDDLE] * 2), "roll", (2, 2, 2, 2, 2, 5))[2], "row 2")
    plan = Plan(*step)
    assert plan.to_hole - plan.from_hole == 5
    frame = show(step, plan.walk_ms - 1)
    levels = [pixel(frame, 0, 2, hole) & 15 for hole in range(plan.from_hole + 1, plan.to_hole)]
    assert len(set(levels)) == 2 and levels[0] == levels[2] != levels[1]


def test_a_bust_lets_the_points_crumble():
    step = games.outcomes()["bust"]
    plan = Plan(*step)
    assert plan.from_hole > plan.risk_from
    seen = []
    for elapsed_ms in (plan.walk_ms, plan.walk_ms + 450):
        index = pixel(show(step, elapsed_ms), 0, plan.row, plan.from_hole)
        seen.append(index & 0xF0 == RED and index & 15 > 0)
    assert seen == [True, False]


def test_the_next_seat_is_shown_by_its_number_on_its_board():
    for boards in (1, 2):
        for players in (2, 3, 6):
            for seat in range(players):
                step = act(at({}, [[12] * 11 + [0]] * players, seat), "roll", (1,) * 6)
                after = step[2]
                assert after.last[3] == "passed" and after.player == (seat + 1) % players
                end_ms = dozen.show_ms(*step)
                frame = show(step, end_ms - 200, boards)
                board = after.player % boards
                colour = hue_of(after.player)
                hue = [i for i in range(BOARD * boards) if frame.pixels[i] & 0xF0 == colour]
                assert len(hue) >= 6
                assert set([i // BOARD for i in hue]) == set((board,))
                assert len(lit_markers(frame, board)) == 12


def test_alone_nobody_hands_over():
    step = act(at({}, [[12] * 11 + [0]]), "roll", (1,) * 6)
    assert dozen.show_ms(*step) == Plan(*step).tell_ms


def test_a_free_turn_goes_round_the_board():
    plan = Plan(*games.outcomes()["again"])
    assert plan.again and not Plan(*games.outcomes()["finished"]).again
    frame = show(games.outcomes()["again"], plan.tell_ms + 100)
    gold = [i for i in range(BOARD) if frame.pixels[i] >> 4 == 14]
    assert len(gold) >= 12
    for i in gold:
        assert i // HOLES in (0, 11) or i % HOLES in (0, 12)


def test_a_game_that_begins_shows_who_is_first():
    state = at({}, [MIDDLE, OTHER, MIDDLE], 2)
    assert dozen.show_ms(None, "", state) == 900
    frame = show((None, "", state), 500, 2)
    assert [i for i in frame.pixels if i & 0xF0 == hue_of(2)]
    assert len(lit_markers(frame, 0)) == 12


def test_a_frame_that_was_used_shows_the_same_as_a_fresh_one():
    used = Frame(2, True)
    for step in steps(6):
        for elapsed_ms in range(0, dozen.show_ms(*step) + 400, 213):
            dozen.draw_show(used, *(step + (elapsed_ms,)))
            fresh = show(step, elapsed_ms, 2, True)
            assert used.pixels == fresh.pixels and used.dice == fresh.dice
        idle.draw_idle(used, 100)
