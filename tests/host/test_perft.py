"""The perft bench: the number of morris games five actions long, in the time it may take."""

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "perft.py"


def test_perft_5_within_60_seconds():
    done = subprocess.run(
        [sys.executable, str(BENCH), "5"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("perft(5) = 5100480 in ")
