"""A strip that writes what it is sent into the file FAKE_LEDS, one hex line a frame.

It fails once where there is a file FAKE_LEDS.fail.
"""

import os


class NeoPixel:
    """``n`` pixels of ``bpp`` bytes on a pin."""

    def __init__(self, pin, n, bpp=3):
        self.pin = pin
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def write(self):
        """Send the pixels. Raises OSError once where that is wished for."""
        try:
            os.remove(os.getenv("FAKE_LEDS") + ".fail")
        except OSError:
            pass
        else:
            raise OSError(5)
        with open(os.getenv("FAKE_LEDS"), "a") as f:
            f.write("%d %s\n" % (self.pin.pin, self.buf.hex()))
