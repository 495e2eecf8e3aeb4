"""The table's end of the line: answers the host's requests, sends records, news and lights."""

from binascii import b2a_base64

from ..base.compat import const, let_go
from ..base.errors import Refusal
from ..base.text import Fields
from ..record.session import Session
from ..record.source import Source
from . import gestures
from .upkeep import Upkeep

_NEWS_MS = const(1000)
_LIGHTS_MS = const(40)  # between two pictures
_BOARD = const(156)  # holes of one board
_PIECE = const(78)  # holes in one message: six rows, so that its text finds room on a full heap
_ANSWERS = const(4)  # how many are kept, for requests that are sent again
_SELDOM_CODE = __name__[: __name__.rfind(".")] + ".requests"
_GESTURES = {"click": gestures.CLICK, "hold": gestures.HOLD, "long": gestures.LONG}


class Line:
    """What the console says and hears over the wire; silent while no host is there."""

    def __init__(self, console, name: str, about: tuple, now_ms: int, faults=None):
        self._console = console
        self._name = name
        self._about = about
        self._now_ms = now_ms
        self.session = Session(False, self._greeting, now_ms)
        self.source = Source(console.journal)
        self.upkeep = Upkeep(self.session, console.files, faults)
        self._answers = []  # (id, text), oldest first
        self._news = ""
        self._news_ms = now_ms
        self._changed = False
        self._lights = bytearray(len(console.frame.pixels))
        self._lights_sent = False  # whether the host has had every board once
        self._next_piece = 0
        self._lights_ms = 0
        self._losses = 0
        self._do = {
            "key": self._key,
            "act": self._act,
            "undo": self._undo,
            "new": self._seldom,
            "names": self._seldom,
            "close": self._seldom,
            "seat": self._seldom,
            "limit": self._seldom,
            "settings": self.upkeep.do,
            "set": self.upkeep.do,
            "restart": self.upkeep.do,
        }

    def _greeting(self) -> tuple:
        console = self._console
        numbers = console.journal.numbers()
        return (
            ("table", console.identity.table_id),
            ("name", self._name),
            ("boot", console.identity.boot),
            ("bootid", console.identity.boot_id),
            ("ms", self._now_ms),
            ("games", [numbers[0], numbers[-1]] if numbers else []),
            ("boards", console.frame.boards),
            ("flash", list(console.journal.space)),
        ) + self._about

    def changed(self) -> None:
        """Say that something a host shows has changed."""
        self._changed = True

    def commit(self, commit: str) -> bool:
        """Tell the host the commitment of the next game; return whether one is there."""
        self.session.send('{"m":"commit","commit":"%s"}' % commit)
        return self.session.open

    # -- in ------------------------------------------------------------------------------------
    def receive(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the host and do what they ask; nothing in them can raise."""
        self._now_ms = now_ms
        if data:
            self._take(data, now_ms)  # on its own: so many names need memory at every call

    def _take(self, data: bytes, now_ms: int) -> None:
        for message, _ in self.session.receive(data, now_ms):
            kind = message["m"]
            if kind == "hello":
                self.source.start()
                self._answers = []
                self._news = ""
                self._lights_sent = False
                self._next_piece = 0
                self.upkeep.hello()
            elif kind in self._do:
                self._request(kind, message)
            else:
                self._told(kind, message)

    def _told(self, kind: str, message: dict) -> None:
        uid, n = message.get("g"), message.get("n")
        if kind == "rand":
            share = message.get("r")
            try:
                if type(share) is str and self._console.starter is not None:
                    self._console.starter.share(share)
            except (ValueError, OSError, Refusal) as error:
                self._console.say = str(error)
        elif type(uid) is str and type(n) is int:
            if kind == "stored":
                self.source.stored(uid, n)
            elif kind == "have" and type(message.get("chain")) is str:
                self.source.have(uid, n, message["chain"])

    def _request(self, kind: str, message: dict) -> None:
        """Do a request once, however often it is sent; its answer says what came of it."""
        number = message.get("id")
        if type(number) is not int:
            return
        for known, text in self._answers:
            if known == number:
                self.session.send(text)
                return
        self._console.worked = True
        if self._console.starter is not None:
            self._console.starter.settle(self._now_ms)
        try:
            n = message.get("n")
            if n is not None and n != self._console.keeper.next_n:
                raise Refusal("moved", "the game has moved on")
            if self._do[kind](message) is None:
                self.answer(number)
        except Refusal as refusal:
            self.answer(number, refusal.code, refusal.message)
        except Exception as error:  # one command may fail, the table goes on
            self.upkeep.failed(error)
            self.answer(number, "busy", "%s: %s" % (type(error).__name__, error))
        self._changed = True

    def answer(self, number: int, code: str = "", text: str = "") -> None:
        """Answer request ``number``: done, or refused with a code and a sentence."""
        pairs = (("m", "ans"), ("id", number), ("ok", not code))
        if code:
            pairs += (("code", code), ("text", text[:300]))
        else:
            pairs += (("n", self._console.keeper.next_n),)
        answer = Fields(pairs).text()
        self._answers.append((number, answer))
        if len(self._answers) > _ANSWERS:
            self._answers.pop(0)
        self._pending_answer(answer)

    def _pending_answer(self, answer: str) -> None:
        # The record first, then the answer: whoever reads "done" has the record already.
        while True:
            message = self.source.next_live()
            if message is None:
                break
            self.session.send(message)
        self.session.send(answer)

    # -- requests: return None when done, True when the answer comes later -----------------------
    def _key(self, message: dict):
        console, gesture = self._console, message.get("gesture")
        if gesture in _GESTURES:
            console.gesture(_GESTURES[gesture], self._now_ms)
        elif gesture == "press" or gesture == "release":
            console.remote_level = gesture == "press"
            console.press(console.remote, console.remote_level, self._now_ms)
        elif gesture == "turn" and type(message.get("steps")) is int:
            console.turn(message["steps"], self._now_ms)
        else:
            raise Refusal("bad_request", "a gesture is click, hold, long, press, release or turn")

    def _act(self, message: dict):
        action = message.get("action")
        play = self._console.keeper.play
        if type(action) is not str:
            raise Refusal("bad_request", "act needs an action")
        if play is None:
            raise Refusal("no_game", "no game yet: start one")
        given = message.get(play.game.chance_key)
        if given is not None and type(given) is not list:
            raise Refusal("bad_request", "%s must be a list" % play.game.chance_key)
        computer, level = self._console.computer, ""
        if computer is not None:
            level = computer.allow(message.get("level", ""), self._now_ms)
        self._console.act(action, self._now_ms, given, level)

    def _undo(self, message: dict):
        number = message["id"]
        if not self._console.undo(self._now_ms, lambda: self.answer(number)):
            return True

    def _seldom(self, message: dict):
        from .requests import do

        let_go(_SELDOM_CODE)
        return do(self, self._console, message, self._now_ms)

    # -- out -----------------------------------------------------------------------------------
    def tick(self, now_ms: int) -> None:
        """Let time pass; queue the next message when the last has left."""
        session = self.session
        session.tick(now_ms)
        if not session.open or not session.idle:
            return
        self.upkeep.tick()
        if session.losses != self._losses:  # a picture may have been among them
            self._losses = session.losses
            self._lights_sent = False
        message = self.source.next_live()
        if message is None and (self._changed or now_ms - self._news_ms >= _NEWS_MS):
            self._changed = False
            news = self._news_text()
            if news != self._news or now_ms - self._news_ms >= _NEWS_MS:
                self._news = news
                self._news_ms = now_ms
                message = '%s,"ms":%d,"bad":%d}' % (news[:-1], now_ms, session.bad_lines)
        if message is None and now_ms - self._lights_ms >= _LIGHTS_MS:
            message = self._lights_text(now_ms)
        if message is None:
            message = self.source.next(now_ms)
        if message is not None:
            session.send(message)

    def _news_text(self) -> str:
        console = self._console
        keeper = console.keeper
        pairs = [
            ("m", "now"),
            ("g", keeper.uid),
            ("n", keeper.next_n),
            ("h", keeper.play.hash() if keeper.play else ""),
            ("cur", console.cursor),
            ("show", console.in_show),
        ]
        if console.output is not None:
            pairs.append(("ma", console.output.ma))
            pairs.append(("cap", 2 if console.output.below_floor else int(console.output.capped)))
        if console.computer is not None:
            pairs += [("left", console.computer.left_s), ("think", console.computer.wish)]
        if keeper.play and keeper.play.over:
            pairs.append(("swaps", console.choices.swaps))
        if console.menu:
            entries = console.menu.entries
            pairs.append(("menu", entries))
            pairs.append(("set", [console.menu.value(entry) for entry in entries]))
        if console.say:
            pairs.append(("say", console.say[:200]))
        return Fields(pairs).text()

    def _lights_text(self, now_ms: int):
        """Return the next piece of the lights that differs from what the host has, or None."""
        pixels, sent = self._console.frame.pixels, self._lights
        if self._lights_sent and pixels == sent:
            return None
        at = self._next_piece
        for _ in range(0, len(pixels), _PIECE):
            piece = pixels[at : at + _PIECE]
            if not self._lights_sent or piece != sent[at : at + _PIECE]:
                break
            at = (at + _PIECE) % len(pixels)
        sent[at : at + _PIECE] = piece
        self._next_piece = (at + _PIECE) % len(pixels)
        if not self._next_piece:
            self._lights_sent = True
            self._lights_ms = now_ms
        data = b2a_base64(piece)[:-1].decode()
        return '{"m":"px","b":%d,"r":%d,"d":"%s"}' % (at // _BOARD, at % _BOARD // 13, data)

    def take(self, limit: int) -> bytes:
        """Return the next bytes to write, within credit."""
        return self.session.take(limit)
