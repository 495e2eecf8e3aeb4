"""Reads a board's traceback: its files have other names for functions (joining.naming)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache

from twelve import __version__

from ..errors import CommandError
from .image import function_names

_SENT = 300  # characters of a text that a table sends: the last (table/upkeep.py)
_CALL = re.compile(r'(File "twelve/)([\w/]+\.py)(", (?:line \d+, )?in )(\w+)')


def readable(text: str, firmware: str | None) -> str:
    """Return ``text`` with what each function is called in our sources, and its name there behind.

    Only a traceback of ``firmware`` of our own version can be read; anything else stays as it is,
    but for a first line that has lost its beginning on the way.
    """
    text = _from_a_line_on(text)
    if not _is_ours(text, firmware):
        return text
    try:
        names = _names()
    except (CommandError, OSError):  # the sources are not here to look it up
        return text

    def spelt(match: re.Match[str]) -> str:
        head, path, middle, name = match.groups()
        own = names.get(path, {}).get(name)
        return f"{head}{path}{middle}{own} ({name})" if own else match.group()

    return _CALL.sub(spelt, text)


def read(text: str, firmware: str | None, done: Callable[[str], None]) -> None:
    """Call ``done`` with the readable ``text``: at once where there is nothing to be read.

    Else from the running event loop, some seconds later.
    """
    text = _from_a_line_on(text)
    if not _is_ours(text, firmware):
        done(text)
        return
    future = asyncio.get_running_loop().run_in_executor(None, readable, text, firmware)
    future.add_done_callback(lambda found: done(found.result()))


def _from_a_line_on(text: str) -> str:
    """Return ``text`` without the rest of a line that it begins with where a table has cut it."""
    _, mark, rest = text.partition("\n")
    return f"… {rest}" if len(text) >= _SENT and mark and rest.strip() else text


def _is_ours(text: str, firmware: str | None) -> bool:
    return firmware == __version__ and _CALL.search(text) is not None


@lru_cache(maxsize=1)
def _names() -> dict[str, dict[str, str]]:
    return function_names()
