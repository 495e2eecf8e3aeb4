"""Memory of the firmware over complete games; run by a device's Python, see heap.py.

``micropython -X heapsize=160k heap_game.py FOLDER RULESET PLAYERS ACTIONS`` plays games by the
button of a table whose flash is FOLDER until ACTIONS records are written, and prints
``turn N free F`` (bytes free after a collection) at the first action and every tenth of the way.
"""

import gc
import sys

from fakes import FakePort
from twelve.ports.flash import Files
from twelve.table.loop import Table


def main(folder: str, ruleset: str, players: int, actions: int) -> None:
    """Play and print."""
    port = FakePort(Files(folder + "/"))
    table = Table(port)
    console = table.console
    done, games = 0, 0
    while done < actions:
        if not console.keeper.running:
            names = ["Player %d" % (i + 1) for i in range(players)]
            request = {"game": "12x12", "rules": {"ruleset": ruleset}, "players": names}
            console.begin(request, port.now_ms, None)
            games += 1
        play = console.keeper.play
        legal = play.legal()
        # Play on where there is something to win, so that games end.
        action = legal[-1] if ruleset == "luck" and len(legal) == 2 else legal[done % len(legal)]
        console.act(action, port.now_ms)
        for _ in range(2):
            table.step()
            port.rest(20)
        done += 1
        if done in (100, 1000) or done % (actions // 10) == 0:
            gc.collect()
            print("action", done, "game", games, "turn", play.state.turn, "free", gc.mem_free())


gc.collect()
print("start free", gc.mem_free())
main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
