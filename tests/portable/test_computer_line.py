"""The computer's seats as a laptop sees and sets them."""

from fakes import Bench
from test_computer import records, seated
from test_line import started
from twelve.base.errors import Refusal
from twelve.games.play import PERSON


def _news(host) -> dict:
    host.run(1200)
    return host.last("now")


def test_the_laptop_decides_for_an_expert_and_nobody_else_does():
    host = started(seats=["expert", "person"], limit=30)
    news = _news(host)
    assert news["think"] == "expert" and news["left"] == -1 and news["cur"] is None
    for level in (None, "normal", 7):
        fields = {} if level is None else {"level": level}
        refused = host.ask("act", action="roll", **fields)
        assert refused["code"] == "illegal_action" and "expert" in refused["text"]
    assert host.ask("act", 40, action="roll", level="expert")["ok"] is True
    for fields in ({}, {"level": "expert"}):  # nor while the lights still show what it did
        assert host.bench.console.in_show
        refused = host.ask("act", 40, action=host.bench.play.legal()[0], **fields)
        assert refused["code"] == "illegal_action"
    assert records(host.bench)[-1]["level"] == "expert"


def test_where_the_laptop_does_not_think_normal_plays():
    host = started(seats=["expert", "person"])
    n = host.bench.console.keeper.next_n
    host.run(7000)
    assert host.bench.console.keeper.next_n == n
    host.run(3500)
    assert records(host.bench)[n - 1]["level"] == "normal"


def test_without_a_laptop_normal_plays_for_the_expert_at_once():
    bench = seated(seats=("expert", "person"))
    n = bench.console.keeper.next_n
    bench.run(2000)
    assert records(bench)[n - 1]["level"] == "normal"


def test_who_was_away_is_back_when_he_acts_at_the_page():
    host = started(seats=["away", "person"])
    assert host.ask("act", 40, action="roll")["ok"] is True
    assert host.bench.play.levels == ()
    assert [r.get("level") for r in records(host.bench)[-2:]] == ["person", None]


def test_seats_and_limit_by_requests():
    host = started()
    n = host.bench.console.keeper.next_n
    assert host.ask("seat", n=n, seat=1, level="easy") == {
        "m": "ans", "id": host.number, "ok": True, "n": n + 1
    }  # fmt: skip
    assert host.ask("seat", seat=1, level="easy")["n"] == n + 1  # nothing new, no record
    assert host.ask("limit", value=60)["n"] == n + 2
    assert 58 <= _news(host)["left"] <= 60
    for fields in ({"seat": 3, "level": "easy"}, {"seat": 0, "level": 1}, {}):
        assert host.ask("seat", **fields)["code"] == "bad_request"
    assert host.ask("limit", value="60")["code"] == "bad_request"
    assert host.ask("seat", n=1, seat=1, level="easy")["code"] == "moved"


def test_taking_back_is_answered_when_it_has_come_to_a_person():
    host = started(game="morris", seats=["person", "easy"])
    host.ask("act", action="place a7")
    host.run(6000)
    bench = host.bench
    assert bench.play.state.player == 0 and bench.play.history.length == 2
    n = bench.console.keeper.next_n
    assert host.ask("undo", n=n)["n"] == n + 2
    assert bench.play.history.length == 0


def _two_turns():
    """Return a host of a game in which a person and the computer have taken two turns each."""
    host = started(game="morris", seats=["person", "easy"])
    for _ in range(2):
        host.ask("act", action=host.bench.play.legal()[0])
        host.run(6000)
    assert host.bench.play.state.player == 0 and host.bench.play.history.length == 4
    return host


def test_every_wish_to_take_back_is_answered():
    host = _two_turns()
    host.session.send('{"m":"undo","id":101}')
    host.session.send('{"m":"undo","id":102}')
    host.run(400)
    assert [m["ok"] for m in host.heard if m["m"] == "ans" and m["id"] > 100] == [True, True]
    assert host.bench.play.state.player == 0 and host.bench.play.history.length == 2
    host = _two_turns()
    n, files = host.bench.console.keeper.next_n, host.bench.port.files
    host.session.send('{"m":"undo","id":101}')
    while host.bench.console.keeper.next_n == n:
        host.run(4)
    files.read_only = True  # after the first record
    host.run(400)
    files.read_only = False
    assert [m["ok"] for m in host.heard if m["m"] == "ans" and m["id"] > 100] == [True]


def test_what_is_done_right_after_taking_back_stands():
    host = _two_turns()
    n = host.bench.console.keeper.next_n
    host.session.send('{"m":"undo","id":101}')
    for number in range(102, 160):  # the first of them come too early
        host.session.send('{"m":"act","id":%d,"n":%d,"action":"place d6"}' % (number, n + 2))
        host.run(4)
    host.run(500)
    answers = [m for m in host.heard if m["m"] == "ans" and m["id"] > 101]
    assert [m["ok"] for m in answers].count(True) == 1
    assert {m.get("code") for m in answers if not m["ok"]} == {"moved"}
    assert host.bench.play.history.length == 3


def test_a_game_with_notes_that_make_no_sense_here_goes_on_after_a_switch_on():
    bench = seated("12x12", ("person", "easy"))
    for pairs in (
        (("kind", "seat"), ("seat", 1), ("level", "master")),
        (("kind", "seat"), ("seat", 7), ("level", "easy")),
        (("kind", "limit"), ("value", 45)),
    ):
        journal = bench.console.journal
        journal.append((("op", "note"),) + pairs + (("ms", bench.port.now_ms),))
    bench = Bench(bench.port.files)
    bench.run(100)
    assert bench.console.keeper.running and not bench.console.say
    assert bench.play.level(0) == PERSON and bench.play.level(1) == "expert"
    assert bench.play.limit_s == 0


def test_however_often_somebody_clicks_the_computer_comes_to_an_end():
    bench = seated("morris", ("normal", "person"))
    n, until_ms = bench.console.keeper.next_n, bench.port.now_ms + 25000
    while bench.console.keeper.next_n == n:
        assert bench.port.now_ms < until_ms, "every click has it think from the beginning"
        bench.click()
    host = started(seats=["expert", "person"])  # and nobody on the laptop thinks
    n, until_ms = host.bench.console.keeper.next_n, host.bench.port.now_ms + 25000
    while host.bench.console.keeper.next_n == n:
        assert host.bench.port.now_ms < until_ms, "every click has it wait from the beginning"
        host.ask("key", gesture="click")
        host.run(1000)


def test_what_comes_while_more_is_taken_back_leaves_nobody_without_an_answer():
    host = started(game="morris", seats=["person", "easy"])
    for action in ("place a7", "place d7"):
        host.ask("act", 6000, action=action)
    first, second = host.number + 1, host.number + 2
    for number, more in ((first, '"m":"undo"'), (second, '"m":"seat","seat":1,"level":"person"')):
        host.session.send("{%s,%s}" % (more, '"id":%d' % number))
    host.number = second
    host.run(400)
    answered = [m["id"] for m in host.heard if m["m"] == "ans"]
    assert first in answered and second in answered
    assert host.bench.play.levels == ()


def test_a_full_heap_has_persons_only_and_says_so():
    bench = Bench()
    bench.run(40)
    bench.console.choices.levels[1] = "easy"  # from a table with more memory
    bench.console.choices.limit_s = 30
    bench.console.keeper.is_cramped = True
    bench.click()
    bench.run(40)
    assert bench.play.levels == () and bench.play.limit_s == 0
    bench.long()
    assert "seats" not in bench.console.menu.entries
    bench.long()
    for more in ({"seats": ["person", "easy"]}, {"limit": 30}):
        request = {"game": "12x12"}
        request.update(more)
        try:
            bench.console.begin(request, bench.port.now_ms, None)
        except Refusal as refusal:
            assert refusal.code == "busy" and "--heap" in refusal.message
        else:
            raise AssertionError("it was taken")
    bench.play.levels = ("easy", "person")  # a game from a table with more memory
    bench.console.rest(bench.port.now_ms)
    assert bench.console.computer is None and bench.console.cursor == "roll"
