"""Memory of the firmware over complete games; run by a device's Python, as a table starts it.

``micropython -X heapsize=160k heap_game.py FOLDER RULESET PLAYERS ACTIONS`` plays games by the
console of a table whose flash is FOLDER until ACTIONS records are written, and prints
``turn N free F`` (bytes free after a collection) at the first action and every tenth of the way.
"""

import gc
import sys

from twelve.ports import contract
from twelve.ports.flash import Files


class Port(contract.Port):
    """A port without a world: time is the test's, nobody presses, nothing is shown."""

    about = (("fw", "0"), ("py", "test"), ("virtual", True))
    level = False

    def __init__(self, folder: str):
        self.files = Files(folder)
        self.now_ms = 0

    def ticks_ms(self) -> int:
        """Return the test's time."""
        return self.now_ms

    def noise(self) -> bytes:
        """Return no entropy to speak of."""
        return b"bench"

    def read_keys(self, sink, now_ms: int) -> None:
        """Nobody presses."""

    def read(self) -> bytes:
        """Return nothing: no host is there."""
        return b""

    def rest(self, ms: int) -> None:
        """Let time pass."""
        self.now_ms += ms


def make(folder: str):
    """Return (table, port), made in the order of table/start.py."""
    from twelve.table.setup import forget, prepare

    port = Port(folder + "/")
    setup = prepare(port.files, port)
    forget()
    prepare = forget = None
    gc.collect()
    gc.threshold(16384)
    from twelve.table.loop import Table

    gc.collect()
    print("start free", gc.mem_free())
    return Table(port, setup), port


def main(folder: str, ruleset: str, players: int, actions: int) -> None:
    """Play and print."""
    table, port = make(folder)
    console = table.console
    done, games = 0, 0
    while done < actions:
        if not console.keeper.running:
            names = ["Player %d" % (i + 1) for i in range(players)]
            request = {"game": "12x12", "rules": {"ruleset": ruleset}, "players": names}
            console.begin(request, port.now_ms, None)
            games += 1
            while not console.keeper.running:  # its files are written one a pass
                table.step()
                port.rest(20)
        play = console.keeper.play
        legal = play.legal()
        # Play on where there is something to win, so that games end.
        action = legal[-1] if ruleset == "luck" and len(legal) == 2 else legal[done % len(legal)]
        console.act(action, port.now_ms)
        for _ in range(2):
            table.step()
            port.rest(20)
        while console.keeper.snapshot():
            pass
        done += 1
        if done in (100, 1000) or done % (actions // 10) == 0:
            gc.collect()
            print("action", done, "game", games, "turn", play.state.turn, "free", gc.mem_free())


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
