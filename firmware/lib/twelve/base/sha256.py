"""SHA-256 in plain Python (FIPS 180-4), for boards whose hashlib lacks it."""


def _roots(power: int, how_many: int) -> list:
    """First 32 fraction bits of the square (2) or cube (3) roots of the first primes."""
    found, primes, n = [], [], 2
    while len(found) < how_many:
        if all(n % p for p in primes):
            primes.append(n)
            target, root = n << (32 * power), 1 << 40
            low = 0
            while low < root:  # integer root by bisection: no floats, exact everywhere
                middle = (low + root + 1) >> 1
                if middle**power <= target:
                    low = middle
                else:
                    root = middle - 1
            found.append(low & 0xFFFFFFFF)
        n += 1
    return found


_START = _roots(2, 8)
_ROUND = _roots(3, 64)


def _turn(x: int, n: int) -> int:
    return ((x >> n) | (x << (32 - n))) & 0xFFFFFFFF


def digest(data: bytes) -> bytes:
    """Return the 32-byte digest of ``data``."""
    length = len(data) * 8
    data = data + b"\x80" + bytes((55 - len(data)) % 64) + length.to_bytes(8, "big")
    state = list(_START)
    for offset in range(0, len(data), 64):
        w = [int.from_bytes(data[offset + i : offset + i + 4], "big") for i in range(0, 64, 4)]
        for i in range(16, 64):
            x, y = w[i - 15], w[i - 2]
            s0 = _turn(x, 7) ^ _turn(x, 18) ^ (x >> 3)
            s1 = _turn(y, 17) ^ _turn(y, 19) ^ (y >> 10)
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & 0xFFFFFFFF)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            s1 = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
            t1 = h + s1 + ((e & f) ^ (~e & g)) + _ROUND[i] + w[i]
            t2 = (_turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
            h, g, f, e = g, f, e, (d + t1) & 0xFFFFFFFF
            d, c, b, a = c, b, a, (t1 + t2) & 0xFFFFFFFF
        state = [(x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join([x.to_bytes(4, "big") for x in state])
