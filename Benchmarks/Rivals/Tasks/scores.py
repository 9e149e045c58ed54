"""How close a small picture comes to a full decode with Lanczos3, as `benchmarks quality` defines it."""

import io
import math

import numpy as np
from PIL import Image, ImageCms

WINDOW = np.exp(-np.arange(-5, 6) ** 2 / (2 * 1.5**2))
WINDOW /= WINDOW.sum()


def opened(path):
    """The picture in RGB on white, in sRGB where it has a profile. Samples of 16 bits lose the lower byte."""
    if path.suffix == ".heic":
        import pillow_heif

        pillow_heif.register_heif_opener()
    with Image.open(path) as image:
        profile = image.info.get("icc_profile")
        if image.mode == "RGBA":
            white = Image.new("RGB", image.size, "white")
            white.paste(image, mask=image.getchannel("A"))
            return white
        image = image.convert("RGB")
        if not profile:
            return image
        return ImageCms.profileToProfile(
            image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"))


class Reference:
    """Every pixel decoded, each channel in 32-bit floats, rounded once at the end; each size is made once."""

    def __init__(self, path):
        self.channels = [channel.convert("F") for channel in opened(path).split()]
        self.made = {}

    def score(self, path):
        picture = np.asarray(opened(path))
        size = (picture.shape[1], picture.shape[0])
        if size not in self.made:
            small = [np.asarray(channel.resize(size, Image.Resampling.LANCZOS)) for channel in self.channels]
            self.made[size] = np.clip(np.rint(np.dstack(small)), 0, 255).astype(np.uint8)
        return psnr(self.made[size], picture), ssim(self.made[size], picture)


def psnr(first, second):
    error = np.mean((first.astype(np.float64) - second) ** 2)
    return 10 * math.log10(255**2 / max(error, 1e-9))


def blurred(values):
    for axis in (0, 1):
        length = values.shape[axis] - len(WINDOW) + 1
        values = sum(
            weight * np.take(values, range(tap, tap + length), axis) for tap, weight in enumerate(WINDOW))
    return values


def ssim(first, second):
    """Structural similarity of the brightness (Wang and others, 2004): Gaussian of 11 x 11, windows inside only."""
    x, y = (picture.astype(np.float64) @ [0.299, 0.587, 0.114] for picture in (first, second))
    mx, my = blurred(x), blurred(y)
    variances = blurred(x * x) - mx * mx + blurred(y * y) - my * my
    covariance = blurred(x * y) - mx * my
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean(
        (2 * mx * my + c1) * (2 * covariance + c2) / ((mx * mx + my * my + c1) * (variances + c2))))
