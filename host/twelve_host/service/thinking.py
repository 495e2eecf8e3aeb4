"""Decides for the tables that ask for it: an expert finds no room on a board."""

from __future__ import annotations

import asyncio
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from twelve.games.seating import LEVELS

from .. import players
from ..mirror.mirror import Mirror
from .deeds import CONFLICT, DONE, Deeds, Outcome

log = logging.getLogger("twelve.thinking")

_PAUSE_S = 0.9  # at least, so that people can follow

# Threads of their own: a crowd that asks for hints must not keep a table waiting.
_minds = ThreadPoolExecutor(2, "thinking")

Moment = tuple[str, int]  # the game's id on its table, the last record


class Thinking:
    """The computer player of one table; :meth:`look` is called whenever something has changed."""

    def __init__(self, mirror: Mirror, deeds: Deeds):
        self._mirror = mirror
        self._deeds = deeds
        self._moment: Moment | None = None  # that is thought about, or has been
        self._task: asyncio.Task[None] | None = None
        self._warm: set[str] = set()  # games

    def look(self) -> None:
        """Begin to think where the table asks for it, once for each moment of a game."""
        play = self._play()
        if play is None:
            return
        if LEVELS[2] in play.levels and play.game.name not in self._warm:
            self._warm.add(play.game.name)
            remark = players.prepare(play.game)
            if remark:
                log.warning("%s", remark)
        level = self._mirror.now.get("think")
        if level not in LEVELS:
            return
        moment = self._now()
        if moment is not None and moment != self._moment:
            self._moment = moment
            self._task = asyncio.get_running_loop().create_task(self._decide(level, moment))

    def _play(self) -> Any:
        game = self._mirror.game
        return game.play if game is not None and game.running and not game.trouble else None

    def _now(self) -> Moment | None:
        """Return the moment that table and record agree on, None where one is behind."""
        game, now = self._mirror.game, self._mirror.now
        if game is None or now.get("g") != game.uid or now.get("n") != game.n + 1:
            return None
        return (game.uid, game.n) if now.get("h") == game.hash() else None

    async def _decide(self, level: str, moment: Moment) -> None:
        play = self._play()
        choosing = asyncio.get_running_loop().run_in_executor(
            _minds, players.choose, play.game, play.state, level, random.SystemRandom().randrange
        )
        (action, _), _ = await asyncio.gather(choosing, asyncio.sleep(_PAUSE_S))

        def check() -> Outcome | None:
            game = self._mirror.game
            if game is not None and (game.uid, game.n) == moment:
                return None
            return self._deeds.outcome(CONFLICT, "the game has moved on")

        outcome = await self._deeds.do("act", {"action": action, "level": level}, None, check)
        if outcome.status not in (DONE, CONFLICT):
            # The table plays by itself where nobody answers; until then it may be asked again.
            log.debug("%s: %s", self._mirror.label, outcome.detail)
            self._moment = None

    def stop(self) -> None:
        """Think no further."""
        if self._task is not None:
            self._task.cancel()
