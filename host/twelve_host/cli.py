"""``twelve``: reads the command line, runs one subcommand, turns errors into one sentence each."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from .errors import CommandError

# name: (module in twelve_host.commands, help). Only the module that is asked for is imported.
COMMANDS = {
    "up": ("up", "find the tables (or start a virtual one), record, and serve the page"),
    "table": ("table", "run a virtual table: the real firmware behind a pseudo-terminal"),
    "games": ("games", "list the recorded games, newest first"),
    "show": ("show", "show one game: players, result, final board, how its dice stand"),
    "replay": ("replay", "play a recorded game back, action by action"),
    "export": ("export", "write games as files: jsonl (complete) or csv (one row an action)"),
    "import": ("import_", "take games from files into the record"),
    "verify": ("verify", "check games: every record, every action, every die"),
    "backup": ("backup", "copy the whole record into one file, safely while it is in use"),
    "stats": ("stats", "games, wins and turns of every player"),
    "rules": ("rules", "the rules of a game, on screen or as PDF"),
    "sheet": ("sheet", "a score sheet, empty or filled in, on screen or as PDF"),
    "settings": ("settings", "show or change the settings of a table: brightness, supply, wiring"),
    "install": ("install", "put the firmware on a board, or its files into a folder"),
    "doctor": ("doctor", "what is plugged in, what is missing, how to mend it"),
    "referee": ("referee", "the text protocol: requests in, answers out, one JSON object a line"),
}

_VALUED = ("--data",)  # options before the command that are followed by a value
_ALIKE = 0.5  # from 0 to 1: "pu" and "up" are just so much alike


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see `{self.prog} --help`)", 2)


def _shared(default: object) -> _Parser:
    parser = _Parser(add_help=False)
    where = "where the games are kept (else TWELVE_DATA, else the platform's data directory)"
    parser.add_argument("--data", metavar="DIR", default=default, help=where)
    quiet = False if default is None else default
    text = "show the traceback of an error"
    parser.add_argument("--debug", action="store_true", default=quiet, help=text)
    return parser


def _named(argv: Sequence[str]) -> str | None:
    """Return the command that ``argv`` names, None when it names none."""
    words = iter(argv)
    for word in words:
        if word in _VALUED:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for ``argv``: only the command that it names knows its own arguments."""
    from twelve import __version__

    text = "Lights, link and record for a 12 × 12 dice table."
    parser = _Parser(
        prog="twelve",
        description=text,
        parents=[_shared(None)],
        epilog="example: twelve up\nevery command explains itself: twelve COMMAND --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"twelve {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    named = _named(argv)
    # The options may stand before or after the command; one that is absent must not hide another.
    shared = _shared(argparse.SUPPRESS)
    for name, (module_name, help_text) in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=help_text,
            description=help_text[0].upper() + help_text[1:] + ".",
            parents=[shared],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == named:
            module = importlib.import_module("twelve_host.commands." + module_name)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def _unknown(named: str) -> str:
    """Return what is said of a command that there is not, with the nearest that there is."""
    import difflib

    nearest = difflib.get_close_matches(named, COMMANDS, 1, _ALIKE)
    meant = f": did you mean {nearest[0]}?" if nearest else ""
    return f"there is no command {named!r}{meant} (see `twelve --help`)"


def _complain(message: str) -> None:
    print(f"twelve: {message}", file=sys.stderr)


def _run(argv: Sequence[str]) -> int:
    parser = build_parser(argv)
    try:
        args = parser.parse_args(argv)
    except CommandError:
        named = _named(argv)
        if named is None or named in COMMANDS:
            raise
        raise CommandError(_unknown(named), 2) from None
    if args.command is None:
        raise CommandError("say what to do, such as `twelve up` (see `twelve --help`)", 2)
    status: int = args.run(args)
    sys.stdout.flush()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``twelve`` with ``argv`` (None: the process's own); return the exit status 0, 1 or 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal or pipe that knows fewer characters gets "?" instead of a crash.
            stream.reconfigure(errors="replace")
    try:
        return _run(words)
    except SystemExit as stop:  # --help and --version
        return stop.code if isinstance(stop.code, int) else 0
    except BrokenPipeError:
        # The reader has had enough (`twelve games | head`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 1
    except Exception as error:
        if "--debug" in words:
            traceback.print_exc()
        if isinstance(error, CommandError):
            _complain(error.message)
            return error.status
        if isinstance(error, OSError) and error.strerror:
            where = f"{error.filename}: " if error.filename else ""
            _complain(f"{where}{error.strerror}; mend that or name another path")
            return 1
        kind = type(error).__name__
        _complain(f"unexpected {kind}: {error}; please report it with the output of --debug")
        return 1


if __name__ == "__main__":
    sys.exit(main())
