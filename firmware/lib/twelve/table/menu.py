"""The menu that a long hold opens anywhere: what it offers, and the next game that it sets up."""

import json

from ..base.text import Fields
from ..games import catalog

GO_ON = "go on"
TAKE_BACK = "take back"
HINT = "hint"
NEW_GAME = "new game"
GAME = "game"
RULESET = "ruleset"
OPTIONS = "options"
PLAYERS = "players"
LIGHTS = "lights"
CLOSE = "close"

_PATH = "choices.json"
MAX_BRIGHTNESS = 5


class Choices:
    """What the next game started at the table will be, and how bright; kept on flash."""

    def __init__(self, files):
        self._files = files
        self.game = catalog.NAMES[0]
        self.ruleset = self.options = 0
        self.players = 0  # 0: the game's own number
        self.brightness = MAX_BRIGHTNESS - 1
        text = files.read(_PATH)
        if text:
            self._read(text)

    def _read(self, text) -> None:
        try:
            found = json.loads(text)
            game = catalog.game(found["game"])
            numbers = [found[k] for k in ("ruleset", "options", "players", "brightness")]
        except Exception:  # a torn or strange file means defaults, whatever is in it
            return
        limits = (len(game.rulesets), len(game.options), game.max_players + 1, MAX_BRIGHTNESS + 1)
        for number, limit in zip(numbers, limits):
            if type(number) is not int or not 0 <= number < limit:
                return
        self.game = game.name
        self.ruleset, self.options, self.players, self.brightness = numbers

    def _save(self) -> None:
        names = ("game", "ruleset", "options", "players", "brightness")
        pairs = [(name, getattr(self, name)) for name in names]
        self._files.write(_PATH, Fields(pairs).text().encode())

    def request(self) -> dict:
        """Return the referee ``new`` of the game that is set up."""
        game = catalog.game(self.game)
        rules = dict(game.rulesets[self.ruleset][1])
        rules.update(game.options[self.options][1])
        return {"op": "new", "game": game.name, "rules": rules, "players": self._names(game)}

    def _names(self, game) -> list:
        names = list(game.default_players)
        count = self.players or len(names)
        names = names[:count]
        while len(names) < count:
            names.append("Player %d" % (len(names) + 1))
        return names

    def value(self, entry: str) -> str:
        """Return what ``entry`` is set to, as short text for lights and page; "" for deeds."""
        game = catalog.game(self.game)
        if entry == GAME:
            return game.name
        if entry == RULESET:
            return game.rulesets[self.ruleset][0]
        if entry == OPTIONS:
            return game.options[self.options][0]
        if entry == PLAYERS:
            return str(len(self._names(game)))
        if entry == LIGHTS:
            return str(self.brightness)
        return ""

    def turn(self, entry: str) -> None:
        """Set ``entry`` to its next value."""
        game = catalog.game(self.game)
        if entry == GAME:
            names = catalog.NAMES
            self.game = names[(names.index(game.name) + 1) % len(names)]
            self.ruleset = self.options = self.players = 0
        elif entry == RULESET:
            self.ruleset = (self.ruleset + 1) % len(game.rulesets)
        elif entry == OPTIONS:
            self.options = (self.options + 1) % len(game.options)
        elif entry == PLAYERS:
            count = len(self._names(game)) + 1
            self.players = count if count <= game.max_players else game.min_players
        elif entry == LIGHTS:
            self.brightness = self.brightness % MAX_BRIGHTNESS + 1
        self._save()


class Menu:
    """The open menu: a list of entries and a cursor that wraps."""

    def __init__(self, choices: Choices, keeper):
        game = catalog.game(choices.game)
        play = keeper.play
        undoable = play is not None and not keeper.closed
        entries = [GO_ON]
        if undoable and (play.history.length or play.abandoned):
            entries.append(TAKE_BACK)
        if keeper.running and play.game.advice is not None:
            entries.append(HINT)
        entries.append(NEW_GAME)
        if len(catalog.NAMES) > 1:
            entries.append(GAME)
        if len(game.rulesets) > 1:
            entries.append(RULESET)
        if len(game.options) > 1:
            entries.append(OPTIONS)
        if game.max_players > game.min_players:
            entries.append(PLAYERS)
        entries.append(LIGHTS)
        if undoable and play.over:
            entries.append(CLOSE)
        self.entries = entries
        self.at = 0

    @property
    def entry(self) -> str:
        """The entry under the cursor."""
        return self.entries[self.at]

    def step(self, steps: int) -> None:
        """Move the cursor; the entries wrap."""
        self.at = (self.at + steps) % len(self.entries)
