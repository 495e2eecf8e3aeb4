"""Raw light for service and safe mode: bytes on the data lines, without scenes, within the cap."""

from .power import limit_of
from .wiring import BOARD, line_of, line_sizes

RED, GREEN, BLUE, WHITE = (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)


class Lamp:
    """The data lines of ``port`` by ``setup`` (setup.py): all dark, then what is put and shown."""

    def __init__(self, port, setup):
        self._port = port
        self._setup = setup
        size = setup.pixel_bytes
        sizes = line_sizes(setup, setup.wired)
        self.pixels = sum(sizes)
        self._data = bytearray(self.pixels * size)
        view, at, self._lines, self._starts = memoryview(self._data), 0, [], []
        for count in sizes:
            self._lines.append(view[at * size : (at + count) * size])
            self._starts.append(at)
            at += count
        self._slots = [setup.order.find(letter) for letter in "RGB"]
        self._white = setup.order.find("W") if setup.white else -1
        left_ua = limit_of(setup) * 1000 - setup.idle_ua * self.pixels
        board_ua = min(limit_of(setup), setup.board_ma) * 1000 - setup.idle_ua * BOARD
        self._most = max(0, left_ua * 255 // (setup.channel_ma * 1000))
        self._most_a_board = max(0, board_ua * 255 // (setup.channel_ma * 1000))

    def first(self, board: int) -> int:
        """Return the place of the first pixel of ``board`` that may show something, less offset."""
        line = line_of(self._setup, board)
        before = [b for b in range(board) if line_of(self._setup, b) == line]
        return self._starts[line] + BOARD * len(before)

    def clear(self) -> None:
        """Darken everything."""
        for i in range(len(self._data)):
            self._data[i] = 0

    def value(self, count: int, colour: tuple, boards: int = 1) -> int:
        """Return how bright ``count`` pixels a board in ``colour`` may be, on ``boards`` boards."""
        channels = max(1, count * (1 if self._has_white(colour) else sum(colour)))
        return min(255, self._most_a_board // channels, self._most // (channels * boards))

    def _has_white(self, colour: tuple) -> bool:
        return colour == WHITE and self._white >= 0

    def put(self, place: int, colour: tuple, value: int) -> None:
        """Light the pixel at ``place``, in white by its white channel if it has one."""
        at = place * self._setup.pixel_bytes
        if not 0 <= at < len(self._data):
            return
        if self._has_white(colour):
            self._data[at + self._white] = value
        else:
            for slot, channel in zip(self._slots, colour):
                self._data[at + slot] = channel * value

    def show(self) -> None:
        """Send what was put."""
        for number in range(len(self._lines)):
            self._port.send(number, self._lines[number])
