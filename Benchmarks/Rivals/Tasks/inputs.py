"""The pictures of the tasks, made of photos: scaled, cut and encoded anew without metadata."""

import io
import os
import shutil

import numpy as np
from PIL import Image, ImageOps

import grid
from profiles import DISPLAY_P3
from tasks import folder_name


def pixels(photo, sides):
    """The upright photo in exactly these sides: scaled to cover them and cut. What has more than 40 megapixels is four
    mirrored pieces, so that it has as much detail in a pixel as a photo has, and not what an enlargement has."""
    with Image.open(photo) as opened:
        upright = ImageOps.exif_transpose(opened).convert("RGB")
    # Some encoders write what a picture was opened with.
    upright.info = {}
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


def cut_out(picture):
    """The picture with an alpha channel: opaque in an ellipse, clear in the corners, half at its edge."""
    y, x = np.ogrid[-1:1:picture.height * 1j, -1:1:picture.width * 1j]
    alpha = np.clip((1.1 - np.sqrt(x * x + y * y)) * 20, 0, 1)
    picture.putalpha(Image.fromarray((alpha * 255).astype(np.uint8)))
    return picture


def deep(photo, sides):
    """Samples of 16 bits, whose lower bytes are those of a resize in floats."""
    import cv2

    wide = pixels(photo, (sides[0] * 3 // 2, sides[1] * 3 // 2))
    channels = [channel.convert("F").resize(sides, Image.Resampling.LANCZOS) for channel in wide.split()]
    levels = np.clip(np.rint(np.dstack([np.asarray(channel) for channel in channels]) * 257), 0, 65535)
    return cv2.imencode(".png", levels.astype(np.uint16)[..., ::-1])[1].tobytes()


def coded(picture, **options):
    file = io.BytesIO()
    picture.save(file, **options)
    return file.getvalue()


def make_picture(task, photo):
    """One input. Quality 90 with halved chroma for JPEG and WebP, 70 for AVIF, 60 of x265 for HEIC; no losses otherwise."""
    if task.kind == "deep":
        return deep(photo, task.sides)
    picture = pixels(photo, task.sides)
    if task.kind == "grid":
        return grid.heic(picture, 60)
    match task.source:
        case "heic":
            import pillow_heif

            pillow_heif.register_heif_opener()
            return coded(picture, format="HEIF", quality=60)
        case "avif":
            return coded(picture, format="AVIF", quality=70, speed=8)
        case "webp":
            return coded(picture, format="WEBP", quality=90)
        case "gif":
            return coded(picture.quantize(256), format="GIF")
        case "tif":
            return coded(picture, format="TIFF", compression="tiff_lzw")
        case "png":
            if task.kind == "rgba":
                picture = cut_out(picture)
            elif task.kind == "palette":
                picture = picture.quantize(256)
            return coded(picture, format="PNG")
    profile = {"icc_profile": DISPLAY_P3} if task.kind == "p3" else {}
    return coded(
        picture, format="JPEG", quality=90, subsampling="4:2:0", progressive=task.kind == "progressive", **profile)


def make_inputs(tasks, photos, work):
    """Files of each task: links to as many pictures as there are photos, one more than its count. Returns them, and the
    tasks whose pictures cannot be made."""
    files, missing = {}, []
    for task in tasks:
        originals = work / "originals" / folder_name(task)
        originals.mkdir(parents=True, exist_ok=True)
        folder = work / "inputs" / task.name.replace("/", " ")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        links = []
        try:
            for number in range(task.count + 1):
                photo = photos[number % len(photos)]
                original = originals / f"{photo.stem}.{task.source}"
                if not original.exists():
                    made = originals / "making"
                    made.write_bytes(make_picture(task, photo))
                    os.rename(made, original)
                link = folder / f"{number:03}.{task.source}"
                os.link(original, link)
                links.append(link)
            files[task] = links
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            missing.append(f"{task.name}: its pictures cannot be made ({error})")
    return files, missing
