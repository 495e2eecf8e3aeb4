"""What the table does by itself in a game: it plays the computer's seats, times turns, and advises.

Code that is on the heap only while a game needs it. A seat of level expert waits
for the laptop, which thinks there and sends the action (``think`` in its news asks for it); where
none does, normal plays. None of this finds room on a full heap: everybody is a person there.
"""

import gc

from ..base.compat import IS_DEVICE_PYTHON, const, crc32
from ..base.errors import Refusal
from ..games.play import PERSON
from ..games.players import HERE, load, thinker
from ..games.seating import AWAY, LEVELS
from .scenes import common

_PAUSE_MS = const(900)  # before the computer acts, so that people can follow
_LAPTOP_MS = const(8000)  # that the laptop is waited for
_WORK = const(10)  # ms on a Pico for which a player thinks in one pass
_LATE_MS = const(10000)  # before its end the time for a turn is shown


class Computer:
    """The computer at ``console``'s table."""

    def __init__(self, console):
        self._console = console
        self._turn = None  # (game, turn, seat, limit) whose time runs
        self._left_ms = 0  # of it
        self._before_ms = -1  # the last tick
        self._drawn = 0  # lots since the last action
        self._level = ""  # at which it is thought
        self._back = None  # while taking back: what to call when that is done
        self._is_fresh = False  # the code of the player: loading it leaves holes in the heap
        self.advising = False
        self.rest(0)

    @property
    def level(self) -> str:
        """Who decides now: PERSON, AWAY or a level; PERSON where nothing is to be decided."""
        keeper = self._console.keeper
        play = keeper.play
        return play.level(play.state.player) if keeper.running else PERSON

    @property
    def thinking(self) -> bool:
        """Whether it thinks just now."""
        return self._thinking is not None and self._answer is None

    @property
    def wish(self) -> str:
        """The level at which the laptop, if there is one, is to decide now; "" for none."""
        console, level = self._console, self.level
        if level == PERSON or console.menu or console.in_show or self._back is not None:
            return ""
        if level == AWAY:
            level = LEVELS[1]
        return "" if level in HERE else level

    @property
    def left_s(self) -> int:
        """The whole seconds that the person at turn has left; -1 without a limit."""
        keeper = self._console.keeper
        if not (keeper.running and keeper.play.limit_s and self._turn) or self.level != PERSON:
            return -1
        return (self._left_ms + 999) // 1000

    def rest(self, now_ms: int) -> None:
        """Begin anew: there is another position, or other seats."""
        self._thinking = self._answer = None
        self.advising = False
        self._due_ms = now_ms + _PAUSE_MS
        self._laptop_ms = now_ms + _LAPTOP_MS

    # -- time ----------------------------------------------------------------------------------
    def tick(self, now_ms: int) -> None:
        """Let time pass. Raises Refusal, OSError, MemoryError: nothing has been done then."""
        console = self._console
        passed_ms = now_ms - self._before_ms if self._before_ms >= 0 else 0
        self._before_ms = now_ms
        if self._back is not None:
            self._go_back(now_ms)
        elif not console.keeper.running or console.menu or console.in_show:
            pass  # people look at something else
        elif self.advising:
            self._advise(now_ms)
        elif self.level == PERSON:
            self._time(passed_ms, now_ms)
        else:
            self._turn = None
            self._play(now_ms)

    def _time(self, passed_ms: int, now_ms: int) -> None:
        console = self._console
        play = console.keeper.play
        turn = (console.keeper.uid, play.state.turn, play.state.player, play.limit_s)
        if turn != self._turn or not play.limit_s:
            self._turn = turn
            self._left_ms = 1000 * play.limit_s
            return
        before_s = self.left_s
        self._left_ms -= passed_ms
        if self.left_s != before_s:
            console.line.changed()
        if self._left_ms <= 0:
            seat = play.state.player
            console.keeper.seat(seat, AWAY, now_ms)
            console.rest(now_ms)
            name = play.players[seat]
            console.tell("time is up: the computer plays for %s until a click" % name)

    # -- playing -------------------------------------------------------------------------------
    def _play(self, now_ms: int) -> None:
        console, level = self._console, self.wish
        if level and console.line.session.open and now_ms < self._laptop_ms:
            return
        level = self.level
        if level not in HERE:
            level = LEVELS[1]
        if self._answer is None:
            self._think(level)
        elif now_ms >= self._due_ms:
            console.act(self._answer[0], now_ms, None, self._level)

    def _think(self, level: str) -> None:
        """Think for a moment."""
        play = self._console.keeper.play
        if self._thinking is None and load(play.game):
            self._is_fresh = True
        elif self._is_fresh and IS_DEVICE_PYTHON:
            self._is_fresh = False
            gc.collect()  # thinking needs some of the room
        elif self._thinking is None:
            self._drawn, self._level = 0, level
            self._thinking = thinker(play.game, play.state, level, self._draw)
        else:
            self._answer = self._thinking.step(_WORK)

    def _draw(self, n: int) -> int:
        """Draw a number below ``n``: from the record, so that a game can be played again."""
        self._drawn += 1
        return crc32(b"%s %d" % (self._console.journal.chain.encode(), self._drawn)) % n

    def press(self, in_show: bool, now_ms: int) -> bool:
        """Take a click or hold; return whether it was for the computer, whose turn it is."""
        level = self.level
        if level == PERSON:
            if self._back is not None:
                self._go_back(now_ms)  # it has come to a person: what comes now stands
            return False
        console = self._console
        last = console.keeper.play.state.last
        # Who skips the show of a turn that is over does not mean the next one's seat.
        if level == AWAY and (
            not in_show or (last and last[0] == console.keeper.play.state.player)
        ):
            self.take_back_seat(now_ms)
            console.rest(now_ms)
        elif console.in_show:
            console.rest(now_ms)
        self._due_ms = now_ms  # what was thought so far stays, and the laptop has no longer
        return True

    def allow(self, level, now_ms: int) -> str:
        """Let somebody at the line act now as a player of ``level``, "" for a person; return it.

        A person who acts in a seat that was away is back. Raises Refusal, OSError.
        """
        here = self.level
        if self._back is not None:
            if here != PERSON:
                raise Refusal("moved", "more is still being taken back")
            self._go_back(now_ms)
        if level == "" and here == AWAY:
            self.take_back_seat(now_ms)
        elif level != self.wish or (level == "" and here != PERSON):
            raise Refusal("illegal_action", "the seat is that of %s" % here)
        return level

    def take_back_seat(self, now_ms: int) -> None:
        """Give the seat at turn back to the person who was away. Raises Refusal, OSError."""
        keeper = self._console.keeper
        keeper.seat(keeper.play.state.player, PERSON, now_ms)

    # -- taking back and advice ------------------------------------------------------------------
    def go_back(self, done) -> bool:
        """After an action was taken back: go on until a person decides; return whether to.

        ``done()`` is called then, unless it is None.
        """
        levels = self._console.keeper.play.levels
        if self.level == PERSON or PERSON not in levels:
            return False
        if self._back is None:
            self._back = []
        if done:
            self._back.append(done)
        return True

    def _go_back(self, now_ms: int) -> None:
        """Take one more action back: a record takes its time to be written."""
        keeper = self._console.keeper
        back, self._back = self._back, None  # where flash refuses, it stays at what is taken back
        try:
            if self.level != PERSON and keeper.play.history.length:
                keeper.undo(now_ms)
                self._back = back
        finally:
            if self._back is None:
                self._console.rest(now_ms)
                for done in back:
                    done()

    def leave(self) -> None:
        """Hear that this is needed no more: whoever asked to take back is answered."""
        for done in self._back or ():
            done()

    def advise(self, now_ms: int) -> None:
        """Begin to think about what to do; the cursor goes there then, and the reason is said."""
        self.rest(now_ms)
        self.advising = True

    def _advise(self, now_ms: int) -> None:
        if self._answer is None:
            self._think(LEVELS[1])
        else:
            action, why = self._answer
            console = self._console
            self.rest(now_ms)
            if console.chooser is not None:
                console.chooser.show(action)
            console.say = why
            console.line.changed()

    # -- what can be seen ------------------------------------------------------------------------
    def draw(self, frame, now_ms: int) -> None:
        """Lay over the scene that the computer thinks, or how the last seconds of a turn go."""
        if self.advising or self.level != PERSON:
            common.draw_busy(frame, now_ms)
        elif 0 <= self.left_s and self._left_ms < _LATE_MS:
            common.draw_late(frame, self._left_ms, _LATE_MS)
