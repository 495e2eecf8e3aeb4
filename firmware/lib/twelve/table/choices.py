"""What the next game at this table will be, who decides in its seats, and how bright it is.

Kept on flash.
"""

import json

from ..base.text import Fields
from ..games.catalog import NAMES
from ..games.play import PERSON

_PATH = "state/choices.json"
_KEYS = ("ruleset", "options", "players", "brightness")
MAX_BRIGHTNESS = 5
_SEATS = 6


class Choices:
    """The choices: places in the lists of games/offers.py. ``players`` 0 is the usual number.

    ``levels`` says who decides in each of six seats, ``limit_s`` is the time for a turn, and
    ``swaps`` whether somebody else begins when the same game is played again.
    """

    def __init__(self, files):
        self._files = files
        self.game = NAMES[0]
        self.ruleset = self.options = self.players = 0
        self.brightness = MAX_BRIGHTNESS - 1
        self.levels = [PERSON] * _SEATS
        self.limit_s = 0
        self.swaps = True
        self.is_new = False  # whether another game was set up since the last one began
        text = files.read(_PATH)
        if text:
            self._read(text)

    def _read(self, text) -> None:
        try:
            found = json.loads(text)
            game, numbers = found["game"], [found[key] for key in _KEYS]
            levels = found.get("seats", self.levels)  # older firmware has not written these
            if found.get("limit") or levels != self.levels:
                from ..games.seating import check_seats

                check_seats(found, _SEATS)
            limit_s, swaps = found.get("limit", 0), found.get("swaps", True)
        except Exception:  # a torn or strange file means defaults, whatever is in it
            return
        for number in numbers:
            if type(number) is not int or not 0 <= number <= 6:
                return
        if game in NAMES and numbers[3] <= MAX_BRIGHTNESS and type(swaps) is bool:
            self.game = game
            self.ruleset, self.options, self.players, self.brightness = numbers
            self.levels, self.limit_s, self.swaps = levels, limit_s, swaps

    def save(self) -> None:
        """Write them down. OSError where flash refuses."""
        pairs = [("game", self.game)] + [(key, getattr(self, key)) for key in _KEYS]
        pairs += [("seats", self.levels), ("limit", self.limit_s), ("swaps", self.swaps)]
        self._files.write(_PATH, Fields(pairs).text().encode())
