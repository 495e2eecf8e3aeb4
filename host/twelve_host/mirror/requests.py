"""Requests to one table: numbered, sent again where no answer comes, answered or given up."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

ANSWER_S = 2.0
_AGAIN_S = 0.7  # before a request is sent again: a line may be lost on the way


class NoAnswer(Exception):
    """The table did not answer in time; the message is a sentence for a person."""


class Requests:
    """What is under way to one table.

    ``send(text)`` puts a message on the line; ``line()`` is the number of the connection, None
    while there is none. The table repeats its answer to an id that it knows, but not across
    connections.
    """

    def __init__(self, send: Callable[[str], None], line: Callable[[], int | None]):
        self._send = send
        self._line = line
        self._next = 1
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

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

    async def ask(
        self, kind: str, fields: dict[str, Any], number: int, deadline_s: float, repeatable: bool
    ) -> dict[str, Any]:
        """Send a request until it is answered; return the answer.

        ``deadline_s`` is a moment of time.monotonic(). Where it is not ``repeatable`` (it
        carries no number of the record that it makes) it stays on the connection it began on.
        Raises NoAnswer, and ValueError where it does not fit a line.
        """
        message = {"m": kind, "id": number, **fields}
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        sent_on: int | None = None
        try:
            while True:
                left_s = deadline_s - time.monotonic()
                if left_s <= 0:
                    raise NoAnswer("the table did not answer within 2 s: look at its cable")
                line = self._line()
                if line is not None and (sent_on is None or repeatable or line == sent_on):
                    sent_on = line
                    self._send(text)
                pause_s = _AGAIN_S if line is not None else 0.05
                done, _ = await asyncio.wait({waiting}, timeout=min(left_s, pause_s))
                if done:
                    answer: dict[str, Any] = waiting.result()
                    return answer
        finally:
            self._waiting.pop(number, None)
