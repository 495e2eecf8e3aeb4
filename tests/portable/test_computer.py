"""The computer's seats at the table: who decides, time limits, taking back, the rematch."""

import json

from fakes import Bench, texts
from twelve.base.errors import Refusal
from twelve.games.play import PERSON
from twelve.games.seating import AWAY
from twelve.table.seats import set_limit, set_seat


def seated(game="12x12", seats=(), limit=0, **more):
    bench = Bench()
    bench.run(40)
    request = {"game": game, "seats": list(seats), "limit": limit}
    request.update(more)
    bench.start(request)
    return bench


def records(bench):
    return [json.loads(text) for text in texts(bench)]


def _notes(bench, kind):
    return [record for record in records(bench) if record.get("kind") == kind]


def _until(bench, holds, ms=60000):
    end_ms = bench.port.now_ms + ms
    while not holds():
        assert bench.port.now_ms < end_ms, "it never came to that"
        bench.run(100)


def _at(bench, seat):
    """Return whether ``seat`` is to act, and the lights wait for it."""
    return bench.play.over or (bench.play.state.player == seat and not bench.console.in_show)


def test_a_computer_plays_its_turn_and_a_person_the_other():
    for game, seats in (("12x12", ("person", "easy")), ("morris", ("person", "normal"))):
        bench = seated(game, seats)
        assert bench.console.chooser is not None
        bench.console.act(bench.play.legal()[0], bench.port.now_ms)
        while bench.play.state.player == 0:
            bench.settle()
            bench.console.act(bench.play.legal()[0], bench.port.now_ms)
        _until(bench, lambda: _at(bench, 0))
        acts = [record for record in records(bench) if record["op"] == "act"]
        levels = [record.get("level") for record in acts]
        assert levels[0] is None and levels[-1] == seats[1]
        assert bench.console.chooser is not None and bench.console.cursor
        n = bench.console.keeper.next_n
        bench.run(20000)  # a person may take any time
        assert bench.console.keeper.next_n == n


def test_in_the_computers_turn_a_hold_takes_nothing_and_the_lights_say_that_it_thinks():
    bench = seated(seats=("normal", "person"))
    assert bench.console.cursor is None and bench.console.chooser is None
    seen = set()
    for _ in range(8):
        bench.run(60)
        seen.add(bytes(bench.console.frame.pixels))
    assert len(seen) > 4  # something runs


def test_a_click_hurries_the_computer_but_does_not_take_its_seat():
    bench = seated(seats=("easy", "person"))
    n = bench.console.keeper.next_n
    bench.click()
    bench.run(60)
    assert bench.console.keeper.next_n == n + 1  # at once, not after a while
    assert bench.play.levels == ("easy", "person")


def test_the_same_game_makes_the_computer_play_the_same():
    found = []
    for _ in range(3):
        bench = Bench(seed=b"seed")
        bench.run(40)
        request = {"game": "morris", "seats": ["easy", "easy"]}
        bench.console.begin(request, bench.port.now_ms, None)
        bench.run(30000)
        found.append([r["action"] for r in records(bench) if r["op"] == "act"])
    # The lots come from the record with its times, and code that is to be loaded takes time.
    assert found[1] == found[2] and len(found[1]) > 10


def test_a_game_between_computers_comes_to_its_end():
    for game in ("morris", "dominoes"):
        bench = seated(game, ("easy",) * (2 if game == "morris" else 1))
        _until(bench, lambda b=bench: b.play.over, 3000000)
        assert bench.console.cursor == "new game" or bench.console.in_show


def test_time_runs_out_and_the_computer_plays_until_a_click_in_its_turn():
    for limit_s in (30, 60):
        bench = seated(limit=limit_s)
        bench.run(limit_s * 1000 - 1000)
        assert bench.play.levels == () and bench.console.computer.left_s == 1
        bench.run(1200)
        assert bench.play.levels == (AWAY, PERSON)
        assert "time is up" in bench.console.say and bench.play.players[0] in bench.console.say
        n = bench.console.keeper.next_n
        _until(bench, lambda n=n: bench.console.keeper.next_n > n)
        assert records(bench)[-1]["level"] == "normal"
        bench.settle()
        if _at(bench, 0):
            bench.click()
            assert bench.play.levels == () and bench.console.chooser is not None
        assert [r["level"] for r in _notes(bench, "seat")][0] == "away"


def test_the_time_of_a_turn_stands_still_while_people_look_at_a_show_or_the_menu():
    bench = seated(limit=30)
    bench.long()
    bench.run(60000)
    bench.long()
    assert bench.play.levels == ()
    bench.run(20000)
    assert bench.play.levels == ()
    bench.run(11000)
    assert bench.play.levels == (AWAY, PERSON)


def test_who_skips_the_show_of_the_turn_before_does_not_take_the_seat_back():
    bench = seated(seats=("person", "away"))
    while bench.play.state.player == 0:
        bench.settle()
        bench.console.act(bench.play.legal()[0], bench.port.now_ms)
    assert bench.console.in_show
    bench.click()
    assert bench.play.levels == (PERSON, AWAY)
    bench.click()
    assert bench.play.levels == ()


def test_the_last_ten_seconds_are_on_the_lights():
    bench = seated(limit=30)
    bench.run(19000)
    calm = bytes(bench.console.frame.pixels)
    bench.run(2000)
    late = bytes(bench.console.frame.pixels)
    bench.run(7000)
    later = bytes(bench.console.frame.pixels)
    changed = [sum(1 for a, b in zip(calm, picture) if a != b) for picture in (late, later)]
    assert changed[0] > changed[1] + 10  # a ring that shrinks


def test_taking_back_against_a_computer_goes_back_to_the_decision_of_a_person():
    bench = seated("morris", ("person", "easy"))
    first = bench.play.hash()
    bench.console.act("place a7", bench.port.now_ms)
    _until(bench, lambda: _at(bench, 0))
    assert bench.play.state.last[0] == 1
    done = []
    assert not bench.console.undo(bench.port.now_ms, lambda: done.append(1))
    bench.run(40)
    assert done == [1] and bench.play.hash() == first
    assert [r["op"] for r in records(bench)[-2:]] == ["undo", "undo"]
    n = bench.console.keeper.next_n
    bench.run(5000)
    assert bench.console.keeper.next_n == n  # the person decides anew


def test_taking_back_the_end_of_an_abandoned_game_takes_back_no_action():
    bench = seated("morris", ("person", "easy"))
    bench.console.act("place a7", bench.port.now_ms)
    bench.console.keeper._write(bench.port.now_ms, ("op", "abandon"))
    bench.play.abandon()
    assert bench.console.undo(bench.port.now_ms)
    assert bench.play.history.length == 1 and not bench.play.over


def test_the_menu_sets_seats_limit_and_rematch_also_in_a_game():
    bench = seated()
    bench.long()
    while bench.console.menu.entry != "seats":
        bench.click()
    bench.hold()
    menu = bench.console.menu
    assert menu.entries == ["back", "seat 1", "seat 2", "turn limit", "rematch"]
    bench.click()
    bench.click()
    for level in ("easy", "normal", "expert", "person", "easy"):
        bench.hold()
        assert menu.value("seat 2") == level
    bench.click()
    bench.hold()
    assert menu.value("turn limit") == "30"
    bench.click()
    bench.hold()
    assert menu.value("rematch") == "no"
    bench.click()
    bench.hold()
    assert bench.console.menu.entry == "seats"
    bench.long()
    assert bench.play.levels == (PERSON, "easy") and bench.play.limit_s == 30
    assert [r["level"] for r in _notes(bench, "seat")][-1] == "easy"
    assert [r["value"] for r in _notes(bench, "limit")] == [30]
    # And so it is after the power has gone.
    again = Bench(bench.port.files)
    again.run(40)
    assert again.play.levels == (PERSON, "easy") and again.play.limit_s == 30
    assert again.console.choices.levels[:2] == [PERSON, "easy"]
    assert again.console.choices.limit_s == 30 and not again.console.choices.swaps


def test_seats_survive_a_power_cut_behind_a_snapshot():
    bench = seated("morris", ("easy", "easy"), 60)
    bench.run(60000)
    while bench.console.keeper.snapshot():
        pass
    again = Bench(bench.port.files)
    again.run(40)
    assert again.play.levels == ("easy", "easy") and again.play.limit_s == 60


def test_strange_seats_are_refused_and_nothing_has_happened():
    bench = seated()
    n = bench.console.keeper.next_n
    deeds = [
        lambda: set_seat(bench.console, 2, "easy", 0),
        lambda: set_seat(bench.console, -1, "easy", 0),
        lambda: set_seat(bench.console, "0", "easy", 0),
        lambda: set_seat(bench.console, 0, "grandmaster", 0),
        lambda: set_limit(bench.console, 45, 0),
        lambda: set_limit(bench.console, True, 0),
    ]
    for key, value in (("seats", ["easy"]), ("seats", "easy"), ("seats", [1, 2]), ("limit", 3)):
        request = {"game": "12x12", key: value}
        deeds.append(lambda request=request: bench.console.begin(request, 0, None))
    for deed in deeds:
        try:
            deed()
        except Refusal as refusal:
            assert refusal.code == "bad_request"
        else:
            raise AssertionError("it was not refused")
    assert bench.console.keeper.next_n == n and bench.play.levels == ()


def test_the_hint_thinks_and_then_puts_the_cursor_there():
    for game in ("12x12", "morris", "dominoes"):
        bench = seated(game)
        bench.long()
        while bench.console.menu.entry != "hint":
            bench.click()
        bench.hold()
        _until(bench, lambda b=bench: b.console.say)
        assert bench.console.cursor in bench.play.legal()
        assert bench.console.computer is None or not bench.console.computer.advising
