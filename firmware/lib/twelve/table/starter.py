"""A new game on its way: its secret is committed to, then the nonce is waited for.

Its code is in memory only while a game begins.
"""

from ..base.compat import IS_DEVICE_PYTHON, bytes_of, const, load_one
from ..base.errors import Refusal
from ..games.catalog import module, others
from ..games.play import PERSON, check_count, from_request
from .drawing import forget_idle
from .keeper import check_names

_SHARE_WAIT_MS = const(500)  # for the host's share of the nonce
_PACKAGE = __name__[: __name__.find(".") + 1]


def _check(request: dict) -> None:
    """Raise Refusal where ``request`` (a referee ``new``) can be no game, whichever it is of."""
    module(request.get("game"))
    if "players" in request:
        check_names(request["players"])
        check_count(request["game"], request["players"])
    for key in ("seed", "deck"):
        if key in request:
            raise Refusal("bad_request", "the table draws by itself: no %s here" % key)


def _check_whole(request: dict, is_cramped: bool) -> None:
    """Raise Refusal unless ``request`` can be played on this table; its game's code is here."""
    play = from_request(request, b"\0", b"", bytearray(0))
    if "seats" in request or "limit" in request:
        from ..games.seating import check_room, check_seats

        check_seats(request, len(play.players))
        persons = request.get("seats", []).count(PERSON) == len(request.get("seats", []))
        check_room(is_cramped and (request.get("limit") or not persons))


class Starter:
    """What ``console`` does between the wish for the game ``request`` and its first records.

    ``done(code, text)`` is called when they are written, with the code "", or cannot be. Raises
    Refusal where there can be no such game. Flash is written once a pass: each time may erase a
    sector, which alone takes 45 ms.
    """

    def __init__(self, console, request: dict, now_ms: int, done):
        self._console = console
        _check(request)
        self._switched = IS_DEVICE_PYTHON and others(request["game"])
        if not self._switched:
            _check_whole(request, console.keeper.is_cramped)
        self._now_ms = now_ms
        self._share = b""
        self._waiting = False  # for the host's share
        self._writing = False  # the new game's records: nothing else may come between them
        self._code = self._text = ""  # of what has gone wrong
        self._done = done
        self._steps = self._start(request)

    def tick(self, now_ms: int) -> None:
        """Let time pass: make the next step."""
        self._now_ms = now_ms
        console = self._console
        console.worked = not self._waiting
        try:
            next(self._steps)
        except StopIteration:
            self._end()  # in the next pass once more where memory does not suffice for it
            console.starter = None

    def hurry(self, now_ms: int) -> None:
        """Start the game at once, without the host's share: somebody plays already."""
        while self._console.starter is self:
            self._waiting = False
            self.tick(now_ms)

    def settle(self, now_ms: int) -> None:
        """Let a request come: not between the records of the game that starts."""
        if self._writing:
            self.hurry(now_ms)

    def share(self, text: str) -> None:
        """Take the host's share of the nonce."""
        if self._waiting and len(text) == 16:
            self._share = bytes_of(text)
            self._waiting = False

    def _start(self, request: dict):
        console, keeper = self._console, self._console.keeper
        pressed_ms = self._now_ms
        try:
            if self._switched:
                from .switch import switch

                yield

                def check():
                    _check_whole(request, keeper.is_cramped)

                for _ in switch(console, request, self._now_ms, check):
                    yield
            commit = keeper.draw_secret()
            yield
            console.identity.save()
            yield
            self._waiting = console.line.commit(commit)
            until_ms = self._now_ms + _SHARE_WAIT_MS
            while self._waiting and self._now_ms < until_ms:
                yield
            self._waiting = False
            share = (pressed_ms & 0xFFFFFFFF).to_bytes(4, "big") + self._share
            self._writing = True
            for _ in keeper.start(request, share, self._now_ms):
                yield
            yield
            self._writing = False
            if keeper.play.levels or keeper.play.limit_s:
                load_one((_PACKAGE + "table.computer",))
        except Refusal as refusal:
            self._code, self._text = refusal.code, refusal.message
        except (OSError, ValueError, MemoryError) as error:  # told, so not asked a second time
            self._code = "busy"
            self._text = "%s: %s" % (type(error).__name__, error)
            console.line.upkeep.failed(error)

    def _end(self) -> None:
        console = self._console
        console.say = self._text
        console.choices.is_new = False
        if self._switched and console.keeper.is_cramped:
            # Two games' code has left a full heap in pieces: the new game goes on in a fresh one.
            console.line.upkeep.wish = "restart"
        console.close_menu()
        forget_idle()
        console.rest(self._now_ms)
        if self._done is not None:
            self._done(self._code, self._text)
