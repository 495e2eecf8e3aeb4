"""The actions of a running game as a packed array, three bytes an action, and a few checkpoints.

A growing list of states fragments a board's heap. Here an action is its index in the list of
legal actions (with a bit for chance given by hand) and its chance in 16 bits; any earlier
state is had by replaying from the nearest checkpoint, and checkpoints thin out as a game grows.
"""

from ..base.compat import const

_BY_HAND = const(0x80)
_WIDE = const(0xFFFF)  # the chance is too wide for 16 bits and stands in a table of its own
_CHECKPOINTS = const(12)
_FEW_CHECKPOINTS = const(5)
SHORT = const(512)  # actions in the array of a table whose memory is short
USUAL = const(768)  # and of others: two players need about 500 for a game, six 2 100
_LONG = const(2304)  # actions up to which such an array grows
_MORE = const(1536)  # bytes at a time


class History:
    """What was done in one game, from its first state on.

    ``codes`` is a bytearray to keep it in, made once by whoever has little memory: when it is
    full it grows up to a bound, and then the older half is forgotten. Without one the array
    grows as the game does. A short one says that memory is short altogether: it does not grow,
    and then there are fewer checkpoints too.
    """

    def __init__(self, game, first, position: int, codes=None):
        self._game = game
        self._grows = codes is None
        self._whole = True  # whether it goes back to the first state
        self._codes = bytearray(3 * 256) if codes is None else codes
        self._most = _FEW_CHECKPOINTS if len(self._codes) == 3 * SHORT else _CHECKPOINTS
        self._wide = {}
        self._checkpoints = [(0, first, position)]
        self._spacing = 8
        self.length = 0  # actions that can be taken back

    def add(self, before, index: int, chance: tuple, by_hand: bool, after, position: int) -> None:
        """Add an action: its index in the legal list, its chance, the states, the stream after."""
        if 3 * self.length == len(self._codes):
            self._make_room()
        n, codes = self.length, self._codes
        packed = self._game.pack_chance(before, chance)
        if packed < 0:
            self._wide[n] = chance
            packed = _WIDE
        codes[3 * n] = index | _BY_HAND if by_hand else index
        codes[3 * n + 1] = packed & 0xFF
        codes[3 * n + 2] = packed >> 8
        n += 1
        if n % self._spacing == 0:
            # Whole before anything is changed: memory may run out in between.
            kept, spacing = self._checkpoints + [(n, after, position)], self._spacing
            if len(kept) > self._most:
                spacing *= 2
                kept = [c for c in kept if c[0] % spacing == 0]
            self._checkpoints, self._spacing = kept, spacing
        self.length = n

    def _grow(self) -> bool:
        """Make the array longer, if it may be and there is memory; return whether it is."""
        if not (self._grows or 3 * SHORT < len(self._codes) < 3 * _LONG):
            return False
        try:
            self._codes.extend(bytes(_MORE))
        except MemoryError:  # then the older half goes
            return False
        return True

    def _make_room(self) -> None:
        codes = self._codes
        if self._grow():
            return
        gone = 0
        for checkpoint in self._checkpoints:
            if 2 * checkpoint[0] >= self.length:
                gone = checkpoint[0]
                break
        # Whole before anything is changed: memory may run out in between.
        kept = [(n - gone, state, at) for n, state, at in self._checkpoints if n >= gone]
        wide = {n - gone: chance for n, chance in self._wide.items() if n >= gone}
        self._checkpoints, self._wide, self._whole = kept, wide, False
        self.length -= gone
        for i in range(3 * self.length):  # in place: there may be no memory for a copy
            codes[i] = codes[i + 3 * gone]

    def parts(self) -> tuple:
        """Return (codes, spacing, checkpoints after the first, wide) for :meth:`restore`.

        The codes are None where the older half was forgotten: the first state is not the game's.
        """
        codes = bytes(self._codes[: 3 * self.length])
        return codes if self._whole else None, self._spacing, self._checkpoints[1:], self._wide

    def restore(self, codes, spacing: int, checkpoints: list, wide: dict) -> None:
        """Take over a history of the same game; ValueError where it does not fit here."""
        while len(codes) > len(self._codes) and self._grow():
            pass
        if len(codes) % 3 or len(codes) > len(self._codes):
            raise ValueError("a history of %d bytes" % len(codes))
        self._codes[: len(codes)] = codes
        self.length = len(codes) // 3
        self._checkpoints = self._checkpoints[:1] + checkpoints
        self._spacing = spacing
        self._wide = wide

    def action(self, n: int, state):
        """Return (action, chance, by_hand) number ``n`` (from 0), taken in ``state``."""
        code = self._codes[3 * n]
        action = self._game.legal(state)[code & 0x7F]
        packed = self._codes[3 * n + 1] | self._codes[3 * n + 2] << 8
        if packed == _WIDE:
            chance = self._wide[n]
        else:
            chance = self._game.unpack_chance(state, action, packed)
        return action, chance, bool(code & _BY_HAND)

    def walk(self, start: int = 0):
        """Yield (state before, action, chance, by_hand) of the actions from ``start`` on."""
        n, state, _ = self._nearest(start)
        while n < self.length:
            action, chance, by_hand = self.action(n, state)
            if n >= start:
                yield state, action, chance, by_hand
            state = self._game.apply(state, action, chance)
            n += 1

    def before(self, stream) -> tuple:
        """Return (state, stream's position) before the last action, which stays. Not when empty."""
        target, now = self.length - 1, stream.position
        n, state, position = self._nearest(target)
        try:
            stream.position = position
            while n < target:
                action, chance, by_hand = self.action(n, state)
                if not by_hand:
                    self._game.skip(state, action, stream)
                state = self._game.apply(state, action, chance)
                n += 1
            return state, stream.position
        finally:
            stream.position = now

    def drop(self) -> None:
        """Drop the last action. Takes no memory, so that it cannot fail."""
        self.length -= 1
        self._wide.pop(self.length, None)
        while self._checkpoints[-1][0] > self.length:
            self._checkpoints.pop()

    def _nearest(self, n: int) -> tuple:
        found = self._checkpoints[0]
        for checkpoint in self._checkpoints:
            if checkpoint[0] <= n:
                found = checkpoint
        return found
