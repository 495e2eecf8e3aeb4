"""The menu that a long hold opens anywhere: what it offers, and the next game that it sets up.

Code that is on a board's heap only while it is needed (:func:`forget_menu`).
"""

from ..base.compat import let_go
from ..games.catalog import NAMES, seats
from ..games.offers import offer
from .choices import MAX_BRIGHTNESS

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
WIRING = "wiring"


def request(choices) -> dict:
    """Return the referee ``new`` of the game that is set up."""
    rulesets, options = offer(choices.game)
    pairs = rulesets[choices.ruleset % len(rulesets)][1]
    rules = dict(pairs + options[choices.options % len(options)][1])
    found = {"op": "new", "game": choices.game, "rules": rules}
    if choices.players:
        found["players"] = ["Player %d" % (i + 1) for i in range(choices.players)]
    return found


def take(console, entry: str, now_ms: int) -> None:
    """Do the deed that ``entry`` of the menu stands for. Raises Refusal, OSError."""
    if entry == TAKE_BACK:
        console.undo(now_ms)
    elif entry == HINT:
        console.hint()
    elif entry == NEW_GAME:
        console.begin(request(console.choices), now_ms, None)
    elif entry == CLOSE:
        console.keeper.close(now_ms)
    elif entry == WIRING:
        console.line.upkeep.wish = "service"


def forget_menu() -> None:
    """Let go of this module and of what only it needs."""
    package = __name__[: __name__.rfind(".") + 1]
    let_go(package + "menu")
    let_go(package[: package[:-1].rfind(".") + 1] + "games.offers")


class Menu:
    """The open menu: a list of entries and a cursor that wraps."""

    def __init__(self, choices, keeper, has_leds: bool = False):
        self._choices = choices
        self._keeper = keeper
        self._has_leds = has_leds
        self.at = 0
        self._list()

    def _list(self) -> None:
        rulesets, options = offer(self._choices.game)
        fewest, most, _ = seats(self._choices.game)
        keeper, play = self._keeper, self._keeper.play
        undoable = play is not None and not keeper.closed
        entries = [GO_ON]
        if undoable and (play.history.length or play.abandoned):
            entries.append(TAKE_BACK)
        # Advice needs tables and code that a full heap has no room for; the page has it always.
        if keeper.running and play.game.advice is not None and not keeper.is_cramped:
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
        entries.append(LIGHTS)
        if self._has_leds:
            entries.append(WIRING)
        if undoable and play.over:
            entries.append(CLOSE)
        self.entries = entries
        self.at = min(self.at, len(entries) - 1)

    def forget(self) -> None:
        """Let go of the menu's code."""
        forget_menu()

    @property
    def entry(self) -> str:
        """The entry under the cursor."""
        return self.entries[self.at]

    def step(self, steps: int) -> None:
        """Move the cursor; the entries wrap."""
        self.at = (self.at + steps) % len(self.entries)

    def value(self, entry: str) -> str:
        """Return what ``entry`` is set to, as short text for lights and page; "" for deeds."""
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

    def turn(self) -> bool:
        """Set the entry under the cursor to its next value; return False where it has none."""
        choices, entry = self._choices, self.entry
        rulesets, options = offer(choices.game)
        fewest, most, usual = seats(choices.game)
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
        choices.save()
        self._list()
        return True
