"""The small pictures of all scenes but the menu: digits of 5 × 7 holes and signs."""

_DIGITS = (
    b"\x0e\x11\x13\x15\x19\x11\x0e" b"\x04\x0c\x04\x04\x04\x04\x0e" b"\x0e\x11\x01\x06\x08\x10\x1f"
    b"\x1f\x02\x04\x06\x01\x11\x0e" b"\x02\x06\x0a\x12\x1f\x02\x02" b"\x1f\x10\x1e\x01\x01\x11\x0e"
    b"\x06\x08\x10\x1e\x11\x11\x0e" b"\x1f\x01\x02\x04\x08\x08\x08" b"\x0e\x11\x11\x0e\x11\x11\x0e"
    b"\x0e\x11\x11\x0f\x01\x02\x0c"
)  # fmt: skip
DIGITS = tuple([_DIGITS[7 * i : 7 * i + 7] for i in range(10)])

CUP = bytes((0b1111111, 0b1011101, 0b1011101, 0b0111110, 0b0011100, 0b0001000, 0b0111110))
BARS = bytes((0b1111111, 0, 0b1111111, 0, 0b1111111))
CHEVRON = bytes((0b1100, 0b0110, 0b0011, 0b0011, 0b0110, 0b1100))
# Nine wide, so as 16-bit rows.
CROSS = (0b110000011, 0b011000110, 0b001101100, 0b000111000, 0b001101100, 0b011000110, 0b110000011)
