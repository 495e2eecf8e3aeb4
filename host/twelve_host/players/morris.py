"""The expert of Twelve Men's Morris: it thinks for a given time, compiled where numba is installed.

Compiling takes seconds the first time, so it is done in the background; until it is ready, and
without numba, the table's own search thinks instead, for as long.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from twelve.games.morris import Morris
from twelve.games.morris_player import Thinker, explain
from twelve.games.morris_search import FORCED
from twelve.games.players import first

SECONDS = 1.0  # for a move, or a taking
_ENDLESS = 1 << 40  # nodes
_STEP = 50  # for the table's search between two looks at the clock: a few ms here
_COMPILE = "from twelve_host.players import morris_search; morris_search.warm()"

Answer = tuple[str, str]


class _Engine:
    """The compiled search: made ready once, in the background, and shared by all threads."""

    def __init__(self) -> None:
        self.trouble = "" if find_spec("numba") else "numba is not installed"
        self.search: ModuleType | None = None  # once it is ready
        self._lock = threading.Lock()
        self.slow = bool(self.trouble)  # not worth waiting for
        self._loader: threading.Thread | None = None
        self._compiler: subprocess.Popen[bytes] | None = None
        self._ending = False
        self._free: list[Any] = []  # arrays of searches that are over

    def warm(self) -> threading.Thread:
        """Begin making ready, once; return the thread that does."""
        with self._lock:
            if self._loader is None:
                self._loader = threading.Thread(target=self._load, name="morris", daemon=True)
                self._loader.start()
                atexit.register(self._end)
            return self._loader

    def _load(self) -> None:
        if self.trouble:
            return
        try:
            from .compiled import FOLDER, kept

            if not kept():
                self.slow = True
                if FOLDER is not None:
                    self._compile()
            if self._ending:
                return
            from . import morris_search

            self._free.append(morris_search.warm())
        # Whatever numba cannot do on this machine, there is another way to play; it is told.
        except Exception as error:
            self.trouble = f"numba does not work here ({type(error).__name__}: {error})"
            self.slow = True
        else:
            self.search = morris_search

    def _compile(self) -> None:
        """Compile in a process of its own: it slows nobody down, and can be ended at any time."""
        with self._lock:
            if self._ending:
                return
            self._compiler = subprocess.Popen(
                [sys.executable, "-c", _COMPILE],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self._compiler.wait()

    def _end(self) -> None:
        """Leave nothing running when Python ends."""
        with self._lock:
            self._ending = True
        if self._compiler is not None:
            self._compiler.kill()
        if self._loader is not None:
            self._loader.join(2)

    def think(self, search: ModuleType, state: Any, seconds: float) -> tuple[int, int, int]:
        """Return (action's number, plan, worth) as ``explain`` takes them, after ``seconds``."""
        from .morris_engine import position_of

        position = position_of(state)
        try:
            m = self._free.pop()
        except IndexError:
            m = search.memory()
        search.start(m, state.rules[0], state.rules[1] == "each")
        worth, _ = deepen(search, m, position, seconds)
        found = int(m[search.BEST])
        plan = search.plan_of(m, position, found)
        self._free.append(m)
        return found, plan, worth


def deepen(search: ModuleType, m: Any, position: Any, seconds: float) -> tuple[int, int]:
    """Look ever further for ``seconds``; return (worth, turns) of the last look that was whole.

    ``search`` is the module, ``m`` an array started by it; the best action is in ``m``.
    """
    worth, turns = search.look(m, position, 1), 1
    alarm = threading.Timer(seconds, m.__setitem__, (search.STOP, 1))
    alarm.start()
    while turns < search.DEEPEST and abs(worth) <= FORCED:
        value = search.look(m, position, turns + 1)
        if m[search.STOP]:
            break
        worth = value
        turns += 1
    alarm.cancel()
    alarm.join()  # or it might stop whoever has the array next
    return worth, turns


_engine = _Engine()


def warm() -> threading.Thread:
    """Make the compiled search ready in the background, so that the first move is a good one."""
    return _engine.warm()


def remark() -> str:
    """Return a sentence that users must know about how the expert thinks here; "" for none."""
    if not _engine.trouble:
        return ""
    return (
        f"The expert thinks in plain Python here, as {_engine.trouble}; "
        "pip install 'twelve-table[expert]' brings a far stronger one."
    )


def choose(
    game: Morris,
    state: Any,
    draw: Callable[[int], int] | None = None,
    seconds: float = SECONDS,
) -> Answer:
    """Return (a legal action of ``state``, why) after thinking for ``seconds``, or less."""
    until = time.monotonic() + seconds
    loader = _engine.warm()
    plain = Thinker(game, state, "normal", draw or first, _ENDLESS)
    answer: Answer | None = plain.answer or plain.step(_STEP)
    while answer is None:
        left = until - time.monotonic()
        if _engine.search is not None:
            found = _engine.think(_engine.search, state, max(left, 0))
            answer = explain(game, state, *found)
        elif left <= 0:
            answer = plain.best()
        elif _engine.slow:
            answer = plain.step(_STEP)
        else:
            loader.join(left)
    return answer
