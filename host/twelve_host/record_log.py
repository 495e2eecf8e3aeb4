"""Reads game files: lines to records, records to games, and the check of a whole game.

Source: the record's description (firmware/lib/twelve/record/README.md) and the rules of the
dice. Several games may share a file: each begins at its own ``new``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from twelve.base.errors import Refusal
from twelve.games.catalog import game as find_game
from twelve.games.play import Play, follow
from twelve.record.chain import START, chained

from .plural import plural

# Requests of the referee that change nothing: they may stand in a file without a chain.
_IDLE = ("state", "log", "suggest")
_BOM = b"\xef\xbb\xbf"


class BadRecord(Exception):
    """A line or record is wrong; the message says what about it."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it stands in a file: ``line_no`` from 1, ``body`` what the chain covers."""

    line_no: int
    fields: dict[str, Any]
    body: str
    chain: str | None
    at: str | None
    est: bool
    host: bool

    @property
    def text(self) -> str:
        """The record exactly as a table writes it, with its chain and nothing behind it."""
        return self.body if self.chain is None else with_chain(self.body, self.chain)


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that is no record, and why."""

    line_no: int
    problem: str


Lines = list[Record | Broken]


def with_chain(body: str, chain: str) -> str:
    """Return the record's text: its JSON ``body`` with the chain as last key."""
    return f'{body[:-1]},"chain":"{chain}"}}'


def with_date(text: str, at: str | None, est: bool, host: bool) -> str:
    """Return the line of a game file: the record's text with what the laptop adds behind it."""
    extra = f',"at":"{at}"' if at else ""
    if est:
        extra += ',"est":true'
    if host:
        extra += ',"host":true'
    return f"{text[:-1]}{extra}}}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decode = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant).decode
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def body_of(fields: dict[str, Any]) -> str:
    """Return the JSON of ``fields`` as a record writes it: in order, no spaces, plain UTF-8."""
    return _encode(fields)


def parse(line: str | bytes, line_no: int = 1) -> Record:
    """Return the record in ``line``; white space is free, content is not. Raises BadRecord."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        text.encode()  # a lone surrogate is no text
        fields = _decode(text)
        if not isinstance(fields, dict):
            raise BadRecord("it is not a JSON object")
        chain, at = fields.pop("chain", None), fields.pop("at", None)
        est, host = fields.pop("est", False), fields.pop("host", False)
        body = _encode(fields)
        body.encode()  # an escaped one is none either
    except RecursionError:
        raise BadRecord("it is nested too deeply") from None
    except UnicodeError:
        raise BadRecord("it is not UTF-8 text") from None
    except ValueError as error:
        raise BadRecord(f"it is not JSON ({error})") from None
    if chain is not None and type(chain) is not str:
        raise BadRecord("its chain is no text")
    if at is not None and type(at) is not str:
        raise BadRecord("its date is no text")
    if type(est) is not bool or type(host) is not bool:
        raise BadRecord("est and host are true or absent")
    return Record(line_no, fields, body, chain, at, est, host)


def games_in(lines: Iterable[str | bytes]) -> Iterator[Lines]:
    """Yield the games in ``lines``, each from its ``new`` on; blank lines are skipped.

    A line that cannot be read stays in its game as Broken.
    """
    game: Lines = []
    for line_no, line in enumerate(lines, 1):
        if line_no == 1:  # editors on Windows begin files with a byte order mark
            line = (
                line.removeprefix(_BOM) if isinstance(line, bytes) else line.removeprefix("\ufeff")
            )
        if not line.strip():
            continue
        found: Record | Broken
        try:
            found = parse(line, line_no)
        except BadRecord as bad:
            found = Broken(line_no, str(bad))
        else:
            if found.fields.get("op") == "new" and game:
                yield game
                game = []
        game.append(found)
    if game:
        yield game


def is_chained(game: Lines) -> bool:
    """Return whether the records of ``game`` must carry a chain: a table's always do."""
    records = [r for r in game if isinstance(r, Record)]
    if any(r.chain is not None for r in records):
        return True
    return bool(records) and not {"commit", "uid"}.isdisjoint(records[0].fields)


def newer_rules(new: dict[str, Any]) -> str | None:
    """Return why this program cannot replay the game that ``new`` starts, None where it can."""
    version = new.get("rules_version", 1)
    try:
        game = find_game(new["game"])
    except (Refusal, KeyError, TypeError):
        # Only a table says which rules it plays by: its games may be newer than this program.
        if type(new.get("game")) is str and "rules_version" in new:
            return f"made by a newer version: this one does not know the game {new['game']!r}"
        return None
    if type(version) is int and version > game.rules_version:
        known = game.rules_version
        return f"made by a newer version: rules {version} of {game.name}, this one knows {known}"
    return None


def _all_text(items: list[object]) -> bool:
    return all(isinstance(item, str) for item in items)


def step(play: Play | None, fields: dict[str, Any]) -> Play:
    """Apply one record to ``play``; return the play. Raises BadRecord, whatever the record is."""
    op = fields.get("op")
    if (play is None) != (op == "new"):
        raise BadRecord("a game begins with a new, and has only one")
    if op == "note" and fields.get("kind") == "names" and play is not None:
        names, count = fields.get("players"), len(play.players)
        if not isinstance(names, list) or len(names) != count or not _all_text(names):
            raise BadRecord(f"names needs {plural(count, 'player')}, all text")
    try:
        after: Play = follow(play, fields)
        return after
    except Refusal as refusal:
        raise BadRecord(refusal.message) from None


def replay(game: Lines) -> Iterator[tuple[Record, Play]]:
    """Yield (record, the play after it) for each record. Raises BadRecord at the first wrong one.

    The play is the same object throughout, moved on from record to record.
    """
    play = None
    for n, record in enumerate(game, 1):
        if isinstance(record, Broken):
            raise BadRecord(f"record {n} (line {record.line_no}): {record.problem}")
        if record.fields.get("op") in _IDLE:
            continue
        try:
            play = step(play, record.fields)
        except BadRecord as bad:
            raise BadRecord(f"record {n} (line {record.line_no}): {bad}") from None
        yield record, play


def follows(before: str, record: Record) -> bool:
    """Return whether the record's chain continues ``before``, the chain of the one before it."""
    return record.chain == chained(before or START, record.body)


def is_idle(fields: dict[str, Any]) -> bool:
    """Return whether the request changes nothing and is no record."""
    return fields.get("op") in _IDLE
