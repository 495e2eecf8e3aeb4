"""The record on the laptop: SQLite behind ``Store``.

``records`` is the truth (exactly what the tables wrote), ``games`` a summary derived from it.

    with Store(folder) as store:
        store.have(uid)                      # (n, chain) of what is stored, (0, "") for none
        store.add_records(uid, [(n, text, chain, at, est), …])   # committed on return
        store.place(uid, [chain, …])         # the branch that other records belong to
        store.games(limit=20)                # GameRow, newest first
        store.lines(game_id)                 # the game file

Ids: a game's is its uid, another continuation of it is ``uid~2`` and so on.
"""

from .schema import GameRow, RecordRow
from .store import Store

__all__ = ["GameRow", "RecordRow", "Store"]
