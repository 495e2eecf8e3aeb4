"""Looks at everything that keeps a table from being found or a game from being kept, with cures."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import CommandError
from .install import boards, finding, rules
from .install.asking import PortError, ask, fault_of
from .install.work import OLDEST
from .link.discovery import candidates, list_ports
from .link.port import BUSY, FORBIDDEN
from .service.client import tables_on_ports
from .service.data_lock import holder
from .service.virtual_child import VIRTUAL_LINK
from .store.opening import on_network
from .virtual.firmware import has_micropython

CIRCUITPYTHON = "circuitpython"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: ``cure`` says what to do where it is not ``ok``.

    With a cure it is a note where it is ``ok``: nothing to mend, but something may be wanted.
    """

    ok: bool
    what: str
    cure: str = ""


@dataclass(slots=True)
class PortReport:
    """A serial port: what it probably is, and the table that answers there."""

    port: str
    vid: int | None
    pid: int | None
    guess: str
    state: str  # "table", "quiet", "forbidden", "busy", "not asked" …
    table: dict[str, Any] | None = None


@dataclass(slots=True)
class Report:
    """All of it."""

    ports: list[PortReport] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether there is nothing to mend."""
        return all(finding.ok for finding in self.findings)


@dataclass(slots=True)
class Surroundings:
    """What the checks look at: this computer, or in a test another one."""

    data: Path
    platform: str = sys.platform
    ports: Callable[[], Iterable[Any]] = list_ports
    ask: Callable[[str], dict[str, Any] | None] = ask
    mounted: Callable[[], list[Path]] = finding.mounted
    processes: Path = Path("/proc")
    has_rule: Callable[[], bool] = rules.installed
    served: Callable[[Path], dict[str, str]] = tables_on_ports
    has_micropython: Callable[[], bool] = has_micropython
    on_network: Callable[[Path], bool] = on_network


def check(here: Surroundings) -> Report:
    """Return what was found; takes about three seconds for every port that is no table."""
    report = Report()
    _ports(here, report)
    _drives(here, report)
    if here.platform.startswith("linux"):
        _modem_manager(here, report)
    _data(here, report)
    _interpreter(here, report)
    return report


def _ports(here: Surroundings, report: Report) -> None:
    listed = sorted(here.ports(), key=lambda port: str(port.device))
    asked = set(candidates(listed, here.platform))
    tables = 0
    for port in listed:
        guess = boards.guess(port.vid, port.pid)
        found = PortReport(port.device, port.vid, port.pid, guess, "not asked")
        report.ports.append(found)
        if port.device not in asked:
            continue
        try:
            found.table = here.ask(port.device)
            found.state = "quiet" if found.table is None else "table"
        except PortError as error:
            found.state = error.kind
            ours = _our_use(here, port.device) if error.kind == BUSY else None
            if ours is not None:
                tables += 1
                found.state = "in use by our service"
                report.findings.append(ours)
                continue
            what, _, cure = error.message.partition(": ")
            if error.kind == FORBIDDEN:
                what, cure = f"{port.device}: permission denied", error.message
            report.findings.append(Finding(False, what, cure))
            continue
        if found.table is not None:
            tables += 1
            _table(found, report)
    if not asked:
        what = "no USB serial port is there: `twelve up` plays on a virtual table"
        cure = "for a real one, plug it in with a cable that carries data: many only charge"
        report.findings.append(Finding(True, what, cure))
    elif not tables and all(item.ok for item in report.findings):
        cure = "run `twelve install` to put the firmware on a board"
        report.findings.append(Finding(False, "no table answers on any port", cure))


def _our_use(here: Surroundings, port: str) -> Finding | None:
    """Return what our own service has open on a ``port`` that is in use, None if it is not that."""
    try:
        on_port = here.served(here.data).get(os.path.realpath(port))
    except CommandError as error:  # it runs, but does not say what it has
        return Finding(True, f"{port} is in use, perhaps by our service", error.message)
    return None if on_port is None else Finding(True, f"{port}: {on_port}")


def _table(found: PortReport, report: Report) -> None:
    hello = found.table or {}
    shown = f"{found.port}: table {hello.get('table')} ({hello.get('name')})"
    if fault_of(hello):
        cure = "run `twelve install`, or `twelve install --back` for the version before"
        report.findings.append(Finding(False, f"{shown} is in safe mode: {fault_of(hello)}", cure))
    else:
        text = f"{shown} runs {hello.get('fw')} on {hello.get('py')}"
        report.findings.append(Finding(True, text))


def _drives(here: Surroundings, report: Report) -> None:
    places = here.mounted()
    for drive in finding.drives_with(finding.BOOT_OUT, places):
        known = finding.circuitpython_on(drive)
        if known is None:
            continue
        version, machine = known
        shown = f"{machine} at {drive}: CircuitPython {'.'.join(map(str, version))}"
        if version < OLDEST[CIRCUITPYTHON]:
            board = boards.named(machine)
            page = f"/board/{board.circuitpython}" if board else "/downloads"
            needed = ".".join(map(str, OLDEST[CIRCUITPYTHON][:2]))
            cure = (
                f"copy {needed} or newer from https://circuitpython.org{page} onto its boot drive"
            )
            report.findings.append(Finding(False, f"{shown} is too old", cure))
        else:
            report.findings.append(Finding(True, shown))
    for drive in finding.drives_with(finding.LOADER, places):
        cure = "copy MicroPython's .uf2 from https://micropython.org/download onto that drive"
        report.findings.append(Finding(False, f"the board at {drive} has no Python yet", cure))


def _modem_manager(here: Surroundings, report: Report) -> None:
    runs = False
    for path in here.processes.glob("[0-9]*/comm"):
        try:
            runs = runs or path.read_text().strip() == "ModemManager"
        except OSError:  # it has just ended
            continue
    if runs and not here.has_rule():
        what = "ModemManager runs, and probes every new port for a modem"
        report.findings.append(Finding(False, what, f"install the udev rule: {rules.CURE}"))
    else:
        text = "the udev rule is installed" if here.has_rule() else "no ModemManager is running"
        report.findings.append(Finding(True, text))


def _data(here: Surroundings, report: Report) -> None:
    folder = here.data
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK) or not there.is_dir():
        cure = "name another with --data DIR or TWELVE_DATA"
        report.findings.append(Finding(False, f"games cannot be kept in {folder}", cure))
    elif here.on_network(folder):
        cure = "keep it on this computer's own disk (--data DIR or TWELVE_DATA)"
        report.findings.append(Finding(False, f"{folder} is on a network drive", cure))
    else:
        report.findings.append(Finding(True, f"games are kept in {folder}"))
    service = holder(folder)
    if service is None:
        return
    report.findings.append(Finding(True, f"a service runs on them: {service}"))
    virtual = folder / VIRTUAL_LINK
    if virtual.exists():
        report.findings.append(Finding(True, f"its virtual table runs at {virtual}"))


def _interpreter(here: Surroundings, report: Report) -> None:
    if here.has_micropython():
        text = "a virtual table runs in a real MicroPython"
    else:
        # Nothing to mend: no wheel exists for this platform.
        text = "no MicroPython for this platform: a virtual table runs in CPython, as well"
    report.findings.append(Finding(True, text))
