"""One pass of the light pipeline over a board in plain Python: only what has changed is touched.

A port may bring a faster pass of the same contract (ports/paint_viper.py).
"""


def paint(group, every: bool) -> int:
    """Paint what has changed in ``group``, with ``every`` all that is lit or was.

    Bytes go to ``data`` by the group's ``parts``: (pixels as drawn, as last painted, place of
    each in the chain, data, entries, known, [total, news], how many pixels, first place, bytes a
    pixel). The total is the sum of the group's bytes, and news are 1 once one has changed. Returns
    -1 when done, else an index that is not known yet: the caller works it out and calls again.
    """
    pixels, shown, places, data, entries, known, totals, size, base, pixel_bytes = group.parts
    news, olds = group.news, group.olds
    width = size // len(news)
    for row in range(len(news)):
        if not every and news[row] == olds[row]:
            continue
        for i in range(row * width, row * width + width):
            new = pixels[i]
            old = shown[i]
            if new == old and not (every and new):
                continue
            if not known[new]:
                return new
            shown[i] = new
            at = (base + places[i]) * pixel_bytes
            entry = new * pixel_bytes
            for channel in range(pixel_bytes):
                byte = entries[entry + channel]
                more = byte - data[at + channel]
                if more:
                    data[at + channel] = byte
                    totals[0] += more
                    totals[1] = 1
    return -1
