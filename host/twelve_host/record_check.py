"""The check of one whole game: numbering, chain, every action by the rules, every die, the result.

Source: the record's description and the rules of the dice: the stream of a closed game can be
drawn again from its secret and nonce, and every roll by the table must be what it gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from twelve.base.compat import bytes_of, hex_of, sha256
from twelve.base.errors import Refusal
from twelve.games.play import Play, act_request, from_request

from .plural import plural
from .record_log import (
    BadRecord,
    Broken,
    Lines,
    Record,
    follows,
    games_in,
    is_chained,
    is_idle,
    newer_rules,
    step,
)
from .record_words import has_chance, hidden_text, result_text

# How the dice stand: drawn again and right; the secret is not out; nothing says where they came
# from; all entered by hand; a game without chance; not looked at since the rules are not known.
CHECKED, HIDDEN, UNKNOWN, HAND = "checked", "hidden", "unknown", "hand"
NONE, UNREAD = "none", "unread"


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first wrong record: its number, its line in the file, what is wrong with it."""

    n: int
    line_no: int
    problem: str

    def __str__(self) -> str:
        where = "" if self.line_no == self.n else f" (line {self.line_no})"
        return f"record {self.n}{where}: {self.problem}"


@dataclass(slots=True)
class Report:
    """What the check found; ``ok`` only when nothing is wrong and everything could be read."""

    uid: str | None = None
    play: Play | None = None
    records: int = 0
    last_chain: str = ""
    chained: bool = False
    closed: bool = False
    seeded: bool = False
    dice: str = UNREAD
    newer: str | None = None
    wrong: Wrong | None = None

    @property
    def ok(self) -> bool:
        """Whether the whole game was read and is right."""
        return self.wrong is None and self.newer is None

    @property
    def verdict(self) -> str:
        """One word: ``ok``, ``wrong`` or ``newer``."""
        return "wrong" if self.wrong else "newer" if self.newer else "ok"

    def __str__(self) -> str:
        if self.wrong:
            return str(self.wrong)
        records = plural(self.records, "record")
        if self.newer:
            right = f"the chain of its {records} is right, " if self.chained else ""
            return f"{self.newer}; {right}update twelve to check its actions"
        return f"{records}, {result_text(self.play)}, {self._proof()}"

    def _proof(self) -> str:
        chain = "chain, " if self.chained else ""
        known = "chain and actions are right" if self.chained else "actions are right"
        drawn = self.play.game.chance_key if self.play else "dice"
        text = {
            CHECKED: f"{chain}actions and {drawn} are right",
            HIDDEN: f"{known} ({hidden_text(self.play)})",
            UNKNOWN: f"{known}, nothing says where the {drawn} came from",
            HAND: f"{known}, all {drawn} were entered by hand",
            NONE: f"{known} (the game has no dice)",
        }[self.dice]
        if not self.chained:
            text += "; it has no chain, so only the rules vouch for it"
        if self.seeded and self.dice != NONE:
            text += f"; its secret was chosen with --seed, so the {drawn} were known beforehand"
        return text


class _Check:
    def __init__(self, game: Lines):
        self.game = game
        self.report = Report(chained=is_chained(game))
        self.chain = ""
        self.play: Play | None = None
        self.secret: bytes | None = None
        self.nonce: bytes | None = None
        self.table_dice = self.hand_dice = False
        records = [r for r in game if isinstance(r, Record)]
        self.numbered = self.report.chained or any("n" in r.fields for r in records)
        self.new = records[0].fields if records else {}
        self.by_seed = "seed" in self.new
        self._find_secret(records)

    def _find_secret(self, records: list[Record]) -> None:
        """Look ahead for the secret and the nonce, since rolls come before the reveal.

        A secret that does not match the commitment is left out: it is found when its turn comes.
        """
        nonce: bytes | None = None
        for record in records:
            kind = record.fields.get("kind") if record.fields.get("op") == "note" else None
            try:
                if kind == "nonce" and nonce is None:
                    nonce = _hex(record.fields, "nonce")
                elif kind == "reveal":
                    secret = _hex(record.fields, "secret")
                    if hex_of(sha256(secret)) == self.new.get("commit"):
                        self.secret = secret
            except BadRecord:
                break  # the check comes to it
        self.stream_nonce = nonce or b""

    def run(self) -> Report:
        report = self.report
        for n, record in enumerate(self.game, 1):
            try:
                if isinstance(record, Broken):
                    raise BadRecord(record.problem)
                self._envelope(n, record)
                if report.newer is None and not (is_idle(record.fields) and not report.chained):
                    self._content(record)
            except BadRecord as bad:
                report.wrong = Wrong(n, record.line_no, str(bad))
                break
            report.records = n
        report.play = self.play
        report.last_chain = self.chain
        if report.newer is None and report.wrong is None:
            report.dice = self._dice()
        return report

    def _dice(self) -> str:
        if self.play is not None and not has_chance(self.play.game):
            return NONE
        if not self.table_dice and self.hand_dice:
            return HAND
        if self.secret is not None or self.by_seed:
            return CHECKED
        return HIDDEN if "commit" in self.new else UNKNOWN

    def _envelope(self, n: int, record: Record) -> None:
        fields = record.fields
        number = fields.get("n")
        if self.numbered and (type(number) is not int or number != n):
            raise BadRecord(f"its number is {number!r}, it should be {n}")
        if not self.report.chained:
            return
        if record.chain is None:
            raise BadRecord("it has no chain")
        if not follows(self.chain, record):
            raise BadRecord("its chain does not match: it or a record before it was changed")
        self.chain = record.chain

    def _content(self, record: Record) -> None:
        fields, report = record.fields, self.report
        op = fields.get("op")
        if op == "new" and self.play is None:
            self._start(fields)
        elif report.closed and op != "note" and "commit" in self.new:
            raise BadRecord("the game was closed before it")
        elif op == "act" and self.play is not None:
            self._act(self.play, fields)
        else:
            self.play = step(self.play, fields)
            if op == "note":
                self._note(fields)

    def _start(self, new: dict[str, Any]) -> None:
        report = self.report
        uid = new.get("uid")
        report.uid = uid if type(uid) is str else None
        report.seeded = new.get("seeded") is True
        report.newer = newer_rules(new)
        if report.newer:
            return
        if "table" in new and "no" in new and uid != f"{new['table']}-{new['no']}":
            raise BadRecord(f"its uid {uid!r} is not made of its table and number")
        play = step(None, new)
        if play.game.chance_key == "tiles" and "deck" not in new and not self.by_seed:
            raise BadRecord("its deck is missing, so the game cannot be replayed")
        if self.secret is not None:
            # The tiles dealt must come from the stream as well, so they are dealt again.
            request = {key: value for key, value in new.items() if key != "deck"}
            play = from_request(request, self.secret, self.stream_nonce)
            dealt = play.game.dealt(play.first)
            if new.get("deck", []) != dealt:
                gives = _faces(dealt) or "none"
                raise BadRecord(f"its deck is not the one that the secret gives, {gives}")
        self.play = play

    def _act(self, play: Play, fields: dict[str, Any]) -> None:
        game, stream = play.game, play.stream
        at = stream.position
        by_hand = fields.get("by", "hand") == "hand"
        try:
            state = act_request(play, fields)
        except Refusal as refusal:
            raise BadRecord(refusal.message) from None
        key = game.chance_key
        given = fields.get(key)
        if given is not None and by_hand:
            self.hand_dice = self.hand_dice or bool(given)
            return
        after, stream.position = stream.position, at
        drawn = game.draw(state, fields["action"], stream)
        stream.position = after
        if not drawn:
            return
        self.table_dice = True
        if given is None and (self.report.chained or not self.by_seed):
            raise BadRecord(f"its {key} are missing, so the game cannot be replayed")
        known = self.by_seed or self.secret is not None
        if "commit" in self.new and self.nonce is None:
            raise BadRecord(f"its {key} were drawn before there was a nonce")
        if known and given is not None and list(drawn) != given:
            raise BadRecord(f"its {key} are {_faces(given)}, the secret gives {_faces(drawn)}")

    def _note(self, note: dict[str, Any]) -> None:
        kind, committed = note.get("kind"), "commit" in self.new
        if kind == "nonce" and committed:
            if self.nonce is not None:
                raise BadRecord("the game has a nonce already")
            self.nonce = _hex(note, "nonce")
        elif kind == "reveal":
            if committed:
                self._reveal(_hex(note, "secret"))
            self.report.closed = True

    def _reveal(self, secret: bytes) -> None:
        if self.report.closed:
            raise BadRecord("the game was closed before it")
        if hex_of(sha256(secret)) != self.new["commit"]:
            raise BadRecord("its secret is not the one that record 1 is committed to")


def _hex(fields: dict[str, Any], key: str) -> bytes:
    text = fields.get(key)
    try:
        return bytes_of(text if isinstance(text, str) else "-")
    except ValueError:
        raise BadRecord(f"its {key} is not hexadecimal") from None


def _faces(faces: Iterable[object]) -> str:
    return " ".join(str(face) for face in faces)


def check_game(game: Lines) -> Report:
    """Return the report on one game, a list from ``games_in``."""
    return _Check(game).run()


def check(lines: Iterable[str | bytes]) -> Report:
    """Return the report on the lines of one game; a second game in them is a wrong record."""
    games = list(games_in(lines))
    if not games:
        return Report(wrong=Wrong(1, 1, "there is no record"))
    return check_game([record for game in games for record in game])
