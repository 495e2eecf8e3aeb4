"""Requests to one table: numbered, sent again where no answer comes, answered or given up."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

ANSWER_S = 2.0
_SILENT_MS = 1200  # a table that is alive speaks every second
_AGAIN_S = 0.7  # before a request is sent again: a line may be lost on the way


class NoAnswer(Exception):
    """The table did not answer in time; the message is a sentence for a person."""


class BegunAnew(NoAnswer):
    """The table has said hello in between: its records tell whether it has done it."""

    def __init__(self) -> None:
        super().__init__("the table has begun anew in between: look whether it has done that")


class Requests:
    """What is under way to one table.

    ``send(text)`` puts a message on the line, and drops it while there is none; ``rouse(ms)``
    says hello again where the table has been silent for so long. The table repeats its answer to
    an id that it knows, but has forgotten them all after a hello.
    """

    def __init__(self, send: Callable[[str], None], rouse: Callable[[int], None]):
        self._send = send
        self._rouse = rouse
        self._next = 1
        self._waiting: dict[int, asyncio.Future[dict[str, Any] | None]] = {}

    def number(self) -> int:
        """Return an id that no request of this run has."""
        self._next += 1
        return self._next

    def answered(self, message: dict[str, Any]) -> None:
        """Take an ``ans`` of the table."""
        number = message.get("id")
        waiting = self._waiting.get(number) if type(number) is int else None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def begun(self) -> None:
        """Take note that the table has said hello: what is under way will not be answered."""
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(None)

    async def ask(
        self, kind: str, fields: dict[str, Any], number: int, deadline_s: float, rouses: bool
    ) -> dict[str, Any]:
        """Send a request until it is answered; return the answer.

        ``deadline_s`` is a moment of time.monotonic(). ``rouses``: where the table is silent it
        is asked for a hello, since it is told by its records what has been done. Raises NoAnswer,
        BegunAnew, and ValueError where it does not fit a line.
        """
        message = {"m": kind, "id": number, **fields}
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        sent_s = time.monotonic()
        try:
            while (left_s := deadline_s - time.monotonic()) > 0:
                self._send(text)
                waited_s = time.monotonic() - sent_s
                if rouses and waited_s >= _AGAIN_S:
                    # Not a word since it was asked: it may have been switched on anew.
                    self._rouse(min(int(waited_s * 1000), _SILENT_MS))
                done, _ = await asyncio.wait({waiting}, timeout=min(left_s, _AGAIN_S))
                if done:
                    answer: dict[str, Any] | None = waiting.result()
                    if answer is None:
                        raise BegunAnew
                    return answer
            raise NoAnswer("the table did not answer within 2 s: look at its cable")
        finally:
            self._waiting.pop(number, None)
