"""The whole firmware on a MicroPython board in memory: first light, presses, power, service."""

from fake_board import board, port_module
from fakes import MemoryFiles
from twelve.record.session import Session
from twelve.table.power import limit_of
from twelve.table.settings import Settings
from twelve.table.start import start

BUTTON = 15


def powered(text: str, ms: int, then=None, files=None, down: bool = False):
    """Run the firmware for ``ms`` with the settings ``text``; return the port.

    ``then(ms since power-on)`` is called whenever the loop rests.
    """
    module = port_module()
    if down:
        board.levels[BUTTON] = 0
    port = module.Port()
    port.files = files or MemoryFiles({"table.toml": text.encode()})
    begun, rest = board.now_ms, port.rest

    def resting(pause_ms: int) -> None:
        rest(pause_ms)
        if then is not None:
            then(board.now_ms - begun)
        if board.now_ms - begun >= ms:
            raise KeyboardInterrupt

    port.rest = resting
    try:
        start(port)
    except KeyboardInterrupt:
        return port
    return None


def microamperes(settings, data: bytes, pixel_bytes: int = 3) -> int:
    """Return what ``data`` draws by the model."""
    idle_ua = settings.idle_ua * (len(data) // pixel_bytes)
    return idle_ua + sum(data) * settings.channel_ma * 1000 // 255


def test_there_is_light_at_once_and_then_a_table_that_waits():
    powered("", 500)
    pin, first = board.frames[0]
    assert pin == 16 and first[:39] == bytes([first[0]]) * 39 and first[0] and not any(first[39:])
    assert len(board.frames) > 2 and any(board.frames[-1][1])
    assert board.dogs == [8388] and board.feeds > 20 and board.kbd_intr == -1


def test_every_frame_that_leaves_is_within_the_supply():
    for text in (
        "",
        "boards = 2",
        'boards = 6\nsupply = "usb-900"\nlines = 3',
        'boards = 2\nsupply = "5v3a"\nbrightness = 100\ndice_strip = true',
        "supply = 170\nbrightness = 100",
    ):
        settings = Settings(text)

        def play(ms):
            board.set(BUTTON, 0 if ms % 400 < 80 else 1)

        powered(text, 4000, play)
        lines = {}
        assert len(board.frames) > 20
        for pin, data in board.frames:
            lines[pin] = data
            drawn = sum([microamperes(settings, lines[other]) for other in lines])
            assert drawn <= 1000 * limit_of(settings), (text, drawn)


def test_a_press_is_answered_by_the_very_next_frame():
    answers = []

    def press(ms):
        if ms >= 1000 and not answers:
            answers.append((board.now_ms, len(board.frames)))
            board.set(BUTTON, 0)

    powered("", 1200, press)
    begun_ms, number = answers[0]
    before, after = board.frames[number - 1][1], board.frames[number][1]
    assert before != after
    # The middle of the bottom row is where the ring of a press begins.
    row = 11 * 13 * 3
    assert before[row : row + 39] != after[row : row + 39]


def test_a_host_hears_what_the_lights_draw():
    told = []
    session = Session(True, lambda: (("host", "h"), ("credit", 200)), 0)

    def talk(ms):
        data, board.written = board.written, b""
        told.extend([message for message, _ in session.receive(data, ms)])
        session.tick(ms)
        while True:
            piece = session.take(1000)
            if not piece:
                break
            board.typed += piece

    powered("boards = 2", 4000, talk)
    hello = [message for message in told if message["m"] == "hello"][0]
    assert hello["boards"] == 1 and hello["flash"] == [1000, 1400] and not hello["virtual"]
    news = [message for message in told if message["m"] == "now"][-1]
    assert 312 < news["ma"] <= 350 and news["cap"] in (0, 1)
    logs = [message["text"] for message in told if message["m"] == "log"]
    assert any(["1 of 2 boards are off" in text for text in logs])


def test_a_button_held_at_power_on_means_the_service_shows_and_a_free_repl():
    powered("", 900, down=True)
    assert board.dogs == [] and board.kbd_intr == 3
    # All of the board in one colour: the test show, green, red, blue being the order.
    pure = [data for _, data in board.frames if any(data) and data[:3] * 156 == data[:468]]
    assert pure and pure[0][1] and not pure[0][0] and not pure[0][2]


def test_a_pin_that_cannot_be_is_named_and_the_usual_one_used():
    told = []
    powered("led_pins = [77]", 100, lambda ms: told.append(ms))
    assert board.frames[0][0] == 16
    # The number of the fault stands in red: 19 is led_pins.
    red = [data for _, data in board.frames if _reds(data)]
    assert red


def _reds(data: bytes) -> list:
    return [i for i in range(0, len(data), 3) if data[i + 1] and not data[i + 2]]


def test_a_restart_resets_the_chip_and_a_repl_leaves_it_alone_once():
    files = MemoryFiles({"table.toml": b"", "service.once": b"1"})
    assert powered("", 100, files=files) is None
    assert board.frames == [] and not files.size("service.once")
    assert powered("", 100, files=files) is not None
