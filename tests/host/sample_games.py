"""Games as a table would have written them: chained records, dice from the real stream.

sample_game(seed=1, players=2)            # a closed classic 12 × 12, a list of lines
sample_game(closed=False, actions=40)     # one that is still running
rows(sample_game())                       # what Store.add_records takes
"""

from __future__ import annotations

import json
import random
from typing import Any

from twelve.base.compat import hex_of, sha256
from twelve.games.catalog import game as find_game
from twelve.games.catalog import seats
from twelve.games.play import Play, from_request
from twelve.record.chain import START, chained

NAMES = ("Anna", "Ben", "Zoë", "Dörte", "Eve", "Finn")
TABLE = "a1b2c3d4e5f6"


class Writer:
    """Writes one game record by record, as a table does; ``lines`` is what it wrote."""

    def __init__(self, request: dict[str, Any], seed: int, table: str, no: int, **extra: Any):
        self.secret = sha256(b"secret %d" % seed)
        self.nonce = sha256(b"nonce %d" % seed)[:12]
        self.play: Play = from_request(request, self.secret, self.nonce)
        self.uid = f"{table}-{no}"
        self.lines: list[str] = []
        self.chain = START
        self.ms = 5_000 + seed
        game = self.play.game
        dealt = game.dealt(self.play.first)
        new = {
            "game": game.name,
            "rules": dict(game.rules_view(self.play.rules)),
            "players": list(self.play.players),
            **{key: request[key] for key in ("position",) if key in request},
            **({"deck": dealt} if dealt else {}),
            "rules_version": game.rules_version,
            "uid": self.uid,
            "table": table,
            "no": no,
            "boot": 1,
            "commit": hex_of(sha256(self.secret)),
            **extra,
        }
        self.write(op="new", **new)
        self.note(kind="nonce", nonce=hex_of(self.nonce))

    def write(self, **fields: Any) -> None:
        """Append a record with these fields."""
        self.ms += 700
        content = {"n": len(self.lines) + 1, **fields, "ms": self.ms}
        body = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        self.chain = chained(self.chain, body)
        self.lines.append(f'{body[:-1]},"chain":"{self.chain}"}}')

    def note(self, **fields: Any) -> None:
        """Append a note."""
        self.write(op="note", **fields)

    def act(self, action: str, given: list[Any] | None = None) -> None:
        """Do ``action``; what it needs is drawn from the stream, or ``given`` by hand."""
        self.play.act(action, given)
        chance = self.play.state.last[2]
        said: dict[str, Any] = {}
        if chance:
            by = "table" if given is None else "hand"
            said = {self.play.game.chance_key: list(chance), "by": by}
        self.write(op="act", action=action, **said)

    def undo(self) -> None:
        """Take the last action back."""
        self.play.undo()
        self.write(op="undo")

    def close(self) -> None:
        """Abandon the game where it goes on, and reveal its secret."""
        if not self.play.over:
            self.play.abandon()
            self.write(op="abandon")
        self.note(kind="reveal", secret=hex_of(self.secret))


def play_on(writer: Writer, rng: random.Random, actions: int, undo: bool, hand: bool) -> None:
    """Play at random, ``actions`` more records or to the end; now and then undo, enter dice."""
    game = writer.play.game
    stop = len(writer.lines) + actions
    while not writer.play.over and len(writer.lines) < stop:
        if undo and writer.play.history.length and rng.random() < 0.03:
            writer.undo()
            continue
        action = rng.choice(writer.play.legal())
        state = writer.play.state
        by_hand = hand and game.chance_key == "dice" and rng.random() < 0.1
        count = len(game.draw(state, action, writer.play.stream.__class__(b"x"))) if by_hand else 0
        given = [rng.randint(1, 6) for _ in range(count)]
        writer.act(action, given or None)


def sample_game(
    game: str = "12x12",
    seed: int = 1,
    players: int = 2,
    ruleset: str = "classic",
    undo: bool = True,
    hand: bool = False,
    closed: bool = True,
    actions: int = 100_000,
    table: str = TABLE,
    no: int | None = None,
    **extra: Any,
) -> list[str]:
    """Return the lines of a game that ``seed`` determines, number ``no`` (else ``seed``) of
    ``table``.

    It goes on to its end or for ``actions`` records. ``closed`` reveals the secret, after
    abandoning a game that goes on. ``extra`` goes into the ``new`` record.
    """
    found = find_game(game)
    request: dict[str, Any] = {"game": game}
    if "ruleset" in found.rule_names:
        request["rules"] = {"ruleset": ruleset}
    fewest, most = seats(game)[:2]
    count = min(max(players, fewest), most)
    request["players"] = list(NAMES[:count])
    rng = random.Random(seed)
    writer = Writer(request, seed, table, seed if no is None else no, **extra)
    play_on(writer, rng, actions, undo, hand)
    if closed:
        writer.close()
    return writer.lines


def chain_of(line: str) -> str:
    """Return the chain of a record's line."""
    return line[line.rindex('"chain":"') + 9 :][:16]


def rows(lines: list[str], at: str | None = None) -> list[tuple[int, str, str, str | None, bool]]:
    """Return ``lines`` as Store.add_records takes them, all dated ``at``."""
    return [(n, line, chain_of(line), at, False) for n, line in enumerate(lines, 1)]


def rechain(records: list[dict[str, Any]]) -> list[str]:
    """Return the lines of ``records``, numbered and chained anew: a forgery with a right chain."""
    chain, lines = START, []
    for n, record in enumerate(records, 1):
        fields = {**record, "n": n}
        fields.pop("chain", None)
        body = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
        chain = chained(chain, body)
        lines.append(f'{body[:-1]},"chain":"{chain}"}}')
    return lines


def without_chain(lines: list[str]) -> list[dict[str, Any]]:
    """Return the records of ``lines`` as plain referee requests: no chain, ids or commitment."""
    table_only = ("chain", "n", "ms", "uid", "table", "no", "boot", "commit", "rules_version")
    requests = [json.loads(line) for line in lines]
    return [{k: v for k, v in r.items() if k not in table_only} for r in requests]


def seed_of(seed: int) -> str:
    """Return the hex seed that gives a referee the dice of ``sample_game(seed=seed)``."""
    return hex_of(sha256(b"secret %d" % seed) + sha256(b"nonce %d" % seed)[:12])


def flipped(line: str, at: int, byte: int) -> bytes:
    """Return ``line`` in UTF-8 with the byte at ``at`` replaced."""
    data = bytearray(line.encode())
    data[at] = byte
    return bytes(data)
