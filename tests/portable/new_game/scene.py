"""The lights of the game for the test: a hole for each match that is left."""

from .frame import BLUE, WHITE


def show_ms(before, action, after, read):
    """Return how long the show of ``action`` takes."""
    return 300


def draw_show(frame, before, action, after, elapsed_ms):
    """Draw the show of ``action``."""
    _draw(frame, before.left if elapsed_ms < 150 else after.left, WHITE | 12)


def draw_rest(frame, state, options, at, elapsed_ms, pressed_ms, hold_ms=0, long_ms=0, chosen=()):
    """Draw the matches; those that would be taken are brighter."""
    _draw(frame, state.left, BLUE | 8)
    for hole in range(at + 1):
        frame.pixels[hole] = WHITE | 15


def _draw(frame, left, index):
    frame.clear()
    for hole in range(left):
        frame.pixels[hole] = index
