"""The one command before every commit: format, lint, types, budgets, and all tests.

    python tests/check.py            everything, in about ten minutes
    python tests/check.py --fast     without the journeys (host and virtual table over bad links)

Prints one line a step with its time, every skip with its reason, whatever failed in full, and at
the end how many passed, failed and were skipped. Exit status 1 when anything failed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import interpreters

ROOT = interpreters.ROOT
COUNTED = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")


@dataclass
class Tally:
    """What came of everything so far."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)  # names of the steps that failed
    skips: list[str] = field(default_factory=list)

    def add(self, line: str) -> bool:
        """Count the results in a summary ``line``; return whether it had any."""
        found = COUNTED.findall(line)
        for number, word in found:
            word = {"error": "failed", "errors": "failed", "xfailed": "skipped"}.get(word, word)
            self.counts["failed" if word == "xpassed" else word] += int(number)
        return bool(found)

    def closing(self) -> str:
        """Return the last line."""
        counts = self.counts
        return f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped"


def show(name: str, note: str, started: float) -> None:
    """Print the line of a step that is done."""
    print(f"{name:<26} {note} ({time.monotonic() - started:.1f} s)", flush=True)


def tool(name: str, *arguments: str) -> list[str]:
    """Return the command of a tool that is installed beside the running Python."""
    return [interpreters.beside(name) or name, *arguments]


def step(tally: Tally, name: str, command: list[str], note: str = "ok") -> str:
    """Run ``command``, print its line, and its output if it failed; return the output."""
    started = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except FileNotFoundError:
        tally.broken.append(name)
        show(name, f"FAILED: no {command[0]}: pip install -e '.[test]' brings it", started)
        return ""
    output = done.stdout.strip()
    last = output.splitlines()[-1] if output else ""
    if done.returncode:
        tally.broken.append(name)
        print(output)
        show(name, f"FAILED: {last}", started)
    else:
        show(name, last if note == "last" else note, started)
    return output


def portable(tally: Tally, python: str) -> None:
    """Run the portable tests on ``python``, one of the interpreters of devices."""
    name = f"portable on {python}"
    path, why = interpreters.find(python)
    if path is None:
        tally.counts["skipped"] += 1
        tally.skips.append(f"{name}: {why}")
        show(name, "SKIP", time.monotonic())
        return
    runner = str(ROOT / "tests" / "portable" / "run.py")
    output = step(tally, name, [path, "-X", "heapsize=1m", runner], "last")
    if not tally.add(output.splitlines()[-1] if output else ""):
        tally.counts["failed"] += 1


def suites(tally: Tally, fast: bool) -> None:
    """Run all tests under pytest, two files at a time; its output is shown as it comes."""
    started = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "--durations=5", "--durations-min=5"]
    command += ["-n", "2", "--dist", "loadfile"]  # what a file has set up is set up once
    if fast:
        command.append("--ignore=tests/journey")
        tally.skips.append("tests/journey: left out by --fast")
        tally.counts["skipped"] += 1
    last = ""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            if line.startswith("SKIPPED "):
                tally.skips.append(line.removeprefix("SKIPPED ").strip())
            elif line.strip():
                last = line.strip()
                print(line, end="", flush=True)
    counted = tally.add(last)
    failed = process.returncode != 0
    if failed and not counted:
        tally.counts["failed"] += 1
    if failed:
        tally.broken.append("tests")
    show("tests", "FAILED" if failed else "ok", started)


def main(argv: list[str] | None = None) -> int:
    """Run every step; return the exit status."""
    parser = argparse.ArgumentParser(description="Check everything before a commit.")
    parser.add_argument("--fast", action="store_true", help="leave the journeys out")
    fast = parser.parse_args(argv).fast
    tally = Tally()
    step(tally, "format", tool("ruff", "format", "--check", "."))
    step(tally, "lint", tool("ruff", "check", "."))
    step(tally, "types", tool("mypy"), "last")
    step(tally, "budgets", [sys.executable, "tests/house/budgets.py"], "last")
    tally.counts["failed"] += len(tally.broken)
    for python in interpreters.NAMES:
        portable(tally, python)
    suites(tally, fast)
    for skip in tally.skips:
        print(f"SKIP {skip}")
    if tally.broken:
        print(f"FAILED {', '.join(tally.broken)}")
    print(tally.closing())
    return 1 if tally.broken or tally.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
