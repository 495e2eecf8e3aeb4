"""Scores of the players over all recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from twelve.games.play import PERSON

from ..record_words import computer_name
from .schema import GameRow


@dataclass(slots=True)
class Score:
    """One player in one kind of game: ``games`` were played to their end, ``turns`` over them all.

    ``abandoned`` games were given up before. ``best`` is the fewest turns of a game won alone,
    None where there was none.
    """

    player: str
    game: str
    kind: str
    games: int = 0
    abandoned: int = 0
    wins: int = 0
    draws: int = 0
    turns: int = 0
    best: int | None = None

    @property
    def average_turns(self) -> float | None:
        """Turns that the player took in a finished game, on average."""
        return self.turns / self.games if self.games else None

    def as_object(self) -> dict[str, Any]:
        """Return the score for JSON."""
        average = self.average_turns
        return {
            "player": self.player,
            "game": self.game,
            "kind": self.kind,
            "games": self.games,
            "finished": self.games,  # what it was called while all that began were counted
            "abandoned": self.abandoned,
            "wins": self.wins,
            "draws": self.draws,
            "average_turns": None if average is None else round(average, 2),
            "best_solo_turns": self.best,
        }


def kind_of(rules: dict[str, Any]) -> str:
    """Return what tells one way to play a game from another: its ruleset, else its rules."""
    if "ruleset" in rules:
        words = [str(rules["ruleset"])]
        if rules["ruleset"] == "classic":
            words += [key for key in ("exact_finish", "free_turn") if rules.get(key) is True]
        return " + ".join(words)
    words = []
    for key, value in rules.items():
        yes_or_no = {True: key, False: f"no {key}"}
        words.append(yes_or_no[value] if isinstance(value, bool) else f"{key} {value}")
    return ", ".join(words)


def people(row: GameRow) -> list[str]:
    """Return the players as they are counted: a computer's seat by its level, not by its name."""
    pairs = zip(row.players, row.seats, strict=True)
    return [name if level == PERSON else computer_name(level) for name, level in pairs]


def scores(games: Iterable[GameRow]) -> list[Score]:
    """Return the score of every player in every kind of game, most games first.

    A computer's seat counts for ``Computer (its level)``, whatever it was called; one in which
    the computer only stood in for a person is the person's. An abandoned game counts for nothing
    else. Games that go on, and those that this program cannot follow, are left out.
    """
    found: dict[tuple[str, str, str], Score] = {}
    for row in games:
        if row.trouble or row.game is None or row.result is None:
            continue
        kind = kind_of(row.rules)
        for seat, player in enumerate(people(row)):
            key = (player, row.game, kind)
            score = found.setdefault(key, Score(*key))
            if row.result["reason"] == "abandoned":
                score.abandoned += 1
                continue
            turns = row.seat_turns[seat]
            score.games += 1
            score.turns += turns
            if row.result["winner"] == seat:
                score.wins += 1
                if len(row.players) == 1 and (score.best is None or turns < score.best):
                    score.best = turns
            elif row.result["winner"] is None and len(row.players) > 1:
                score.draws += 1
    return sorted(found.values(), key=lambda s: (-s.games, s.player, s.game, s.kind))
