"""Takes games from files into the store, with or without a chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twelve.base.compat import hex_of, sha256
from twelve.games.play import Play
from twelve.games.view import rules_object
from twelve.record.chain import START, chained

from ..errors import CommandError
from ..plural import plural
from ..record_check import Report, check_game
from ..record_log import Lines, Record, body_of, is_idle, replay, with_chain
from .queries import normal_date
from .schema import RecordRow, is_uid, split_id
from .store import Store


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one game: its id, how many records were new, and of how many."""

    id: str
    added: int
    records: int
    report: Report

    def __str__(self) -> str:
        if not self.added:
            return f"{self.id}: there already, {plural(self.records, 'record')}"
        branch = split_id(self.id)[1]
        text = f"{self.id}: {self.added} of {plural(self.records, 'record')} new"
        if branch and self.added == self.records:
            text += ", kept beside another continuation of the same game"
        return text


def import_game(store: Store, game: Lines) -> Imported:
    """Check one game (from ``games_in``) and store it. Raises CommandError when it is wrong."""
    report = check_game(game)
    if report.wrong:
        raise CommandError(f"{report.wrong}; get the file again from where it was exported")
    if report.newer and not report.chained:
        # It would get its chain here, from rules that are not known here.
        cure = "update this one with `pip install -U twelve-table` and import it again"
        raise CommandError(f"record 1: {report.newer}; {cure}")
    records = [record for record in game if isinstance(record, Record)]
    if report.chained:
        rows = [_row(record) for record in records]
        uid = report.uid or ""
        if not is_uid(uid):
            raise CommandError("record 1: it has no uid, so the game cannot be told from others")
    else:
        uid, rows = _chain(records)
    name, added = store.take_in(uid, rows)
    return Imported(name, added, len(rows), report)


def _row(record: Record) -> RecordRow:
    origin = "host" if record.host else "table"
    n, chain = record.fields["n"], record.chain or ""
    return RecordRow(n, record.text, chain, _date(record), record.est, origin)


def _date(record: Record) -> str | None:
    if record.at is None:
        return None
    try:
        return normal_date(record.at)
    except ValueError:
        where = f"record {record.fields.get('n', '')} (line {record.line_no})"
        raise CommandError(
            f"{where}: its date {record.at!r} is not ISO 8601; correct it or leave it out"
        ) from None


def _chain(records: list[Record]) -> tuple[str, list[RecordRow]]:
    """Return (uid, records) of a game without a chain, numbered and chained here.

    The uid follows from the content, so that the same file is known again. What the requests
    said is kept; rules and players are made complete, and faces that came from a seed are
    written out, as every record has them.
    """
    content = "\n".join([r.body for r in records if not is_idle(r.fields)])
    uid = "imported-" + hex_of(sha256(content.encode()))[:12]
    rows: list[RecordRow] = []
    chain = START
    for record, play in replay(list(records)):
        n = len(rows) + 1
        given = {key: value for key, value in record.fields.items() if key != "n"}
        fields: dict[str, Any] = {"n": n, **given}
        if given["op"] == "new":
            fields["rules"], fields["players"] = rules_object(play), list(play.players)
            fields["rules_version"] = play.game.rules_version
            fields["uid"] = uid
        elif given["op"] == "act":
            fields |= _chance(play, given)
        body = body_of(fields)
        chain = chained(chain, body)
        text = with_chain(body, chain)
        rows.append(RecordRow(n, text, chain, _date(record), record.est, "table"))
    return uid, rows


def _chance(play: Play, given: dict[str, Any]) -> dict[str, Any]:
    """Return what an act's record must say of the faces or tiles of the play's last action."""
    key, last = play.game.chance_key, play.state.last
    if key in given:
        return {"by": given.get("by", "hand")}
    return {key: list(last[2]), "by": "table"} if last[2] else {}
