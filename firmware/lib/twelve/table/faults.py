"""What went wrong on this table, kept on flash until a host has read it."""

import json

from ..base.compat import const
from ..base.text import Fields

_PATH = "fault.json"
_MINUTE_MS = const(60000)
_LONGEST = const(600)  # characters that are kept
_MOST = const(9)  # counted: what fails for ever must not wear the flash


class Faults:
    """The last fault: ``text`` ("" for none), and ``count``, how many came close together."""

    def __init__(self, files):
        self._files = files
        self.text = ""
        self.count = 0
        found = files.read(_PATH)
        if found:
            try:
                found = json.loads(found)
                self.text, self.count = str(found["text"]), int(found["count"])
            except Exception:  # whatever is in the file, it must not stop the table
                self.text = "fault.json was unreadable"

    def note(self, part: str, text: str, up_ms: int) -> None:
        """Keep that ``part`` failed ``up_ms`` after it was begun."""
        count = min(self.count + 1, _MOST) if up_ms < _MINUTE_MS else 1
        text = "%s: %s" % (part, text[-_LONGEST:])
        if (count, text) != (self.count, self.text):
            self.count, self.text = count, text
            self._save()

    def steady(self) -> None:
        """Hear that a minute has passed without a fault."""
        if self.count:
            self.count = 0
            self._save()

    def told(self) -> None:
        """Hear that a host has read the text."""
        self.text = ""
        self._save()

    def _save(self) -> None:
        try:
            if self.text or self.count:
                pairs = (("text", self.text), ("count", self.count))
                self._files.write(_PATH, Fields(pairs).text().encode())
            elif self._files.size(_PATH):
                self._files.remove(_PATH)
        except OSError:  # flash refuses: it is known until the power goes
            pass
