"""The loop of the table: reads the port, ticks the console, shows and sends what comes of it."""

import gc

from ..base.compat import IS_DEVICE_PYTHON, const
from ..base.ticks import Uptime
from .careful import Careful
from .chores import AWAY_MS, Chores
from .console import Console
from .drawing import draw, foresee
from .identity import Identity
from .journal import Journal

_STEP_MS = const(4)
_PIECE = const(64)  # bytes in one write: a USB packet
_LONG_MS = const(8)  # that a pass has taken before it draws: then it leaves that to the next
_LONGER_MS = const(16)  # that a pass has taken when it has drawn: then the next one shows it
_STEADY_MS = const(60000)
# Bytes of garbage that something leaves, as measured on a Pico: asking the heap takes it 8 ms.
_DRAWN = const(900)
_SHOWN = const(200)
_READ = const(200)
_BYTE = const(20)  # that was read
_SENT = const(600)  # a piece of 64 bytes
_DEED = const(7000)  # a gesture, or a step of a game's start
_TIDIED = const(2000)  # a short chore
_THOUGHT = const(1500)  # a computer in one pass: nothing in the morris, about 2 800 in 12 x 12
_FRESH_MS = const(100)  # after a button's edge that has been answered, no other one is near
_SHORT = const(25)  # passes without memory in one run: then only a new beginning helps
_ANSWER_MS = const(500)  # for an answer to leave before a restart


def _setup(files):
    from .setup import forget, prepare

    setup = prepare(files)
    forget()
    return setup


class Table:
    """One table on one port (see ports/contract.py): made at power-on, then stepped for ever.

    ``setup`` is what the settings say (start.py), ``faults`` what has gone wrong before.
    """

    def __init__(self, port, setup=None, faults=None):
        self.port = port
        self.now_ms = 0
        self._part = "start"
        self._uptime = Uptime(port.ticks_ms())
        setup = setup or _setup(port.files)
        files = port.files
        if port.gathers:
            from .gather import Gathering

            files = Gathering(files, port.ticks_ms)
        self.files = files = Careful(files, port.memory)
        identity = Identity(files, port.noise(), port.seed)
        journal = Journal(files, identity.table_id, identity.space)
        boards = setup.lit if port.has_leds else setup.boards
        self.console = console = Console(
            identity, journal, files, setup, boards, port.about, 0, faults
        )
        for text in setup.problems:
            console.line.upkeep.note(text)
        console.code = setup.code
        if port.has_leds and setup.notice:
            console.line.upkeep.note(setup.notice)
        if not port.is_random:
            console.line.upkeep.note("the random source failed: the pool and presses make the dice")
        self._faults = faults
        frame = console.frame
        self._output = None
        if port.has_leds:
            from .output import Output

            self._output = Output(setup, frame, console.choices.brightness, port.paint)
            console.output = self._output
            self._shown, self._shown_dice = self._output.shown, self._output.shown_dice
            if len(self._output.lines) > 1:  # first light goes before one line has more
                self._output.send(port)
        else:
            self._shown = bytearray(len(frame.pixels))
            self._shown_dice = None if frame.dice is None else bytearray(len(frame.dice))
        self._frame_ms = setup.frame_ms
        self._said_dim = False
        self._sink = self._key  # made once: a bound method is memory
        self._litter = 0  # bytes of garbage, by the estimate, since the last collection
        self._most = port.collect_after // 2  # of it
        self._deed_ms = -1000  # when a gesture was last done, until there is a collection
        self._acted_ms = -AWAY_MS  # when one was last done
        self._chores = Chores(console, files)
        self._late = False  # whether the pass before took too long to draw in
        port.show(self._shown)
        console.drawn_ms = self._update()  # a host that waits is answered first

    @property
    def failing(self) -> str:
        """The part that was at work when an exception came out of :meth:`step`."""
        return self.console.keeper.failing or self._part

    def step(self) -> None:
        """Make one pass: input, console, lights, output; what takes long has one for itself."""
        self._pass()
        self.port.feed()

    def _pass(self) -> None:
        # In small functions: one with many names takes memory at every call.
        console = self.console
        now_ms = self._update()
        self._part = "buttons"
        self.port.read_keys(self._sink, now_ms)
        console.press(console.button, self.port.level, now_ms)
        is_shown = self._show()  # an edge is answered before anything else is done
        if console.worked:  # in the next pass there is a frame of it, and a message
            console.worked = False
            self._litter += _DEED
            self._deed_ms = self._acted_ms = now_ms
        elif not (is_shown or self._clear(now_ms) or foresee(console, now_ms)):
            self._work_on(now_ms)

    def _clear(self, now_ms: int) -> bool:
        """Collect memory or do a chore, if it is time; return whether it was."""
        # Collecting takes 18 ms on a Pico, in which no edge is answered: best just behind one.
        least = self._most // 4 if self._answered(now_ms) else self._most
        if self._litter >= least and IS_DEVICE_PYTHON:
            self._collect()
            return True
        self._part = "chores"
        if self._chores.do(now_ms, self._acted_ms):
            # One that took long is followed by a collection: no edge is near there either.
            took_long = self._update() - now_ms >= _LONGER_MS
            self._litter = self._most if took_long else self._litter + _TIDIED
            return True
        return False

    def _answered(self, now_ms: int) -> bool:
        """Return whether the lights have just answered an edge, or shown what a gesture did."""
        if 0 <= self.console.button.pressed_ms(now_ms) < _FRESH_MS:
            return True
        return now_ms - self._deed_ms < _FRESH_MS and self.console.drawn_ms > self._deed_ms

    def _work_on(self, now_ms: int) -> None:
        """Take what has come over the line, let time pass, show and send what comes of it."""
        port, console = self.port, self.console
        self._part = "link"
        data = port.read()
        if data:
            self._litter += _READ + _BYTE * len(data)
        console.tick(now_ms, data)
        if console.computer is not None and console.computer.thinking:
            self._litter += _THOUGHT
        if console.put_off:
            self._litter += _DEED
            return
        # All this takes a while on a board: what was pressed meanwhile is in the next frame.
        self._part = "buttons"
        port.read_keys(self._sink, self._update())
        self._late = self.now_ms - now_ms >= _LONG_MS and not self._late
        if not self._late:  # else the next pass shows an edge first, then all this follows
            self._light(now_ms)
            self._send()

    def _send(self) -> None:
        """Hand over to the port what is to be sent."""
        port, console = self.port, self.console
        self._part = "link"
        while True:
            piece = console.line.take(_PIECE)
            if not piece:
                break
            self._litter += _SENT
            port.write(piece)
        if self.files.notice or console.keeper.notice:
            console.tell(self.files.notice or console.keeper.notice)
            self.files.notice = console.keeper.notice = ""

    def _light(self, began_ms: int) -> None:
        """Draw what is due, and show it, in a pass that began at ``began_ms``."""
        self._part = "lights"
        if self.now_ms - self.console.drawn_ms >= self._frame_ms:
            draw(self.console, self.now_ms)
            self._litter += _DRAWN
            self._part = "buttons"
            self.port.read_keys(self._sink, self._update())
            self._part = "lights"
            self._late = self.now_ms - began_ms >= _LONGER_MS
        if not self._late:
            self._show()

    def _update(self) -> int:
        self.now_ms = self._uptime.update(self.port.ticks_ms())
        return self.now_ms

    def run(self) -> str:
        """Step until something else is wished for: "restart" or "service"."""
        port, console = self.port, self.console
        upkeep = console.line.upkeep
        wished_ms = -1
        steady = False
        short = 0
        while True:
            try:
                self.step()
            except MemoryError:
                # What failed has not happened: a record is asked for again, lights follow.
                short += 1
                if short == _SHORT:
                    raise
                gc.collect()
            now_ms = self.now_ms
            upkeep.watch(port.level, now_ms)
            if upkeep.wish:
                if wished_ms < 0:
                    wished_ms = now_ms
                session = console.line.session
                if not session.open or session.delivered or now_ms - wished_ms > _ANSWER_MS:
                    return upkeep.wish
            if not steady and now_ms >= _STEADY_MS:
                steady = True
                if self._faults is not None:
                    self._faults.steady()
            port.busy = console.starter is not None
            port.rest(0 if self._late else _STEP_MS)

    def _collect(self) -> None:
        self._part = "memory"
        self._litter = 0
        self._deed_ms = -1000  # one behind each is enough
        gc.collect()
        if hasattr(gc, "threshold"):
            # Without it the heap is next looked at when it is full, and then it is in small
            # pieces. While code is loaded there is little to find, and it would take a third of
            # the time from power-on.
            gc.threshold(self.port.collect_after)

    def _show(self) -> bool:
        """Bring the lights up to the frame; return whether it has changed."""
        console, output = self.console, self._output
        pixels, dice = console.frame.pixels, console.frame.dice
        if output is not None and output.step != console.choices.brightness:
            output.set_brightness(console.choices.brightness)
        elif pixels == self._shown and (dice is None or dice == self._shown_dice):
            return False
        self._litter += _SHOWN
        if output is None:
            self._shown[:] = pixels
            if dice is not None:
                self._shown_dice[:] = dice
            self.port.show(pixels)
            return True
        output.render()
        output.send(self.port)
        if output.below_floor and not self._said_dim:
            self._said_dim = True
            console.tell("the supply allows less light than the lowest brightness needs")
        return True

    def _key(self, level: bool, steps: int, at_ms: int) -> None:
        console = self.console
        if steps:
            console.turn(steps, at_ms)
            return
        # What was before the edge lasted until the edge: a press that began and ended within
        # one slow pass is a press.
        console.press(console.button, not level, at_ms)
        console.press(console.button, level, at_ms)
