"""The table's end of the line: requests, answers, news, silence. A host's end is the other half."""

import json

from fakes import Bench, texts
from twelve.record.session import Session


class Host:
    """A host's end joined to a table on the same clock, without loss."""

    def __init__(self, bench):
        self.bench = bench
        self.session = Session(True, lambda: (("host", "h"), ("credit", 200)), 0)
        self.heard = []
        self.number = 0
        self.reading = True

    def run(self, ms: int) -> None:
        port = self.bench.port
        for _ in range(0, ms, 4):
            self.bench.run(4)
            self.session.tick(port.now_ms)
            if self.reading:
                data = bytes(port.outgoing)
                port.outgoing = bytearray()
                for message, _ in self.session.receive(data, port.now_ms):
                    self.heard.append(message)
            while self.reading:
                piece = self.session.take(4000)
                if not piece:
                    break
                port.incoming += piece

    def ask(self, kind: str, ms: int = 200, **fields) -> dict:
        """Send a request; return its answer."""
        self.number += 1
        return self.send(kind, ms, id=self.number, **fields)

    def send(self, kind: str, ms: int = 200, **fields) -> dict:
        fields["id"] = fields.get("id", self.number)
        pairs = ['"m":"%s"' % kind] + [json.dumps(k) + ":" + json.dumps(fields[k]) for k in fields]
        self.session.send("{" + ",".join(pairs) + "}")
        self.run(ms)
        answers = [m for m in self.heard if m["m"] == "ans" and m["id"] == fields["id"]]
        return answers[-1]

    def last(self, kind: str) -> dict:
        return [m for m in self.heard if m["m"] == kind][-1]


def joined() -> Host:
    host = Host(Bench())
    host.run(100)
    return host


def started(game: str = "12x12", **fields) -> Host:
    host = joined()
    # Nobody answers the commitment here, so the table waits half a second for the host's share.
    assert host.ask("new", 700, game=game, **fields)["ok"] is True
    return host


def test_the_table_says_nothing_until_it_is_greeted():
    bench = Bench()
    bench.run(3000)
    assert bench.port.outgoing == b""


def test_the_hello_says_who_the_table_is():
    hello = joined().last("hello")
    assert hello["v"] == 1 and len(hello["table"]) == 12 and hello["boot"] == 1
    assert hello["games"] == [] and hello["boards"] == 1


def test_a_game_by_requests():
    host = started()
    answer = host.ask("act", action="roll", n=3)
    assert answer["ok"] is True and answer["n"] == 4
    assert len(texts(host.bench)) == 3
    assert host.last("now")["show"] is True and host.last("now")["cur"] is None
    host.run(3000)
    assert host.last("now")["cur"] == host.bench.play.legal()[0]


def test_refusals_name_their_code_and_change_nothing():
    host = started()
    for kind, fields, code in (
        ("act", {"action": "roll", "n": 9}, "moved"),
        ("act", {"action": "row 1", "n": 3}, "illegal_action"),
        ("act", {"n": 3}, "bad_request"),
        ("act", {"action": "roll", "dice": [1, 2], "n": 3}, "bad_dice"),
        ("act", {"action": "roll", "dice": 6, "n": 3}, "bad_request"),
        ("undo", {"n": 3}, "nothing_to_undo"),
        ("new", {"game": "12x12"}, "running"),
        ("new", {"game": "chess", "abandon": True}, "bad_request"),
        ("new", {"game": "12x12", "abandon": True, "seed": "00"}, "bad_request"),
        ("new", {"game": "12x12", "abandon": True, "players": ["x" * 41]}, "bad_request"),
        ("names", {"players": ["only one"]}, "bad_request"),
        ("names", {"players": ["a", "b\n"]}, "bad_request"),
        ("close", {}, "running"),
        ("key", {"gesture": "punch"}, "bad_request"),
    ):
        answer = host.ask(kind, **fields)
        assert answer["ok"] is False and answer["code"] == code, (kind, fields, answer)
    assert len(texts(host.bench)) == 2


def test_a_request_that_is_sent_again_is_not_done_again():
    host = started()
    first = host.ask("act", action="roll")
    again = host.send("act", action="roll")
    assert first == again and len(texts(host.bench)) == 3


def test_the_record_comes_before_the_answer():
    host = started()
    have = '{"m":"have","g":"%s","n":2,"chain":"%s"}'
    host.session.send(have % (host.last("now")["g"], host.bench.console.journal.chain))
    host.run(60)
    answer = host.ask("act", action="roll")
    record = [m for m in host.heard if m["m"] == "rec"][-1]
    assert record["r"]["n"] == 3
    assert host.heard.index(record) < host.heard.index(answer)


def test_press_and_release_are_a_gesture_of_their_own_length():
    for ms, wanted in ((60, None), (700, None), (2200, "menu go on")):
        host = started()
        host.ask("key", ms, gesture="press")
        assert host.bench.console.remote.pressed_ms(host.bench.port.now_ms) >= 0
        n = host.bench.console.keeper.next_n
        host.ask("key", gesture="release")
        if wanted:
            assert host.bench.console.cursor == wanted
        else:
            assert host.bench.console.keeper.next_n == n + 1


def test_a_host_that_goes_away_lets_the_button_go_without_a_gesture():
    host = started()
    host.ask("key", gesture="press")
    n = host.bench.console.keeper.next_n
    host.bench.run(8000)
    assert host.bench.console.remote.pressed_ms(host.bench.port.now_ms) == -1
    assert host.bench.console.keeper.next_n == n and host.bench.console.menu is None


def test_names_are_notes_of_the_game():
    host = started(players=["Ann", "Bob"])
    assert host.ask("names", players=["Ann", "Zoë 😀"], n=3)["ok"] is True
    assert "Zoë 😀" in texts(host.bench)[-1]


def test_the_hosts_share_is_part_of_the_nonce():
    host = joined()
    host.session.send('{"m":"new","id":1,"game":"12x12"}')
    host.run(60)
    assert len(host.last("commit")["commit"]) == 64
    host.session.send('{"m":"rand","r":"00112233445566ff"}')
    host.run(60)
    assert '00112233445566ff"' in texts(host.bench)[1]


def test_t05_a_host_that_does_not_read_stops_nothing():
    host = started()
    host.reading = False
    sent = len(host.bench.port.outgoing)
    host.bench.click()
    host.bench.settle()
    host.bench.hold()
    host.run(1500)
    assert len(host.bench.port.outgoing) - sent <= 420  # the window, and once more after a loss
    host.run(5000)
    assert not host.bench.console.line.session.open
    quiet = len(host.bench.port.outgoing)
    host.bench.click()
    host.run(2000)
    assert len(host.bench.port.outgoing) == quiet


def test_the_lights_come_board_by_board_and_only_when_they_change():
    host = started()
    pictures = [m for m in host.heard if m["m"] == "px"]
    assert pictures and pictures[-1]["b"] == 0
    assert {m["r"] for m in pictures} == {0, 6} and len(pictures[-1]["d"]) == 104


def _short_of_memory(*_):
    raise MemoryError("of the test")


def test_t25_a_start_without_memory_is_answered_once_and_the_table_begins_anew():
    host = joined()
    keeper = host.bench.console.keeper
    keeper.start = _short_of_memory
    answer = host.ask("new", 700, game="12x12")
    assert answer["ok"] is False and answer["code"] == "busy" and "MemoryError" in answer["text"]
    assert host.bench.console.line.upkeep.wish == "restart"
    number = host.bench.console.identity.games
    assert host.send("new", game="12x12") == answer
    assert host.bench.console.identity.games == number


def test_t25_an_action_without_memory_has_not_happened():
    host = started()
    before = host.bench.play.state
    host.bench.console.journal.append = _short_of_memory
    assert host.ask("act", action="roll")["code"] == "busy"
    assert host.bench.play.state is before and len(texts(host.bench)) == 2
