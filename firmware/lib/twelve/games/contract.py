"""What every game is: a state machine that always offers its legal actions, chance explicit.

A state is an immutable named tuple that begins with the fields of :data:`COMMON`. A game adds
its own fields, and never keeps anything outside the state. To add a game: one module here, one
scene module, a golden playthrough, a line in the catalogue.
"""

from ..base.compat import crc32
from ..base.errors import Refusal

# rules   tuple of the rule values, in the order of Game.rule_names
# turn    from 1; player: seat to act (the seat that acted last once the game is over)
# phase   short word; "over" when the game has ended
# result  None, or (winner seat or None, reason)
# last    None, or (player, action, chance tuple, outcome): what the last action did
COMMON = ("rules", "turn", "player", "phase", "result", "last")


class Game:
    """One game. Everything is a pure function of the state; a subclass is made once, by name."""

    name = ""  # as in the referee
    rules_version = 1  # goes into every record; raised when the same record would play otherwise
    rule_names = ()  # keys of the rules object, in order
    default_players = ()
    chance_key = "dice"  # the request key under which chance is given: "dice" or "tiles"
    position_keys = ()  # keys that a start position may have; empty: none can be given

    def read_rules(self, given: dict) -> tuple:
        """Return the complete rule values; Refusal bad_rules on an unknown key or value."""
        raise NotImplementedError

    def default_names(self, position) -> tuple:
        """Return the players of a game without names; ``position`` is as given, None the start."""
        return self.default_players

    def read_position(self, given: dict, players: int) -> tuple:
        """Return a start position as :meth:`start` takes it; Refusal bad_request if impossible."""
        raise NotImplementedError

    def start(self, rules: tuple, players: int, stream, position=None, deck=None):
        """Return the first state; Refusal bad_request (position against rules) or bad_deck."""
        raise NotImplementedError

    def legal(self, state) -> tuple:
        """Return the legal actions as strings, in the referee's order; empty when over."""
        raise NotImplementedError

    def index(self, state, action: str) -> int:
        """Return the place of ``action`` in :meth:`legal`, -1 where it is not legal."""
        legal = self.legal(state)
        return legal.index(action) if action in legal else -1

    def apply(self, state, action: str, chance: tuple):
        """Return the state after ``action``; it must be legal, and ``chance`` what it needs."""
        raise NotImplementedError

    def encode(self, state) -> bytes:
        """Return the bytes that equal positions share: own fields, not turn, names or last."""
        raise NotImplementedError

    def board(self, state) -> tuple:
        """Return the referee's ``board`` as (key, value) pairs in order."""
        raise NotImplementedError

    def dealt(self, first) -> list:
        """Return the tiles that the first state shows, for the record; [] without tiles."""
        return []

    # -- chance ------------------------------------------------------------------------------
    def draw(self, state, action: str, stream) -> tuple:
        """Return the chance that ``action`` takes from ``stream``; () where it takes none."""
        return ()

    def skip(self, state, action: str, stream) -> None:
        """Move ``stream`` on as :meth:`draw` would; for faces that came from it elsewhere."""
        self.draw(state, action, stream)

    def accept(self, state, action: str, given: list) -> tuple:
        """Return chance that was given from outside as :meth:`draw` would; Refusal bad_dice."""
        return ()

    def pack_chance(self, state, chance: tuple) -> int:
        """Return ``chance`` in 16 bits below 0xFFFF, or -1 where it does not fit."""
        return -1 if chance else 0

    def unpack_chance(self, state, action: str, packed: int) -> tuple:
        """Return what :meth:`pack_chance` packed."""
        return ()

    # -- the table's user interface ------------------------------------------------------------
    def click(self, state):
        """Return the action that a click takes at once, or None where a click steps on."""
        return None

    def hold(self, state):
        """Return the action that a hold takes at once, or None where it takes the cursor's."""
        return None

    def parts(self, action: str) -> tuple:
        """Return the parts in which ``action`` is chosen, such as (from, then to)."""
        return (action,)

    # -- shared --------------------------------------------------------------------------------
    def hash(self, state) -> int:
        """Return the CRC-32 of the canonical position: game, rules, position, seat to act."""
        rules = ",".join([str(r) for r in state.rules])
        # Nobody is to act when it is over: who acted last is no part of the position, who won is.
        seat = state.player if state.result is None else state.result[0]
        head = "%s %s %s %s " % (self.name, rules, state.phase, seat)
        return crc32(self.encode(state), crc32(head.encode()))

    def rules_view(self, rules: tuple) -> tuple:
        """Return the complete rules as (key, value) pairs in order."""
        return tuple(zip(self.rule_names, rules))

    def remark(self, rules: tuple) -> str:
        """Return a sentence that players must know under these ``rules``; "" for none."""
        return ""


def check_rules(game: Game, given: dict) -> None:
    """Raise Refusal bad_rules when ``given`` has a key that is no rule of ``game``."""
    for key in given:
        if key not in game.rule_names:
            names = ", ".join(game.rule_names)
            raise Refusal("bad_rules", "no rule %r in %s: it has %s" % (key, game.name, names))


def choice_rule(given: dict, key: str, allowed: tuple, default):
    """Return ``given[key]`` or ``default``; Refusal bad_rules when it is none of ``allowed``.

    Type and value must both be right: true is not 1, and 6.0 is not 6.
    """
    if key not in given:
        return default
    for value in allowed:
        if type(value) is type(given[key]) and value == given[key]:
            return value
    words = ", ".join([_word(a) for a in allowed])
    raise Refusal("bad_rules", "%s is one of %s, not %s" % (key, words, _word(given[key])))


def _word(item) -> str:
    """Return ``item`` as whoever wrote the rules in JSON knows it."""
    if item is None:
        return "null"
    return str(item).lower() if isinstance(item, bool) else repr(item)
