"""What the entries of the menu that are deeds do, and the game that follows a game.

Code that is on a board's heap only for a moment (:func:`forget_deeds`).
"""

from ..base.compat import let_go
from ..games.catalog import seats
from ..games.play import AWAY, PERSON

GO_ON = "go on"
TAKE_BACK = "take back"
HINT = "hint"
NEW_GAME = "new game"
REMATCH = "the same again"  # no entry: what a hold does after a game
CLOSE = "close"
WIRING = "wiring"


def request(choices, play) -> dict:
    """Return the referee ``new`` of the game that is set up; ``play`` is the one before, or None.

    Where as many play the same game again, they keep their names.
    """
    found = {"op": "new", "game": choices.game}
    if choices.ruleset or choices.options:
        from ..games.offers import forget_offers, offer

        rulesets, options = offer(choices.game)
        pairs = rulesets[choices.ruleset % len(rulesets)][1]
        found["rules"] = dict(pairs + options[choices.options % len(options)][1])
        forget_offers()
    count = choices.players or seats(choices.game)[2]
    if choices.players:
        found["players"] = ["Player %d" % (i + 1) for i in range(count)]
    if play is not None and play.game.name == choices.game and len(play.players) == count:
        names = list(play.players)
        if names != list(play.game.default_names(None)):
            found["players"] = names
    if choices.limit_s or choices.levels.count(PERSON) < len(choices.levels):
        found["seats"], found["limit"] = choices.levels[:count], choices.limit_s
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
    if play.levels or play.limit_s:
        found["seats"], found["limit"] = levels, play.limit_s
    return found


def _begin(console, make, now_ms: int) -> None:
    found = make(console.choices, console.keeper.play)
    if console.keeper.is_cramped:  # all are persons there
        found.pop("seats", None)
        found.pop("limit", None)
    console.begin(found, now_ms, None)


def take(console, entry: str, now_ms: int) -> None:
    """Do the deed that ``entry`` of the menu stands for. Raises Refusal, OSError."""
    if entry == TAKE_BACK:
        console.undo(now_ms)
    elif entry == HINT:
        console.use_computer()
        console.computer.advise(now_ms)
    elif entry == NEW_GAME:
        _begin(console, request, now_ms)
    elif entry == REMATCH:
        _begin(console, request if console.choices.is_new else again, now_ms)
    elif entry == CLOSE:
        console.keeper.close(now_ms)
    elif entry == WIRING:
        console.line.upkeep.wish = "service"


def forget_deeds() -> None:
    """Let go of this module."""
    let_go(__name__)
