"""The loop of the table: reads the port, ticks the console, shows and sends what comes of it."""

from ..base.compat import const
from ..base.ticks import Uptime
from .console import Console
from .identity import Identity
from .journal import Journal
from .settings import Settings

_STEP_MS = const(4)
_PIECE = const(64)  # bytes in one write: a USB packet


class Table:
    """One table on one port (see ports/contract.py): made at power-on, then stepped for ever."""

    def __init__(self, port):
        self.port = port
        self._uptime = Uptime(port.ticks_ms())
        raw = port.files.read("table.toml")
        try:
            text, problem = (raw or b"").decode(), None
        except UnicodeError:
            text, problem = "", "table.toml is not text: using the defaults"
        settings = Settings(text)
        if problem:
            settings.problems.append(problem)
        identity = Identity(port.files, port.noise(), port.seed)
        journal = Journal(port.files, identity.table_id)
        self.console = Console(identity, journal, port.files, settings, port.about, 0)
        if settings.problems:
            self.console.say = settings.problems[0]
        self._shown = bytearray(len(self.console.frame.pixels))
        port.show(self._shown)

    def step(self) -> None:
        """Make one pass: input, console, lights, output."""
        port, console = self.port, self.console
        now_ms = self._uptime.update(port.ticks_ms())
        port.read_keys(self._key, now_ms)
        console.press(console.button, port.level, now_ms)
        console.tick(now_ms, port.read())
        pixels = console.frame.pixels
        if pixels != self._shown:
            self._shown[:] = pixels
            port.show(pixels)
        while True:
            piece = console.line.take(_PIECE)
            if not piece:
                break
            port.write(piece)

    def _key(self, level: bool, steps: int, now_ms: int) -> None:
        if steps:
            self.console.turn(steps, now_ms)
        else:
            self.console.press(self.console.button, level, now_ms)


def run(port) -> None:
    """Run the table on ``port`` for ever."""
    table = Table(port)
    port.ready()
    while True:
        table.step()
        port.rest(_STEP_MS)
