"""A table that does as it is told, on a pseudo-terminal whose cable can be pulled.

It has the wire's own session and source, and games as a table writes them, but no button and no
flash: what a test wants of it is said in calls.

    with ScriptedTable(tmp_path) as table:
        table.path                       # the port: a symlink that outlives unplugging
        table.begin(); table.play(10)
        table.unplug(); table.plug()     # a new pseudo-terminal behind the same name
        table.cut()                      # power off and on: games stay, the boot count rises
"""

from __future__ import annotations

import base64
import json
import queue
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pace import wait_for as wait_for

from pty_cable import PtyCable
from sample_games import Writer
from scripted_book import Book, TimedWriter
from scripted_settings import Settings
from twelve.base.errors import Refusal
from twelve.record.session import Session
from twelve.record.source import Source

_ids = random.Random()


class ScriptedTable:
    """One table, stepped in a thread of its own. ``spoil_news`` may change what ``now`` says."""

    def __init__(self, folder: Path, name: str = "line", table_id: str = "", boards: int = 1):
        folder.mkdir(parents=True, exist_ok=True)
        self.cable = PtyCable(folder / name)
        self.id = table_id or f"{_ids.getrandbits(48):012x}"
        self.boards = boards
        self.name = "Scripted"
        self.book = Book(self.id)
        self.boot = 0
        self.pixels = [bytes(156) for _ in range(boards)]
        self.requests: list[dict[str, Any]] = []
        self.settings = Settings()
        self.stalled = False  # it plays on, but answers and says nothing
        self.spoil_news: Callable[[dict[str, Any]], None] = lambda news: None
        self.say = ""
        self._guard = threading.RLock()
        self._more: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scripted table", daemon=True)
        self.cut()
        self.plug()
        self._thread.start()

    def __enter__(self) -> ScriptedTable:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join(5)
        self.unplug()

    # -- the cable and the power ----------------------------------------------------------------
    @property
    def path(self) -> str:
        """The name of its port."""
        return str(self.cable.path)

    def plug(self, path: Path | None = None) -> None:
        """Plug it in, perhaps under another name."""
        self.cable.plug(path)

    def unplug(self) -> None:
        """Pull the cable."""
        self.cable.unplug()

    def cut(self) -> None:
        """Cut the power and switch it on again: a running game is resumed, as a table does."""
        with self._guard:
            self.boot += 1
            self._on_s = time.monotonic()
            self.session = Session(False, self._greeting, 0)
            self.source = Source(self.book)
            self._sent: dict[tuple[int, int], bytes] = {}
            self._news_ms = self._told_n = self._losses = 0
            self._answers: dict[int, str] = {}
            if self.book.games:
                self._write(lambda game: game.note(kind="boot", boot=self.boot))

    def _greeting(self) -> tuple[tuple[str, Any], ...]:
        numbers = self.book.numbers()
        return (
            ("table", self.id), ("name", self.name), ("boot", self.boot),
            ("bootid", f"{self.boot}-{self.id[:4]}"), ("fw", "0.0"), ("py", "test"),
            ("ms", self.now_ms), ("games", [numbers[0], numbers[-1]] if numbers else []),
            ("boards", self.boards), ("virtual", False),
        )  # fmt: skip

    @property
    def now_ms(self) -> int:
        """Milliseconds since it was switched on."""
        return int((time.monotonic() - self._on_s) * 1000)

    # -- the game on it -------------------------------------------------------------------------
    @property
    def game(self) -> Writer:
        """The game on it."""
        return self.book.games[self.book.current]

    @property
    def uid(self) -> str:
        """The id of the game on it."""
        return self.book.uid(self.book.current)

    @property
    def next_n(self) -> int:
        """The number of its next record."""
        return len(self.game.lines) + 1 if self.book.games else 1

    def lines(self, number: int = 0) -> list[str]:
        """Return the records of a game, else of the newest."""
        with self._guard:
            return list(self.book.games[number or self.book.current].lines)

    def _write(self, what: Callable[[Writer], None]) -> None:
        with self._guard:
            what(self.game)

    def begin(self, **request: Any) -> None:
        """Close the game before and start one."""
        with self._guard:
            if self.book.games and '"reveal"' not in self.game.lines[-1]:
                self.close_game()
            no = self.book.current + 1
            fields = {"game": "12x12", **request}
            seed = _ids.getrandbits(32)
            made = TimedWriter(lambda: self.now_ms, fields, seed, self.id, no, boot=self.boot)
            self.book.games[no] = made

    def act(self, action: str, given: list[Any] | None = None) -> None:
        """Do an action. Raises Refusal."""
        self._write(lambda game: game.act(action, given))

    def play(self, actions: int, seed: int = 1) -> None:
        """Play ``actions``, by chance but repeatably; a game that ends is followed by another."""
        chance = random.Random(seed)
        for _ in range(actions):
            with self._guard:
                if self.game.play.over:
                    self.begin()
                self.act(chance.choice(self.game.play.legal()))

    def undo(self) -> None:
        """Take the last action back."""
        self._write(lambda game: game.undo())

    def close_game(self) -> None:
        """Reveal the secret of the game, abandoned where it goes on."""
        self._write(lambda game: game.close())

    def promise(self, commit: str) -> None:
        """Send a commitment, as before a new game."""
        self.send({"m": "commit", "commit": commit})

    def send(self, message: dict[str, Any]) -> None:
        """Send any message."""
        self._more.put(json.dumps(message, separators=(",", ":"), ensure_ascii=False))

    def has_host(self) -> bool:
        """Whether a host is there and has said hello."""
        return self.session.open

    # -- the thread -----------------------------------------------------------------------------
    def _run(self) -> None:
        while not self._stopping.wait(0.003):
            with self._guard:
                self._step()

    def _step(self) -> None:
        if self.stalled:
            return
        session, now_ms = self.session, self.now_ms
        data = self.cable.read()
        for message, _ in session.receive(data, now_ms):
            self._hear(message)
        session.tick(now_ms)
        self.settings.tick(self)
        with suppress(queue.Empty):
            while True:
                session.send(self._more.get_nowait())
        if session.open and session.idle:
            text = self.source.next_live() or self._news(now_ms) or self._lights()
            text = text or self.source.next(now_ms)
            if text is not None:
                session.send(text)
        while piece := session.take(64):
            self.cable.write(piece)

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["m"]
        if kind == "hello":
            self.source.start()
            self._sent, self._answers = {}, {}
            self._news_ms = 0
            self.settings.hello(self.session)
        elif kind == "have":
            self.source.have(message["g"], message["n"], message["chain"])
        elif kind == "stored":
            self.source.stored(message["g"], message["n"])
        elif kind in ("key", "act", "undo", "new", "names", "close"):
            self._request(kind, message)
        elif kind in ("settings", "set", "restart"):
            self.settings.request(message, self)

    def _request(self, kind: str, message: dict[str, Any]) -> None:
        number = message["id"]
        if number not in self._answers:
            self.requests.append(message)
            answer: dict[str, Any] = {"m": "ans", "id": number, "ok": True}
            try:
                if message.get("n", self.next_n) != self.next_n:
                    raise Refusal("moved", "the game has moved on")
                getattr(self, "_do_" + kind)(message)
                answer["n"] = self.next_n
            except Refusal as refusal:
                answer.update(ok=False, code=refusal.code, text=refusal.message)
            self._answers[number] = json.dumps(answer)
        self._news_ms = 0
        while (text := self.source.next_live()) is not None:
            self.session.send(text)
        self.session.send(self._answers[number])

    def _do_key(self, message: dict[str, Any]) -> None:
        if message["gesture"] == "click":
            self.act(self.game.play.legal()[0])

    def _do_act(self, message: dict[str, Any]) -> None:
        if not self.book.games:
            raise Refusal("no_game", "no game yet: start one")
        self.act(message["action"], message.get("dice"))

    def _do_undo(self, _: dict[str, Any]) -> None:
        self.undo()

    def _do_new(self, message: dict[str, Any]) -> None:
        self.begin(
            **{k: message[k] for k in ("game", "rules", "players", "position") if k in message}
        )

    def _do_names(self, message: dict[str, Any]) -> None:
        self._write(lambda game: game.note(kind="names", players=message["players"]))
        self.game.play.players = tuple(message["players"])

    def _do_close(self, _: dict[str, Any]) -> None:
        if not self.game.play.over:
            raise Refusal("running", "the game has not ended yet")
        self.close_game()

    def _news(self, now_ms: int) -> str | None:
        n = self.next_n
        if self._news_ms and now_ms - self._news_ms < 1000 and n == self._told_n:
            return None
        self._news_ms, self._told_n = max(now_ms, 1), n
        games = bool(self.book.games)
        news: dict[str, Any] = {
            "m": "now", "g": self.uid if games else None, "n": n,
            "h": self.game.play.hash() if games else "", "cur": None, "show": False,
            "ms": now_ms, "bad": self.session.bad_lines,
        }  # fmt: skip
        if self.say:
            news["say"] = self.say
        self.spoil_news(news)
        return json.dumps(news)

    def _lights(self) -> str | None:
        if self.session.losses != self._losses:
            self._losses = self.session.losses
            self._sent = {}
        for board, pixels in enumerate(self.pixels):
            for row in (0, 6):
                piece = pixels[13 * row : 13 * row + 78]
                if piece != self._sent.get((board, row)):
                    self._sent[board, row] = piece
                    data = base64.b64encode(piece).decode()
                    return json.dumps({"m": "px", "b": board, "r": row, "d": data})
        return None
