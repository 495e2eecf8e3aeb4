"""The commands that README.md tells people to type."""

from __future__ import annotations

import re


def commands(text: str, section: str) -> list[str]:
    """Return the lines of the first fenced block under the heading ``## section``; [] if none."""
    body = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    block = re.search(r"^```\w*\n(.*?)^```", body.group(1), re.M | re.S) if body else None
    return [line for line in block.group(1).splitlines() if line.strip()] if block else []
