"""One game being played: rules, players, state, stream and history, driven by requests.

The same class answers the referee, runs on the table and replays records on the laptop.
"""

from ..base.compat import bytes_of
from ..base.dice import Stream
from ..base.errors import Refusal
from .catalog import game as find_game
from .catalog import seats

# Who decides in a seat; seating.py has the computer's levels.
PERSON = "person"
AWAY = "away"  # the computer, until the person comes back


class Play:
    """A game from its ``new`` request on.

    Every method that refuses, or for which memory is too short, leaves it unchanged.
    """

    def __init__(self, game, rules: tuple, players: tuple, stream: Stream, first, codes=None):
        from .history import History

        self.game = game
        self.rules = rules
        self.players = players
        self.levels = ()  # who decides, a word a seat; () while all are persons
        self.limit_s = 0  # time for a person's turn, 0 for any
        self.stream = stream
        self.first = first
        self.state = first
        self.abandoned = False
        self.history = History(game, first, stream.position, codes)

    def level(self, seat: int) -> str:
        """Return who decides in ``seat``: one of the words of seating.py."""
        return self.levels[seat] if self.levels else PERSON

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.abandoned or self.state.result is not None

    def result(self):
        """Return None, or (winner seat or None, reason)."""
        return (None, "abandoned") if self.abandoned else self.state.result

    def legal(self) -> tuple:
        """Return the legal actions in order; empty when over."""
        return () if self.over else self.game.legal(self.state)

    def act(self, action: str, given=None, by_hand: bool = True):
        """Apply ``action``; return the state before it.

        ``given`` are faces or tiles from outside (a list), None to draw them from the stream.
        ``by_hand`` False says that given ones came from the stream, which then moves on.
        """
        if self.over:
            raise Refusal("game_over", "the game is over: undo, or start a new one")
        game, state, stream = self.game, self.state, self.stream
        index = game.index(state, action)
        if index < 0:
            legal = game.legal(state)
            shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
            raise Refusal("illegal_action", "%r is not legal; legal: %s" % (action[:40], shown))
        position = stream.position
        try:
            if given is None:
                chance, by_hand = game.draw(state, action, stream), False
            else:
                chance = game.accept(state, action, given)
                if not chance:
                    by_hand = False
                elif not by_hand:
                    game.skip(state, action, stream)
            after = game.apply(state, action, chance)
            self.history.add(state, index, chance, by_hand, after, stream.position)
        except Exception:
            stream.position = position
            raise
        self.state = after
        return state

    def before(self) -> tuple:
        """Return (state, stream's position) before the last action, or before the abandoning."""
        if self.abandoned:
            return self.state, self.stream.position
        if not self.history.length:
            raise Refusal("nothing_to_undo", "nothing has been played yet")
        return self.history.before(self.stream)

    def go_back(self, state, position: int) -> None:
        """Go back to what was :meth:`before`. Takes no memory, so that it cannot fail."""
        if self.abandoned:
            self.abandoned = False
            return
        self.history.drop()
        self.state, self.stream.position = state, position

    def undo(self) -> None:
        """Take the last action (or the abandoning) back, the stream with it."""
        self.go_back(*self.before())

    def abandon(self) -> None:
        """End the game without a winner."""
        if self.over:
            raise Refusal("game_over", "the game is over already")
        self.abandoned = True

    def hash(self) -> str:
        """Return the 8 hex digits of the position, equal for equal positions on every Python."""
        return "%08x" % self.game.hash(self.state)


def _typed(request: dict, key: str, kind, what: str):
    """Return ``request[key]`` or None where absent; Refusal bad_request when it is no ``kind``."""
    if key not in request:
        return None
    if type(request[key]) is not kind:
        raise Refusal("bad_request", "%s must be %s" % (key, what))
    return request[key]


def check_count(name: str, players: list) -> None:
    """Raise Refusal unless the game called ``name`` is for as many ``players``."""
    low, high = seats(name)[:2]
    if not low <= len(players) <= high:
        sizes = "%d" % low if low == high else "%d to %d" % (low, high)
        text = "%s takes %s players, not %d" % (name, sizes, len(players))
        raise Refusal("bad_request", text)


def from_request(request: dict, secret: bytes, nonce: bytes = b"", codes=None) -> Play:
    """Return the game that a referee ``new`` asks for; its dice come from ``secret + nonce``.

    A ``seed`` in the request is used instead. Raises Refusal, in the referee's order of codes.
    """
    name = request.get("game")
    if type(name) is not str:
        raise Refusal("bad_request", "new needs a game, a string")
    game = find_game(name)
    given = _typed(request, "rules", dict, "an object") or {}
    players = _typed(request, "players", list, "a list of names")
    seed = _typed(request, "seed", str, "hex, 1 to 64 bytes")
    deck = _typed(request, "deck", list, "a list of tiles")
    position = _typed(request, "position", dict, "an object")
    if seed is not None:
        try:
            secret, nonce = bytes_of(seed), b""
        except ValueError:
            secret = b""
        if not 1 <= len(secret) <= 64:
            raise Refusal("bad_request", "seed must be hex, 1 to 64 bytes")
    if players is None:
        players = game.default_names(position)
    for player in players:
        if type(player) is not str:
            raise Refusal("bad_request", "players must be a list of names")
    check_count(name, players)
    if position is not None:
        if not game.position_keys:
            raise Refusal("bad_request", game.name + " takes no position")
        for key in position:
            if key not in game.position_keys:
                names = ", ".join(game.position_keys)
                raise Refusal("bad_request", "no key %r in a position: %s" % (key, names))
        position = game.read_position(position, len(players))
    stream = Stream(secret, nonce)
    rules = game.read_rules(given)
    first = game.start(rules, len(players), stream, position, deck)
    return Play(game, rules, tuple(players), stream, first, codes)


def act_request(play, request: dict):
    """Apply a referee ``act`` request to ``play`` (None: no game); return the state before it."""
    action = request.get("action")
    if type(action) is not str:
        raise Refusal("bad_request", "act needs an action, one string of legal")
    by = request.get("by", "hand")
    if by != "hand" and by != "table":
        raise Refusal("bad_request", 'by is "hand" or "table"')
    given = {key: _typed(request, key, list, "a list") for key in ("dice", "tiles")}
    if play is None:
        raise Refusal("no_game", "no game yet: send a new first")
    return play.act(action, given.get(play.game.chance_key), by == "hand")


def follow(play, record: dict):
    """Apply one record to ``play`` (None before record 1); return the play. Raises Refusal.

    Faces are those that the record names; the stream behind them is not needed.
    """
    op = record.get("op")
    if op == "new":
        return from_request(record, b"\0")
    if op == "act":
        act_request(play, record)
    elif op == "undo":
        play.undo()
    elif op == "abandon":
        play.abandon()
    elif op == "note":
        kind = record.get("kind")
        if kind == "names":
            play.players = tuple(record["players"])
        elif kind == "seat" or kind == "limit":
            from .seating import follow_note

            follow_note(play, record)
    else:
        raise Refusal("bad_request", "no op %r in a record" % (op,))
    return play
