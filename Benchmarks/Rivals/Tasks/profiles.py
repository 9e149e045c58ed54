"""A color profile of Display P3, as phones embed one: three columns and the curve of sRGB (ICC.1, version 4)."""

import struct


def number(value):
    return struct.pack(">i", round(value * 65536))


def text(value):
    letters = value.encode("utf-16-be")
    return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(letters), 28) + letters


def profile(name, columns, curve):
    """`columns` are red, green and blue as XYZ of D50; `curve` has the numbers of a parametric curve of type 3."""
    white = (0.96420288, 1, 0.82490540)
    tags = [("desc", text(name)), ("cprt", text("none")), ("wtpt", b"XYZ \0\0\0\0" + b"".join(map(number, white)))]
    tags += [(tag, b"XYZ \0\0\0\0" + b"".join(map(number, xyz))) for tag, xyz in zip(("rXYZ", "gXYZ", "bXYZ"), columns)]
    shared = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(map(number, curve))
    tags += [(tag, shared) for tag in ("rTRC", "gTRC", "bTRC")]
    table, data, places = struct.pack(">I", len(tags)), b"", {}
    for tag, block in tags:
        if block not in places:
            places[block] = 128 + 4 + 12 * len(tags) + len(data)
            data += block + b"\0" * (-len(block) % 4)
        table += tag.encode() + struct.pack(">II", places[block], len(block))
    header = bytearray(128)
    header[0:4] = struct.pack(">I", 128 + len(table) + len(data))
    header[8:12] = b"\x04\0\0\0"
    header[12:24] = b"mntrRGB XYZ "
    header[36:40] = b"acsp"
    header[68:80] = b"".join(map(number, white))
    return bytes(header) + table + data


DISPLAY_P3 = profile(
    "Display P3",
    ((0.51512146, 0.24119568, -0.00105286), (0.29197693, 0.69224548, 0.04188538), (0.15710449, 0.06657410, 0.78407288)),
    (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
