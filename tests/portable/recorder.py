"""Writes golden playthroughs: a seed, then for every action the board, the legal list, the hash.

    python tests/portable/recorder.py              names of the playthroughs
    python tests/portable/recorder.py NAME         one of them on standard output
    python tests/portable/recorder.py --write      all of them anew, into tests/golden/playthroughs

One recorder for all interpreters: what it prints is the same to the byte on each.
"""

import sys

if __name__ == "__main__":
    HERE = (sys.argv[0].replace("\\", "/").rpartition("/")[0] or ".") + "/"
    sys.path.insert(0, HERE + "../../firmware/lib")

from twelve.base.dice import Stream
from twelve.base.text import Fields
from twelve.games import catalog
from twelve.games.play import from_request

CAP = 1200  # actions after which a playthrough stops, should a game not end by itself

# Boards half done, so that the longer variants come to their end within a readable file.
_TWO = {"markers": [[6, 7, 8, 9, 10, 11] * 2, [11, 10, 9, 8, 7, 6] * 2], "player": 1}
_SIX = {
    "markers": [[12, 11, 10, 9, 8, 7, 12, 12, 11, 10, 9, 8][i:] + [12] * i for i in range(6)],
    "player": 3,
}

# name of the file: (game, rules, byte of the seed, number of players, start position)
VARIANTS = {
    "12x12-classic": ("12x12", {}, "0c", 2, None),
    "12x12-exact": ("12x12", {"exact_finish": True}, "0c", 2, _TWO),
    "12x12-free": ("12x12", {"exact_finish": True, "free_turn": True}, "0c", 2, _TWO),
    "12x12-luck": ("12x12", {"ruleset": "luck"}, "0c", 2, _TWO),
    "12x12-six": ("12x12", {"ruleset": "luck"}, "0c", 6, _SIX),
    "12x12-solo": ("12x12", {}, "0c", 1, None),
    "morris-flying": ("morris", {}, "0c", 2, None),
    "morris-walking": ("morris", {"flying": False}, "0c", 2, None),
    "morris-one": ("morris", {"double_mill": "one"}, "0c", 2, None),
    # Deals that clear wholly; a random one ends within a few lines.
    "dominoes-total": ("dominoes", {"tableau": 7}, "ad", 1, None),
    "dominoes-ends": ("dominoes", {"matching": "ends", "tableau": 7}, "a9", 1, None),
    "dominoes-twelve": ("dominoes", {"set": 12, "tableau": 12}, "72", 1, None),
}


def names() -> list:
    """Return the names of the playthroughs of all catalogued games, in order."""
    return sorted([name for name in VARIANTS if VARIANTS[name][0] in catalog.NAMES])


def _begin(name: str):
    """Return (header text, play) of the playthrough called ``name``."""
    game, rules, seed, players, position = VARIANTS[name]
    request = {"op": "new", "game": game, "rules": rules, "seed": seed * 32}
    request["players"] = ["Player %d" % (i + 1) for i in range(players)]
    if position is not None:
        request["position"] = position
    play = from_request(request, b"")
    head = [
        ("playthrough", name),
        ("game", game),
        ("rules_version", play.game.rules_version),
        ("rules", Fields(play.game.rules_view(play.rules))),
        ("players", play.players),
        ("seed", seed * 32),
    ]
    if position is not None:
        head.append(("position", Fields([(k, position[k]) for k in play.game.position_keys])))
    return Fields(head).text(), play


def _line(n: int, play, action: str, chance: tuple, outcome) -> str:
    state, result = play.state, play.result()
    pairs = [("n", n), ("action", action)]
    if chance:
        pairs.append((play.game.chance_key, chance))
    pairs += [
        ("outcome", outcome),
        ("turn", state.turn),
        ("player", state.player),
        ("phase", state.phase),
        ("board", Fields(play.game.board(state))),
        ("legal", play.legal()),
        ("hash", play.hash()),
    ]
    if result:
        pairs.append(("result", result))
    return Fields(pairs).text()


def lines(name: str):
    """Yield the lines of the playthrough called ``name``, without their newlines.

    Actions are chosen, and now and then up to five of them taken back, by a stream of its own.
    """
    head, play = _begin(name)
    yield head
    yield _line(0, play, "new", (), None)
    choice = Stream(name.encode())
    n = 0
    while n < CAP and not play.over:
        n += 1
        if play.history.length > 5 and choice.draw(24) == 0:
            for _ in range(choice.draw(5)):
                play.undo()
                yield _line(n, play, "undo", (), None)
                n += 1
            play.undo()
            yield _line(n, play, "undo", (), None)
            continue
        legal = play.legal()
        # The last one twice as often: it is "stop" or "draw", and moves a game on.
        at = choice.draw(len(legal) + 1)
        play.act(legal[at if at < len(legal) else -1])
        _, action, chance, outcome = play.state.last
        yield _line(n, play, action, chance, outcome)


def main(arguments: list) -> int:
    """Print or write playthroughs as the module's docstring says; return the exit status."""
    if arguments == ["--write"]:
        for name in names():
            text = "".join([line + "\n" for line in lines(name)])
            with open(HERE + "../golden/playthroughs/" + name + ".txt", "wb") as file:
                file.write(text.encode())
        return 0
    for name in arguments:
        if name not in names():
            sys.stderr.write("no playthrough %s: there are %s\n" % (name, ", ".join(names())))
            return 2
        for line in lines(name):
            sys.stdout.write(line + "\n")
    if not arguments:
        sys.stdout.write("\n".join(names()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
