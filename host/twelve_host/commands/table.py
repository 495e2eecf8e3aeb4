"""``twelve table``: a virtual table alone, worked by lines on stdin."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import CommandError
from .common import whole

if TYPE_CHECKING:
    import asyncio

    from ..virtual.options import Options
    from ..virtual.table import VirtualTable

_EPILOG = """\
Commands on stdin, a line each, each done before the next:
  click, hold, long   one whole gesture of the button
  press, release      one half of a gesture
  turn N              N steps of the encoder, back for a negative N
  wait MS             let milliseconds pass
  lights              print the lights, a line a row, START first, then a line that is one dot:
                      a hole is . while dark, 1 to 6 with a marker or stone of that player,
                      + lit for anything else; boards stand two spaces apart
  cut                 cut the power and switch it on again
  unplug, plug        pull the cable, plug it in
  quit                end; so does the end of the input

What cannot be done is said and passed over. Out of a pipe or file the exit status tells it at the
end: 2 for a command that there is not, 1 for one that failed, whichever was first.

example: twelve table --link /tmp/table --state ~/my-table"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to ``parser``."""
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("--link", metavar="PATH", type=Path, help="where the line's symlink is to be")
    text = "folder that is the table's flash (default: a fresh one, removed at the end)"
    add("--state", metavar="DIR", type=Path, help=text)
    text = "what the firmware runs in (default: micropython where it exists)"
    add("--python", choices=("micropython", "cpython"), help=text)
    text = "MicroPython's memory, where much takes twice what it does on a board (default: 160k; "
    text += "computer players need 384k)"
    add("--heap", default="160k", metavar="SIZE", help=text)
    add("--settings", metavar="FILE", type=Path, help="copied to the flash as table.toml")
    add("--seed", metavar="HEX", help="makes the secrets repeatable, and its records say so")
    text = "serve the line on this port of 127.0.0.1, too (0: any free one)"
    add("--tcp", metavar="PORT", type=whole(0), help=text)


def run(args: argparse.Namespace) -> int:
    """Run a virtual table until ``quit``, the end of stdin or a signal; return the status."""
    import asyncio

    from ..virtual.options import Options

    options = Options(
        link=args.link,
        state=args.state,
        python=args.python,
        heap=args.heap,
        settings=args.settings,
        seed=args.seed,
        tcp=args.tcp,
    )
    try:
        return asyncio.run(_serve(options))
    except KeyboardInterrupt:  # where signals cannot be handled in the loop
        return 0


async def _serve(options: Options) -> int:
    import asyncio
    import signal

    from ..virtual.table import VirtualTable

    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):  # Windows
            loop.add_signal_handler(getattr(signal, name), stopped.set)
    table = VirtualTable(options)
    work = asyncio.create_task(_work(table))
    stop = asyncio.create_task(stopped.wait())
    first: list[asyncio.Future[Any]] = [work, stop, table.failure]
    try:
        await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        if table.failure.done():
            raise table.failure.result()
        return work.result() if work.done() else 0
    finally:
        stop.cancel()
        work.cancel()
        await asyncio.gather(work, stop, return_exceptions=True)
        await table.stop()


async def _work(table: VirtualTable) -> int:
    """Start ``table`` and do what the lines of stdin say, one after the other.

    Return the status of the first that could not be done, 0 where a person typed them.
    """
    import asyncio

    status = 0
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    await table.start()
    for address in table.addresses:
        print(f"ready {address}", flush=True)
    _read_lines(asyncio.get_running_loop(), lines)
    while (line := await lines.get()) is not None:
        words = line.split()
        if words == ["quit"]:
            break
        if words:
            try:
                await _perform(table, words)
            except CommandError as error:
                status = status or error.status
                print(f"twelve: {error.message}", file=sys.stderr, flush=True)
    # A person has read it and typed on; a script is told by the status.
    return 0 if sys.stdin is not None and sys.stdin.isatty() else status


def _read_lines(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Put the lines of stdin into ``lines``, None at their end, from a thread of its own."""
    import os
    import threading

    def read() -> None:
        rest = b""
        # Not through sys.stdin: its lock, held while waiting, would break the end of the process.
        while data := os.read(0, 4096):
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                tell(line.decode(errors="replace"))
        if rest:
            tell(rest.decode(errors="replace"))
        tell(None)

    def tell(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    if sys.stdin is None:
        lines.put_nowait(None)
    else:
        threading.Thread(target=read, daemon=True).start()


_PLAIN = ("click", "hold", "long", "press", "release", "cut", "unplug", "plug")


async def _perform(table: VirtualTable, words: list[str]) -> None:
    """Do one command. CommandError when there is no such one."""
    import asyncio

    from ..virtual.firmware import PowerLost

    try:
        match words:
            case ["turn", *number]:
                steps = " ".join(number)
                await table.turn(_whole(steps, "turn takes a number of steps, such as turn -3"))
            case ["wait", *number]:
                ms = _whole(" ".join(number), "wait takes milliseconds, such as wait 500")
                await asyncio.sleep(max(0, ms) / 1000)
            case ["lights"]:
                print("\n".join([*await table.lights(), "."]), flush=True)
            case [name] if name in _PLAIN:
                await getattr(table, name)()
            case _:
                text = f"no command {' '.join(words)[:40]}: `twelve table --help` lists them"
                raise CommandError(text, 2)
    except PowerLost:
        # The notice is out already; the next command waits until the table is up again.
        raise CommandError(f"the table went off during {words[0]}") from None


def _whole(text: str, complaint: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CommandError(complaint, 2) from None
