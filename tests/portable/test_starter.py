"""A game on its way: flash is written once a pass, and nothing comes between its records."""

from fakes import Bench, texts
from twelve.base.errors import Refusal

REQUEST = {"game": "12x12", "players": ["Ada", "Ben"], "seats": ["person", "easy"], "limit": 60}


def _counting(files) -> list:
    """Return the list that every change of ``files`` is noted in from now on."""
    changes = []

    def noting(name):
        change = getattr(files, name)

        def noted(path, *rest):
            changes.append(path)
            change(path, *rest)

        setattr(files, name, noted)

    for name in ("append", "write"):
        noting(name)
    return changes


def test_flash_is_written_once_a_pass_while_a_game_starts():
    bench = Bench()
    bench.run(40)
    changes = _counting(bench.port.files)
    answers = []
    bench.console.begin(dict(REQUEST), bench.port.now_ms, lambda code, text: answers.append(code))
    most = 0
    for _ in range(30):
        before = len(changes)
        bench.table.step()
        most = max(most, len(changes) - before)
        bench.port.rest(4)
    assert most == 1 and answers == [""]
    # The secret, the count of games, and four records: two to begin with, a seat, the limit.
    assert len(changes) == 6 and len(texts(bench)) == 4


def test_a_press_or_request_in_between_comes_after_the_records_of_the_new_game():
    for what in ("gesture", "settle"):
        for steps in range(12):
            bench = Bench()
            bench.start({"game": "12x12"})
            bench.console.begin(dict(REQUEST), bench.port.now_ms, None)
            for _ in range(steps):
                bench.table.step()
            if what == "gesture":
                bench.console.gesture(3, bench.port.now_ms)
            else:
                if bench.console.starter is not None:
                    bench.console.starter.settle(bench.port.now_ms)
                bench.console.act("roll", bench.port.now_ms)
            bench.run(100)
            found = texts(bench, 2)
            kinds = [text[text.find('"op"') :][6:20] for text in found]
            assert len(found) >= 4, (what, steps)
            assert '"op":"new"' in found[0] and '"nonce"' in found[1], (what, steps, kinds)
            assert '"seat"' in found[2] and '"limit"' in found[3], (what, steps, kinds)


def test_two_games_cannot_start_at_once():
    bench = Bench()
    bench.run(40)
    bench.console.begin(dict(REQUEST), bench.port.now_ms, None)
    try:
        bench.console.begin(dict(REQUEST), bench.port.now_ms, None)
    except Refusal as refusal:
        assert refusal.code == "busy"
    else:
        raise AssertionError("a second game began")
    bench.run(60)
    assert bench.play is not None and bench.console.journal.current == 1
    bench.start(REQUEST)
    assert bench.console.journal.current == 2


def _raising(*_):
    raise MemoryError


def _steps(bench, passes: int) -> None:
    """Make passes as the table's loop does, memory short or not."""
    for _ in range(passes):
        try:
            bench.table.step()
        except MemoryError:
            pass
        bench.port.rest(4)


def test_a_start_is_answered_once_however_short_memory_is():
    places = (("console", "rest"), ("console", "close_menu"), ("upkeep", "failed"))
    for owner, name in places:
        bench = Bench()
        bench.run(40)
        console, answers = bench.console, []
        console.begin(dict(REQUEST), bench.port.now_ms, lambda code, text: answers.append(code))
        if name == "failed":  # the records find no memory, and saying so finds none either
            bench.table.files.append = _raising
        short = console if owner == "console" else console.line.upkeep
        whole = getattr(short, name)
        setattr(short, name, _raising)
        _steps(bench, 20)
        assert console.starter is not None or answers == ["busy"], name
        setattr(short, name, whole)
        _steps(bench, 20)
        assert answers == (["busy"] if name == "failed" else [""]), (name, answers)
        assert console.starter is None, name
        assert (bench.play is None) == (name == "failed")


def test_a_request_that_can_be_no_game_leaves_the_one_on_the_table():
    bench = Bench()
    bench.start({"game": "12x12"})
    n = bench.console.keeper.next_n
    for wrong in (
        {"game": "chess"},
        {"game": None},
        {"game": "morris", "players": ["A"]},
        {"game": "morris", "players": ["A", ""]},
        {"game": "dominoes", "deck": []},
    ):
        try:
            bench.console.begin(wrong, bench.port.now_ms, None)
        except Refusal as refusal:
            assert refusal.code == "bad_request", wrong
        else:
            raise AssertionError(wrong)
        bench.run(60)
        assert not bench.play.over and bench.console.keeper.next_n == n


def test_another_kind_of_game_comes_in_steps_and_is_answered_when_it_cannot_be():
    answers = []
    for request, wanted in (
        ({"game": "morris", "seats": ["person", "easy"]}, ""),
        ({"game": "dominoes", "rules": {"nonsense": 7}}, "bad_rules"),
    ):
        bench = Bench()
        bench.start({"game": "12x12"})
        changes = _counting(bench.port.files)
        try:
            bench.console.begin(request, bench.port.now_ms, lambda code, text: answers.append(code))
        except Refusal as refusal:  # where the code of every game is at hand
            answers.append(refusal.code)
        most = passes = 0
        while bench.console.starter is not None:
            before = len(changes)
            bench.table.step()
            bench.port.rest(4)
            passes += 1
            most = max(most, len(changes) - before)
        assert answers == [wanted] and (wanted or (most == 1 and passes > 8))
        answers.clear()
        assert bench.play.game.name == ("12x12" if wanted else "morris")
        assert not bench.play.over, "what cannot be played ends nothing"
        bench.click()
        bench.run(200)
        assert bench.console.starter is None
