"""What the next game at this table will be, and how bright; kept on flash."""

import json

from ..base.text import Fields
from ..games.catalog import NAMES

_PATH = "choices.json"
_KEYS = ("ruleset", "options", "players", "brightness")
MAX_BRIGHTNESS = 5


class Choices:
    """The choices: places in the lists of games/offers.py. ``players`` 0 is the usual number."""

    def __init__(self, files):
        self._files = files
        self.game = NAMES[0]
        self.ruleset = self.options = self.players = 0
        self.brightness = MAX_BRIGHTNESS - 1
        text = files.read(_PATH)
        if text:
            self._read(text)

    def _read(self, text) -> None:
        try:
            found = json.loads(text)
            game, numbers = found["game"], [found[key] for key in _KEYS]
        except Exception:  # a torn or strange file means defaults, whatever is in it
            return
        for number in numbers:
            if type(number) is not int or not 0 <= number <= 6:
                return
        if game in NAMES and numbers[3] <= MAX_BRIGHTNESS:
            self.game = game
            self.ruleset, self.options, self.players, self.brightness = numbers

    def save(self) -> None:
        """Write them down. OSError where flash refuses."""
        pairs = [("game", self.game)] + [(key, getattr(self, key)) for key in _KEYS]
        self._files.write(_PATH, Fields(pairs).text().encode())
