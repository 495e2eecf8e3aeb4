"""Counts the morris action sequences of a length: ``python tests/bench/perft.py [DEPTH]``.

Prints the number and the time; exit status 1 where the rules document says another number.
"""

import sys
import time

from twelve.games.catalog import game

KNOWN = (1, 24, 552, 12144, 255024, 5100480, 96052320)  # rules document, morris


def perft(depth: int) -> int:
    """Return the number of sequences of ``depth`` actions; the last action is not carried out."""
    morris = game("morris")

    def count(state, left: int) -> int:
        legal = morris.legal(state)
        if left == 1:
            return len(legal)
        return sum([count(morris.apply(state, action, ()), left - 1) for action in legal])

    return count(morris.start(morris.read_rules({}), 2, None), depth) if depth else 1


def main(arguments: list[str]) -> int:
    """Print one line for the depth asked for (5 where none is)."""
    depth = int(arguments[0]) if arguments else 5
    begun = time.perf_counter()
    found = perft(depth)
    seconds = time.perf_counter() - begun
    print(f"perft({depth}) = {found} in {seconds:.2f} s, {found / seconds:.0f} a second")
    wrong = depth < len(KNOWN) and found != KNOWN[depth]
    if wrong:
        print(f"the rules document says {KNOWN[depth]}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
