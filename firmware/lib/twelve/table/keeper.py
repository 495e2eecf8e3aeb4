"""Keeps the running game: every action is in the journal before anything shows it."""

import gc

from ..base.compat import const, hex_of, let_go, sha256
from ..base.errors import Refusal
from ..base.text import Fields, fields
from ..games.history import SHORT, USUAL
from ..games.play import PERSON, from_request

CLOSE_AFTER_MS = 600000  # a finished game can be taken back for ten minutes
MAX_NAME = 40  # bytes of a player's name, so that six fit a record
_RESUME_CODE = __name__[: __name__.rfind(".")] + ".resume"
_SNAPSHOT_CODE = __name__[: __name__.rfind(".")] + ".snapshot"
_SNAPSHOT = const(8)  # records between two snapshots: that many are replayed at most
_TIDIED = const(4)  # changes that bring a game's file up to date
_ROOMY = const(65536)  # bytes of free heap from which on there is room for a whole game's actions


def check_names(names) -> None:
    """Raise Refusal bad_request unless ``names`` is a list of 1–40 byte names without controls."""
    if type(names) is not list:
        raise Refusal("bad_request", "players must be a list of names")
    for name in names:
        if type(name) is not str or not name or len(name.encode()) > MAX_NAME:
            raise Refusal("bad_request", "a name is 1 to %d bytes long" % MAX_NAME)
        for c in name:
            if c < " " or c == "\x7f" or "\ud800" <= c <= "\udfff":
                raise Refusal("bad_request", "a name has no control characters")


class Keeper:
    """The game on this table. ``play`` is None before the first one; ``closed`` once revealed."""

    def __init__(self, identity, journal):
        self._identity = identity
        self._journal = journal
        self.play = None
        self.closed = False
        # Made once, before the heap is in pieces; one game after the other uses it.
        self.is_cramped = False
        if hasattr(gc, "mem_free") and gc.mem_free() < _ROOMY:
            gc.collect()  # garbage is room, too
            self.is_cramped = gc.mem_free() < _ROOMY
        self._codes = bytearray(3 * (SHORT if self.is_cramped else USUAL))
        self._secret = None
        self.failing = ""  # "journal" while that is at work, for the case that it fails
        self.notice = ""  # something that people should hear
        self._measured = False  # whether flash has been asked how much room it has
        self._snapshot_n = 0  # the last record in the snapshot on flash
        self._freezing = None  # the steps of one that is being made
        self._over_ms = 0  # when the game ended, in this switch-on

    @property
    def uid(self):
        """The id of the game on the table, None before the first."""
        return self._journal.uid(self._journal.current) if self.play else None

    @property
    def next_n(self) -> int:
        """The number that the next record will get."""
        return self._journal.n + 1

    @property
    def running(self) -> bool:
        """Whether a game is going on that has not ended."""
        return self.play is not None and not self.play.over

    def _write(self, now_ms: int, *pairs) -> None:
        self.failing = "journal"
        try:
            self._journal.append(pairs + (("ms", now_ms),))
        except (OSError, ValueError):  # flash or text refused: an answer, no fault
            self.failing = ""
            raise
        self.failing = ""

    def _note(self, now_ms: int, kind: str, *pairs) -> None:
        self._write(now_ms, ("op", "note"), ("kind", kind), *pairs)

    # -- from one switch-on to the next ----------------------------------------------------------
    def resume(self, now_ms: int) -> str:
        """Read the newest game back from the journal; return a notice, "" where all is well."""
        from .resume import read_back

        let_go(_RESUME_CODE)
        notice, play, self._secret, self._snapshot_n, revealed = read_back(
            self._journal, self._identity, self._codes
        )
        read_back = None
        if play is None:
            return notice
        self.play = play
        self.closed = revealed
        if revealed:
            return ""
        if self._secret is None:
            return "the secret of game %s is lost: start a new one" % self._journal.current
        self._over_ms = now_ms
        if self._journal.n == 1:  # the power went between the first record and the second
            self._note(now_ms, "nonce", ("nonce", ""))
        self._note(now_ms, "boot", ("boot", self._identity.boot))
        return ""

    def snapshot(self) -> bool:
        """Keep the game in a form that is read back at once, when enough has happened.

        Makes one step of it; returns whether there was one.
        """
        n = self._journal.n
        if self._freezing is not None:
            try:
                next(self._freezing)
            except (StopIteration, OSError, ValueError, MemoryError):  # it only spares time
                self._freezing = None
        elif self.play is None or self.closed or n - self._snapshot_n < _SNAPSHOT:
            return False
        else:
            self._snapshot_n = n
            if self._secret is not None:
                from .snapshot import keep

                let_go(_SNAPSHOT_CODE)  # which keeps its code while it is at work
                self._freezing = keep(self._journal, self.play)
        return True

    def measure(self) -> bool:
        """Ask flash once how much room it has, at a quiet moment; return whether that was now."""
        if self._measured:
            return False
        self._measured = True
        if self._identity.space:
            self._identity.space = self._journal.space = self._journal.files.space()
        else:  # it was asked at the start; the next one, perhaps in the middle of a game, need not
            self._identity.space = self._journal.space
            self._identity.save()
        return True

    # -- a new game --------------------------------------------------------------------------
    def draw_secret(self) -> str:
        """Draw the next game's secret, put it on flash; return its commitment (hex)."""
        self._number, self._next_secret = self._identity.new_game(self._journal.current)
        return hex_of(sha256(self._next_secret))

    def start(self, request: dict, share: bytes, now_ms: int):
        """Close or abandon the game before and start the new one: a step a ``next``, in a row.

        ``share`` is the nonce: what the players and the host gave after the commitment was out.
        """
        for _ in self.closing(now_ms):
            yield
        for _ in range(_TIDIED):  # so that the first record of another file erases no two sectors
            if not self._journal.files.tidy(True):
                break
            yield
        secret, seeded = self._next_secret, self._identity.seeded
        nonce = b"" if seeded else share  # a chosen secret is to give the same dice again
        play = from_request(request, secret, nonce, self._codes)
        game = play.game
        self._journal.note_acknowledged()
        yield
        self.notice = ""
        for notice in self._journal.make_room():
            self.notice = self.notice or notice
            yield
        self._identity.space = self._journal.space
        self._freezing = None  # of the game before
        self._journal.forget_snapshot()
        yield
        self._journal.begin(self._number)
        pairs = [
            ("op", "new"),
            ("game", game.name),
            ("rules", Fields(game.rules_view(play.rules))),
            ("players", list(play.players)),
        ]
        if "position" in request:
            pairs.append(("position", fields(request["position"], game.position_keys)))
        dealt = game.dealt(play.first)
        if dealt:
            pairs.append(("deck", dealt))
        pairs += [
            ("rules_version", game.rules_version),
            ("uid", self._journal.uid(self._number)),
            ("table", self._identity.table_id),
            ("no", self._number),
            ("boot", self._identity.boot),
            ("commit", hex_of(sha256(secret))),
        ]
        pairs += [("seeded", True)] if seeded else []
        self._write(now_ms, *pairs)
        yield
        self._note(now_ms, "nonce", ("nonce", hex_of(nonce)))
        self.play, self._secret = play, secret
        self.closed, self._snapshot_n = False, 0
        for i, level in enumerate(request.get("seats", [])):
            if level != PERSON:
                yield
                self.seat(i, level, now_ms)
        if request.get("limit"):
            yield
            self.limit(request["limit"], now_ms)

    # -- the game that is going on -------------------------------------------------------------
    def _open(self):
        if self.play is None:
            raise Refusal("no_game", "no game yet: start one")
        if self.closed or self._secret is None:
            raise Refusal("game_over", "the game is closed: start a new one")
        return self.play

    def act(self, action: str, now_ms: int, given=None, level: str = "") -> tuple:
        """Apply ``action`` with faces or tiles ``given`` by hand, None to draw; ``level`` decided.

        Returns (state before, state after). Raises Refusal, OSError where flash refuses.
        """
        play = self._open()
        position = play.stream.position
        before = play.act(action, given)
        states = before, play.state
        chance = play.state.last[2]
        pairs = [("op", "act"), ("action", action)]
        if chance:
            pairs.append((play.game.chance_key, list(chance)))
            pairs.append(("by", "table" if given is None else "hand"))
        if level:
            pairs.append(("level", level))
        try:
            self._write(now_ms, *pairs)
        except Exception:  # whatever it was, what is not in the journal has not happened
            play.go_back(before, position)
            raise
        self._over_ms = now_ms
        return states

    def undo(self, now_ms: int) -> None:
        """Take the last action back, as a record. Raises Refusal."""
        play = self._open()
        before, position = play.before()
        self._write(now_ms, ("op", "undo"))
        play.go_back(before, position)

    def rename(self, names: list, now_ms: int) -> None:
        """Give the players other names, as a note. Raises Refusal."""
        play = self._open()
        check_names(names)
        if len(names) != len(play.players):
            raise Refusal("bad_request", "the game has %d players" % len(play.players))
        players = tuple(names)
        self._note(now_ms, "names", ("players", names))
        play.players = players

    def seat(self, seat, level, now_ms: int) -> None:
        """Let a person or a player of ``level`` decide in ``seat``, as a note. Raises Refusal."""
        from ..games.seating import levels_with

        play = self._open()
        levels = levels_with(play, seat, level)
        if levels != play.levels:
            self._note(now_ms, "seat", ("seat", seat), ("level", level))
            play.levels = levels

    def limit(self, limit_s: int, now_ms: int) -> None:
        """Set the time for a turn, one of seating.LIMITS_S, as a note. Raises Refusal."""
        if self._open().limit_s != limit_s:
            self._note(now_ms, "limit", ("value", limit_s))
            self.play.limit_s = limit_s

    def closing(self, now_ms: int):
        """Reveal the secret of the game on the table, abandoning it first: a record a ``next``."""
        if self.play is None or self.closed or self._secret is None:
            return
        if not self.play.over:
            self._write(now_ms, ("op", "abandon"))
            self.play.abandon()
            yield
        self._note(now_ms, "reveal", ("secret", hex_of(self._secret)))
        self.closed = True
        yield

    def close(self, now_ms: int) -> None:
        """Close the game on the table in one go."""
        for _ in self.closing(now_ms):
            pass

    def let_go(self) -> None:
        """Let go of the game on the table; its records stay."""
        self.play = self._freezing = None

    def tick(self, now_ms: int) -> None:
        """Close a game that ended ten minutes ago."""
        if self.play is not None and self.play.over and not self.closed:
            if now_ms - self._over_ms >= CLOSE_AFTER_MS:
                self.close(now_ms)
