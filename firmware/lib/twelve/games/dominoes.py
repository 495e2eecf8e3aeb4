"""Twelves, the domino solitaire: discard two tiles whose pips add up to twice the highest pip.

Source: the project's rules document (dominoes).
"""

from collections import namedtuple

from ..base.compat import const
from ..base.errors import Refusal
from .contract import COMMON, Game, check_rules, choice_rule

GONE = const(255)  # an empty place; the highest tile of the largest set is 189
_EMPTY = b"\xff"
_DIGITS = "0123456789"
LARGEST = const(18)

# A tile is its number in ascending order: 0-0, 1-0, 1-1, 2-0, …
# tableau  bytes, a tile or GONE a place; deck: bytes, the tiles left, the next one first
State = namedtuple("State", COMMON + ("tableau", "deck"))


# The higher end and the pips of every tile of the largest set.
_HIGH = b"".join([bytes([high] * (high + 1)) for high in range(LARGEST + 1)])
_PIPS = b"".join([bytes(range(high, 2 * high + 1)) for high in range(LARGEST + 1)])


def tiles_of(top: int) -> int:
    """Return how many tiles the double-``top`` set has."""
    return (top + 1) * (top + 2) // 2


def ends(tile: int) -> tuple:
    """Return (higher end, lower end) of ``tile``."""
    high = _HIGH[tile]
    return high, tile - high * (high + 1) // 2


def name_of(tile: int) -> str:
    """Return ``tile`` as it is written: "6-3"."""
    return "%d-%d" % ends(tile)


def tile_of(name, top: int) -> int:
    """Return the tile of the double-``top`` set that is written ``name``; -1 for anything else."""
    if type(name) is not str or len(name) > 5:
        return -1
    if len(name) == 3 and name[1] == "-":  # nearly all: the long way takes 0.5 ms on a Pico
        high, low = _DIGITS.find(name[0]), _DIGITS.find(name[2])
        if 0 <= low <= high <= top:
            return high * (high + 1) // 2 + low
    try:
        high, low = [int(end) for end in name.split("-")]
    except ValueError:
        return -1
    # Only one spelling is right: "3-6" and "6-03" are no tiles.
    if not 0 <= low <= high <= top or name != "%d-%d" % (high, low):
        return -1
    return high * (high + 1) // 2 + low


def matching(a: int, b: int, top: int, by_ends: bool) -> bool:
    """Return whether the tiles ``a`` and ``b`` of the double-``top`` set may be discarded."""
    if _PIPS[a] + _PIPS[b] != 2 * top:
        return False
    # Tiles with ``top`` pips have no mate by ends: they match one another freely.
    if not by_ends or _PIPS[a] == top:
        return True
    high, low = ends(a)
    return ends(b) == (top - low, top - high)


class Dominoes(Game):
    """The solitaire Twelves."""

    name = "dominoes"
    rule_names = ("set", "tableau", "matching")
    default_players = ("Player 1",)
    chance_key = "tiles"

    def read_rules(self, given: dict) -> tuple:
        check_rules(self, given)
        top = choice_rule(given, "set", tuple(range(1, LARGEST + 1)), 6)
        places = choice_rule(given, "tableau", tuple(range(2, 13)), 6)
        return (top, places, choice_rule(given, "matching", ("total", "ends"), "total"))

    def start(self, rules: tuple, players: int, stream, position=None, deck=None) -> State:
        top, places, _ = rules
        first = b"" if deck is None else _read_deck(deck, top)
        rest = [tile for tile in range(tiles_of(top)) if bytes((tile,)) not in first]
        deck = first + bytes(stream.shuffle(rest))
        # A set smaller than the tableau leaves its last places empty from the start.
        tableau = deck[:places] + bytes([GONE] * (places - len(deck)))
        return _judged(rules, 1, tableau, deck[places:], None)

    def legal(self, state: State) -> tuple:
        if state.result is not None:
            return ()
        tableau = state.tableau
        found = []
        for one, other in _pairs(state.rules, tableau):
            found.append("pair %s %s" % (name_of(tableau[one]), name_of(tableau[other])))
        if _to_draw(state):
            found.append("draw")
        return tuple(found)

    def apply(self, state: State, action: str, chance: tuple) -> State:
        rules, tableau, deck = state.rules, state.tableau, state.deck
        top = rules[0]
        if action == "draw":
            drawn = bytes([tile_of(name, top) for name in chance])
            for tile in drawn:
                tableau = _with(tableau, _EMPTY, tile)
            if deck[: len(drawn)] == drawn:
                deck = deck[len(drawn) :]
            else:
                deck = bytes([tile for tile in deck if bytes((tile,)) not in drawn])
            last = (0, action, chance, "drew")
            return _judged(rules, state.turn + 1, tableau, deck, last)
        for name in action[5:].split(" "):
            tableau = _with(tableau, bytes((tile_of(name, top),)), GONE)
        return _judged(rules, state.turn, tableau, deck, (0, action, (), "paired"))

    def encode(self, state: State) -> bytes:
        # Nobody sees the order of the deck, so it is no part of the position.
        return state.tableau + bytes(sorted(state.deck))

    def board(self, state: State) -> tuple:
        tableau, deck = state.tableau, state.deck
        return (
            ("tableau", [None if tile == GONE else name_of(tile) for tile in tableau]),
            ("deck", len(deck)),
            ("discarded", tiles_of(state.rules[0]) - _left(tableau, deck)),
        )

    def remark(self, rules: tuple) -> str:
        # Only tiles with as many pips as the highest end pair among themselves.
        if (rules[0] // 2 + 1) & 1:
            return "One tile with %d pips has no mate: all tiles but that one is a win." % rules[0]
        return ""

    # -- chance ------------------------------------------------------------------------------
    def draw(self, state: State, action: str, stream) -> tuple:
        """Return the next tiles of the deck, which the stream shuffled at the start."""
        if action != "draw":
            return ()
        return tuple([name_of(tile) for tile in state.deck[: _to_draw(state)]])

    def skip(self, state: State, action: str, stream) -> None:
        """Do nothing: the shuffle has taken from the stream all that a game takes."""

    def accept(self, state: State, action: str, given: list) -> tuple:
        if action != "draw":
            return ()
        count = _to_draw(state)
        seen = []
        for name in given:
            tile = tile_of(name, state.rules[0])
            if tile < 0 or tile in seen or bytes((tile,)) not in state.deck:
                text = "%s cannot be drawn: tiles are those not seen yet, written high-low"
                raise Refusal("bad_dice", text % repr(name)[:40])
            seen.append(tile)
        if len(seen) != count:
            raise Refusal("bad_dice", "tiles must be the %d drawn, not %d" % (count, len(seen)))
        return tuple(given)

    def dealt(self, first: State) -> list:
        return [name_of(tile) for tile in first.tableau if tile != GONE]

    def pack_chance(self, state: State, chance: tuple) -> int:
        # Tiles that are the deck's next need no room: the state before has them.
        return 0 if not chance or chance == self.draw(state, "draw", None) else -1

    def unpack_chance(self, state: State, action: str, packed: int) -> tuple:
        return self.draw(state, action, None)


def _with(tableau: bytes, old: bytes, new: int) -> bytes:
    """Return ``tableau`` with ``new`` in the first place that holds ``old``."""
    at = tableau.find(old)
    return tableau[:at] + bytes((new,)) + tableau[at + 1 :]


def _left(tableau: bytes, deck: bytes) -> int:
    """Return how many tiles are not discarded yet."""
    return len(tableau) - tableau.count(_EMPTY) + len(deck)


def _to_draw(state: State) -> int:
    """Return how many tiles a draw takes now; 0 where there is none."""
    empty = state.tableau.count(_EMPTY)
    return empty if empty < len(state.deck) else len(state.deck)


def _pairs(rules: tuple, tableau: bytes) -> list:
    """Return the (place, later place) of all tiles that match, in tableau order."""
    top, _, rule = rules
    by_ends = rule == "ends"
    places = [at for at, tile in enumerate(tableau) if tile != GONE]
    found = []
    for n, one in enumerate(places):
        for other in places[n + 1 :]:
            if matching(tableau[one], tableau[other], top, by_ends):
                found.append((one, other))
    return found


def _judged(rules: tuple, turn: int, tableau: bytes, deck: bytes, last) -> State:
    """Return the state with this tableau and deck, over or not; ``last`` as if it were not."""
    result = None
    # One tile alone can only be left of an odd number that pair among themselves: all is done.
    if _left(tableau, deck) <= 1:
        result, outcome = (0, "all tiles discarded"), "won"
    elif not (deck and _EMPTY in tableau) and not _pairs(rules, tableau):
        result, outcome = (None, "no pair left"), "lost"
    if result is not None and last is not None:
        last = last[:3] + (outcome,)
    return State(rules, turn, 0, "over" if result else "pair", result, last, tableau, deck)


def _read_deck(given: list, top: int) -> bytes:
    """Return the tiles of ``given``, in order; Refusal bad_deck unless they are of the set."""
    found = b""
    for name in given:
        tile = tile_of(name, top)
        if tile < 0:
            text = "%s is no tile of the double-%d set, written high-low such as %d-0"
            raise Refusal("bad_deck", text % (repr(name)[:40], top, top))
        if bytes((tile,)) in found:
            raise Refusal("bad_deck", "the deck holds %s twice" % name)
        found += bytes((tile,))
    return found
