"""The safe mode, after three faults within a minute: no game, but the line answers and says why.

Three red lights stand at the beginning of every data line. A click or the host's ``restart``
tries again; so does power-on.
"""

import json

from ..base.compat import const
from ..base.errors import Refusal
from ..base.text import Fields
from ..base.ticks import Uptime
from ..record.session import Session
from . import gestures
from .careful import Careful
from .lamp import RED, Lamp
from .upkeep import Upkeep

_STEP_MS = const(4)
_PIECE = const(64)


def _identity(files) -> str:
    """Return the table's id, or one that no table has, without any of the code that may fail."""
    try:
        found = files.read("state/identity.json") or files.read("identity.json")  # of before
        return str(json.loads(found)["id"])
    except Exception:  # that file may be what is wrong
        return "000000000000"


class Safe:
    """A table that only talks. :meth:`run` returns when it is to be tried again."""

    failing = "safe mode"

    def __init__(self, port, setup, faults):
        if setup is None:
            from .setup import prepare

            setup = prepare(port.files)
        self._port = port
        self._setup = setup
        self._faults = faults
        # Kept: what a host has read is forgotten, and the next wants to know, too.
        self._why = faults.text[-200:] or "three faults within a minute"
        self._table_id = _identity(port.files)
        self._uptime = Uptime(port.ticks_ms())
        self._button = gestures.Button(setup.debounce_ms, setup.hold_ms, setup.long_ms)
        self._sink = self._key
        self.session = Session(False, self._greeting, 0)
        self.upkeep = Upkeep(self.session, Careful(port.files), faults)
        self.upkeep.note("safe mode, after three faults within a minute")
        self.now_ms = 0
        self._show()

    def _greeting(self) -> tuple:
        return (
            ("table", self._table_id),
            ("name", self._setup.name),
            ("boot", 0),
            ("bootid", "safe"),
            ("ms", self.now_ms),
            ("games", []),
            ("boards", self._setup.boards),
            ("safe", self._why),
        ) + self._port.about

    def _show(self) -> None:
        port = self._port
        if not port.has_leds:
            pixels = bytearray(156 * self._setup.boards)
            pixels[0] = pixels[1] = pixels[2] = 0xDF
            port.show(pixels)
            return
        lamp = Lamp(port, self._setup)
        value = min(32, lamp.value(3, RED, self._setup.lit))
        for board in range(self._setup.lit):
            for place in range(3):
                lamp.put(lamp.first(board) + self._setup.offset + place, RED, value)
        lamp.show()

    def run(self) -> str:
        """Talk until a person or a host wants to try again."""
        upkeep, session = self.upkeep, self.session
        while not upkeep.wish or (session.open and not session.delivered):
            self.step()
            self._port.rest(_STEP_MS)
        self._faults.steady()
        return upkeep.wish

    def step(self) -> None:
        """Make one pass."""
        port, session = self._port, self.session
        self.now_ms = now_ms = self._uptime.update(port.ticks_ms())
        port.read_keys(self._sink, now_ms)
        self._sample(port.level, now_ms)
        self.upkeep.watch(port.level, now_ms)
        for message, _ in session.receive(port.read(), now_ms):
            self._take(message)
        session.tick(now_ms)
        self.upkeep.tick()
        while True:
            piece = session.take(_PIECE)
            if not piece:
                break
            port.write(piece)
        port.feed()

    def _take(self, message: dict) -> None:
        kind, number = message["m"], message.get("id")
        if kind == "hello":
            self.upkeep.hello()
        elif type(number) is int:
            pairs = (("m", "ans"), ("id", number))
            try:
                if kind not in ("settings", "set", "restart"):
                    raise Refusal("busy", "the table is in safe mode: restart it")
                self.upkeep.do(message)
                pairs += (("ok", True), ("n", 1))
            except Refusal as refusal:
                pairs += (("ok", False), ("code", refusal.code), ("text", refusal.message))
            except OSError as error:
                pairs += (("ok", False), ("code", "busy"), ("text", str(error)))
            self.session.send(Fields(pairs).text())

    def _key(self, level: bool, steps: int, at_ms: int) -> None:
        if not steps:
            self._sample(not level, at_ms)
            self._sample(level, at_ms)

    def _sample(self, level: bool, at_ms: int) -> None:
        if self._button.sample(level, at_ms) in (gestures.CLICK, gestures.HOLD, gestures.LONG):
            self.upkeep.wish = "restart"
