"""A new game on its way: its secret is committed to, then the nonce is waited for."""

import gc

from ..base.compat import IS_DEVICE_PYTHON, bytes_of, const
from ..base.errors import Refusal
from ..games.catalog import NAMES, forget_games
from .drawing import forget_idle
from .scenes import catalog as scenes

_SHARE_WAIT_MS = const(500)  # for the host's share of the nonce


class Starter:
    """What ``console`` does between the wish for a game and its first record."""

    def __init__(self, console):
        self._console = console
        self._switched = False  # whether another game's code was let go for this one
        self._starting = None  # (request, press time, deadline, what to call when it is done)

    def begin(self, request: dict, now_ms: int, done) -> None:
        """Commit to the secret of the game ``request``. Raises Refusal, OSError."""
        if self._starting is not None:
            raise Refusal("busy", "another game is just about to start")
        console = self._console
        self._switched = self._make_room(request.get("game"), now_ms)
        console.keeper.check_new(request)
        commit = console.keeper.draw_secret()
        wait_ms = _SHARE_WAIT_MS if console.line.commit(commit) else 0
        self._starting = (request, now_ms, now_ms + wait_ms, done)
        self.tick(now_ms)

    def _make_room(self, name, now_ms: int) -> bool:
        """Let go of the game on the table for one of another kind; return whether it was so."""
        console = self._console
        play = console.keeper.play
        loaded = play.game.name if play else console.choices.game
        if not IS_DEVICE_PYTHON or name not in NAMES or name == loaded:
            return False
        console.keeper.put_away(now_ms)
        console.close_menu()
        console.rest(now_ms)
        play = console.frame.memo = None
        forget_games()
        scenes.forget_scenes()
        gc.collect()
        return True

    def tick(self, now_ms: int) -> None:
        """Start the game whose host has not given its share in time."""
        if self._starting is not None and now_ms >= self._starting[2]:
            self._start(b"", now_ms)

    def hurry(self, now_ms: int) -> None:
        """Start the game without the host's share: somebody plays already."""
        if self._starting is not None:
            self._start(b"", now_ms)

    def share(self, text: str, now_ms: int) -> None:
        """Take the host's share of the nonce."""
        if self._starting is not None and len(text) == 16:
            self._start(bytes_of(text), now_ms)

    def _start(self, share: bytes, now_ms: int) -> None:
        console = self._console
        request, pressed_ms, _, done = self._starting
        self._starting = None
        share = (pressed_ms & 0xFFFFFFFF).to_bytes(4, "big") + share
        code = text = ""
        try:
            console.keeper.start(request, share, now_ms)
        except (OSError, ValueError, MemoryError) as error:  # told, so not asked a second time
            code, text = "busy", "%s: %s" % (type(error).__name__, error)
            console.line.upkeep.failed(error)
        console.say = text
        console.choices.is_new = False
        if self._switched and console.keeper.is_cramped:
            # Two games' code has left a full heap in pieces: the new game goes on in a fresh one.
            console.line.upkeep.wish = "restart"
        console.close_menu()
        forget_idle()
        console.rest(now_ms)
        if done is not None:
            done(code, text)
