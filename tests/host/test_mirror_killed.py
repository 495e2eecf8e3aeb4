"""T22: killed at any moment of a game, the service has every record and the same board."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from running_service import Ports, RunningService
from scripted_table import ScriptedTable, wait_for
from twelve_host.record_check import check
from twelve_host.store import Store

KILLS = 50
ACTIONS = 200

# The service without its web: what is killed is the mirror and the record.
SERVICE = """
import asyncio, sys
from pathlib import Path
from twelve_host.service.service import Service

async def main():
    service = Service(Path(sys.argv[1]), [sys.argv[2]], virtual=False)
    await service.start()
    print("up", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_t22_kill_9_of_the_service_in_the_middle_of_a_game(tmp_path: Path) -> None:
    chance = random.Random(22)
    data = tmp_path / "data"
    with ScriptedTable(tmp_path) as table:
        table.begin()
        played = 0
        for kill in range(KILLS):
            service = subprocess.Popen(
                [sys.executable, "-c", SERVICE, str(data), table.path], stdout=subprocess.PIPE
            )
            assert service.stdout is not None and service.stdout.readline() == b"up\n"
            end_s = time.monotonic() + chance.uniform(0.02, 0.3)
            while time.monotonic() < end_s and played < ACTIONS * (kill + 1) // KILLS:
                table.play(1, seed=played)
                played += 1
                time.sleep(0.005)
            time.sleep(max(0.0, end_s - time.monotonic()))
            service.kill()
            service.wait()
            service.stdout.close()
        table.play(ACTIONS - played, seed=ACTIONS)
        with RunningService(data, Ports(table.path)) as running:
            running.settle(table)
            assert running.view(table.id)["state"]["hash"] == table.game.play.hash()
            assert running.service.mirrors[table.id].counts()["forks"] == 0
        assert table.next_n >= ACTIONS
        number = table.book.current
        lines = table.lines(number)
    with Store(data) as store:
        assert [row.text for row in store.records(table.uid)] == lines
        assert check(store.lines(table.uid)).wrong is None
        assert [game.branch for game in store.games()] == [0] * len(table.book.games)


def test_t22_what_was_acknowledged_is_on_disk(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ScriptedTable(tmp_path) as table:
        acknowledged: list[int] = []
        real = table.source.stored
        table.source.stored = lambda uid, n: (acknowledged.append(n), real(uid, n))[1]  # type: ignore[method-assign, func-returns-value]
        table.begin()
        service = subprocess.Popen(
            [sys.executable, "-c", SERVICE, str(data), table.path], stdout=subprocess.PIPE
        )
        wait_for(table.has_host)
        for i in range(30):
            table.play(1, seed=i)
            time.sleep(0.004)
        service.kill()
        service.wait()
        assert service.stdout is not None
        service.stdout.close()
        assert acknowledged
        with Store(data) as store:
            assert len(store.records(table.uid)) >= max(acknowledged)
