"""The service shows: four presses settle the wiring, the test stays within the cap."""

from fakes import FakePort, MemoryFiles, few
from twelve.table.power import limit_of
from twelve.table.service import Service
from twelve.table.settings import Settings
from twelve.table.setup import prepare
from twelve.table.wiring import BOARD, CORNERS, HOLES, ROWS, chain


class Leds(FakePort):
    """A port with LEDs: ``sent`` are the bytes of the data lines."""

    has_leds = True

    def __init__(self, text: str = ""):
        FakePort.__init__(self, MemoryFiles({"table.toml": text.encode()}))
        self.sent = b""
        self.most = 0

    def send(self, number: int, line) -> None:
        self.sent = bytes(line)
        self.most = max(self.most, sum(self.sent))


class Person:
    """Somebody who sees the board, whatever the wiring, and presses when it is right."""

    def __init__(self, port, wiring):
        self.port = port
        self.service = Service(port, None)
        corner, by_rows, zigzag, self.offset = wiring
        self.corner = corner
        places = chain(HOLES, ROWS, corner, by_rows, zigzag)
        self.hole_at = {place + self.offset: hole for hole, place in enumerate(places)}

    def lit(self) -> list:
        """Return the holes that are lit, in order; pixels without a hole cannot be seen."""
        sent = self.port.sent
        found = [i // 3 for i in range(0, len(sent), 3) if any(sent[i : i + 3])]
        return sorted([self.hole_at[place] for place in found if place in self.hole_at])

    def wait(self, is_right, ms: int = 20000) -> None:
        """Wait until what is seen is right, then click."""
        end = self.port.now_ms + ms
        while not is_right():
            assert self.port.now_ms < end, (self.service.stage, self.lit())
            self.pass_time(20)
        self.click()

    def pass_time(self, ms: int) -> None:
        for _ in range(0, ms, 4):
            self.service.step()
            self.port.rest(4)

    def click(self) -> None:
        self.port.level = True
        self.pass_time(60)
        self.port.level = False
        self.pass_time(40)

    def count_blinks(self) -> None:
        """Click right after the corner's number of blinks."""
        wanted, seen, dark_ms, was = CORNERS.index(self.corner) + 1, 0, 0, False
        for _ in range(3000):
            self.pass_time(20)
            lit = bool(self.lit())
            if lit and not was:
                seen = 1 if dark_ms > 900 else seen + 1
            if not lit and was:
                dark_ms = 0
            dark_ms += 0 if lit else 20
            was = lit
            if dark_ms > 700 and seen == wanted:
                self.click()
                return
        raise AssertionError("no blinks")


def _channel(sent: bytes, channel: int) -> list:
    return [sent[i] for i in range(channel, len(sent), 3)]


def _runs_as_coloured(person, sent: bytes) -> bool:
    lit = person.lit()
    if len(lit) != ROWS:
        return False
    along_row = lit[-1] - lit[0] == ROWS - 1
    assert along_row or lit[-1] - lit[0] == (ROWS - 1) * HOLES
    return along_row == any(_channel(sent, 0))  # white has green, blue has not


def test_four_presses_settle_corner_direction_zigzag_and_offset():
    corners = {0, HOLES - 1, BOARD - HOLES, BOARD - 1}
    number = 0
    for corner in CORNERS:
        for by_rows in (True, False):
            for zigzag in (True, False):
                number += 1
                if number % few(1, 5):
                    continue
                offset = number % 4
                port = Leds('supply = 2000\n# a comment\ncorner = "top-left" # mine\n')
                person = Person(port, (corner, by_rows, zigzag, offset))
                person.pass_time(200)
                person.click()  # the test is over
                person.wait(lambda: len(person.lit()) == 1 and person.lit()[0] in corners)
                person.count_blinks()
                person.wait(lambda: _runs_as_coloured(person, port.sent))
                across = list(range(0, BOARD, HOLES) if by_rows else range(HOLES))
                person.wait(lambda: person.lit() == across)
                settings = Settings(port.files.content["table.toml"].decode())
                assert settings.problems == []
                found = (settings.corner, settings.direction == "rows", settings.zigzag)
                assert found == (corner, by_rows, zigzag), found
                assert settings.offset == offset
                assert b"# a comment" in port.files.content["table.toml"]
                wanted = list(range(HOLES)) + list(range(HOLES, BOARD, HOLES))
                assert person.lit() == wanted
                assert person.service.run() == "restart"


def test_t11_the_test_shows_pure_colours_as_bright_as_the_supply_allows():
    for text in ("", "boards = 2\nsupply = 900\noffset = 1", "supply = 220", "supply = 165"):
        settings = prepare(MemoryFiles({"table.toml": text.encode()}))
        person = Person(Leds(text), ("top-left", True, True, settings.offset))
        pure = []
        for _ in range(4):
            person.pass_time(200)
            sent = person.port.sent
            pure.append(tuple([any(_channel(sent, i)) for i in range(3)]))
            person.pass_time(600)
        if text != "supply = 165":  # six mA: not for a whole board at once
            # The order is GRB.
            assert pure == [
                (False, True, False), (True, False, False), (False, False, True), (True,) * 3,
            ], text  # fmt: skip
        rows = set()
        for _ in range(ROWS + HOLES):
            rows.add(tuple(person.lit()))
            person.pass_time(252)
        pixels = len(person.port.sent) // 3
        drawn = settings.idle_ua * pixels + person.port.most * settings.channel_ma * 1000 // 255
        assert drawn <= 1000 * limit_of(settings), text


def test_a_hold_leaves_without_a_change_and_so_do_five_minutes():
    port = Leds("")
    person = Person(port, ("top-left", True, True, 0))
    person.pass_time(100)
    person.click()
    port.level = True
    person.pass_time(700)
    port.level = False
    person.pass_time(40)
    assert person.service.run() == "restart" and port.sent == bytes(len(port.sent))
    assert port.files.content["table.toml"] == b""
    port = Leds("")
    service = Service(port, None)
    assert service.run() == "restart" and 300000 < port.now_ms < 301000


def test_a_drive_that_cannot_be_written_is_shown_in_red():
    port = Leds("supply = 2000")
    person = Person(port, ("top-left", True, True, 0))
    person.pass_time(100)
    port.files.read_only = True
    for _ in range(5):
        person.click()
    sent = port.sent
    assert [any(_channel(sent, i)) for i in range(3)] == [False, True, False]


class Watched(Leds):
    """A port that counts how often its watchdog was fed."""

    fed = 0

    def feed(self) -> None:
        self.fed += 1


def test_t24_the_watchdog_is_fed_where_a_table_has_started_it():
    for held in (False, True):
        port = Watched()
        port.held = held
        service = Service(port, None)
        for _ in range(10):
            service.step()
        # Held at power-on means service for people with a REPL: nothing may start the watchdog.
        assert port.fed == (0 if held else 10)


def test_t17_a_button_that_is_stuck_from_power_on_leaves_to_the_table_and_not_to_another_start():
    port = Watched()
    port.held = port.level = True
    service = Service(port, None)
    assert service.run() == "" and 30000 <= port.now_ms < 31000
    assert not port.held and port.sent == bytes(len(port.sent))
