"""Plays games of six on and on and prints the free heap, to show that it does not dwindle.

    micropython endless_games.py FOLDER ACTIONS

FOLDER holds the package; one line is printed for each game: actions so far, bytes free in the
middle of the game, bytes free at its end, bytes free once it is gone.
"""

import gc
import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])

from twelve.base.dice import Stream
from twelve.games.play import from_request

RULESETS = ("classic", "luck")


def free() -> int:
    """Return the bytes of heap that are free after a collection."""
    gc.collect()
    return gc.mem_free()


def play_one(number: int, choice, codes: bytearray) -> tuple:
    """Play game ``number`` to its end; return (actions, bytes free in the middle, at the end)."""
    names = ["P%d" % seat for seat in range(6)]
    rules = {"ruleset": RULESETS[number % 2]}
    request = {"game": "12x12", "rules": rules, "players": names}
    play = from_request(request, b"%d" % number, b"", codes)
    actions = middle = 0
    while not play.over:
        legal = play.legal()
        # Twice the weight on the last: "stop" brings push-your-luck to its end.
        at = choice.draw(len(legal) + 1)
        play.act(legal[at if at < len(legal) else -1])
        actions += 1
        if actions == 400:
            middle = free()
    return actions, middle, free()


def main(limit: int) -> None:
    """Play until ``limit`` actions have been taken."""
    choice, codes = Stream(b"endless"), bytearray(3 * 512)
    done = number = 0
    while done < limit:
        actions, middle, end = play_one(number, choice, codes)
        done += actions
        number += 1
        print(done, middle, end, free())


if __name__ == "__main__":
    main(int(sys.argv[2]))
