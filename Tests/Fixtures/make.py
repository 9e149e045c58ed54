#!/usr/bin/env python3
"""Draws the pictures of this folder and writes manifest.csv, which says what each must give.

    python3 -m venv .venv && .venv/bin/pip install pillow==12.0.0 && .venv/bin/python Tests/Fixtures/make.py

Upright, every picture has four quarters: red and green above, blue and white below. All of it is drawn here, so that
the files may be copied and changed by anybody. The bytes depend on the versions of the encoders; the manifest does not.
"""

import csv
import io
import pathlib
import struct
import zlib

from PIL import Image, ImageCms

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, WHITE = (230, 30, 40), (30, 170, 60), (40, 60, 210), (250, 250, 250)
# How an upright picture is stored for each EXIF orientation, so that turning it back gives the upright one.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
rows = []


def quarters(width=WIDTH, height=HEIGHT):
    picture = Image.new("RGB", (width, height), WHITE)
    picture.paste(RED, (0, 0, width // 2, height // 2))
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (0, height // 2, width // 2, height))
    return picture


def encoded(picture, kind, **options):
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def add(name, data, kind="", size=(WIDTH, HEIGHT), orientation=1, colors="quarters", error=""):
    """Writes a file and its row. `size` is that of the upright picture; a file with an error has neither."""
    (HERE / name).write_bytes(data)
    width, height = ("", "") if error else size
    rows.append([name, kind, width, height, "" if error else orientation, "" if error else colors, error])


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png16(picture):
    """Pillow writes no color of 16 bits."""
    lines = b"".join(
        b"\0" + b"".join(struct.pack(">H", value * 257) for x in range(picture.width) for value in picture.getpixel((x, y)))
        for y in range(picture.height)
    )
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def jpegs(upright):
    plain = encoded(upright, "JPEG", quality=92)
    add("baseline.jpg", plain, "jpeg")
    add("progressive.jpg", encoded(upright, "JPEG", quality=92, progressive=True), "jpeg")
    add("restart-markers.jpg", encoded(upright, "JPEG", quality=92, restart_marker_rows=1), "jpeg")
    add("subsampled.jpg", encoded(upright, "JPEG", quality=92, subsampling="4:2:0"), "jpeg")
    add("gray.jpg", encoded(upright.convert("L"), "JPEG", quality=92), "jpeg", colors="gray")
    add("cmyk.jpg", encoded(upright.convert("CMYK"), "JPEG", quality=92), "jpeg")
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    add("profile.jpg", encoded(upright, "JPEG", quality=92, icc_profile=profile), "jpeg")
    for orientation, turn in STORED.items():
        stored = upright if turn is None else upright.transpose(turn)
        tags = Image.Exif()
        tags[0x0112] = orientation
        data = encoded(stored, "JPEG", quality=92, exif=tags.tobytes())
        add(f"orientation-{orientation}.jpg", data, "jpeg", orientation=orientation)
    grain = encoded(Image.effect_noise((WIDTH * 2, HEIGHT * 2), 60).convert("RGB"), "JPEG", quality=90)
    add("truncated.jpg", grain[: len(grain) // 2], "jpeg", error="truncated")
    add("truncated-header.jpg", plain[:40], "jpeg", error="truncated")
    frame = plain.index(b"\xff\xc0")
    add("no-height.jpg", plain[: frame + 5] + b"\0\0" + plain[frame + 7 :], "jpeg", error="undecodable")


def pngs(upright):
    plain = encoded(upright, "PNG")
    alpha = upright.convert("RGBA")
    # The blue quarter shines through to the white background.
    alpha.paste((40, 60, 210, 0), (0, HEIGHT // 2, WIDTH // 2, HEIGHT))
    palette = upright.quantize(16)
    add("rgb.png", plain, "png")
    add("rgb16.png", png16(upright), "png")
    add("gray.png", encoded(upright.convert("L"), "PNG"), "png", colors="gray")
    add("gray16.png", encoded(upright.convert("L").convert("I;16").point(lambda value: value * 257), "PNG"), "png", colors="gray")
    add("palette.png", encoded(palette, "PNG", bits=4), "png")
    add("alpha.png", encoded(alpha, "PNG"), "png", colors="no blue")
    add("truncated.png", plain[: len(plain) // 2], "png", error="truncated")
    damaged = bytearray(png16(upright))
    damaged[damaged.index(b"IDAT") + 20] ^= 0xFF
    add("checksum.png", bytes(damaged), "png", error="undecodable")
    head = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    huge = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")
    add("huge.png", huge, "png", error="tooLarge")


def others(upright):
    alpha = upright.convert("RGBA")
    alpha.paste((40, 60, 210, 0), (0, HEIGHT // 2, WIDTH // 2, HEIGHT))
    webp = encoded(upright, "WEBP", quality=92)
    add("lossy.webp", webp, "webp")
    add("lossless.webp", encoded(upright, "WEBP", lossless=True), "webp")
    add("alpha.webp", encoded(alpha, "WEBP", lossless=True, exact=True), "webp", colors="no blue")
    add("truncated.webp", webp[: len(webp) // 2], "webp", error="truncated")
    gif = encoded(upright, "GIF")
    add("still.gif", gif, "gif")
    second = upright.transpose(Image.Transpose.ROTATE_180)
    add("animated.gif", encoded(upright, "GIF", save_all=True, append_images=[second], duration=100), "gif")
    add("truncated.gif", gif[: len(gif) // 2], "gif", error="truncated")
    tiff = encoded(upright, "TIFF")
    add("plain.tif", tiff, "tiff")
    add("lzw.tif", encoded(upright, "TIFF", compression="tiff_lzw"), "tiff")
    add("deflate.tif", encoded(upright, "TIFF", compression="tiff_adobe_deflate"), "tiff")
    add("palette.tif", encoded(upright.quantize(16), "TIFF"), "tiff")
    add("cmyk.tif", encoded(upright.convert("CMYK"), "TIFF", compression="tiff_lzw"), "tiff")
    tags = {0x0112: 6}
    turned = upright.transpose(STORED[6])
    add("orientation-6.tif", encoded(turned, "TIFF", compression="tiff_lzw", tiffinfo=tags), "tiff", orientation=6)
    add("truncated.tif", tiff[: len(tiff) // 2], "tiff", error="truncated")
    add("empty.jpg", b"", error="empty")
    add("text.jpg", b"This is no picture, whatever its name says.\n", error="unsupportedFormat")
    add("page.html", b"<!DOCTYPE html><title>404</title>\n", error="unsupportedFormat")


def main():
    upright = quarters()
    jpegs(upright)
    pngs(upright)
    others(upright)
    with open(HERE / "manifest.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["file", "format", "width", "height", "orientation", "colors", "error"])
        table.writerows(sorted(rows))


main()
