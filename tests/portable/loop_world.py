"""A program from power-on in memory: ports that fail or end it, and a host at the other end."""

from fakes import FakePort
from twelve.record.session import Session
from twelve.table.start import start


def fail(*_):
    raise RuntimeError("broken on purpose")


def mend(thing, *names) -> None:
    for name in names:
        if name in thing.__dict__:
            delattr(thing, name)


class Watched(FakePort):
    """A port that ends the program after ``ms``, and has ``breaks(port, table)`` done to it."""

    def __init__(self, ms: int, breaks=None, files=None):
        FakePort.__init__(self, files)
        self.ms = ms
        self.breaks = breaks
        self.fed = []
        self.readies = 0

    def rest(self, ms: int) -> None:
        self.now_ms += ms
        if self.breaks is not None and self.now_ms > 200:
            self.breaks(self)
        if self.now_ms > self.ms:
            raise KeyboardInterrupt

    def feed(self) -> None:
        self.fed.append(self.now_ms)

    def ready(self) -> None:
        self.readies += 1


def run(port) -> None:
    try:
        start(port)
    except KeyboardInterrupt:
        return
    raise AssertionError("the program ended")


class Host:
    """The other end of a port's line; ``told`` are the messages that came."""

    def __init__(self, port):
        self._port = port
        self.session = Session(True, lambda: (("host", "h"), ("credit", 200)), port.now_ms)
        self.told = []

    def work(self) -> None:
        """Take what the table sent, and send what is to be sent."""
        port, session = self._port, self.session
        data = bytes(port.outgoing)
        port.outgoing[:] = b""
        self.told += [message for message, _ in session.receive(data, port.now_ms)]
        session.tick(port.now_ms)
        while True:
            piece = session.take(1000)
            if not piece:
                break
            port.incoming += piece

    def logs(self) -> list:
        return [message["text"] for message in self.told if message["m"] == "log"]

    def answer(self, number: int):
        for message in self.told:
            if message["m"] == "ans" and message["id"] == number:
                return message
        return None
