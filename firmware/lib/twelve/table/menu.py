"""The menu that a long hold opens anywhere: what it offers, and the next game that it sets up.

Code that is on a board's heap only while it is needed (:func:`forget_menu`).
"""

from ..base.compat import let_go
from ..games.catalog import NAMES, player, seats
from ..games.offers import offer
from ..games.play import PERSON
from ..games.seating import AWAY, LEVELS, LIMITS_S
from .choices import MAX_BRIGHTNESS
from .seats import forget_seats, set_limit, set_seat

GO_ON = "go on"
TAKE_BACK = "take back"
HINT = "hint"
NEW_GAME = "new game"
GAME = "game"
RULESET = "ruleset"
OPTIONS = "options"
PLAYERS = "players"
SEATS = "seats"  # opens a list of its own: BACK, SEAT 1 …, LIMIT, SWAP
REMATCH = "the same again"  # no entry: what a hold does after a game
BACK = "back"
SEAT = "seat "
LIMIT = "turn limit"
SWAP = "rematch"
LIGHTS = "lights"
CLOSE = "close"
WIRING = "wiring"


_LEVELS = (PERSON,) + LEVELS


def request(choices, play) -> dict:
    """Return the referee ``new`` of the game that is set up; ``play`` is the one before, or None.

    Where it is the same game again, its players stay, and the next of them begins.
    """
    rulesets, options = offer(choices.game)
    pairs = rulesets[choices.ruleset % len(rulesets)][1]
    rules = dict(pairs + options[choices.options % len(options)][1])
    found = {"op": "new", "game": choices.game, "rules": rules}
    count = choices.players or seats(choices.game)[2]
    if choices.players:
        found["players"] = ["Player %d" % (i + 1) for i in range(count)]
    if play is not None and play.game.name == choices.game and len(play.players) == count:
        swaps = choices.swaps and play.over
        if swaps:
            choices.swap(count)
        names = list(play.players)
        if names != list(play.game.default_names(None)) and names != found.get("players"):
            found["players"] = names[1:] + names[:1] if swaps else names
    found["seats"] = choices.levels[:count]
    found["limit"] = choices.limit_s
    return found


def again(choices, play) -> dict:
    """Return the referee ``new`` of ``play`` once more; the next player begins where that is set.

    Its seats and its time for a turn are those of the table from then on. Raises OSError.
    """
    count = len(play.players)
    levels = [play.level(i) for i in range(count)]
    # Who is away comes back to the table for a new game.
    levels = [PERSON if level == AWAY else level for level in levels]
    names = list(play.players)
    if choices.swaps:
        levels = levels[1:] + levels[:1]
        if names != list(play.game.default_names(None)):
            names = names[1:] + names[:1]
    choices.levels = levels + choices.levels[count:]
    choices.limit_s = play.limit_s
    choices.save()
    found = {"op": "new", "game": play.game.name, "rules": dict(play.game.rules_view(play.rules))}
    found["players"] = names
    found["seats"], found["limit"] = levels, play.limit_s
    return found


def take(console, entry: str, now_ms: int) -> None:
    """Do the deed that ``entry`` of the menu stands for. Raises Refusal, OSError."""
    if entry == TAKE_BACK:
        console.undo(now_ms)
    elif entry == HINT:
        console.hint(now_ms)
    elif entry == NEW_GAME:
        console.begin(request(console.choices, console.keeper.play), now_ms, None)
    elif entry == REMATCH:
        choices = console.choices
        make = request if choices.is_new else again
        console.begin(make(choices, console.keeper.play), now_ms, None)
    elif entry == CLOSE:
        console.keeper.close(now_ms)
    elif entry == WIRING:
        console.line.upkeep.wish = "service"


def forget_menu() -> None:
    """Let go of this module and of what only it needs."""
    package = __name__[: __name__.rfind(".") + 1]
    let_go(package + "menu")
    forget_seats()
    let_go(package[: package[:-1].rfind(".") + 1] + "games.offers")


class Menu:
    """The open menu: a list of entries and a cursor that wraps."""

    def __init__(self, console, has_leds: bool = False):
        self._console = console
        self._choices = console.choices
        self._keeper = console.keeper
        self._has_leds = has_leds
        self.at = 0
        self._in_seats = False
        self._list()

    def _count(self) -> int:
        """Return how many seats there are: of the game that goes on, else of the next."""
        if self._keeper.running:
            return len(self._keeper.play.players)
        return self._choices.players or seats(self._choices.game)[2]

    def _list(self) -> None:
        if self._in_seats:
            self.entries = [BACK] + [SEAT + str(i + 1) for i in range(self._count())]
            self.entries += [LIMIT, SWAP]
            return
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
        if player(self._choices.game):
            entries.append(SEATS)
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
        if entry[: len(SEAT)] == SEAT:
            return self._level(int(entry[len(SEAT) :]) - 1)
        if entry == LIMIT:
            return str(self._limit_s()) if self._limit_s() else "no"
        if entry == SWAP:
            return "yes" if choices.swaps else "no"
        if entry == PLAYERS:
            return str(choices.players or seats(choices.game)[2])
        if entry == LIGHTS:
            return str(choices.brightness)
        return ""

    def _level(self, seat: int) -> str:
        running = self._keeper.running
        return self._keeper.play.level(seat) if running else self._choices.levels[seat]

    def _limit_s(self) -> int:
        return self._keeper.play.limit_s if self._keeper.running else self._choices.limit_s

    def _turn_seats(self, entry: str, now_ms: int) -> None:
        """Set what the list of seats has; in a game that goes on as a record."""
        choices, console = self._choices, self._console
        if entry == SWAP:
            choices.swaps = not choices.swaps
        elif entry == LIMIT:
            at = LIMITS_S.index(self._limit_s()) + 1
            set_limit(console, LIMITS_S[at % len(LIMITS_S)], now_ms)
        else:
            seat = int(entry[len(SEAT) :]) - 1
            level = self._level(seat)
            at = _LEVELS.index(level) + 1 if level in _LEVELS else 0  # who was away is back
            set_seat(console, seat, _LEVELS[at % len(_LEVELS)], now_ms)

    def turn(self, now_ms: int) -> bool:
        """Set the entry under the cursor to its next value; return False where it has none."""
        choices, entry = self._choices, self.entry
        rulesets, options = offer(choices.game)
        fewest, most, usual = seats(choices.game)
        if entry == SEATS or entry == BACK:
            self._in_seats = entry == SEATS
            self._list()
            self.at = 0 if self._in_seats else self.entries.index(SEATS)
            return True
        if self._in_seats:
            self._turn_seats(entry, now_ms)
        elif entry == GAME:
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
        choices.is_new = choices.is_new or entry in (GAME, RULESET, OPTIONS, PLAYERS)
        choices.save()
        self._list()
        return True
