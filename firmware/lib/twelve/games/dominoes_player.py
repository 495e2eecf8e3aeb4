"""The player of Twelves, the domino solitaire: it can only point out what there is to do."""


class Thinker:
    """One decision in ``state``, which is not over; the same at every level."""

    def __init__(self, game, state, level: str, draw):
        action = game.legal(state)[0]
        if action == "draw":
            self.answer = (action, "no pair is left on the tableau")
        else:
            self.answer = (action, "no choice changes how far this deal goes")

    def step(self, work: int) -> tuple:
        """Return (action, why): there is nothing to think about."""
        return self.answer
