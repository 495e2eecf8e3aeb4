"""The shows of Twelves: what an action did, told by the lights between two rests."""

from ...base.compat import const
from ...games.dominoes import GONE, ends, tile_of, tiles_of
from .common import DIM, FULL, ON
from .dominoes_rows import (
    HIGH_HUE,
    LARGEST,
    LOW_HUE,
    draw_counts,
    draw_notice,
    draw_tableau,
    draw_tile,
    slot_of,
)
from .ending import WON_MS, draw_won
from .frame import BOARD, GOAL, GOLD, HOLES, RED, WHITE, draw_glyph, fill_row, lay
from .glyphs import CROSS

_STAY = const(4)  # level of the tiles that stay: the ring of a press may cover them
_DEAL_MS = const(120)  # from tile to tile
_SWEEP_MS = const(240)
_MEET_MS = const(450)
_FULL_MS = const(950)  # until the full row is gone
_LOST_MS = const(1400)


class Plan:
    """What an action's show is made of: tiles dealt or a pair discarded, then how it ended."""

    def __init__(self, before, action: str, after):
        """Plan the show of ``action`` from ``before``, None for a game that begins."""
        self.before = before
        self.after = after
        self.pair = self.dealt = ()
        tableau = after.tableau
        places = range(len(tableau))
        if before is None or after.last is None:
            self.dealt = [at for at in places if tableau[at] != GONE]
        elif action == "draw":
            self.dealt = [at for at in places if tableau[at] != before.tableau[at]]
        else:
            tiles = [tile_of(name, after.rules[0]) for name in action[5:].split(" ")]
            self.pair = [before.tableau.find(bytes((tile,))) for tile in tiles]
        self.deed_ms = _FULL_MS
        if self.dealt:
            self.deed_ms = _DEAL_MS * (len(self.dealt) - 1) + _SWEEP_MS
        self.end_ms = self.deed_ms
        if after.result is not None:
            self.end_ms += _LOST_MS if after.result[0] is None else WON_MS


def show_ms(before, action: str, after, read: int = 100) -> int:
    """Return how long the show of ``action`` lasts. ``before`` None: a game that begins."""
    return Plan(before, action, after).end_ms


def draw_show(frame, before, action: str, after, elapsed_ms: int) -> None:
    """Draw the show of ``action`` (legal in ``before``, leading to ``after``) at ``elapsed_ms``."""
    plan = frame.memo
    if not isinstance(plan, Plan) or plan.before is not before or plan.after is not after:
        plan = frame.memo = Plan(before, action, after)
    frame.clear()
    in_rows = after.rules[0] <= LARGEST
    if not in_rows:
        draw_notice(frame, after.rules[0])
    slot = slot_of(after.rules, frame.boards, elapsed_ms)
    if elapsed_ms < plan.deed_ms:
        if in_rows:
            draw_tableau(frame, after.rules, _staying(plan), slot, _STAY)
            if plan.dealt:
                _draw_deal(frame, plan, slot, elapsed_ms)
        _draw_counts(frame, plan, slot, elapsed_ms)
        if in_rows and plan.pair:
            _draw_pair(frame, plan, slot, elapsed_ms)
        return
    if in_rows:
        level = ON if elapsed_ms >= plan.end_ms else DIM
        draw_tableau(frame, after.rules, after.tableau, slot, level)
    _draw_counts(frame, plan, slot, elapsed_ms)
    elapsed_ms -= plan.deed_ms
    if after.result is None:
        return
    for base in range(0, len(frame.pixels), BOARD):
        if after.result[0] is not None:
            draw_won(frame.pixels, base, HIGH_HUE, elapsed_ms)
        else:
            _draw_lost(frame, plan, base, elapsed_ms)


def _staying(plan: Plan) -> bytes:
    """Return the tableau without the tiles that move."""
    tableau = bytearray(plan.after.tableau)
    for place in plan.dealt:
        tableau[place] = GONE
    return tableau


def _draw_counts(frame, plan: Plan, slot: int, elapsed_ms: int) -> None:
    """Count as before, tile by tile, until the pair is gone or the tiles are dealt."""
    after = plan.after
    tableau = after.tableau
    deck = len(after.deck)
    out = tiles_of(after.rules[0]) - deck - len(tableau) + tableau.count(bytes((GONE,)))
    if elapsed_ms < plan.deed_ms:
        if plan.pair:
            out -= 2
        for i in range(len(plan.dealt)):
            deck += elapsed_ms < i * _DEAL_MS
    draw_counts(frame, after.rules, deck, out, slot)


def _draw_deal(frame, plan: Plan, slot: int, elapsed_ms: int) -> None:
    """Let a white light sweep over each row in turn, and leave the tile behind."""
    after = plan.after
    for i in range(len(plan.dealt)):
        place = plan.dealt[i]
        front = (elapsed_ms - i * _DEAL_MS) * HOLES // _SWEEP_MS
        if front < 0:
            continue
        draw_tile(frame, after.rules, place, after.tableau[place], slot, ON)
        for base in range(0, len(frame.pixels), BOARD):
            start = base + place * HOLES
            for hole in range(front, HOLES):
                frame.pixels[start + hole] = WHITE | FULL if hole == front else 0


def _draw_pair(frame, plan: Plan, slot: int, elapsed_ms: int) -> None:
    """Bring the lower tile up to the other: together they fill the row, which turns to gold."""
    rules, tableau = plan.before.rules, plan.before.tableau
    one, other = plan.pair
    if elapsed_ms < _MEET_MS:
        place = other - (other - one) * elapsed_ms // _MEET_MS
        if place != one:
            _draw_over(frame, rules, place, tableau[other], slot)
        _draw_over(frame, rules, one, tableau[one], slot)
        return
    elapsed_ms -= _MEET_MS
    length_ms = _FULL_MS - _MEET_MS
    front = elapsed_ms * 3 * GOAL // length_ms  # a third of the time
    level = FULL * (length_ms - elapsed_ms) // length_ms
    high, low = ends(tableau[one])
    mate_high, mate_low = ends(tableau[other])
    for base in range(0, len(frame.pixels), BOARD):
        start = base + one * HOLES
        fill_row(frame.pixels, start, 0, GOAL, 0)
        # The mate lies the other way round: high beside low, low beside high.
        hole = 1
        for pips, hue in ((high, HIGH_HUE), (mate_low, LOW_HUE), (mate_high, HIGH_HUE)):
            for _ in range(pips):
                if hole <= GOAL:
                    frame.pixels[start + hole] = hue | FULL
                hole += 1
        fill_row(frame.pixels, start, HOLES - low, GOAL, LOW_HUE | FULL)
        for hole in range(1, front + 1 if front < GOAL else HOLES):
            frame.pixels[start + hole] = GOLD | level


def _draw_over(frame, rules: tuple, place: int, tile: int, slot: int) -> None:
    """Draw a tile that is on its way, over whatever lies there."""
    for base in range(0, len(frame.pixels), BOARD):
        fill_row(frame.pixels, base + place * HOLES, 0, GOAL, 0)
    draw_tile(frame, rules, place, tile, slot, FULL)


def _draw_lost(frame, plan: Plan, base: int, elapsed_ms: int) -> None:
    """A red cross, then the tiles that are left, marked red one after the other."""
    level = FULL if elapsed_ms < 400 else FULL * (600 - elapsed_ms) // 200
    if level > 0:
        draw_glyph(frame.pixels, base + 2 * HOLES + 2, CROSS, 9, RED | level)
    tableau = plan.after.tableau
    for place in range(len(tableau)):
        if tableau[place] != GONE and elapsed_ms > 600 + 50 * place:
            lay(frame.pixels, base + place * HOLES, RED | FULL)
