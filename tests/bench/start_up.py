"""Bench: from ``twelve up`` to its serving line, with the page answering. Wanted: at most 2 s.

python tests/bench/start_up.py [times]      exit status 1 when the median is longer

The first start (a new database, a virtual table that is compiled) is printed apart.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from up_command import UpCommand

WANTED_S = 2.0


def measure(data: Path) -> tuple[float, float]:
    """Return the seconds until the page answered, and until the virtual table was live."""
    started_s = time.monotonic()
    with UpCommand(data) as up:
        up.serving()
        assert up.client.get("/").status_code == 200
        serving_s = time.monotonic() - started_s
        up.live()
        return serving_s, time.monotonic() - started_s


def main(times: int) -> int:
    """Print the figures; return the exit status."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        first_s, live_s = measure(data)
        print(f"first start: {first_s:.2f} s to the page, {live_s:.2f} s to a live table")
        found = [measure(data) for _ in range(times)]
    warm_s = statistics.median(serving for serving, _ in found)
    worst_s = max(serving for serving, _ in found)
    table_s = statistics.median(live for _, live in found)
    print(f"warm: median {warm_s:.2f} s, worst {worst_s:.2f} s of {times} (wanted: {WANTED_S} s)")
    print(f"table live after {table_s:.2f} s")
    return int(warm_s > WANTED_S)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
