"""The tasks that other image preparers publish, and the pictures for them."""

import dataclasses
import os
import shutil
import subprocess

QUALITY = 80
# Photos of 8 megapixels and more: two of a phone, one of a camera, one of a drone.
PHOTOS = ("p101.jpg", "p118.jpg", "p045.jpg", "p029.jpg")


@dataclasses.dataclass(frozen=True)
class Task:
    """Pictures of `sides` in the format `source`, fitted into a square of `size` and written as `target`."""

    name: str
    sides: tuple
    size: int
    source: str = "jpg"
    target: str = "jpg"
    progressive: bool = False
    # Pictures of a folder: a multiple of the photos.
    count: int = 8

    @property
    def singles(self):
        """Pictures that are made one at a time."""
        return max(self.count // 8, 1) * len(PHOTOS)


TASKS = [
    Task("sharp's: 2725x2225 to 720", (2725, 2225), 720, count=12),
    Task("imgproxy's: 2000x1333 to 500", (2000, 1333), 500, count=16),
    Task("12 megapixels to 1024", (4032, 3024), 1024),
    Task("48 megapixels to 1024", (8064, 6048), 1024, count=4),
    Task("12 megapixels, progressive, to 1024", (4032, 3024), 1024, progressive=True),
    Task("WebP 2725x2225 to WebP 512", (2725, 2225), 512, "webp", "webp"),
    Task("PNG 2725x2225 to PNG 512", (2725, 2225), 512, "png", "png"),
    Task("AVIF 2725x2225 to JPEG 512", (2725, 2225), 512, "avif"),
    Task("HEIC 2725x2225 to JPEG 512", (2725, 2225), 512, "heic", count=4),
]


def folder_name(task):
    return f"{task.sides[0]}x{task.sides[1]}{'-progressive' if task.progressive else ''}-{task.source}"


def pixels(photo, sides):
    """The upright photo in exactly these sides: scaled to cover them and cut. What has more than 40 megapixels is four
    mirrored pieces, so that it has as much detail in a pixel as a photo has, and not what an enlargement has."""
    from PIL import Image, ImageOps

    with Image.open(photo) as opened:
        upright = ImageOps.exif_transpose(opened).convert("RGB")
    if upright.height > upright.width:
        upright = upright.transpose(Image.Transpose.ROTATE_90)
    pieces = 2 if sides[0] * sides[1] > 40e6 else 1
    part = ImageOps.fit(upright, (sides[0] // pieces, sides[1] // pieces), Image.Resampling.LANCZOS)
    if pieces == 1:
        return part
    whole = Image.new("RGB", sides)
    for across, row in ((part, 0), (ImageOps.flip(part), part.height)):
        whole.paste(across, (0, row))
        whole.paste(ImageOps.mirror(across), (part.width, row))
    return whole


def make_picture(task, photo, place):
    """Writes one input without metadata. Quality 90 with halved chroma for JPEG, WebP and AVIF; 60 of x265 for HEIC."""
    picture = pixels(photo, task.sides)
    if task.source == "heic":
        plain = place + ".png"
        picture.save(plain, compress_level=1)
        subprocess.run(["heif-enc", "-q", "60", "-o", place, plain], check=True, capture_output=True)
        os.remove(plain)
    elif task.source == "avif":
        picture.save(place, quality=70, speed=8)
    elif task.source == "jpg":
        picture.save(place, quality=90, subsampling="4:2:0", progressive=task.progressive)
    else:
        picture.save(place, quality=90)


def make_inputs(tasks, photos, work):
    """Files of each task: links to as many pictures as there are photos. One more than
    its count. Returns them, and tasks without an encoder."""
    files, missing = {}, []
    for task in tasks:
        if task.source == "heic" and not shutil.which("heif-enc"):
            missing.append(f"{task.name}: heif-enc is not installed (Debian: libheif-examples)")
            continue
        originals = work / "originals" / folder_name(task)
        originals.mkdir(parents=True, exist_ok=True)
        folder = work / "inputs" / f"{folder_name(task)}-{task.size}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        files[task] = []
        for number in range(task.count + 1):
            photo = photos[number % len(photos)]
            original = originals / f"{photo.stem}.{task.source}"
            if not original.exists():
                made = f"{originals}/making.{task.source}"
                make_picture(task, photo, made)
                os.rename(made, original)
            link = folder / f"{number:02}.{task.source}"
            os.link(original, link)
            files[task].append(link)
    return files, missing
