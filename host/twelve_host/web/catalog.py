"""The games as a person chooses them: titles, options and the rules in brief."""

from __future__ import annotations

from typing import Any

from twelve.games import catalog
from twelve.games.contract import Game
from twelve.games.offers import offer
from twelve.games.seating import LIMITS_S

from .. import players as computers
from ..record_words import has_chance

_Rules = tuple[tuple[str, str, tuple[Any, ...], dict[str, Any]], ...]

_ON_OFF = (False, True)

# game: (title, rules as (key, title, choices, what settles it), the rules in brief). Defaults
# come from the engine. A game that is not here still appears, in the engine's own words.
_WORDS: dict[str, tuple[str, _Rules, str]] = {
    "12x12": (
        "12 × 12",
        (
            ("ruleset", "Ruleset", ("classic", "luck"), {}),
            ("exact_finish", "Exact finish", _ON_OFF, {"ruleset": {"luck": True}}),
            ("free_turn", "Free turn", _ON_OFF, {"ruleset": {"luck": True}}),
        ),
        "Bring the markers of all twelve rows to hole 12 before anyone else does. On rows 1 to 6 "
        "each die that shows the row's number is a match, on rows 7 to 12 each pair of dice that "
        "adds up to it. Every match is one hole; dice that scored are set aside, and when all six "
        "have scored, all six come back.\n\n"
        "Classic: roll six dice and choose a row with a match. Its marker moves at once. Roll the "
        "rest again for the same row until a roll has no match or the row is finished.\n\n"
        "Luck: choose any row. Matches are points at risk until you stop. A roll without a match, "
        "or going beyond hole 12, loses them; exactly hole 12 wins another turn.\n\n"
        "Exact finish: what would go beyond hole 12 moves nothing and ends the turn. Free turn: "
        "reaching hole 12 by an exact count gives another turn.",
    ),
    "morris": (
        "Twelve Men's Morris",
        (
            ("flying", "Flying with three stones", _ON_OFF, {}),
            ("double_mill", "A double mill takes", ("each", "one"), {}),
        ),
        "Each player has twelve stones. Place them in turn on the 24 points, then move along the "
        "lines, diagonals included. Three in a line are a mill, and a new mill takes a stone of "
        "the opponent, one that is in no mill while there is such a one.\n\n"
        "Whoever is left with two stones, or cannot move, loses. With three stones left a player "
        "may fly to any empty point. Fifty moves without a taking, or a full board, are a draw.\n\n"
        "A double mill takes one stone for each mill, or one in all.",
    ),
    "dominoes": (
        "Twelves",
        (
            ("set", "Highest pip of the set", tuple(range(1, 19)), {}),
            ("tableau", "Tiles that lie open", tuple(range(2, 13)), {}),
            ("matching", "Tiles match by", ("total", "ends"), {}),
        ),
        "A domino solitaire. Discard two open tiles whose pips add up to twice the highest pip: "
        "12 with the double-6 set. After one or more pairs draw, and the empty places are filled "
        "from the left.\n\n"
        "You win when every tile is gone, and lose when no pair matches and nothing can be drawn. "
        "Fewer open tiles are harder. Matched by ends, the ends must besides add up one by one. "
        "No choice changes how far a deal goes: a hint can only point out a pair.",
    ),
}


def catalogue() -> dict[str, Any]:
    """Return every game that can be played, and the times for a turn, as the interface has it."""
    games = [_entry(catalog.game(name)) for name in catalog.NAMES]
    return {"games": games, "limits_s": list(LIMITS_S)}


def _entry(game: Game) -> dict[str, Any]:
    title, rules, brief = _WORDS.get(game.name) or (game.name, _plain_rules(game), "")
    defaults = dict(zip(game.rule_names, game.read_rules({}), strict=True))
    items = []
    for key, words, choices, settled in rules:
        item = {"key": key, "title": words, "choices": list(choices), "default": defaults[key]}
        if settled:
            item["fixed_when"] = settled
        items.append(item)
    fewest, most, _ = catalog.seats(game.name)
    players = {
        "min": fewest,
        "max": most,
        "default": list(game.default_players),
    }
    return {
        "name": game.name,
        "title": title,
        "players": players,
        "rules": items,
        "brief": brief,
        "chance": game.chance_key if has_chance(game) else None,
        "levels": list(computers.levels(game)),
        "remark": computers.remark(game),
    }


def _plain_rules(game: Game) -> _Rules:
    """Return the rules as far as the engine itself names choices for them."""
    defaults: tuple[Any, ...] = game.read_rules({})
    found: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = []
    names: tuple[str, ...] = game.rule_names
    rulesets, options = offer(game.name)
    for key, default in zip(names, defaults, strict=True):
        choices = [default]
        for values in (dict(pairs) for _, pairs in (*rulesets, *options)):
            if values.get(key, default) not in choices:
                choices.append(values[key])
        found.append((key, key.replace("_", " ").capitalize(), tuple(choices), {}))
    return tuple(found)
