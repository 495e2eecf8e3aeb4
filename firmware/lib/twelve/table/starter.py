"""A new game on its way: its secret is committed to, then the nonce is waited for."""

import gc

from ..base.compat import IS_DEVICE_PYTHON, bytes_of, const
from ..base.errors import Refusal
from ..games.catalog import NAMES, forget_games
from ..games.play import PERSON, from_request
from .drawing import forget_idle
from .keeper import check_names
from .scenes import catalog as scenes

_SHARE_WAIT_MS = const(500)  # for the host's share of the nonce


def _check(request: dict, is_cramped: bool) -> None:
    """Raise Refusal unless ``request`` (a referee ``new``) can be played on this table."""
    if "players" in request:
        check_names(request["players"])
    for key in ("seed", "deck"):
        if key in request:
            raise Refusal("bad_request", "the table draws by itself: no %s here" % key)
    play = from_request(request, b"\0", b"", bytearray(0))
    if "seats" in request or "limit" in request:
        from ..games.seating import check_room, check_seats

        check_seats(request, len(play.players))
        persons = request.get("seats", []).count(PERSON) == len(request.get("seats", []))
        check_room(is_cramped and (request.get("limit") or not persons))


class Starter:
    """What ``console`` does between the wish for a game and its first record.

    Flash is written once a pass: each time may erase a sector, which alone takes 45 ms.
    """

    def __init__(self, console):
        self._console = console
        self._switched = False  # whether another game's code was let go for this one
        self._steps = None  # of the game that is just about to start
        self._now_ms = 0
        self._share = b""
        self._waiting = False  # for the host's share
        self.is_writing = False  # the new game's records: nothing else may come between them

    def begin(self, request: dict, now_ms: int, done) -> None:
        """Begin to start the game ``request``. Raises Refusal where it cannot be."""
        if self._steps is not None:
            raise Refusal("busy", "another game is just about to start")
        console = self._console
        self._switched = self._make_room(request.get("game"), now_ms)
        _check(request, console.keeper.is_cramped)
        self._now_ms = now_ms
        self._steps = self._start(request, done)

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
        """Let time pass: go on with the game that is about to start."""
        if self._steps is not None:
            self._now_ms = now_ms
            self._go_on()

    def hurry(self, now_ms: int) -> None:
        """Start the game at once, without the host's share: somebody plays already."""
        self._now_ms = now_ms
        while self._steps is not None:
            self._waiting = False
            self._go_on()

    def settle(self, now_ms: int) -> None:
        """Let a request come: not between the records of the game that starts."""
        self._console.worked = True
        if self.is_writing:
            self.hurry(now_ms)

    def share(self, text: str, now_ms: int) -> None:
        """Take the host's share of the nonce."""
        if self._waiting and len(text) == 16:
            self._share = bytes_of(text)
            self._waiting = False

    def _go_on(self) -> None:
        steps = self._steps
        self._console.worked = not self._waiting
        try:
            next(steps)
        except StopIteration:
            self._steps = None

    def _start(self, request: dict, done):
        console, keeper = self._console, self._console.keeper
        pressed_ms = self._now_ms
        code = text = ""
        try:
            commit = keeper.draw_secret()
            yield
            console.identity.save()
            yield
            self._share = b""
            self._waiting = console.line.commit(commit)
            until_ms = self._now_ms + _SHARE_WAIT_MS
            while self._waiting and self._now_ms < until_ms:
                yield
            self._waiting = False
            share = (pressed_ms & 0xFFFFFFFF).to_bytes(4, "big") + self._share
            self.is_writing = True
            for _ in keeper.start(request, share, self._now_ms):
                yield
        except (OSError, ValueError, MemoryError) as error:  # told, so not asked a second time
            code, text = "busy", "%s: %s" % (type(error).__name__, error)
            console.line.upkeep.failed(error)
        self.is_writing = False
        self._steps = None
        console.say = text
        console.choices.is_new = False
        if self._switched and keeper.is_cramped:
            # Two games' code has left a full heap in pieces: the new game goes on in a fresh one.
            console.line.upkeep.wish = "restart"
        console.close_menu()
        forget_idle()
        console.rest(self._now_ms)
        if done is not None:
            done(code, text)
