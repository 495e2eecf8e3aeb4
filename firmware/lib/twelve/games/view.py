"""How a game looks in the referee's words: its state object and the log that makes it again."""

from .play import Play


def rules_object(play: Play) -> dict:
    """Return the complete rules as an object."""
    return dict(play.game.rules_view(play.rules))


def state_object(play: Play) -> dict:
    """Return the referee's ``state``: plain dicts, lists, ints, strings, None."""
    state, game = play.state, play.game
    result = play.result()
    over = result is not None
    last = state.last
    if last is not None:
        player, action, chance, outcome = last
        last = {"player": player, "action": action, "outcome": outcome}
        if chance:
            last[game.chance_key] = list(chance)
    return {
        "game": game.name,
        "rules": rules_object(play),
        "players": list(play.players),
        "turn": state.turn,
        "player": None if over else state.player,
        "phase": "over" if over else state.phase,
        "legal": [] if over else list(game.legal(state)),
        "result": {"winner": result[0], "reason": result[1]} if over else None,
        "board": dict(game.board(state)),
        "last": last,
        "hash": play.hash(),
    }


def log(play: Play, new: dict) -> list:
    """Return the requests that make ``play`` again, ``new`` being how it was started.

    Undone actions are left out; faces and tiles are written out with ``by``.
    """
    game = play.game
    first = {"op": "new", "game": game.name, "rules": rules_object(play)}
    first["players"] = list(play.players)
    for key in ("seed", "position", "deck"):
        # A deck given to a game of dice was ignored, so it may be anything.
        if key in new and (key != "deck" or game.chance_key == "tiles"):
            first[key] = new[key]
    dealt = game.dealt(play.first)
    if "seed" not in new and len(first.get("deck", ())) < len(dealt):
        first["deck"] = dealt
    lines = [first]
    for _, action, chance, by_hand in play.history.walk():
        line = {"op": "act", "action": action}
        if chance:
            line[game.chance_key] = list(chance)
            line["by"] = "hand" if by_hand else "table"
        lines.append(line)
    if play.abandoned:
        lines.append({"op": "abandon"})
    return lines
