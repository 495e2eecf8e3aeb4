"""What a port gives the loop: the contract, and what a port without hardware does about it.

``files``            names(folder), read(path) -> bytes or None, read_at(path, offset, size),
                     size(path), append(path, data), write(path, data), put(path, data),
                     cut(path, size), remove(path), make(folder) -> whether it was missing,
                     clear(folder): remove it, space() -> (free, all) KB, tidy(leave) ->
                     whether it did one thing that would soon be due, or is where all goes on to
                     another file (``leave``). Each change is on flash when the call returns;
                     a power cut leaves the old or the new, of put() perhaps nothing. OSError
                     where flash refuses
``about``            (key, value) pairs for the hello: fw, py, virtual
``level``            whether the button is down, as of the last edge that was handed over
``ticks_ms()``       a clock that starts anywhere and wraps at 2 ** 29 or above
``noise()``          bytes of whatever entropy there is
``read_keys(sink, now_ms)``  calls sink(level, steps, at_ms) for every edge and turn since
``read()``           bytes from the host, some at a time; ``write(data)`` to the host
``rest(ms)``         lets time pass, less when something comes in
``open(settings, sizes)``    takes the pins; ``sizes`` are the pixels on each data line.
                     ValueError(key, why) where a setting cannot be
``first_light(value)``       shows at once that there is power: a row at ``value`` of 255
``show(pixels)``     shows a frame of palette indices, without LEDs; with them ``send(number,
                     line)`` writes the bytes of a data line, and may keep ``line`` instead of a
                     copy: it is the same object, with other bytes, every time
``ready()``          hears, once, that the table is up
``feed()``           feeds the watchdog; the first call starts it
``restart()``        resets the chip; returns where there is none, and the program begins anew
``describe(error)``  says what an exception was, with its traceback where there is room
"""


class Port:
    """A port without hardware; the real ones say more."""

    is_random = True  # whether the chip's random source gave noise() something
    seed = None  # bytes that make secrets repeatable
    busy = False  # whether a game is on its way: the loop says so before every rest
    gathers = False  # whether appending to a long file is dear (table/gather.py)
    has_leds = False  # whether frames leave by send or by show
    paint: object = None  # a faster pass of the contract of table/paint.py
    held = False  # whether the button was down at power-on
    was_stuck = False  # whether the watchdog has reset the chip
    collect_after = 32768  # bytes allocated between two collections, should the loop make none
    memory: object = (
        None  # a place beside the drive that survives a restart: size, get(), set(data)
    )

    def _nothing(self, *_):
        pass

    open = first_light = show = send = ready = feed = restart = _nothing

    def describe(self, error) -> str:
        """Say what an exception was."""
        return "%s: %s" % (type(error).__name__, error)
