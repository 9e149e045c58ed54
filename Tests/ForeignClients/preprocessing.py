"""Writes pictures, and the tensors that Pillow and numpy make of them by the rules of immich and of Transformers:
preprocessing.py FOLDER [PHOTOS]. Into FOLDER: cases.json, and for each case the files that it names: a picture (RGB, row
by row), the pixels of its tensor (RGB, row by row), the tensor (32-bit floats, little endian, channel by channel)."""
import itertools
import json
import pathlib
import sys

import numpy as np
from PIL import Image

FILTERS = ["nearest", "lanczos", "bilinear", "bicubic", "box", "hamming"]
CLIP = ([0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711])
HALF = ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])
NONE = ([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])
SIZES = [
    (640, 480), (480, 640), (333, 217), (217, 333), (224, 224), (225, 224), (224, 225), (1, 1), (1, 500), (500, 1),
    (3, 2), (50, 40), (500, 37), (37, 500), (511, 383), (257, 255), (300, 299), (299, 300), (700, 500), (97, 601),
]


def drawn():
    """50 pictures: noise, gradients, checkerboards and stripes of many sizes."""
    random = np.random.default_rng(7)
    for index in range(50):
        width, height = SIZES[index % len(SIZES)]
        if index >= len(SIZES):
            width, height = width + int(random.integers(0, 50)), height + int(random.integers(0, 50))
        y, x = np.mgrid[0:height, 0:width]
        kind = index % 4
        if kind == 0:
            pixels = random.integers(0, 256, (height, width, 3))
        elif kind == 1:
            pixels = np.stack([x * 255 // width, y * 255 // height, (x + y) * 255 // (width + height)], -1)
        elif kind == 2:
            pixels = np.repeat((((x // 3 + y // 5) % 2) * 255)[..., None], 3, -1)
        else:
            pixels = np.stack([x % 7 * 42, y % 5 * 63, (x * y) % 256], -1)
        yield Image.fromarray(pixels.astype(np.uint8))


def resized(image, case):
    """The picture before the crop, by the rule of the case."""
    filter = Image.Resampling(FILTERS.index(case["filter"]))
    if "squash" in case:
        return image.resize(tuple(case["squash"]), filter)
    if "short" not in case:
        return image
    side, (width, height) = case["short"], image.size
    if case["rounding"] == "immich":
        if width < height:
            return image.resize((side, int((height / width) * side)), filter)
        return image.resize((int((width / height) * side), side), filter)
    short, long = min(width, height), max(width, height)
    scaled = int(side * long / short)
    return image.resize((side, scaled) if width < height else (scaled, side), filter)


def cropped(image, case):
    """The center, black where the picture is smaller."""
    if "crop" not in case:
        return image
    width, height = case["crop"]
    left, top = (image.width - width) // 2, (image.height - height) // 2
    return image.crop((left, top, left + width, top + height))


def tensor(pixels, case):
    """The rescaled and normalized numbers, in 32 bits."""
    mean, deviation = (np.array(case[name], np.float32) for name in ("mean", "deviation"))
    if case["rounding"] == "immich":
        values = pixels.astype(np.float32) / 255.0
        values *= 1.0 / deviation
        values -= mean / deviation
    else:
        values = ((pixels * case["factor"]).astype(np.float32) - mean) / deviation
    assert values.dtype == np.float32
    return values.transpose(2, 0, 1)


def ways():
    """Endless: each filter, each way to resize, each rounding, each normalization in turn."""
    for number in itertools.count():
        mean, deviation = [CLIP, HALF, NONE][number % 3]
        case = {"filter": FILTERS[number % 6], "rounding": ["immich", "transformers"][number // 6 % 2]}
        case |= {"mean": mean, "deviation": deviation, "factor": 1 / 255}
        way = number // 12 % 4
        if way == 0:
            yield case | {"short": 112, "crop": [112, 112]}
        elif way == 1:
            yield case | {"squash": [96, 64]}
        elif way == 2:
            yield case | {"short": 128, "crop": [112, 113]}
        else:
            yield case | {"crop": [151, 100]}


def main():
    folder = pathlib.Path(sys.argv[1])
    pictures = list(drawn())
    if len(sys.argv) > 2:
        for path in sorted(pathlib.Path(sys.argv[2]).glob("*.jpg")):
            picture = Image.open(path).convert("RGB")
            picture.thumbnail((480, 480))
            pictures.append(picture)
    cases, way = [], ways()
    for index, picture in enumerate(pictures):
        (folder / f"{index}.rgb").write_bytes(picture.tobytes())
        for turn in range(5):  # each picture begins at another of the 48 ways
            case = next(way) | {"picture": f"{index}.rgb", "width": picture.width, "height": picture.height}
            result = cropped(resized(picture, case), case)
            pixels = np.asarray(result)
            name = f"{index}-{turn}"
            (folder / f"{name}.pixels").write_bytes(pixels.tobytes())
            (folder / f"{name}.tensor").write_bytes(np.ascontiguousarray(tensor(pixels, case), "<f4").tobytes())
            cases.append(case | {"pixels": f"{name}.pixels", "tensor": f"{name}.tensor"})
    (folder / "cases.json").write_text(json.dumps(cases))


main()
