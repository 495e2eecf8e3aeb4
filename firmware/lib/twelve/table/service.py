"""The service shows: a test of all lights, then the wiring settled by four presses of one button.

It runs when the button is held at power-on, or from the menu's ``wiring``. A click goes on, a
hold leaves; so do five minutes without a press. A button that is down from power-on and stays so
is stuck: after half a minute the table starts, and says so.

1. The test: all red, green, blue, white, as bright as the supply allows; then row after row,
   then hole after hole from START.
2. One light walks over the first pixels of the chain. Press when it stands in a corner hole of
   the board: what comes before are pixels without a hole (``offset``).
3. It blinks there, once to four times. Press at the number of its corner: 1 top left (START of
   row 1), 2 top right, 3 bottom left, 4 bottom right.
4. A line from that corner shines white and blue in turn. Press while it is white if it runs along
   a row, while it is blue if along a column (``direction``).
5. Two pictures in turn, white and blue. Press at the one that is a straight line (``zigzag``).

Then START shines green and row 1 blue, table.toml has the result, and the table starts anew.
"""

from ..base.compat import const
from ..base.ticks import Uptime
from . import gestures
from .lamp import BLUE, GREEN, RED, WHITE, Lamp
from .upkeep import STUCK_MS
from .wiring import BOARD, CORNERS, HOLES, ROWS, chain

_STEP_MS = const(4)
_COLOUR_MS = const(800)
_LINE_MS = const(250)
_WALK_MS = const(1500)
_BLINK_MS = const(300)
_PICTURE_MS = const(2000)
_DONE_MS = const(4000)
_IDLE_MS = const(300000)
_OFFSETS = const(4)  # pixels without a hole that the walk looks for: 0 to 3

_TEST, _OFFSET, _CORNER, _DIRECTION, _ZIGZAG, _DONE, _FAILED = range(7)


class Service:
    """The service mode on ``port``; :meth:`run` returns when the table is to start again."""

    failing = "service"

    def __init__(self, port, setup, faults=None):
        if setup is None:
            from .setup import prepare

            setup = prepare(port.files)
        self._port = port
        self._setup = setup
        self._offset = setup.offset
        # Long enough for any offset that may be found.
        setup.values["offset"] = max(setup.offset, _OFFSETS - 1)
        self._lamp = Lamp(port, setup)
        self._button = gestures.Button(setup.debounce_ms, setup.hold_ms, setup.long_ms)
        self._uptime = Uptime(port.ticks_ms())
        self._sink = self._key
        self.now_ms = self._since_ms = self._pressed_ms = 0
        self.stage = _TEST
        self.chosen = {}
        self._left = False
        self._wish = "restart"
        self._up_ms = 0  # when the button was last up
        self._drawn = None  # (stage, picture) on the lights

    def run(self) -> str:
        """Run until everything is settled or the person leaves; return what is to be run then."""
        while not self._left:
            self.step()
            self._port.rest(_STEP_MS)
        self._lamp.clear()
        self._lamp.show()
        return self._wish

    def step(self) -> None:
        """Make one pass."""
        port = self._port
        self.now_ms = now_ms = self._uptime.update(port.ticks_ms())
        port.read_keys(self._sink, now_ms)
        self._sample(port.level, now_ms)
        if not port.level:
            self._up_ms = now_ms
        elif port.held and now_ms - self._up_ms >= STUCK_MS:
            self._left, self._wish = True, ""
            port.held = False  # nobody held it: from now on the watchdog may run
        if now_ms - self._pressed_ms > _IDLE_MS:
            self._left = True
        if self.stage >= _DONE and now_ms - self._since_ms > _DONE_MS:
            self._left = True
        picture = self._picture()
        if (self.stage, picture) != self._drawn:
            self._drawn = (self.stage, picture)
            self._lamp.clear()
            self._draw(picture)
            self._lamp.show()
        if not port.held:  # a table was running before, and its watchdog goes on
            port.feed()

    def _key(self, level: bool, steps: int, at_ms: int) -> None:
        if not steps:
            self._sample(not level, at_ms)
            self._sample(level, at_ms)

    def _sample(self, level: bool, at_ms: int) -> None:
        event = self._button.sample(level, at_ms)
        if event == gestures.DOWN:
            self._pressed_ms = at_ms
            self._pressed_at = self._picture()  # what the person saw, not what came after
        elif event in (gestures.HOLD, gestures.LONG):
            self._left = True
        elif event == gestures.CLICK:
            self._choose(self._pressed_at)

    # -- what is asked -------------------------------------------------------------------------
    def _picture(self) -> int:
        """Return the number of the picture that is due in this stage."""
        since_ms = self.now_ms - self._since_ms
        stage = self.stage
        if stage == _TEST:
            since_ms %= 4 * _COLOUR_MS + (ROWS + HOLES) * _LINE_MS
            if since_ms < 4 * _COLOUR_MS:
                return since_ms // _COLOUR_MS
            return 4 + (since_ms - 4 * _COLOUR_MS) // _LINE_MS
        if stage == _OFFSET:
            return since_ms // _WALK_MS % _OFFSETS
        if stage == _CORNER:
            return self._blinks(since_ms)
        if stage < _DONE:
            return since_ms // _PICTURE_MS % 2
        return 0

    def _blinks(self, since_ms: int) -> int:
        """Return 2 × the number of blinks, and 1 more while the light is on."""
        # n blinks of two beats each, and four beats of pause, for n from 1 to 4.
        beat = since_ms // _BLINK_MS % 36
        count = 1
        while beat >= 2 * count + 4:
            beat -= 2 * count + 4
            count += 1
        return 2 * count + (1 if beat < 2 * count and not beat & 1 else 0)

    def _choose(self, picture: int) -> None:
        chosen, stage = self.chosen, self.stage
        if stage == _OFFSET:
            chosen["offset"] = picture
        elif stage == _CORNER:
            chosen["corner"] = CORNERS[picture // 2 - 1]
        elif stage == _DIRECTION:
            chosen["direction"] = ("rows", "columns")[picture]
        elif stage == _ZIGZAG:
            chosen["zigzag"] = picture == 0
            self.stage = _DONE if self._store() else _FAILED
        if stage < _ZIGZAG:
            self.stage = stage + 1
        self._since_ms = self.now_ms

    def _store(self) -> bool:
        from .change import edited
        from .settings import PATH

        files = self._port.files
        try:
            text = (files.read(PATH) or b"").decode()
            for key in self.chosen:
                text = edited(text, key, self.chosen[key])
            files.write(PATH, text.encode())
        except (OSError, ValueError):  # shown in red: the drive is the computer's, or full
            return False
        return True

    # -- what is shown -------------------------------------------------------------------------
    def _draw(self, picture: int) -> None:
        stage = self.stage
        if stage == _TEST:
            self._draw_test(picture)
        elif stage == _OFFSET:
            self._light(picture, WHITE)
        elif stage == _CORNER:
            if picture & 1:
                self._light(self.chosen["offset"], WHITE)
        elif stage == _DIRECTION:
            # The first pixels of the chain are a straight line whatever the wiring.
            self._put_all(range(ROWS), self.chosen["offset"], (WHITE, BLUE)[picture], 64)
        elif stage == _ZIGZAG:
            by_rows = self.chosen["direction"] == "rows"
            across = range(0, BOARD, HOLES) if by_rows else range(HOLES)
            self._draw_line(across, by_rows, picture == 0, (WHITE, BLUE)[picture])
        else:
            by_rows = self.chosen["direction"] == "rows"
            zigzag, bad = self.chosen["zigzag"], stage == _FAILED
            self._draw_line(range(1, HOLES), by_rows, zigzag, RED if bad else BLUE)
            self._draw_line(range(0, BOARD, HOLES), by_rows, zigzag, RED if bad else GREEN)

    def _light(self, place: int, colour: tuple) -> None:
        for board in range(self._setup.lit):
            if not board or self._lamp.first(board) != self._lamp.first(board - 1) + BOARD:
                value = self._lamp.value(1, colour, self._setup.lit)
                self._lamp.put(self._lamp.first(board) + place, colour, min(64, value))

    def _draw_line(self, holes, by_rows: bool, zigzag: bool, colour: tuple) -> None:
        places = chain(HOLES, ROWS, self.chosen["corner"], by_rows, zigzag)
        self._put_all([places[hole] for hole in holes], self.chosen["offset"], colour, 64)

    def _put_all(self, places, offset: int, colour: tuple, most: int) -> None:
        lamp, boards = self._lamp, self._setup.lit
        # Twice the room: two lines of the last picture are put one after the other.
        value = min(
            most, lamp.value(2 * len(places) if most < 255 else len(places), colour, boards)
        )
        for board in range(boards):
            for place in places:
                lamp.put(lamp.first(board) + offset + place, colour, value)

    def _draw_test(self, picture: int) -> None:
        setup = self._setup
        if picture < 4:
            colour = (RED, GREEN, BLUE, WHITE)[picture]
            self._put_all(range(BOARD), self._offset, colour, 255)
            return
        picture -= 4
        places = chain(HOLES, ROWS, setup.corner, setup.direction == "rows", setup.zigzag)
        if picture < ROWS:
            holes = range(picture * HOLES, picture * HOLES + HOLES)
        else:
            holes = range(picture - ROWS, BOARD, HOLES)
        self._put_all([places[hole] for hole in holes], self._offset, WHITE, 64)
