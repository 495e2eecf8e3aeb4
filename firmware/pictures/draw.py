"""Draws the lights that firmware/README.md explains, from the scenes that the table itself runs.

python firmware/pictures/draw.py      write every picture into this folder
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twelve.games import catalog as games
from twelve.games.play import from_request
from twelve.table.scenes import catalog as scenes
from twelve.table.scenes import common, idle
from twelve.table.scenes.frame import RED, Frame
from twelve.table.scenes.frame import WHITE as PALE
from twelve_host.picture import svg

FOLDER = Path(__file__).parent
_MARKERS = [3, 5, 0, 12, 7, 2, 4, 1, 0, 9, 12, 6]
_OTHERS = [2, 0, 4, 12, 3, 8, 1, 0, 5, 5, 11, 0]
_NEARLY = [12] * 7 + [9] + [12] * 4

Draw = Callable[[Frame], None]


def _start(game: str, **fields: Any) -> Any:
    """Return the first state of a game."""
    return from_request({"game": game, **fields}, b"x" * 32).state


def _dozen(markers: list[int], **rules: Any) -> Any:
    boards = {"markers": [markers, _OTHERS], "player": 0}
    return _start("12x12", rules=rules, position=boards)


def _after(game: str, state: Any, *steps: tuple[str, Sequence[int]]) -> tuple[Any, str, Any]:
    """Return (before, action, after) of the last of ``steps``: (action, faces)."""
    rules = games.game(game)
    before, action = state, ""
    for action, faces in steps:
        before, state = state, rules.apply(state, action, rules.accept(state, action, list(faces)))
    return before, action, state


def _rest(game: str, state: Any, at: int = 0, pressed_ms: int = -1, ms: int = 600) -> Draw:
    """Return how the table waits, with the cursor on the choice ``at``."""
    rules = games.game(game)
    stops = tuple(dict.fromkeys(rules.parts(action)[0] for action in rules.legal(state)))
    scene = scenes.scene(game)

    def draw(frame: Frame) -> None:
        scene.draw_rest(frame, state, stops, at, ms, pressed_ms)
        common.draw_press(frame, pressed_ms, common.HOLD_MS, common.LONG_MS)

    return draw


def _show(game: str, step: tuple[Any, str, Any], share: float) -> Draw:
    """Return what is shown after ``share`` of the show of a step."""
    scene = scenes.scene(game)

    def draw(frame: Frame) -> None:
        scene.draw_show(frame, *step, round(scene.show_ms(*step) * share))

    return draw


def _three(frame: Frame) -> None:
    for hole in range(3):
        frame.put(0, 1, hole, RED | 13)


def _row(frame: Frame) -> None:
    for hole in range(13):
        frame.put(0, 1, hole, PALE | 3)


def pictures() -> dict[str, tuple[str, Draw]]:
    """Return {name: (what a screen reader says, how it is drawn)}."""
    classic, luck = _dozen(_MARKERS), _dozen(_MARKERS, ruleset="luck")
    rolled = _after("12x12", classic, ("roll", (6, 6, 5, 2, 1, 1)))
    chosen = _after("12x12", rolled[2], ("row 8", ()))
    risked = _after("12x12", luck, ("roll", (6, 6, 5, 2, 1, 1)), ("row 8", ()))
    bust = _after("12x12", risked[2], ("roll", (1, 1, 1, 1)))
    missed = _after("12x12", chosen[2], ("roll", (1, 1, 1, 1)[: chosen[2].in_hand]))
    won = _after("12x12", _dozen(_NEARLY), ("roll", (4, 4, 4, 4, 4, 4)), ("row 8", ()))
    entries = ("go on", "take back", "hint", "new game", "game", "ruleset", "players", "lights")
    morris = _start("morris")
    for point in ("a7", "d6", "d7", "f4"):
        morris = _after("morris", morris, (f"place {point}", ()))[2]
    tiles = _start("dominoes")
    return {
        "first-light": ("A dim row: there is power.", _row),
        "idle": (
            "Waves of six colours: no game, a press begins one.",
            lambda f: idle.draw_idle(f, 700),
        ),
        "click": ("A white ring begins to close.", _rest("12x12", classic, pressed_ms=260)),
        "hold": (
            "The ring is closed and turns blue from the bottom.",
            _rest("12x12", rolled[2], pressed_ms=1000),
        ),
        "long": ("The whole ring is blue.", _rest("12x12", classic, pressed_ms=2100)),
        "roll": ("The five of a die in white: roll.", _rest("12x12", classic)),
        "dice": ("Six dice; those that count are coloured.", _show("12x12", rolled, 0.55)),
        "choose": ("The rows that can be taken; one is lit.", _rest("12x12", rolled[2], at=1)),
        "walk": ("A light walks to the new hole.", _show("12x12", chosen, 0.45)),
        "missed": ("Nothing matched: the turn is over.", _show("12x12", missed, 0.72)),
        "risk": ("Points at risk run, the reach of a roll glows.", _rest("12x12", risked[2])),
        "bust": ("The points at risk fall in red.", _show("12x12", bust, 0.62)),
        "next": ("A large 2: the second player's turn.", _show("12x12", missed, 0.97)),
        "won": ("A golden cup.", _show("12x12", won, 0.95)),
        "menu": (
            "The menu: an entry, and a dot for each.",
            lambda f: common.draw_menu(f, entries, 3, 900, ""),
        ),
        "morris": ("Stones on the points of a morris board.", _rest("morris", morris)),
        "dominoes": ("Tiles as rows of pips.", _rest("dominoes", tiles)),
        "fault": ("A red 17: see the settings.", lambda f: idle.draw_code(f, 17, 300)),
        "safe": ("Three red lights at the first pixels.", _three),
    }


def drawn() -> dict[str, str]:
    """Return {file name: its text}."""
    found = {}
    for name, (title, draw) in pictures().items():
        frame = Frame(1)
        draw(frame)
        found[f"{name}.svg"] = svg(frame.pixels, 1, title=title) + "\n"
    return found


if __name__ == "__main__":
    for file, text in drawn().items():
        (FOLDER / file).write_text(text, encoding="utf-8", newline="\n")
