"""Compares the values of `magpie prep --measure` with the reference implementations of PyPI, on the pixels that they are
computed from: measures.py FOLDER, in which each of 100.jsonl, 32.jsonl and 512.jsonl names PNGs and their values."""
import base64
import json
import pathlib
import sys

import blurhash
import imagehash
import numpy as np
import thumbhash
from PIL import Image


def lines(folder, name):
    for line in open(folder / name, encoding="utf-8"):
        line = json.loads(line)
        if line["ok"]:
            yield line, Image.open(folder / line["outputs"][0]["path"])


def laplacian(gray):
    """The variance of the Laplacian; beyond the edge the pixels are mirrored."""
    wide = np.pad(np.asarray(gray, np.int64), 1, mode="reflect")
    return (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * wide[1:-1, 1:-1]).var()


def main():
    folder = pathlib.Path(sys.argv[1])
    counts, faults = {}, []

    def compare(line, name, expected, equal=lambda left, right: left == right):
        counts[name] = counts.get(name, 0) + 1
        if not equal(line[name], expected):
            faults.append(f"{line['path']}: {name} is {line[name]}, not {expected}")

    for line, image in lines(folder, "100.jsonl"):
        rgba = np.asarray(image.convert("RGBA")).reshape(-1).tolist()
        hashed = bytes(thumbhash.rgba_to_thumb_hash(image.width, image.height, rgba))
        compare(line, "thumbhash", base64.b64encode(hashed).decode())
        compare(line, "blurhash", blurhash.encode(np.asarray(image.convert("RGB")), 4, 3))
    for line, image in lines(folder, "32.jsonl"):
        compare(line, "phash", str(imagehash.phash(image)))
    for line, image in lines(folder, "512.jsonl"):
        gray = image.convert("L")
        compare(line, "sharpness", laplacian(gray), lambda left, right: abs(left - right) <= 0.005 + 1e-6 * right)
        values = np.asarray(gray)
        expected = [values.mean() / 255, (values <= 4).mean(), (values >= 251).mean()]
        compare(line, "exposure", dict(zip(("mean", "dark", "bright"), expected)),
                lambda left, right: all(abs(left[name] - right[name]) <= 0.00006 for name in right))
    print(json.dumps(counts))
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
