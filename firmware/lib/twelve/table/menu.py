"""The menu that a long hold opens anywhere: what it offers, and the next game that it sets up.

Code that is on a board's heap only while it is needed (MenuList.forget).
"""

from ..games.catalog import NAMES, player, seats
from ..games.offers import offer
from .choices import MAX_BRIGHTNESS
from .deeds import CLOSE, GO_ON, HINT, NEW_GAME, TAKE_BACK, WIRING
from .menu_list import MenuList

GAME = "game"
RULESET = "ruleset"
OPTIONS = "options"
PLAYERS = "players"
SEATS = "seats"  # opens a list of its own (menu_seats.py)
LIGHTS = "lights"


class Menu(MenuList):
    """The menu's first list."""

    def _list(self) -> list:
        rulesets, options = offer(self._choices.game)
        fewest, most, _ = seats(self._choices.game)
        keeper, play = self._keeper, self._keeper.play
        undoable = play is not None and not keeper.closed
        entries = [GO_ON]
        if undoable and (play.history.length or play.abandoned):
            entries.append(TAKE_BACK)
        # Advice needs code that a full heap has no room for; the page has it always.
        if keeper.running and player(play.game.name) and not keeper.is_cramped:
            entries.append(HINT)
        entries.append(NEW_GAME)
        if len(NAMES) > 1:
            entries.append(GAME)
        if len(rulesets) > 1:
            entries.append(RULESET)
        if len(options) > 1:
            entries.append(OPTIONS)
        if most > fewest:
            entries.append(PLAYERS)
        if player(self._choices.game) and not keeper.is_cramped:
            entries.append(SEATS)
        entries.append(LIGHTS)
        if self._console.output is not None:
            entries.append(WIRING)
        if undoable and play.over:
            entries.append(CLOSE)
        return entries

    def value(self, entry: str) -> str:
        choices = self._choices
        rulesets, options = offer(choices.game)
        if entry == GAME:
            return choices.game
        if entry == RULESET:
            return rulesets[choices.ruleset % len(rulesets)][0]
        if entry == OPTIONS:
            return options[choices.options % len(options)][0] or "-"
        if entry == PLAYERS:
            return str(choices.players or seats(choices.game)[2])
        if entry == LIGHTS:
            return str(choices.brightness)
        return ""

    def turn(self, now_ms: int) -> bool:
        choices, entry = self._choices, self.entry
        rulesets, options = offer(choices.game)
        fewest, most, usual = seats(choices.game)
        if entry == SEATS:
            self._console.open_menu(True)
            return True
        if entry == GAME:
            choices.game = NAMES[(NAMES.index(choices.game) + 1) % len(NAMES)]
            choices.ruleset = choices.options = choices.players = 0
        elif entry == RULESET:
            choices.ruleset = (choices.ruleset + 1) % len(rulesets)
        elif entry == OPTIONS:
            choices.options = (choices.options + 1) % len(options)
        elif entry == PLAYERS:
            count = (choices.players or usual) + 1
            choices.players = count if count <= most else fewest
        elif entry == LIGHTS:
            choices.brightness = choices.brightness % MAX_BRIGHTNESS + 1
        else:
            return False
        choices.is_new = choices.is_new or entry != LIGHTS
        choices.save()
        self.entries = self._list()
        self.at = self.entries.index(entry)
        return True
