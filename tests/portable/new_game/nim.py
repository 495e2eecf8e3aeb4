"""A game for the test: seven matches, take one or two in turn; who takes the last one wins."""

from collections import namedtuple

from .contract import COMMON, Game, check_rules

State = namedtuple("State", COMMON + ("left",))


class Nim(Game):
    name = "nim"
    default_players = ("First", "Second")

    def read_rules(self, given):
        check_rules(self, given)
        return ()

    def start(self, rules, players, stream, position=None, deck=None):
        return State(rules, 1, 0, "take", None, None, 7)

    def legal(self, state):
        return () if state.result else ("take 1", "take 2")[: state.left]

    def apply(self, state, action, chance):
        left = state.left - int(action[5:])
        last = (state.player, action, (), "taken" if left else "won")
        if not left:
            result = (state.player, "the last match")
            return State(state.rules, state.turn, state.player, "over", result, last, 0)
        return State(state.rules, state.turn + 1, 1 - state.player, "take", None, last, left)

    def encode(self, state):
        return bytes((state.left,))

    def board(self, state):
        return (("left", state.left),)
