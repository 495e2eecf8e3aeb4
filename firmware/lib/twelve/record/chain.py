"""The text of a record and the hash that chains it to all before (README.md, "One game")."""

from ..base.compat import bytes_of, hex_of, sha256
from ..base.text import Fields

START = "0" * 16  # the chain before record 1
MAX_TEXT = 900  # bytes of a record's text, so that a message with it fits a line


def chained(before: str, body: str) -> str:
    """Return the 16 hex digits of the chain after a record.

    ``before`` is the chain of the record before, ``body`` the record's JSON without ``chain``.
    """
    return hex_of(sha256(bytes_of(before) + body.encode())[:8])


def record_text(fields: Fields, before: str) -> tuple:
    """Return (text, chain) of the record with ``fields`` (``n`` first, no ``chain``)."""
    body = fields.text()
    chain = chained(before, body)
    return body[:-1] + ',"chain":"' + chain + '"}', chain
