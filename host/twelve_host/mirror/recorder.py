"""Commits the records of one table in order, dates them, and follows the game that is shown."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..clock import iso, wall_ms_of
from ..errors import ForkError, GapError, StoreError
from ..store import RecordRow, Store
from ..store.schema import game_id
from .dates import Dates
from .followed import Followed

_FAILED_S = 1.0  # before more is tried after the database has refused
_MOST = 200  # records in one transaction
_LOOKED_AT = 60  # newest games among which those of the table are looked for
_LEARNT = 6  # of them, how many have their dates read again
_NEWEST = ""  # instead of a game's uid: the newest one that is stored

_RECORD, _FORK, _SHOW = "record", "fork", "show"

T = TypeVar("T")


@dataclass(slots=True)
class _Job:
    what: str
    uid: str
    n: int = 0
    text: str = ""
    record: dict[str, Any] = field(default_factory=dict)


class Recorder:
    """What is stored of the table ``table_id``. ``executor`` runs one thing at a time."""

    def __init__(
        self,
        table_id: str,
        store: Store,
        executor: Executor,
        games_changed: Callable[[], None],
    ):
        self.dates = Dates()
        self.game: Followed | None = None
        self.stored = 0  # records committed in this run
        self._table_id = table_id
        self._store = store
        self._executor = executor
        self._games_changed = games_changed
        self._jobs: deque[_Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._wanted: str | None = None
        self._branches: dict[str, int] = {}  # of games that were forked in this run
        # Records from 1 on of a game that was forked, until it is clear which branch goes on so.
        self._held: dict[str, list[_Job]] = {}
        self._ignored: set[str] = set()
        self._on_stored: Callable[[str, int], None]
        self._on_failed: Callable[[str, str], None]
        self._on_moved: Callable[[], None]
        self._on_forked: Callable[[str], None]

    def attach(
        self,
        stored: Callable[[str, int], None],
        failed: Callable[[str, str], None],
        moved: Callable[[], None],
        forked: Callable[[str], None],
    ) -> None:
        """Say whom to tell: (uid, n) committed; (uid, sentence) not, or "" where its records are
        wanted again from 1 on; the game has moved on; (uid) has another continuation now."""
        self._on_stored, self._on_failed, self._on_moved = stored, failed, moved
        self._on_forked = forked

    def have(self, uid: str) -> tuple[int, str]:
        """Return (n, chain) of the last record that is stored or on its way there."""
        for job in reversed(self._jobs):
            if job.uid == uid and job.what == _RECORD:
                return job.n, job.record["chain"]
            if job.uid == uid and job.what == _FORK:
                return 0, ""
        held = self._held.get(uid)
        if held is not None:
            return (held[-1].n, held[-1].record["chain"]) if held else (0, "")
        return self._store.have(uid, self._branches.get(uid))

    # -- what comes in --------------------------------------------------------------------------
    def take(self, uid: str, record: dict[str, Any], text: str) -> None:
        """Take the next record of a game; it is committed soon."""
        if uid not in self._ignored:
            self._put(_Job(_RECORD, uid, record["n"], text, record))

    def fork(self, uid: str) -> None:
        """Take a game's records from 1 on: they are not what was recorded last of it."""
        self._put(_Job(_FORK, uid))

    def show(self, uid: str) -> None:
        """Follow this game from now on."""
        if uid != self._wanted:
            self._wanted = uid
            self._put(_Job(_SHOW, uid))

    def show_newest(self) -> None:
        """Follow the newest game that is stored, where none is followed yet."""
        if self._wanted is None:
            self.show(_NEWEST)

    def reload(self) -> None:
        """Read the game that is followed again: something was added to it here."""
        if self.game is not None:
            self._put(_Job(_SHOW, self.game.uid))

    async def idle(self, timeout_s: float) -> None:
        """Wait until everything that was taken is committed, at most so long."""
        if self._worker is not None and not self._worker.done():
            await asyncio.wait({self._worker}, timeout=timeout_s)

    def _put(self, job: _Job) -> None:
        self._jobs.append(job)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    # -- the work, one thing after the other ------------------------------------------------------
    async def _run(self, what: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, what, *arguments)

    async def _work(self) -> None:
        while self._jobs:
            job = self._jobs[0]
            try:
                if job.what == _RECORD:
                    await self._commit(job.uid)
                elif job.what == _FORK:
                    self._fork(job.uid)
                    self._jobs.popleft()
                else:
                    await self._show(job)
            except StoreError as error:
                self._drop(job.uid, error.message)
                await asyncio.sleep(_FAILED_S)

    def _drop(self, uid: str, sentence: str) -> None:
        """Give up what is on its way of a game; its table is asked for it again."""
        self._jobs = deque(job for job in self._jobs if job.uid != uid)
        if self._wanted == uid:
            self._wanted = None
        self.dates.forget(uid)
        self._on_failed(uid, sentence)

    async def _commit(self, uid: str) -> None:
        batch: list[_Job] = []
        for job in self._jobs:
            if job.what != _RECORD or job.uid != uid or len(batch) == _MOST:
                break
            batch.append(job)
        try:
            fresh = await self._store_batch(uid, batch)
        except GapError as error:  # another program has written to the database
            self._drop(uid, str(error))
            return
        except ForkError:
            # So has one, or a note was added here where the table goes on: which branch is it?
            self._drop(uid, "")
            self._fork(uid)
            await asyncio.sleep(_FAILED_S)
            return
        except ValueError as error:
            self._ignored.add(uid)
            self._drop(uid, f"game {uid} cannot be stored: {error}")
            return
        for _ in batch:
            self._jobs.popleft()
        self.stored += fresh
        self._on_stored(uid, batch[-1].n)
        self._follow(uid, [_row(job) for job in batch])
        if any(_changes_list(job.record) for job in batch):
            self._games_changed()

    async def _store_batch(self, uid: str, batch: list[_Job]) -> int:
        """Store the next records of a game; return how many of them were not stored yet."""
        held = self._held.get(uid)
        if held is None:
            await self._add(uid, batch)
            return len(batch)
        found = [*held, *batch]
        place = await self._run(self._store.place, uid, [job.record["chain"] for job in found])
        self._branches[uid] = place.branch
        if not place.settled:
            self._held[uid] = found
        else:
            self.dates.forget(uid)
            await self._add(uid, found[place.known :])
            del self._held[uid]
            if place.known == 0:
                self._on_forked(uid)
                self._games_changed()
        game = self.game
        if game is not None and game.uid == uid:
            game.id = game_id(uid, place.branch)
            if place.settled:
                self.reload()  # notes of our own may stand behind the table's records
        return len(found) - place.known

    async def _add(self, uid: str, jobs: list[_Job]) -> None:
        if not jobs:
            return
        if jobs[0].n > 1 and not self.dates.knows(uid):
            await self._run(self._learn, uid)
        rows = []
        for job in jobs:
            at_ms, est = self.dates.date(uid, job.record)
            rows.append((job.n, job.text, job.record["chain"], iso(at_ms), est))
        await self._run(self._store.add_records, uid, rows, self._branches.get(uid))

    def _follow(self, uid: str, rows: list[RecordRow]) -> None:
        game = self.game
        if game is None or game.uid != uid:
            return
        was_running = game.running
        for row in rows:
            game.follow(row)
        self._on_moved()
        if game.running != was_running:
            self._games_changed()

    def _fork(self, uid: str) -> None:
        self._held[uid] = []
        self.dates.forget(uid)
        if self.game is not None and self.game.uid == uid:
            self.game = Followed(uid, self.game.id)
            self._on_moved()

    async def _show(self, job: _Job) -> None:
        if job.uid == _NEWEST:
            found = await self._run(self._newest)
        else:
            found = await self._run(self._load, job.uid)
        self._jobs.popleft()
        # Where nothing is stored yet of a game, its records are on their way here.
        if found is not None and self._wanted in (job.uid, found.uid):
            self._wanted = found.uid
            self.game = found
            self._on_moved()

    # -- in the executor --------------------------------------------------------------------------
    def _id(self, uid: str) -> str:
        if uid in self._branches:
            return game_id(uid, self._branches[uid])
        found, branch = uid, 0
        while (row := self._store.game(game_id(uid, branch))) is not None:
            if row.source == "table" or branch == 0:
                found = row.id
            branch += 1
        return found

    def _load(self, uid: str) -> Followed:
        game = Followed(uid, self._id(uid))
        held = self._held.get(uid)
        if held is not None:
            for job in held:
                game.follow(_row(job))
        elif self._store.game(game.id) is not None:
            for row in self._store.records(game.id):
                game.follow(row)
        return game

    def _learn(self, uid: str) -> None:
        name = self._id(uid)
        if self._store.game(name) is None:
            return
        rows = [row for row in self._store.records(name) if row.origin == "table"]
        found = [(json.loads(row.text), wall_ms_of(row.at) if row.at else None) for row in rows]
        self.dates.learn(uid, found)

    def _newest(self) -> Followed | None:
        own = [row for row in self._store.games(_LOOKED_AT) if row.table == self._table_id]
        own.sort(key=lambda row: row.no or 0, reverse=True)
        for row in own[:_LEARNT]:
            self._learn(row.uid)
        return self._load(own[0].uid) if own else None


def _row(job: _Job) -> RecordRow:
    """Return a record as it is followed; dates do not matter there."""
    return RecordRow(job.n, job.text, job.record["chain"], None, False, "table")


def _changes_list(record: dict[str, Any]) -> bool:
    return record.get("op") in ("new", "abandon") or record.get("kind") in ("names", "reveal")
