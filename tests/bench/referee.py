"""Bench: answers a second of ``twelve referee``, its start included. Wanted: at least 5 000.

python tests/bench/referee.py [game …]      exit status 1 when a game falls short
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

from twelve_host.referee import Referee

REQUESTS = 10_000
WANTED = 5_000  # answers a second
GAMES = ("12x12", "morris", "dominoes")


def requests(game: str) -> bytes:
    """Return ``REQUESTS`` request lines: games of ``game`` one after the other, all legal."""
    referee = Referee()
    lines: list[str] = []
    legal: list[str] = []
    while len(lines) < REQUESTS:
        if legal:
            # Any deterministic choice will do; this one walks through long and short games.
            request = {"op": "act", "action": legal[len(lines) * 7919 % len(legal)]}
        else:
            request = {"op": "new", "game": game, "seed": f"{len(lines):08x}"}
        lines.append(json.dumps(request))
        legal = json.loads(referee.answer(lines[-1]))["state"]["legal"]
    return "\n".join(lines).encode() + b"\n"


def measure(game: str) -> float:
    """Return the answers a second of one process that answers all requests of ``game``."""
    source = requests(game)
    start = time.perf_counter()
    command = [sys.executable, "-m", "twelve_host", "referee"]
    done = subprocess.run(command, input=source, capture_output=True, check=True)
    took_s = time.perf_counter() - start
    answers = done.stdout.splitlines()
    if len(answers) != REQUESTS or not all(a.startswith(b'{"ok":true') for a in answers):
        raise SystemExit(f"{game}: the referee did not answer every request with ok")
    return REQUESTS / took_s


def main(games: list[str]) -> int:
    """Print one line a game; return the exit status."""
    status = 0
    for game in games or GAMES:
        rate = measure(game)
        status |= rate < WANTED
        print(f"{game}: {rate:,.0f} answers/s, start included (wanted: {WANTED:,})")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
