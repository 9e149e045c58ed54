"""The tasks: those that other image preparers publish, and each format that a folder may hold."""

import dataclasses

# Photos of 8 megapixels and more: two of a phone, one of a camera, one of a drone.
PHOTOS = ("p101.jpg", "p118.jpg", "p045.jpg", "p029.jpg")


@dataclasses.dataclass(frozen=True)
class Task:
    """Pictures of `sides` in the format `source`, fitted into a square of `size` and written as `target`.

    `kind` is a variety of the source: progressive, p3, rgba, palette, deep or grid."""

    name: str
    sides: tuple
    size: int
    source: str = "jpg"
    target: str = "jpg"
    kind: str = ""
    quality: int = 80
    # Pictures of a folder: a multiple of the photos.
    count: int = 8
    # The task that differs by its input alone, whose costs these are to be compared with.
    beside: str = ""
    # What is known about a rival that is faster; shown where one is.
    why: str = ""

    @property
    def singles(self):
        """Pictures that are made one at a time."""
        return max(self.count // 8, 1) * len(PHOTOS)


NEWER = "Its wheel has libjpeg-turbo 3 in it; ours decodes by that of the system, which is 2.1.5 in Debian 12."
MIDDLE, PHONE = (2725, 2225), (4032, 3024)
TASKS = [
    Task("sharp's: 2725x2225 to 720", MIDDLE, 720, count=12),
    Task("imgproxy's: 2000x1333 to 500", (2000, 1333), 500, count=16),
    Task("12 megapixels to 512", PHONE, 512, why=NEWER),
    Task("12 megapixels to 1024", PHONE, 1024),
    Task("12 megapixels to 1600", PHONE, 1600),
    Task("48 megapixels to 1024", (8064, 6048), 1024, count=4, why=NEWER),
    Task("small JPEGs, 350x262, as they are", (350, 262), 512, quality=95, count=400, why=(
        "76 % of ours is libjpeg (`perf`); the rest opens, records, locks and renames a file for each output, which the "
        "rival writes in place.")),
    Task("Display P3, 12 megapixels to 512", PHONE, 512, kind="p3", beside="12 megapixels to 512"),
    Task("Display P3, 12 megapixels to 1024", PHONE, 1024, kind="p3", beside="12 megapixels to 1024"),
    Task("Display P3, 12 megapixels to 1600", PHONE, 1600, kind="p3", beside="12 megapixels to 1600"),
    Task("progressive, 12 megapixels to 1024", PHONE, 1024, kind="progressive", why=NEWER),
    Task("PNG, RGB, to 512", MIDDLE, 512, "png"),
    Task("PNG, RGBA, to 512", MIDDLE, 512, "png", kind="rgba"),
    Task("PNG, palette, to 512", MIDDLE, 512, "png", kind="palette"),
    Task("PNG, 16 bits, to 512", MIDDLE, 512, "png", kind="deep"),
    Task("JPEG to PNG 1024", MIDDLE, 1024, target="png"),
    Task("PNG to PNG 512", MIDDLE, 512, "png", "png"),
    Task("WebP to WebP 512", MIDDLE, 512, "webp", "webp"),
    Task("JPEG to WebP 1024", MIDDLE, 1024, target="webp"),
    Task("AVIF to 512", MIDDLE, 512, "avif"),
    Task("HEIC to 512", MIDDLE, 512, "heic", count=4),
    Task("HEIC of a phone, 12 megapixels in tiles, to 512", PHONE, 512, "heic", kind="grid", count=4),
    Task("GIF to 512", MIDDLE, 512, "gif"),
    Task("TIFF, LZW, to 512", MIDDLE, 512, "tif", why=(
        "63 % of ours is the LZW decoder of libtiff (`perf`), which both use; the rows go through libvips here.")),
]


def folder_name(task):
    return "-".join(filter(None, [f"{task.sides[0]}x{task.sides[1]}", task.kind, task.source]))
