"""The checkable stream of chance: every die and every shuffle of a game comes from here.

Block i is SHA-256(secret + nonce + i as 4 bytes big-endian); the stream is the bytes of the
blocks in order. ``draw(n)`` takes the next byte b, skips it while b >= 256 - 256 % n, and
answers b % n. A closed game reveals its secret, so anyone can draw the same faces again.
"""

from .compat import sha256


class Stream:
    """A stream of draws; ``position`` counts the bytes taken and may be set to go back."""

    def __init__(self, secret: bytes, nonce: bytes = b""):
        self._seed = bytes(secret) + bytes(nonce)
        self._block_no = -1
        self._block = b""
        self.position = 0

    def draw(self, n: int) -> int:
        """Return the next draw, 0 … n - 1, for 1 <= n <= 256."""
        if not 1 <= n <= 256:
            raise ValueError("draw() takes 1 to 256, not %d" % n)
        limit = 256 - 256 % n
        while True:
            number = self.position >> 5
            if number != self._block_no:
                self._block = sha256(self._seed + number.to_bytes(4, "big"))
                self._block_no = number
            b = self._block[self.position & 31]
            self.position += 1
            if b < limit:
                return b % n

    def roll(self, dice: int) -> tuple:
        """Return the faces (1–6) of ``dice`` dice, drawn left to right."""
        draw = self.draw
        return tuple([draw(6) + 1 for _ in range(dice)])

    def shuffle(self, items: list) -> list:
        """Shuffle ``items`` in place (Fisher–Yates from the end) and return it."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
