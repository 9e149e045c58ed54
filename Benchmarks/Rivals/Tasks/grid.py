"""A HEIC as phones write it: tiles of 512 pixels that a derived picture puts together (ISO/IEC 23008-12, "grid")."""

import io
import struct

TILE = 512


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), name) + body


def full(name, version, *parts, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def children(data, start, end):
    while start < end:
        size, name = struct.unpack_from(">I4s", data, start)
        yield name, start, start + size
        start += size


def part(data, *path):
    """The body of a box below others. `meta` has four bytes before its children."""
    start, end = 0, len(data)
    for step in path:
        start, end = next((low + 8 + 4 * (name == b"meta"), high)
                          for name, low, high in children(data, start, end) if name == step)
    return data[start:end]


def coded(tile, quality):
    """The decoder's configuration and the picture of a tile."""
    import pillow_heif

    file = io.BytesIO()
    pillow_heif.from_pillow(tile).save(file, quality=quality)
    data = file.getvalue()
    return part(data, b"meta", b"iprp", b"ipco", b"hvcC"), part(data, b"mdat")


def heic(picture, quality):
    columns, rows = (-(-side // TILE) for side in picture.size)
    # The last tiles are filled with the mirrored edge, which costs the coder least.
    whole = picture.crop((0, 0, columns * TILE, rows * TILE))
    right, bottom = columns * TILE - picture.width, rows * TILE - picture.height
    whole.paste(picture.crop((picture.width - right, 0, picture.width, picture.height)).transpose(0), (picture.width, 0))
    whole.paste(whole.crop((0, picture.height - bottom, whole.width, picture.height)).transpose(1), (0, picture.height))
    tiles = [coded(whole.crop((x, y, x + TILE, y + TILE)), quality)
             for y in range(0, whole.height, TILE) for x in range(0, whole.width, TILE)]
    configuration = tiles[0][0]
    if any(other != configuration for other, _ in tiles):
        raise ValueError("the tiles have different configurations")
    count = len(tiles)
    items = [full(b"infe", 2, struct.pack(">HH4sB", 1, 0, b"grid", 0))]
    items += [full(b"infe", 2, struct.pack(">HH4sB", 2 + index, 0, b"hvc1", 0)) for index in range(count)]
    sides = [full(b"ispe", 0, struct.pack(">II", *size)) for size in ((TILE, TILE), picture.size)]
    linked = struct.pack(">HBBB", 1, 2, 3, 4)
    linked += b"".join(struct.pack(">HBBBB", 2 + index, 3, 0x81, 2, 4) for index in range(count))
    bits = full(b"pixi", 0, b"\3\10\10\10")
    derived = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, *picture.size)
    type_ = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(first):
        places = struct.pack(">HHHHII", 1, 1, 0, 1, 0, len(derived))
        for index, (_, data) in enumerate(tiles):
            places += struct.pack(">HHHHII", 2 + index, 0, 0, 1, first, len(data))
            first += len(data)
        return full(
            b"meta", 0, full(b"hdlr", 0, b"\0\0\0\0pict" + bytes(13)), full(b"pitm", 0, struct.pack(">H", 1)),
            full(b"iinf", 0, struct.pack(">H", count + 1), *items),
            full(b"iref", 0, box(b"dimg", struct.pack(f">HH{count}H", 1, count, *range(2, 2 + count)))),
            box(b"iprp", box(b"ipco", box(b"hvcC", configuration), *sides, bits),
                full(b"ipma", 0, struct.pack(">I", count + 1), linked)),
            box(b"idat", derived),
            full(b"iloc", 1, struct.pack(">BBH", 0x44, 0, count + 1), places))

    head = len(type_) + len(meta(0)) + 8
    return type_ + meta(head) + box(b"mdat", *(data for _, data in tiles))
