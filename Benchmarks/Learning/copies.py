"""Near copies: a gallery picture cropped, turned, lightened or darkened, made small and compressed must find itself."""

import io
import os

import numpy as np
from PIL import Image

import data


def changed(picture, random):
    """Turned by up to 8 degrees, cropped to 75-95 % of each side, +-25 % brightness, 0.6 x, JPEG quality 40."""
    turned = picture.rotate(random.uniform(-8, 8), Image.BICUBIC, fillcolor=(255, 255, 255))
    share = random.uniform(0.75, 0.95)
    w, h = (round(side * share) for side in picture.size)
    left, top = random.integers(0, picture.width - w + 1), random.integers(0, picture.height - h + 1)
    x = turned.crop((left, top, left + w, top + h))
    x = x.resize((max(1, round(w * 0.6)), max(1, round(h * 0.6))), Image.BICUBIC)
    pixels = np.clip(np.asarray(x).astype(np.float64) * random.uniform(0.75, 1.25), 0, 255).astype(np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=40)
    return np.asarray(Image.open(buffer))


def measure(shared, rows, gallery, vectors, describe, number=600):
    """Percent of changed copies whose original is first, and among the first ten, of the whole gallery."""
    random = np.random.default_rng(1)
    where = np.flatnonzero(gallery)
    picks = random.choice(len(where), min(number, len(where)), replace=False)
    copies = [changed(Image.open(os.path.join(shared, "retrieval", rows[where[pick]]["file"])).convert("RGB"), random)
              for pick in picks]
    squares = {side: np.stack([data.squash(copy, side) for copy in copies]) for side in (data.SIDE, data.INPUT)}
    similarity = describe(squares) @ vectors[where].T
    rank = (similarity > similarity[np.arange(len(picks)), picks][:, None]).sum(axis=1)
    return [round(100 * float((rank < k).mean()), 1) for k in (1, 10)]
