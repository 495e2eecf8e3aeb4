"""``twelve doctor``: what is plugged in, what is missing, how to mend it."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..checkup import Report

_EPILOG = """\
Status 0: nothing to mend, though there may be a note; 1: there is something to mend.

example: twelve doctor
  twelve doctor --json
  twelve doctor --udev             print Linux's rule for boards that may be tables
  twelve doctor --udev install     install it (as root)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to ``parser``."""
    parser.epilog = _EPILOG
    parser.add_argument("--json", action="store_true", help="print JSON")
    text = "list ports that are not on USB as well, which are never asked (--json always does)"
    parser.add_argument("--all", action="store_true", help=text)
    text = "print or install the udev rule that keeps modem probes off tables (Linux)"
    parser.add_argument("--udev", nargs="?", const="print", choices=("print", "install"), help=text)


def run(args: argparse.Namespace) -> int:
    """Look around; return 1 when there is something to mend."""
    from ..install import rules

    if args.udev == "print":
        print(rules.text(), end="")
        return 0
    if args.udev == "install":
        rules.install()
        print(f"{rules.FOLDER / rules.NAME} is installed: plug the table in again")
        return 0
    from ..checkup import Surroundings, check
    from ..paths import data_dir
    from .common import print_json

    report = check(Surroundings(data_dir(args.data)))
    if args.json:
        print_json({"ok": report.ok, **asdict(report)})
    else:
        _print(report, args.all)
    return 0 if report.ok else 1


def _print(report: Report, every_port: bool) -> None:
    from .common import console, table

    ports = [port for port in report.ports if every_port or port.vid is not None]
    if ports:
        rows = []
        for port in ports:
            usb = "–" if port.vid is None else f"{port.vid:04x}:{port.pid or 0:04x}"
            rows.append((port.port, usb, port.guess, port.state))
        console().print(table(("port", "usb", "probably", "state"), rows))
        print()
    for finding in report.findings:
        mark = "MEND" if not finding.ok else "note" if finding.cure else "ok  "
        print(f"{mark} {finding.what}")
        if finding.cure:
            print(f"     → {finding.cure}")
