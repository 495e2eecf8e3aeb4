"""What a board says of a fault, as a person reads it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twelve.table.upkeep import Upkeep
from twelve_host.install import tracebacks

FRAME = '  File "twelve/table/loop.py", in run{}\n'


class Line:
    """Takes what a table sends."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        """Keep a message."""
        self.sent.append(json.loads(text))


def told(text: str) -> str:
    """Return how ``text`` reads once a table has sent it and this computer has it."""
    line = Line()
    Upkeep(line, None).note(text)
    sent = line.sent[0]["text"]
    heard: list[str] = []
    tracebacks.read(sent, None, heard.append)
    assert heard == [tracebacks.readable(sent, None)], "both ways alike"
    return heard[0]


@pytest.mark.parametrize("frames", range(1, 20))
def test_a_long_traceback_begins_with_a_whole_line(frames: int) -> None:
    lines = ["loop: Traceback (most recent call last):\n"]
    lines += [FRAME.format(no) for no in range(frames)] + ["ValueError: x\n"]
    text = "".join(lines)
    found = told(text)
    if len(text) < 300:
        assert found == text
    else:
        kept = found.removeprefix("… ").splitlines(keepends=True)
        assert found.startswith("… ") and kept == lines[-len(kept) :] and len(kept) > 4


@pytest.mark.parametrize("text", ["short\nlines", "x" * 299 + "\n", "y" * 400, "", "\n" * 400])
def test_what_is_short_or_one_line_stays_as_it_is(text: str) -> None:
    assert told(text) == text[-300:]
