"""What leaves the light pipeline: which data lines are sent when, and after what."""

from fakes import MemoryFiles
from twelve.table.output import Output
from twelve.table.scenes.frame import BOARD, Frame, marker_of
from twelve.table.setup import prepare


def output(text: str = "", step: int = 5):
    """Return (output, frame) of a table with the settings ``text``."""
    settings = prepare(MemoryFiles({"table.toml": text.encode()}))
    assert settings.problems == [], settings.problems
    frame = Frame(settings.lit, settings.dice_strip)
    return Output(settings, frame, step), frame


class Lines:
    """A port that notes the data lines that it is to write."""

    def __init__(self):
        self.written = []

    def send(self, number: int, line) -> None:
        self.written.append((number, bytes(line)))

    def take(self) -> list:
        written, self.written = self.written, []
        return [number for number, _ in written]


def test_a_line_is_sent_once_at_first_and_then_where_its_bytes_have_changed():
    for text, count in (
        ('boards = 4\nsupply = "5v10a"\nlines = 2\ndice_strip = true\ndice_pin = 20', 3),
        ("dice_strip = true", 1),
        ("offset = 3", 1),
    ):
        made, frame = output(text)
        port = Lines()
        made.send(port)
        assert sorted(port.take()) == list(range(count)), text
        made.render()
        made.send(port)
        assert port.take() == []  # dark it was, and dark it is
        for number in range(count):
            pixels = frame.dice if number and number == count - 1 else frame.pixels
            at = number * 2 * BOARD if pixels is frame.pixels else 0
            for index in (0x1F, 0x2F, 0x2F, 0):
                before = pixels[at]
                pixels[at] = index
                made.render()
                made.send(port)
                assert port.take() == ([] if before == index else [number]), (text, number)


def test_a_frame_of_other_indices_but_the_same_bytes_is_not_sent():
    made, frame = output("brightness = 1", 1)
    port = Lines()
    sent = set()
    for level in range(1, 16):
        frame.pixels[0] = marker_of(0) | level
        made.render()
        before = len(port.written)
        made.send(port)
        assert (len(port.written) > before) == (bytes(made.data) not in sent)
        sent.add(bytes(made.data))
    assert len(port.written) < 15


def test_lines_that_get_darker_go_first():
    made, frame = output('boards = 2\nsupply = "5v10a"\nlines = 2')
    port = Lines()
    for bright, dark in ((0, 1), (1, 0), (0, 1)):
        frame.clear()
        frame.pixels[bright * BOARD] = 0x0F
        made.render()
        made.send(port)
        assert port.take()[-1] == bright


def test_what_is_painted_again_is_so_after_a_pass_that_had_no_memory():
    made, frame = output()
    frame.pixels[0], frame.pixels[5] = 0x1F, 0x2F
    fill, failing = made._fill, [True]

    def fails(index):
        if index == 0x2F and failing.pop():
            raise MemoryError
        fill(index)

    made._fill = fails
    try:
        made.render()
    except MemoryError:
        pass
    assert not failing and made.shown != frame.pixels
    made._fill = fill
    made.render()
    fresh, other = output()
    other.pixels[:] = frame.pixels
    fresh.render()
    assert made.data == fresh.data and made.shown == frame.pixels
    assert made.boards[0].total[0] == sum(made.data)
