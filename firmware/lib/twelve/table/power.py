"""What the supply of the LEDs can give, and how many boards of lights that is enough for.

Model: every wired pixel draws an idle current, and every channel at full its own on top (WS2812B
datasheet and measurements: 1 mA and 18 mA). The limit counts both.
"""

from ..base.compat import const
from .wiring import BOARD, STRIP

_SUPPLY_MA = {"usb": 350, "usb-900": 750, "5v3a": 2400, "5v10a": 8000}
_LEAST_MA = const(60)  # what a board needs above idle to be seen


def limit_of(settings) -> int:
    """Return the mA that all LEDs together may draw."""
    supply = settings.supply
    return _SUPPLY_MA[supply] if supply in _SUPPLY_MA else supply


def wired_pixels(settings, boards: int) -> int:
    """Return the pixels of ``boards`` boards with all that is wired along with them."""
    strip = STRIP if settings.dice_strip else 0
    return BOARD * boards + settings.offset * settings.lines + strip


class Plan:
    """The boards that are sent to (``wired``) and those of them that are lit (``lit``).

    ``notice`` says why boards stay dark, "" where none does. A limit below the idle current of
    a single board is refused in ``settings``, and so is an idle current that no supply is for.
    """

    def __init__(self, settings):
        self.notice = ""
        wired = settings.boards
        # Else all would be dark, and nobody could see what is wrong.
        for key in ("idle_ua", "supply"):
            idle_ma = self._idle_ma(settings, 1)
            if limit_of(settings) > idle_ma:
                break
            from .settings import usual  # seldom needed

            if key == "supply" or settings.idle_ua > usual(key):
                settings.refuse(key, "one board draws %d mA when dark" % idle_ma)
        idle_ma = (settings.idle_ua * BOARD + 999) // 1000
        if settings.board_ma <= idle_ma:
            settings.refuse("board_ma", "a board draws %d mA when dark" % idle_ma)
        limit_ma = limit_of(settings)
        while wired > 1 and self._idle_ma(settings, wired) >= limit_ma:
            wired -= 1
        self.wired = lit = wired
        left_ma = limit_ma - self._idle_ma(settings, wired)
        if left_ma < _LEAST_MA * wired:
            lit = max(1, left_ma // _LEAST_MA)
        self.lit = lit
        if lit < settings.boards:
            self.notice = "%d of %d boards are off: dark they draw %d of the %d mA of supply %s" % (
                settings.boards - lit,
                settings.boards,
                self._idle_ma(settings, settings.boards),
                limit_ma,
                settings.supply,
            )

        # The first light of every line, a row of 13 in up to four channels, within the limit too.
        full_ma = settings.channel_ma * 4 * 13 * settings.lines
        self.first_light = min(8, 255 * max(0, left_ma) // full_ma)

    def _idle_ma(self, settings, boards: int) -> int:
        return (settings.idle_ua * wired_pixels(settings, boards) + 999) // 1000
