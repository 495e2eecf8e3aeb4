"""Bench: how well the 12 × 12 players play alone, and how long a decision takes them.

    python tests/bench/play_dozen.py [GAMES]      (100 000; needs the extra train)

The games are played by compiled code; that it decides as the players do is checked on some
thousand of its decisions. Exit status 1 when a player falls short or decides otherwise.
"""

from __future__ import annotations

import statistics
import sys
import time

import fast_dozen
import numpy as np

import twelve_host.players
from twelve.games import dozen_player, players
from twelve.games.catalog import game
from twelve_host.players import dozen as expert

GAMES = 100_000
KEPT = 4_000  # decisions to be checked
ONE_IN = 97
SEED = 144
WANTED_MS = 1.0  # a decision on the laptop
# level, ruleset: at most so many turns on average; a child plays as it likes
WANTED = {
    ("easy", "classic"): None,
    ("easy", "luck"): None,
    ("normal", "classic"): 65.8,
    ("normal", "luck"): 78.0,
    ("expert", "classic"): 65.0,
    ("expert", "luck"): 76.5,
}


def net_of(level: str, ruleset: str):
    """Return the net that ``level`` plays by; None for easy."""
    if level == "easy":
        return None
    return (expert if level == "expert" else dozen_player).net_of(ruleset)


def check(level: str, rules: tuple, kept: np.ndarray) -> tuple[int, list[float]]:
    """Return (how often the player decides otherwise, ms of each decision)."""
    dozen = game("12x12")
    others, took_ms = 0, []
    for line in kept:
        state, action = fast_dozen.kept_state(rules, line)
        begun = time.thread_time()
        answer, _ = twelve_host.players.choose(dozen, state, level, players.first)
        took_ms.append(1000 * (time.thread_time() - begun))
        if level == "easy" and answer != action:
            # It chooses among equals by what it draws: any draw may have been the one.
            draws = [lambda n, i=i: min(i, n - 1) for i in range(12)]
            found = [twelve_host.players.choose(dozen, state, level, draw)[0] for draw in draws]
            answer = action if action in found else answer
        others += answer != action
    return others, took_ms


def main(arguments: list[str]) -> int:
    """Print a line for each level and ruleset; return the exit status."""
    games = int(arguments[0]) if arguments else GAMES
    status = 0
    for (level, ruleset), wanted in WANTED.items():
        rules = game("12x12").read_rules({"ruleset": ruleset})
        tables = fast_dozen.tables(net_of(level, ruleset), ruleset == "luck")
        kept = np.zeros((KEPT, fast_dozen.KEPT), np.int64)
        begun = time.perf_counter()
        turns, squares, n = fast_dozen.play(tables, games, SEED, kept, ONE_IN)
        took_s = time.perf_counter() - begun
        mean = turns / games
        error = ((squares / games - mean * mean) / games) ** 0.5
        others, took_ms = check(level, rules, kept[:n])
        low = wanted is not None and mean > wanted
        slow = statistics.median(took_ms) > WANTED_MS
        status |= low or slow or others > 0
        print(
            f"{level} {ruleset}: {mean:.3f} turns ({error:.3f})"
            + (f", wanted at most {wanted}" if wanted else "")
            + f"; {n} decisions checked, {others} otherwise; a decision takes "
            f"{statistics.median(took_ms):.2f} ms, 99 % below "
            f"{statistics.quantiles(took_ms, n=100)[98]:.2f}; {took_s:.0f} s",
            flush=True,
        )
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
