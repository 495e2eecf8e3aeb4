"""The menu's small pictures: letters of 3 × 5 holes, icons of 7 × 6."""

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# A letter is five octal digits, one a row.
_ROWS = (
    b"75557 26227 71747 71717 55711 74717 74757 71122 75757 75717 "
    b"25755 65656 34443 65556 74647 74644 34553 55755 72227 11152 55655 44447 57755 "
    b"65555 25552 65644 25563 65655 34216 72222 55557 55552 55775 55255 55222 71247 "
)


def letter(sign: str) -> bytes:
    """Return the 3 × 5 glyph of a digit or letter; a blank one for any other sign."""
    at = _LETTERS.find(sign.upper())
    if at < 0:
        return b""
    return bytes([_ROWS[6 * at + row] & 7 for row in range(5)])


ICONS = {
    "go on": bytes((0b0100000, 0b0111000, 0b0111110, 0b0111110, 0b0111000, 0b0100000)),
    "take back": bytes((0b0010000, 0b0110000, 0b1111110, 0b0110001, 0b0010001, 0b0001110)),
    "hint": bytes((0b0011100, 0b0100010, 0b0000110, 0b0001000, 0b0000000, 0b0001000)),
    "new game": bytes((0b0001000, 0b0001000, 0b0111110, 0b0001000, 0b0001000, 0b0000000)),
    "game": bytes((0b1111111, 0b1010001, 0b1001001, 0b1001001, 0b1000101, 0b1111111)),
    "ruleset": bytes((0b1011111, 0b0000000, 0b1011111, 0b0000000, 0b1011111, 0b0000000)),
    "options": bytes((0b0100000, 0b1111111, 0b0100000, 0b0000010, 0b1111111, 0b0000010)),
    "players": bytes((0b0100010, 0b1110111, 0b1110111, 0b0100010, 0b1010101, 0b1010101)),
    "lights": bytes((0b1001001, 0b0011100, 0b0111110, 0b0111110, 0b0011100, 0b1001001)),
    "wiring": bytes((0b1111110, 0b0000001, 0b0111111, 0b1000000, 0b0111111, 0b0000001)),
    "close": bytes((0b0011100, 0b0100010, 0b1111111, 0b1110111, 0b1110111, 0b1111111)),
    "wake": bytes((0b0001000, 0b0101010, 0b1001001, 0b1000001, 0b0100010, 0b0011100)),
}
UNKNOWN = bytes((0, 0, 0b1001001, 0b1001001, 0, 0))
