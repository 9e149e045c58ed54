"""Thumbnails of a list of JPEGs with Pillow or pillow-simd: the rival of the benchmarks.

    python3 pillow_thumbnail.py SIZE QUALITY OUTDIR PROCESSES < list

The fastest way known to make them: the decoder shrinks as far as the output allows (draft), Lanczos does the rest,
the small picture is turned upright, and each process works on its own pictures. Outputs are 4:4:4.
"""

import multiprocessing
import os
import sys

from PIL import Image

TURN = Image.Transpose
UPRIGHT = {
    2: TURN.FLIP_LEFT_RIGHT,
    3: TURN.ROTATE_180,
    4: TURN.FLIP_TOP_BOTTOM,
    5: TURN.TRANSPOSE,
    6: TURN.ROTATE_270,
    7: TURN.TRANSVERSE,
    8: TURN.ROTATE_90,
}
ORIENTATION = 0x0112

SIZE, QUALITY, FOLDER, PROCESSES = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])


def fitted(width, height):
    """The sides of the output: the longest is SIZE, and nothing is enlarged."""
    scale = min(SIZE / max(width, height), 1)
    return max(round(width * scale), 1), max(round(height * scale), 1)


def shrink(path):
    with Image.open(path) as image:
        target = fitted(*image.size)
        image.draft("RGB", target)
        small = image.resize(target, Image.Resampling.LANCZOS)
        turn = UPRIGHT.get(image.getexif().get(ORIENTATION))
    if turn is not None:
        small = small.transpose(turn)
    if small.mode not in ("L", "RGB"):
        small = small.convert("RGB")
    small.save(os.path.join(FOLDER, os.path.basename(path)), "JPEG", quality=QUALITY, subsampling=0)


if __name__ == "__main__":
    paths = sys.stdin.read().splitlines()
    with multiprocessing.Pool(PROCESSES) as pool:
        pool.map(shrink, paths, chunksize=1)
