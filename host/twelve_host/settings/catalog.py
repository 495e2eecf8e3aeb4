"""Every setting that a table has: what it may be, what it means, and whether a change can be.

The one source is the firmware: what is allowed is in twelve/table/settings.py, what it means is
in the comments of the ``table.toml`` that every table starts with.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from twelve.table.change import edited_all
from twelve.table.settings import PATH, keys, known, shown, value_of, wanted_of

from ..virtual.image import root_folder

BOOLEAN, INTEGER, TEXT, CHOICE = "boolean", "integer", "text", "choice"
CHOICE_OR_INTEGER, PIN, PINS = "choice or integer", "pin", "pins"

_UNITS = {"ms": "ms", "ma": "mA", "ua": "µA"}  # by how a key ends
_HEADING = re.compile(r"# --- (.+?)(?:: .*)? -+")
_LINE = re.compile(r"(?:# ?)?(\w+) = ")
_ABOUT = re.compile(r"(?:table\.toml|not changed): (\w+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting. ``least`` and ``most``: of a number, of a text's length, of a list's."""

    key: str
    title: str
    unit: str | None
    group: str
    description: str  # one sentence
    more: str  # what follows it, "" for nothing
    type: str
    allowed: str  # in words
    least: int | None
    most: int | None
    values: list[str] | None
    default: Any


@cache
def catalog() -> dict[str, Entry]:
    """Return every setting by its key, in the order of ``table.toml``."""
    found = {}
    for key, (group, words) in _documented().items():
        found[key] = _entry(key, group, words, *_known()[key])
    return found


@cache
def _known() -> dict[str, tuple[Any, list[str]]]:
    """Return {key: (default, what is allowed as the firmware has it)}."""
    return {key: (default, allowed) for key, default, allowed in known()}


def _documented() -> dict[str, tuple[str, str]]:
    """Return {key: (group, what its comment says)}, in order."""
    found: dict[str, tuple[str, str]] = {}
    group, words = "", ""
    for line in (root_folder() / PATH).read_text(encoding="utf-8").splitlines():
        heading, setting = _HEADING.fullmatch(line), _LINE.match(line)
        if heading is not None:
            group = heading[1]
        elif setting is not None and setting[1] in keys():
            found[setting[1]] = group, re.sub(r"^\[\d+\] ", "", words)
        words = f"{words} {line.removeprefix('#').strip()}".strip() if line[:1] == "#" else ""
    return found


def _entry(key: str, group: str, words: str, default: Any, allowed: list[str]) -> Entry:
    first, _, more = words.partition(". ")
    stem, _, end = key.rpartition("_")
    unit = _UNITS.get(end)
    title = (stem if unit else key).replace("_", " ")
    least = most = values = None
    if not allowed:
        kind = BOOLEAN
    elif allowed[0] == "pin":
        kind = PIN
    elif allowed[0].isdigit():
        least, most = int(allowed[0]), int(allowed[1])
        kind = TEXT if type(default) is str else PINS if type(default) is list else INTEGER
    else:
        values = [word for word in allowed if not word.isdigit()]
        kind = CHOICE
        if len(values) < len(allowed):
            kind, least, most = CHOICE_OR_INTEGER, 1, int(allowed[-1])
    return Entry(
        key=key,
        title=title[0].upper() + title[1:],
        unit=unit or ("mA" if kind == CHOICE_OR_INTEGER else None),
        group=group,
        description=first.rstrip(".") + ".",
        more=more,
        type=kind,
        allowed=wanted_of(None, default, allowed),
        least=least,
        most=most,
        values=values,
        default=default,
    )


def entry(key: str) -> Entry:
    """Return the setting called ``key``; ValueError, with the nearest name, where there is none."""
    found = catalog().get(key)
    if found is None:
        near = difflib.get_close_matches(key, catalog(), 1)
        meant = f": did you mean {near[0]}?" if near else ""
        raise ValueError(f"there is no setting {key[:40]!r}{meant}")
    return found


def view(
    values: Mapping[str, Any], waiting: Mapping[str, Any], notices: list[str]
) -> dict[str, Any]:
    """Return what the interface says of a table: ``values`` hold, ``waiting`` from its restart on.

    Settings that the table's firmware does not know are left out.
    """
    problems: dict[str, str] = {}
    for notice in notices:
        about = _ABOUT.match(notice)
        if about is not None:
            problems.setdefault(about[1], notice)
    settings = []
    for key, one in catalog().items():
        if key in values:
            after = waiting[key] if key in waiting and waiting[key] != values[key] else None
            now = {"value": values[key], "next": after, "problem": problems.get(key)}
            settings.append({**asdict(one), **now})
    restart = any(one["next"] is not None for one in settings)
    return {"settings": settings, "notices": list(notices), "restart": restart}


def unknown(key: str) -> str:
    """Return what is said where the firmware of a table does not know ``key`` yet."""
    return f"{key} is not known to the table's firmware: bring it up to date with `twelve install`"


def check(values: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
    """Raise ValueError, naming key and what is allowed, unless all ``changes`` can be made.

    ``values`` are those that hold, or will.
    """
    for key, value in changes.items():
        one = entry(key)
        if wanted_of(value, *_known()[key]) or not _is_text(value):
            raise ValueError(f"{key} must be {one.allowed}")
        if key not in values:
            raise ValueError(unknown(key))
    now = {key: value for key, value in values.items() if key in catalog()}
    text = "".join(f"{key} = {shown(value)}\n" for key, value in now.items())
    _, complaints = edited_all(text, dict(changes))
    if complaints:
        raise ValueError(complaints[0])


def _is_text(value: Any) -> bool:
    try:
        str(value).encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON lets through
        return False
    return True


def read(key: str, word: str) -> Any:
    """Return the value that a person means by ``word``, such as ``40``, ``off`` or ``16,17``.

    ValueError where it cannot be one; whether it is allowed is for :func:`check`.
    """
    one = entry(key)
    if one.type == BOOLEAN:
        yes = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        if word.lower() not in yes:
            raise ValueError(f"{key} must be {one.allowed}")
        return yes[word.lower()]
    if one.type == PINS:
        return [_pin(part.strip()) for part in word.strip("[] ").split(",") if part.strip()]
    if one.type == PIN or one.type == CHOICE_OR_INTEGER:
        return _pin(word)
    if one.type == INTEGER:
        try:
            return value_of(word)[0] if value_of(word)[1] == "" else word
        except ValueError as error:
            raise ValueError(f"{key} must be {one.allowed}, not {word!r}") from error
    return word


def _pin(word: str) -> int | str:
    return int(word) if re.fullmatch(r"-?\d+", word) else word.strip("\"'")
