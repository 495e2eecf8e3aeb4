"""``twelve settings``: the settings of a table, shown and changed."""

from __future__ import annotations

import argparse
import difflib
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from ..paths import data_dir

if TYPE_CHECKING:
    from ..settings.reaching import Reached

_ALIKE = 0.8  # from 0 to 1, as difflib reckons it
_PIPE_WIDTH = 100  # of a line where stdout is no terminal and has no width of its own

_EPILOG = """\
TABLE is a name, or the beginning of an id; it is needed only where there are several. A running
`twelve up` is asked, else the table itself. A change holds from the table's next start on; a
running game goes on where it stood.

example: twelve settings                        all of them, with what each may be
  twelve settings brightness                    one
  twelve settings brightness 40 --restart       change it, and have it hold at once
  twelve settings Kitchen supply 5v3a           of the table called Kitchen
  twelve settings led_pins 16,17 --port /dev/ttyACM0"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``twelve settings`` takes."""
    parser.epilog = _EPILOG
    parser.usage = "twelve settings [TABLE] [KEY [VALUE]] [--restart] [--port PORT] [--json]"
    add = parser.add_argument
    add("words", metavar="TABLE KEY VALUE", nargs="*", help="whose, which, and what it is to be")
    add("--restart", action="store_true", help="restart the table, so that its settings hold")
    add("--port", metavar="PORT", help="the table's serial port, where nobody else has it open")
    add("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Show or change settings."""
    from ..settings import catalog, reaching

    named, key, word = _meant(args.words)
    value: Any = None
    if key is not None:
        try:
            catalog.entry(key)
            value = catalog.read(key, word) if word is not None else None
        except ValueError as error:
            raise CommandError(f"{error} (`twelve settings` lists them)", 2) from error
    try:
        table = reaching.reach(named, args.port, data_dir(args.data))
    except reaching.NoSuchTable as error:
        if len(args.words) > 1:
            raise
        raise CommandError(
            f"{error.message}, and no setting (`twelve settings` lists them)"
        ) from error
    found = table.read() if value is None else table.change({str(key): value})
    if args.restart:
        table.restart()
        found = table.read()
    _show(args, table, found, key, value is not None)
    if args.restart and not args.json:
        print("the table has restarted: its settings hold")
    return 0


def _meant(words: list[str]) -> tuple[str | None, str | None, str | None]:
    """Return (table, key, value) of the words on the command line, None for what is not there."""
    from ..settings.catalog import catalog

    if len(words) > 3:
        raise CommandError(f"{' '.join(words[3:])!r} is too much: write a list as 16,17", 2)
    first_is_key = bool(words) and bool(difflib.get_close_matches(words[0], catalog(), 1, _ALIKE))
    rest: list[str | None] = [*words]
    if len(words) == 3 or not words:
        pass
    elif first_is_key and (words[0] in catalog() or len(words) == 2):
        rest.insert(0, None)  # a key, or one that is written wrong
    named, key, word = [*rest, None, None, None][:3]
    return named, key, word


def _show(
    args: argparse.Namespace, table: Reached, found: dict[str, Any], key: str | None, changed: bool
) -> None:
    from twelve.table.settings import shown

    from ..settings import catalog
    from .common import print_json

    settings = [one for one in found["settings"] if key is None or one["key"] == key]
    if key is not None and not settings:
        raise CommandError(catalog.unknown(key))
    if args.json:
        print_json(settings[0] if key is not None else {**found, "table": table.id})
        return
    if key is None:
        _list(table, settings)
        for notice in found["notices"]:
            _say(f"note: {notice}")
    else:
        (one,) = settings
        later = one["next"] is not None
        print(f"{key} = {shown(one['next'] if later and changed else one['value'])}")
        if not changed:
            if later:
                print(f"  {shown(one['next'])} from the next start on")
            print(f"  {one['description']} {one['more']}".rstrip())
            print(f"  {one['allowed']}; default {shown(one['default'])}")
        if one["problem"]:
            print(f"note: {one['problem']}")
    if found["restart"]:
        print("a change holds from the table's next start on: `twelve settings --restart`")


def _list(table: Reached, settings: list[dict[str, Any]]) -> None:
    from twelve.table.settings import shown

    from .common import console
    from .common import table as made

    rows = []
    for one in settings:
        value = shown(one["value"])
        if one["next"] is not None:
            value += f" → {shown(one['next'])}"
        rows.append((one["key"], value, one["allowed"], one["description"]))
    print(f"{table.name} ({table.id})")
    if sys.stdout.isatty():
        console().print(made(("setting", "is", "may be", "what it is"), rows))
        return
    # A table is too wide to read there, and wrapped it could not be searched line by line.
    for key, value, allowed, description in rows:
        _say(f"{key} = {value}")
        _say(f"  {description}")
        _say(f"  {allowed}")


def _say(text: str) -> None:
    """Print ``text``, which a terminal wraps by itself and a pipe does not."""
    if not sys.stdout.isatty():
        start = text[: len(text) - len(text.lstrip())]
        text = textwrap.fill(
            text, _PIPE_WIDTH, subsequent_indent=start or "  ", break_on_hyphens=False
        )
    print(text)
