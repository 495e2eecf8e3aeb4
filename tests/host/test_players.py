"""The computer players on the laptop: experts, what they are made from, and ``suggest``."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import twelve.games
import twelve_host.players
from test_referee import Session
from twelve.games import dozen_player, players
from twelve.games.catalog import NAMES, game
from twelve.games.dozen import GOAL, State
from twelve.games.dozen_chances import CHANCES
from twelve.games.dozen_law import kind, worth
from twelve.games.dozen_value import ONE, Net
from twelve.games.seating import LEVELS
from twelve_host.players import dozen as expert
from twelve_host.training import law

DOZEN = game("12x12")
TABLES = ("dozen_chances", "dozen_classic", "dozen_luck")
TABLE_LIMIT = 12 * 1024  # bytes on the table, both rulesets


def decide(markers: bytes, row: int, score: int) -> State:
    """Return a state of luck with ``score`` at risk on ``row``."""
    rules = DOZEN.read_rules({"ruleset": "luck"})
    in_hand = law.in_hand(row, score)
    return State(rules, 1, 0, "decide", None, None, markers, row, b"", in_hand, score)


def board(seed: random.Random) -> list[int]:
    """Return an unfinished board."""
    found = [min(seed.randrange(18), GOAL) for _ in range(12)]
    found[seed.randrange(12)] = seed.randrange(GOAL)
    return found


# -- the law -------------------------------------------------------------------------------------
CLASSIC = {1: 7.385, 6: 7.385, 7: 6.015, 8: 7.216, 9: 9.792, 10: 12.889, 11: 21.866, 12: 39.538}
LUCK = {1: 8.577, 6: 8.577, 7: 7.148, 8: 8.165, 9: 10.416, 10: 12.193, 11: 16.752, 12: 25.548}


@pytest.mark.parametrize("row", CLASSIC)
def test_one_row_alone_takes_the_known_turns(row: int) -> None:
    assert float(law.alone_classic(row)[0]) == pytest.approx(CLASSIC[row], abs=0.0005)
    assert law.alone_luck(row)[0] == pytest.approx(LUCK[row], abs=0.0005)


def test_the_law_of_a_turn_adds_up() -> None:
    for row in (1, 7, 8, 12):
        for hole in range(GOAL):
            for score in range(1, law.period(row) + 1):
                for exact in (False, True):
                    assert sum(law.turn(row, hole, score, exact)) == 1


@pytest.mark.parametrize("row", law.ALL_ROWS)
def test_the_tables_chances_are_the_exact_ones(row: int) -> None:
    assert len(CHANCES[kind(row)]) == law.period(row)
    for score, found in enumerate(CHANCES[kind(row)]):
        exact = law.chances(row, score)
        assert len(found) <= len(exact)
        for i, chance in enumerate(exact):
            assert abs((found[i] if i < len(found) else 0) - chance * 2**14) < 1


@pytest.mark.parametrize("ruleset", ["classic", "luck"])
@pytest.mark.parametrize("row", CLASSIC)
def test_the_tables_law_gives_the_known_turns_too(row: int, ruleset: str) -> None:
    luck = ruleset == "luck"
    scale = 16 * ONE  # rounding alone would add up over the turns
    left = [0] * (GOAL + 1)
    for hole in range(GOAL - 1, -1, -1):
        left[hole], before = left[hole + 1] + scale, -1
        while left[hole] != before:
            before = left[hole]
            values = left[hole:]
            rolled = worth(values, row, 0 if luck else 1, luck, luck)
            total = scale << 14
            for found, chance in enumerate(CHANCES[kind(row)][0]):
                if luck and hole + found > GOAL:
                    after = before
                elif luck:
                    after = min(values[found], rolled[found])
                else:
                    after = rolled[min(found, GOAL - hole)] if found else before
                total += chance * after
            left[hole] = (total + (1 << 13)) >> 14
    wanted = (LUCK if luck else CLASSIC)[row]
    assert left[0] / scale == pytest.approx(wanted, rel=0.002)


# -- the players ---------------------------------------------------------------------------------
@pytest.mark.parametrize("of", [dozen_player, expert])
def test_the_stop_rule_is_exact(of: Any) -> None:
    net: Net = of.net_of("luck")
    seed = random.Random(5)
    for _ in range(150):
        markers = bytes(board(seed))
        row = seed.choice([row for row in law.ALL_ROWS if markers[row - 1] < GOAL])
        hole = markers[row - 1]
        score = seed.randrange(GOAL - hole)
        values = net.values(markers, row, 0, net.look(markers))

        def rolling(
            score: int, values: list[int] = values, hole: int = hole, row: int = row
        ) -> float:
            total = 0.0
            for found, chance in enumerate(law.chances(row, score)):
                to = score + found
                bust = found == 0 or hole + to > GOAL
                best = values[0] if bust else values[to]
                if not bust and hole + to < GOAL:
                    best = min(best, rolling(to))
                total += float(chance) * best
            return total

        gain = values[score] - rolling(score)
        thinking = dozen_player.Thinker(DOZEN, decide(markers, row, score), "x", players.first, net)
        action, _ = thinking.step(100)
        if abs(gain) > 3:  # 1/256 turns, which rounding may take
            assert action == ("roll" if gain > 0 else "stop")


def test_experts_are_legal_and_say_the_same_twice() -> None:
    seed = random.Random(7)
    for rules in ({}, {"exact_finish": True}, {"ruleset": "luck"}):
        complete = DOZEN.read_rules(rules)
        for _ in range(60):
            state = State(complete, 1, 0, "roll", None, None, bytes(board(seed)), 0, b"", 6, 0)
            while state.player == 0 and state.turn == 1 and state.result is None:
                found = twelve_host.players.choose(DOZEN, state, "expert")
                assert found[0] in DOZEN.legal(state) and found[1]
                assert found == twelve_host.players.choose(DOZEN, state, "expert")
                faces = tuple(seed.randint(1, 6) for _ in range(state.in_hand))
                state = DOZEN.apply(state, found[0], faces if found[0] == "roll" else ())


def test_experts_have_the_larger_nets() -> None:
    for ruleset in ("classic", "luck"):
        assert expert.net_of(ruleset).units > dozen_player.net_of(ruleset).units


def test_every_game_with_a_player_has_every_level() -> None:
    for name in NAMES:
        assert twelve_host.players.levels(game(name)) == LEVELS
        assert players.levels(game(name)) == LEVELS[:2]


# -- the tables ----------------------------------------------------------------------------------
def test_the_tables_fit_and_say_where_they_are_from() -> None:
    folder = Path(twelve.games.__file__).parent
    for name in TABLES:
        text = (folder / f"{name}.py").read_text(encoding="utf-8")
        assert "Generated by python -m twelve_host.training.dozen, seed 12" in text[:400]
    numbers = sum(2 * len(line) for part in CHANCES for line in part)
    nets = sum(len(dozen_player.net_of(ruleset).blob) for ruleset in ("classic", "luck"))
    assert numbers + nets <= TABLE_LIMIT


def test_training_is_the_same_from_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba", reason="the extra train is not installed")
    from twelve_host.training.dozen import Job, train

    blobs = [train(Job(True, 2, True), rounds=2, games=20) for _ in range(2)]
    assert blobs[0] == blobs[1]
    assert "round 2 of 2" in capsys.readouterr().out
    assert Net(blobs[0]).units == 2


def test_a_net_keeps_its_values_as_bytes() -> None:
    np = pytest.importorskip("numpy", reason="the extra train is not installed")
    pytest.importorskip("numba", reason="the extra train is not installed")
    from twelve_host.training import net as floating
    from twelve_host.training.tables import quantised

    seed = np.random.default_rng(3)
    made = floating.Net(
        seed.normal(size=(12, 13)), seed.normal(size=(12, 13, 4)), seed.normal(size=4),
        seed.normal(size=4),
    )  # fmt: skip
    whole = Net(quantised(made))
    sums = np.zeros(4)
    for _ in range(50):
        markers = seed.integers(0, 12, 12).astype(np.uint8)
        wanted = floating.value(made, markers, sums)
        assert whole.look(bytes(markers))[0] / ONE == pytest.approx(wanted, abs=0.2)


def test_the_chances_file_is_what_the_training_writes() -> None:
    pytest.importorskip("numba", reason="the extra train is not installed")
    from twelve_host.training.dozen import MADE_BY
    from twelve_host.training.tables import chances_text

    path = Path(twelve.games.__file__).parent / "dozen_chances.py"
    assert path.read_text(encoding="utf-8") == chances_text(MADE_BY)


# -- suggest -------------------------------------------------------------------------------------
@pytest.fixture
def session() -> Session:
    """A session without a game."""
    return Session()


@pytest.mark.parametrize("level", [None, *LEVELS])
def test_suggest_changes_nothing(session: Session, level: str | None) -> None:
    asked = {} if level is None else {"level": level}
    session.ask("new", game="12x12", seed="00" * 32, rules={"ruleset": "luck"})
    for _ in range(12):
        before = session.ask("state")["state"]
        answer = session.ask("suggest", **asked, id=5)
        assert set(answer) == {"ok", "id", "state", "action", "why"} and answer["ok"]
        assert answer["state"] == before == session.ask("state")["state"]
        assert answer["action"] in before["legal"] and answer["why"]
        assert session.ask("suggest", **asked, id=5) == answer
        session.ask("act", action=answer["action"])
    assert [line["op"] for line in session.ask("log")["log"]] == ["new"] + ["act"] * 12


def test_suggest_defaults_to_normal(session: Session) -> None:
    session.ask("new", game="12x12", seed="00" * 32)
    session.ask("act", action="roll")
    assert session.ask("suggest") == session.ask("suggest", level="normal")
    assert " saves " in session.ask("suggest")["why"]


@pytest.mark.parametrize("level", ["", "hard", "Normal", 1, None, True, ["easy"], {}])
def test_a_bad_level_is_a_bad_request(session: Session, level: Any) -> None:
    assert session.code("suggest", level=level) == "bad_request"
    session.ask("new", game="12x12")
    assert session.code("suggest", level=level) == "bad_request"
    session.ask("abandon")
    assert session.code("suggest", level=level) == "bad_request"


def test_suggest_needs_a_game_that_goes_on(session: Session) -> None:
    assert session.code("suggest") == "no_game"
    session.ask("new", game="12x12")
    session.ask("abandon")
    assert session.code("suggest", level="easy") == "game_over"
    session.ask("undo")
    assert session.ask("suggest")["action"] == "roll"


def test_dominoes_are_pointed_out_at_every_level(session: Session) -> None:
    session.ask("new", game="dominoes", deck=["6-6", "0-0", "6-5", "1-0", "5-4", "4-4"])
    for level in LEVELS:
        answer = session.ask("suggest", level=level)
        assert answer["action"] == "pair 6-6 0-0"
        assert answer["why"] == "no choice changes how far this deal goes"
