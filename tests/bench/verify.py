"""How long it takes to replay and verify stored games: one of about 500 actions, then many.

    python tests/bench/verify.py [GAMES]

Aims: one game at most 50 ms, and the time for many games grows with their number alone.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "host"))

from sample_games import TABLE, rows, sample_game
from twelve_host.record_check import check
from twelve_host.store import Store

LIMIT_MS = 50
STEPS = 4  # the many games are measured at a quarter, a half …


def verify(store: Store, no: int) -> float:
    """Return the milliseconds that reading and checking stored game ``no`` takes."""
    start_s = time.perf_counter()
    report = check(store.lines(f"{TABLE}-{no}"))
    took_ms = (time.perf_counter() - start_s) * 1000
    if not report.ok:
        raise SystemExit(f"game {no} is wrong: {report}")
    return took_ms


def main(games: int) -> int:
    """Print the figures; return 1 where the aim for one game is missed."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        start_s = time.perf_counter()
        for no in range(1, games + 1):
            store.add_records(f"{TABLE}-{no}", rows(sample_game(seed=no)))
        filled_s = time.perf_counter() - start_s
        size_mb = store.path.stat().st_size / 1e6
        print(f"made and stored {games} games in {filled_s:.1f} s, {size_mb:.0f} MB")
        sizes = [row.actions for row in store.games()][::-1]
        one = min(range(games), key=lambda i: abs(sizes[i] - 500))
        times = sorted(verify(store, one + 1) for _ in range(20))
        median_ms = times[len(times) // 2]
        print(f"one game of {sizes[one]} actions: median {median_ms:.1f} ms, aim {LIMIT_MS} ms")
        done, total_ms = 0, 0.0
        for step in range(1, STEPS + 1):
            upto = games * step // STEPS
            total_ms += sum(verify(store, no + 1) for no in range(done, upto))
            done = upto
            print(f"{upto} games: {total_ms / 1000:.2f} s, {total_ms / upto:.1f} ms a game")
    return 0 if median_ms <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
