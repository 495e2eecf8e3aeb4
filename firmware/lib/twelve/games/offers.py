"""What the table's menu offers of each game; code that is loaded only while a menu is open.

Rulesets and options are (short label, rules as pairs), the defaults first.
"""

from ..base.compat import let_go

_OFFERS = {
    "12x12": (
        (("C", (("ruleset", "classic"),)), ("L", (("ruleset", "luck"),))),
        (
            ("", ()),
            ("E", (("exact_finish", True),)),
            ("F", (("free_turn", True),)),
            (
                "EF",
                (
                    ("exact_finish", True),
                    ("free_turn", True),
                ),
            ),
        ),
    ),
    "morris": (
        (("", ()),),
        (
            ("", ()),
            ("W", (("flying", False),)),  # walking to the end
            ("1", (("double_mill", "one"),)),
            (
                "W1",
                (
                    ("flying", False),
                    ("double_mill", "one"),
                ),
            ),
        ),
    ),
    "dominoes": (
        (("T", (("matching", "total"),)), ("E", (("matching", "ends"),))),
        (
            ("6", ()),
            ("5", (("tableau", 5),)),
            ("4", (("tableau", 4),)),
            ("7", (("tableau", 7),)),
            (
                "D9",
                (
                    ("set", 9),
                    ("tableau", 10),
                ),
            ),
            (
                "D12",
                (
                    ("set", 12),
                    ("tableau", 12),
                ),
            ),
        ),
    ),
}


def forget_offers() -> None:
    """Let go of this module."""
    let_go(__name__)


def offer(name: str) -> tuple:
    """Return (rulesets, options) of a game; one ruleset or option means that there is no choice."""
    return _OFFERS.get(name, ((("", ()),), (("", ()),)))
