"""The record's text, chain and packing, and the line's framing."""

from twelve.base.dice import Stream
from twelve.base.text import Fields
from twelve.record.chain import START, record_text
from twelve.record.frame import MAX_LINE, LineReader, seal, unseal
from twelve.record.pack import pack, unpack

RECORDS = (
    (("op", "note"), ("kind", "nonce"), ("nonce", "00ff00ff"), ("ms", 5)),
    (
        ("op", "act"),
        ("action", "roll"),
        ("dice", [1, 6, 3, 2, 2, 5]),
        ("by", "table"),
        ("ms", 70000),
    ),
    (("op", "act"), ("action", "a7-d7"), ("ms", 1)),
    (("op", "act"), ("action", "draw"), ("tiles", ["6-3", "12-0"]), ("by", "hand"), ("ms", 128)),
    (("op", "new"), ("rules", Fields((("ruleset", "luck"), ("exact_finish", True)))), ("ms", 0)),
    (("op", "new"), ("players", ['A "quoted" \\ name', "Zoë", "李雷", "😀"]), ("seeded", True)),
    (("op", "note"), ("unheard of", -3), ("value", None), ("commit", "ab" * 32)),
    (("op", "new"), ("position", Fields((("markers", [[0] * 12, [12] * 12]), ("player", 1))))),
    (("op", "settings"), ("by", "settings"), ("action", "settings"), ("by", "one"), ("ms", -1)),
    (("op", "note"), ("kind", "abcdefgh"), ("nonce", "ABCDEF01"), ("uid", "0123456789ab-7")),
)


def _text(record) -> str:
    return Fields(record.pairs if isinstance(record, Fields) else record).text()


def test_packing_loses_nothing():
    for pairs in RECORDS:
        packed = pack(Fields(pairs))
        back, end = unpack(packed, 0)
        assert end == len(packed)
        assert _text(back) == _text(pairs), _text(back)


def test_frames_stand_one_after_another():
    data, at = b"".join([pack(Fields(p)) for p in RECORDS]), 0
    for pairs in RECORDS:
        back, at = unpack(data, at)
        assert _text(back) == _text(pairs)
    assert at == len(data)


def test_a_torn_or_changed_frame_is_never_read():
    stream = Stream(b"torn")
    for pairs in RECORDS:
        packed = pack(Fields(pairs))
        for size in range(len(packed)):
            try:
                unpack(packed[:size], 0)
            except ValueError:
                continue
            raise AssertionError("read a torn frame")
        for place in range(len(packed)):
            changed = bytearray(packed)
            changed[place] ^= 1 << stream.draw(8)
            try:
                back, _ = unpack(bytes(changed), 0)
            except ValueError:
                continue
            raise AssertionError("read a changed frame: " + _text(back))


def test_a_hundred_games_fit_a_small_flash():
    # 278 rolls, 125 rows and a start are an average two-player game: 100 of them in 600 KB.
    row = len(pack(Fields((("op", "act"), ("action", "row 8"), ("ms", 70000)))))
    roll = len(pack(Fields(RECORDS[1])))
    assert 278 * roll + 125 * row + 300 < 6000, (roll, row)


def test_the_chain_covers_everything_before():
    first, one = record_text(Fields((("n", 1), ("op", "new"))), START)
    assert first == '{"n":1,"op":"new","chain":"%s"}' % one
    second, two = record_text(Fields((("n", 2), ("op", "undo"))), one)
    other, three = record_text(Fields((("n", 2), ("op", "undo"))), START)
    assert len(one) == 16 and two != three and second != other


def test_a_line_comes_back_as_it_went():
    text = '{"m":"rec","g":"x-1","r":{"n":1,"players":["Zoë"]}}'
    message, back = unseal(seal(text)[:-1])
    assert back == text and message["r"]["n"] == 1


def test_a_changed_line_is_dropped():
    line = seal('{"m":"ping","c":1234}')[:-1]
    for place in range(len(line)):
        for bit in range(8):
            changed = bytearray(line)
            changed[place] ^= 1 << bit
            found = unseal(bytes(changed))
            # The check's hex digits may change case without changing their value.
            assert found is None or found[1] == '{"m":"ping","c":1234}', bytes(changed)


def test_t07_noise_glued_before_a_line():
    line = seal('{"m":"ping","c":1}')[:-1]
    for noise in (b"AT", b"AT+GCAP\r", b"\xff\x95\xed" * 9, b'{"m":"pi', b"\x00"):
        assert unseal(noise + line)[0]["c"] == 1, noise


def test_garbage_is_no_message():
    deep = b"[" * 400
    for body in (
        b"",
        b"*",
        b"{}",
        b"[1]",
        b'{"m":1}',
        b'{"n":"x"}',
        deep,
        b'{"m":"x"',
        b"\xff\xfe",
    ):
        assert unseal(body) is None, body
        try:
            sealed = seal(body.decode())
        except UnicodeError:
            continue
        assert unseal(sealed[:-1]) is None, body


def test_the_reader_cuts_any_pieces_alike():
    lines = [b"one", b"two two", b"x" * MAX_LINE, b"last"]
    data = b"\n".join(lines) + b"\n" + b"y" * (MAX_LINE + 1) + b"\n" + b"end\n"
    for size in (1, 2, 7, 64, 5000):
        reader, found = LineReader(), []
        for at in range(0, len(data), size):
            piece = data[at : at + size]
            for line, after in reader.feed(piece):
                assert data[at + len(piece) - after - 1] == 10
                found.append(line)
        assert found == lines + [b"end"], size
        assert reader.dropped == 1


def test_a_line_that_is_too_long_is_refused_when_it_is_made():
    try:
        seal('{"m":"' + "x" * MAX_LINE + '"}')
    except ValueError:
        return
    raise AssertionError("sealed a line that nobody would read")


def test_t25_a_reader_that_ran_out_of_memory_reads_the_same_record_again():
    from fakes import Bench
    from twelve.table import journal

    bench = Bench()
    bench.begin()
    bench.click()
    reader = bench.console.journal.reader(1)
    first = reader.next()
    seen = (reader.n, reader.chain, reader.offset)
    whole = journal.record_text
    try:
        journal.record_text = _no_memory
        reader.next()
    except MemoryError:
        pass
    finally:
        journal.record_text = whole
    assert (reader.n, reader.chain, reader.offset) == seen
    assert reader.next() != first and reader.n == 2


def _no_memory(*_):
    raise MemoryError("of the test")
