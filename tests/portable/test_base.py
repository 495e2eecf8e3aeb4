"""Floor 0: dice that anyone can check, SHA-256, ticks that wrap, refusals."""

import gc
import sys

from twelve.base import sha256
from twelve.base.compat import bytes_of, hex_of, let_go
from twelve.base.compat import sha256 as fast_sha256
from twelve.base.dice import Stream
from twelve.base.errors import Refusal
from twelve.base.ticks import MASK, Uptime, ticks_diff

ZEROS = bytes(32)


def _by_the_book(secret, nonce, n, count):
    """The draws as the rule says them, block by block, with nothing shared but the digest."""
    stream = b"".join([sha256.digest(secret + nonce + bytes((0, 0, 0, i))) for i in range(4)])
    return [b % n for b in stream if b < 256 - 256 % n][:count]


def test_check_values_of_the_dice():
    assert Stream(ZEROS).roll(12) == (2, 3, 6, 4, 4, 2, 3, 1, 1, 2, 5, 4)


def test_check_values_of_the_deck():
    tiles = ["%d-%d" % (high, low) for high in range(7) for low in range(high + 1)]
    deck = Stream(ZEROS).shuffle(tiles)
    assert deck[:8] == ["6-6", "6-1", "3-1", "3-0", "0-0", "5-3", "2-2", "5-4"]


def test_draws_follow_the_rule_across_blocks():
    for n in (1, 2, 6, 7, 28, 100, 255, 256):
        stream = Stream(b"secret", b"nonce")
        assert [stream.draw(n) for _ in range(40)] == _by_the_book(b"secret", b"nonce", n, 40)


def test_secret_and_nonce_are_one_text():
    assert Stream(b"ab", b"c").roll(20) == Stream(b"a", b"bc").roll(20)
    assert Stream(b"ab", b"c").roll(20) != Stream(b"ab", b"d").roll(20)


def test_position_goes_back_to_any_draw():
    stream = Stream(b"x")
    seen = []
    for _ in range(200):
        seen.append((stream.position, stream.draw(6)))
    for position, face in reversed(seen):
        stream.position = position
        assert stream.draw(6) == face


def test_draw_refuses_what_a_byte_cannot_give():
    for n in (0, -1, 257):
        try:
            Stream(b"x").draw(n)
        except ValueError:
            continue
        raise AssertionError("drew from %d" % n)


def test_shuffle_keeps_every_item():
    items = list(range(91))
    assert sorted(Stream(b"deck").shuffle(items)) == list(range(91))
    assert items != list(range(91))


def test_sha256_vectors():  # FIPS 180-4 examples
    vectors = (
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (b"a" * 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    )
    for data, wanted in vectors:
        assert hex_of(sha256.digest(data)) == wanted
        assert hex_of(fast_sha256(data)) == wanted


def test_sha256_fallback_equals_the_fast_one_at_every_padding():
    for length in range(131):
        data = bytes([(i * 7 + length) & 0xFF for i in range(length)])
        assert sha256.digest(data) == fast_sha256(data), length


def test_hex():
    assert hex_of(b"\x00\xab") == "00ab"
    assert bytes_of("00aB") == b"\x00\xab"
    for text in ("0", "zz", "0x", "é0", "\ud800"):
        try:
            bytes_of(text)
        except ValueError:
            continue
        raise AssertionError("hex: " + repr(text))


def test_ticks_diff_across_the_wrap():
    assert ticks_diff(5, 3) == 2
    assert ticks_diff(3, 5) == -2
    assert ticks_diff(10, MASK - 9) == 20
    assert ticks_diff(MASK - 9, 10) == -20
    assert ticks_diff((1 << 28) - 1, 0) == (1 << 28) - 1


def test_uptime_does_not_wrap():
    start = MASK - 65000  # where CircuitPython starts: 65 s before its wrap
    uptime = Uptime(start)
    step = 3_600_000
    for i in range(1, 400):  # 400 hours, past two wraps
        assert uptime.update((start + i * step) & MASK) == i * step


def test_uptime_takes_wider_ticks_and_ignores_backward_ones():
    uptime = Uptime((1 << 30) - 10)
    assert uptime.update((1 << 30) + 5) == 15
    assert uptime.update((1 << 30) - 100) == 15
    assert uptime.update((1 << 30) + 6) == 16


def test_refusal_says_its_message():
    refusal = Refusal("bad_dice", "six faces, please")
    assert (refusal.code, refusal.message, str(refusal)) == (
        "bad_dice",
        "six faces, please",
        "six faces, please",
    )


def test_a_module_that_is_let_go_leaves_no_memory_behind():
    if not hasattr(gc, "mem_alloc"):
        return
    name = "twelve.games.dominoes"
    whole = sys.modules.get(name)
    found = []
    for _ in range(3):
        let_go(name)
        gc.collect()
        before = gc.mem_alloc()
        __import__(name, None, None, ("Dominoes",))
        gc.collect()
        loaded = gc.mem_alloc() - before
        let_go(name)
        gc.collect()
        found.append((gc.mem_alloc() - before, loaded))
    if whole is not None:
        sys.modules[name] = whole
    left, loaded = found[-1]
    assert loaded > 3000 and left < loaded // 4, found
