"""From the logical frame to the bytes on the data lines: colours, gamma, brightness, current cap.

LEDs with a white channel show with it what red, green and blue have in common.

The cap wins over everything. While it is at work all colours are dimmed alike, in small steps,
but no lit hole below the floor, at which the hues of six players still differ; only where the
cap allows less than the floor does it go, and ``below_floor`` says so. The logical frame is only
read, and a frame that follows the one before allocates nothing.
"""

from array import array

from ..base.compat import const
from .lights import palette
from .paint import paint as plain_paint
from .power import limit_of
from .scenes.frame import ALL
from .wiring import BOARD, HOLES, ROWS, STRIP, chain, line_of, line_sizes

FLOOR = const(2)  # of 255: the brightest channel of any lit hole
STEPS = (0, 8, 18, 36, 62, 100)  # percent of the brightness setting, by the menu's number
_FULL = const(1000)  # a load, in thousandths of the limit
_CALM = const(880)  # what the load may be after the cap lets go: a fading hole must not flip it


def _scales() -> bytes:
    """Return falling scales (of 255), each 1/16 below the one before."""
    scales, scale = bytearray(), 255
    while scale:
        scales.append(scale)
        scale -= (scale + 15) // 16
    return bytes(scales)


_SCALES = _scales()
_ONE = const(256 << 14)  # light times scale that gives 1 of 255
_HALF_FLOOR = len(_SCALES)  # rung: every lit hole at 1 of 255
_DARK = len(_SCALES) + 1  # rung: nothing at all


class Group:
    """A board or the dice strip: pixels as drawn and as last painted, and where they go.

    ``parts`` is what :func:`paint` gets: see there.
    """

    def __init__(self, output, pixels, shown, places, base: int):
        self.total = array("i", [0, 0])  # the sum of all its channels, 0–255 each; whether news
        self.parts = (
            pixels, shown, places, output.data, output.entries, output.known, self.total,
            len(pixels), base, output.pixel_bytes,
        )  # fmt: skip

    def split(self, width: int) -> None:
        """Make views of the rows: only the plain pass needs them, and they take 0.5 KB."""
        pixels, shown = self.parts[0], self.parts[1]
        ends = [(i, i + width) for i in range(0, len(pixels), width)]
        self.news = [pixels[start:end] for start, end in ends]
        self.olds = [shown[start:end] for start, end in ends]


class Output:
    """The pixels of ``frame`` on the data lines: ``lines`` has a view of the bytes of each.

    ``settings`` come with the boards ``wired`` and ``lit`` (setup.py), ``step`` is how bright the
    menu sets the table (1–5), ``paint`` a port's faster pass of the contract of :mod:`paint`.
    ValueError where order and bytes a pixel do not go together.
    """

    def __init__(self, settings, frame, step: int, paint=None):
        order, size = settings.order, settings.pixel_bytes
        if len(order) != size:
            raise ValueError("the order %s has %d letters for %d bytes" % (order, len(order), size))
        self.pixel_bytes = size
        self._red, self._green, self._blue = order.find("R"), order.find("G"), order.find("B")
        self._white = order.find("W") if settings.white else -1
        self._paint = paint or plain_paint
        self._palette = palette(settings.palette)
        self._gamma = settings.gamma / 10
        self._brightness = settings.brightness
        self._light = array("H", bytes(512))  # of a channel of the palette, 0: not worked out yet
        self.entries = bytearray(256 * size)  # the bytes of an index in the order of the LED
        self.known = bytearray(256)  # whether entries hold an index
        self._unknown = frame.zeros[:256]
        self.shown = bytearray(len(frame.pixels))  # the frame as it was painted last
        self.shown_dice = None if frame.dice is None else bytearray(STRIP)
        self._lay_out(settings, frame)
        self._rung = 0
        self.step = 0
        self.set_brightness(step)
        self._idle_ua = settings.idle_ua * self._pixels
        self._channel_ma = settings.channel_ma
        limit_ma = limit_of(settings)
        self._most = self._channels(limit_ma * 1000 - self._idle_ua)
        board_ma = min(limit_ma, settings.board_ma)
        self._most_a_board = self._channels(board_ma * 1000 - settings.idle_ua * BOARD)

    def _channels(self, left_ua: int) -> int:
        """Return the sum of channels that ``left_ua`` above idle allows, at least 1."""
        return max(1, left_ua * 255 // (self._channel_ma * 1000))

    def _lay_out(self, settings, frame) -> None:
        sizes = line_sizes(settings, settings.wired)
        size = self.pixel_bytes
        self._pixels = sum(sizes)
        self.data = bytearray(self._pixels * size)
        starts, start = [], 0
        for count in sizes:
            starts.append(start)
            start += count
        view = memoryview(self.data)
        self.lines = [view[at * size : (at + n) * size] for at, n in zip(starts, sizes)]
        by_rows = settings.direction == "rows"
        places = bytes(list(chain(HOLES, ROWS, settings.corner, by_rows, settings.zigzag)))
        pixels, shown = memoryview(frame.pixels), memoryview(self.shown)
        after = [start + settings.offset for start in starts]
        groups = []
        self._fed = [[] for _ in sizes]  # the groups on each line
        self._sent = [-1] * len(sizes)  # the sum of each line that was sent last, -1: none was
        for board in range(settings.wired):
            line = line_of(settings, board)
            if board < settings.lit:
                at, end = BOARD * board, BOARD * board + BOARD
                group = Group(self, pixels[at:end], shown[at:end], places, after[line])
                groups.append(group)
                self._fed[line].append(group)
            after[line] += BOARD
        self.boards = groups[:]
        if frame.dice is not None:
            at = self._pixels - STRIP  # the end of the last line, whether it is its own or not
            dice, shown = memoryview(frame.dice), memoryview(self.shown_dice)
            group = Group(self, dice, shown, bytes(range(STRIP)), at)
            groups.append(group)
            self._fed[-1].append(group)
        self._groups = groups
        if self._paint is plain_paint:
            for group in groups:
                group.split(HOLES if len(group.parts[0]) == BOARD else STRIP)

    # -- what is known of the present -----------------------------------------------------------
    @property
    def capped(self) -> bool:
        """Whether the cap dims the lights now."""
        return self._rung > 0

    @property
    def below_floor(self) -> bool:
        """Whether the cap allows less than the floor now."""
        return self._rung >= _HALF_FLOOR

    @property
    def ma(self) -> int:
        """The mA that the LEDs draw now, by the model, rounded up."""
        total = sum([group.total[0] for group in self._groups])
        return (self._idle_ua + total * self._channel_ma * 1000 // 255 + 999) // 1000

    # -- frame by frame ------------------------------------------------------------------------
    def set_brightness(self, step: int) -> None:
        """Set how bright the menu wants the table, 1 to 5."""
        self.step = step
        self._stale()

    def _stale(self) -> None:
        rung = self._rung if self._rung < _HALF_FLOOR else 0
        # In 2 ** 14ths: times a light it is a small integer yet, for which no memory is needed.
        self._scale = (self._brightness * STEPS[self.step] * _SCALES[rung] << 14) // 2550000
        self.known[ALL] = self._unknown
        self._every = True

    def render(self) -> None:
        """Bring the bytes of all lines up to the frame."""
        load = self._pass()
        if load > _FULL:
            while load > _FULL:
                before = load
                rung = self._lower(load)
                load = self._at(rung)
                # At the floor, steps change nothing: go on below it.
                if load == before and rung < _HALF_FLOOR:
                    load = self._at(_HALF_FLOOR)
        elif self._rung:
            rung = self._higher(load)
            if rung != self._rung:
                load = self._at(rung)
                while load > _FULL:
                    load = self._at(self._rung + 1)

    def send(self, port) -> None:
        """Send lines with news to ``port``, those first that get darker.

        So the cap holds in between, too.
        """
        lines, sent = self.lines, self._sent
        for brighter in range(len(lines) == 1, 2):  # one line is its own first and last
            for number in range(len(lines)):
                total, news = 0, sent[number] < 0
                for group in self._fed[number]:
                    total += group.total[0]
                    if group.total[1]:
                        news = True
                if news and (brighter or not total or total <= sent[number]):
                    sent[number] = total
                    for group in self._fed[number]:
                        group.total[1] = 0
                    port.send(number, lines[number])

    def _lower(self, load: int) -> int:
        rung = self._rung
        while True:
            rung += 1
            if rung >= _HALF_FLOOR:
                return rung
            load = load * _SCALES[rung] // _SCALES[rung - 1]
            if load <= _FULL:
                return rung

    def _higher(self, load: int) -> int:
        rung = self._rung
        if rung >= _HALF_FLOOR:
            return _HALF_FLOOR - 1 if load * 2 <= _CALM else rung
        while rung:
            load = load * _SCALES[rung - 1] // _SCALES[rung]
            if load > _CALM:
                break
            rung -= 1
        return rung

    def _at(self, rung: int) -> int:
        self._rung = rung
        self._stale()
        return self._pass()

    def _pass(self) -> int:
        """Paint what has changed, or everything; return the load, in thousandths of the limit."""
        every = self._every
        self._every = False
        paint, total, load = self._paint, 0, 0
        most = self._most_a_board
        for group in self._groups:
            while True:
                index = paint(group, every)
                if index < 0:
                    break
                self._fill(index)
            part = group.total[0]
            total += part
            part = (part * 1000 + most - 1) // most
            if part > load:
                load = part
        most = self._most
        total = (total * 1000 + most - 1) // most
        return total if total > load else load

    def _fill(self, index: int) -> None:
        """Work out the bytes of a palette ``index`` at the present brightness and cap."""
        at = 3 * index
        table = self._palette
        red, green, blue = table[at], table[at + 1], table[at + 2]
        if red or green or blue:
            red, green, blue = self._linear(red), self._linear(green), self._linear(blue)
            top = max(red, green, blue)
            # Of the brightest channel first, so that the hue is the same at every brightness.
            peak = (top * self._scale + _ONE // 2) // _ONE
            if self._rung >= _HALF_FLOOR:
                peak = _DARK - self._rung
            elif peak < FLOOR:
                peak = FLOOR
            red = (2 * red * peak + top) // (2 * top)
            green = (2 * green * peak + top) // (2 * top)
            blue = (2 * blue * peak + top) // (2 * top)
        at = index * self.pixel_bytes
        entries = self.entries
        if self._white >= 0:  # what the colours have in common is one channel's light, not three
            entries[at + self._white] = white = min(red, green, blue)
            red, green, blue = red - white, green - white, blue - white
        entries[at + self._red] = red
        entries[at + self._green] = green
        entries[at + self._blue] = blue
        self.known[index] = 1

    def _linear(self, value: int) -> int:
        """Return the light of a palette channel: 65280 is full, before brightness."""
        light = self._light[value]
        if value and not light:
            # Floats only here, once a value.
            light = int((value / 255) ** self._gamma * 65280 + 0.5) or 1
            self._light[value] = light
        return light
