"""The rivals of Python, each in a process of its own: python in_process.py RIVAL one|folder < SPEC

SPEC is JSON: files, out, size, source, target, kind, quality, jobs. "one" makes one picture to warm up and then all of
them one after the other, and prints the seconds of CPU and of wall time as JSON. "folder" makes all with `jobs` workers,
prints nothing and is measured from outside. A rival that has no way for a task exits with a sentence: that it would
leave the profile of a picture out is one. How each shrinks:

pillow       `thumbnail`: the decoder of JPEG shrinks as far as a gap of 2 allows, Lanczos3; profiles by ImageCms
libvips      as sharp calls it: one thread for each picture, shrink on load with a factor of 2 left, Lanczos3, optimized
             Huffman tables, no metadata, no cache
opencv       the decoder of JPEG shrinks to the last power of two, then means of areas
imagecodecs  full decode, the means of OpenCV
simplejpeg   the decoder of JPEG shrinks to the last eighth, Lanczos3 of cykooz-resizer
kornia       full decode, Lanczos3"""

import concurrent.futures
import json
import multiprocessing
import os
import sys
import time

rival, mode = sys.argv[1:]
spec = json.load(sys.stdin)
size, quality, source, target, kind = (spec[name] for name in ("size", "quality", "source", "target", "kind"))
# Color of JPEG in every pixel from this quality on, as ours has it.
is_whole = quality >= 90


def place(path):
    return os.path.join(spec["out"], f"{os.path.splitext(os.path.basename(path))[0]}.{target}")


def fitted(width, height):
    scale = min(size / max(width, height), 1)
    return max(round(width * scale), 1), max(round(height * scale), 1)


def refuse(*, unless):
    if not unless:
        sys.exit(f"no way for {' '.join(filter(None, [kind, source]))} to {target}")


def pillow():
    from PIL import Image, ImageCms

    if source == "heic":
        import pillow_heif

        pillow_heif.register_heif_opener()
    refuse(unless=kind != "deep")
    standard = ImageCms.createProfile("sRGB")
    options = {"jpg": {"quality": quality, "subsampling": "4:4:4" if is_whole else "4:2:0"},
               "webp": {"quality": quality}, "png": {}}[target]

    def shrink(path):
        with Image.open(path) as image:
            profile = image.info.get("icc_profile")
            if image.mode == "P":
                image = image.convert("RGB")
            image.thumbnail((size, size), Image.Resampling.LANCZOS)
            if kind == "p3":
                import io

                image = ImageCms.profileToProfile(image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), standard)
                image.info = {}
            if image.mode == "RGBA":
                white = Image.new("RGB", image.size, "white")
                white.paste(image, mask=image.getchannel("A"))
                image = white
            image.save(place(path), **options)

    return shrink


def libvips():
    os.environ["VIPS_CONCURRENCY"] = "1"
    import pyvips

    pyvips.cache_set_max(0)
    options = {"jpg": {"Q": quality, "optimize_coding": True}, "webp": {"Q": quality}, "png": {}}[target]
    converts = {"output_profile": "srgb"} if kind == "p3" else {}

    def shrink(path):
        small = pyvips.Image.thumbnail(path, size, height=size, size="down", **converts)
        if small.hasalpha():
            small = small.flatten(background=255)
        small.write_to_file(place(path), keep="none", **options)

    return shrink


def opencv():
    import cv2

    refuse(unless=source in ("jpg", "png", "webp", "avif", "tif") and kind in ("", "progressive", "palette", "deep"))
    cv2.setNumThreads(1)
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444 if is_whole else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
    options = {"jpg": [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling],
               "webp": [cv2.IMWRITE_WEBP_QUALITY, quality], "png": []}[target]
    longest = spec["longest"]
    reduced = {8: cv2.IMREAD_REDUCED_COLOR_8, 4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2}
    factor = next((k for k in reduced if source == "jpg" and longest >= k * size), 1)

    def shrink(path):
        picture = cv2.imread(path, reduced.get(factor, cv2.IMREAD_COLOR))
        small = cv2.resize(picture, fitted(picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
        cv2.imwrite(place(path), small, options)

    return shrink


def imagecodecs():
    import cv2
    import imagecodecs as codecs
    import numpy as np

    decoders = {"jpg": "jpeg8_decode", "webp": "webp_decode", "avif": "avif_decode", "png": "png_decode",
                "heic": "heif_decode"}
    refuse(unless=source in decoders and hasattr(codecs, decoders[source]) and kind in ("", "progressive", "grid", "deep"))
    cv2.setNumThreads(1)
    decode = getattr(codecs, decoders[source])
    encode = {"jpg": lambda small: codecs.jpeg8_encode(small, level=quality, subsampling="444" if is_whole else "420"),
              "webp": lambda small: codecs.webp_encode(small, level=quality, lossless=False),
              "png": lambda small: codecs.png_encode(small, level=6)}[target]

    def shrink(path):
        with open(path, "rb") as file:
            picture = decode(file.read())
        small = cv2.resize(picture, fitted(picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
        small = small >> 8 if small.dtype == np.uint16 else small
        with open(place(path), "wb") as file:
            file.write(encode(np.ascontiguousarray(small[..., :3].astype(np.uint8))))

    return shrink


def simplejpeg():
    refuse(unless=source == "jpg" and target == "jpg" and kind in ("", "progressive"))
    import numpy as np
    import simplejpeg as codec
    from cykooz_resizer import FilterType, ResizeAlg, ResizeOptions, Resizer
    from PIL import Image

    resizer, lanczos = Resizer(), ResizeOptions(resize_alg=ResizeAlg.convolution(FilterType.lanczos3))

    def shrink(path):
        with open(path, "rb") as file:
            data = file.read()
        height, width, *_ = codec.decode_jpeg_header(data)
        sides = fitted(width, height)
        picture = Image.fromarray(codec.decode_jpeg(data, min_width=sides[0], min_height=sides[1], min_factor=1))
        small = Image.new("RGB", sides)
        resizer.resize_pil(picture, small, lanczos)
        with open(place(path), "wb") as file:
            file.write(codec.encode_jpeg(np.asarray(small), quality, "RGB", "444" if is_whole else "420"))

    return shrink


def kornia():
    refuse(unless=source == "jpg" and target == "jpg" and kind == "")
    import kornia_rs
    import numpy as np

    read = getattr(kornia_rs, "read_image_jpeg", None) or kornia_rs.io.read_image_jpeg
    write = getattr(kornia_rs, "write_image_jpeg", None) or kornia_rs.io.write_image_jpeg
    resize = getattr(kornia_rs, "resize", None) or kornia_rs.imgproc.resize

    def shrink(path):
        picture = read(path, "rgb")
        width, height = fitted(picture.shape[1], picture.shape[0])
        write(place(path), np.ascontiguousarray(resize(picture, (height, width), "lanczos")), "rgb", quality)

    return shrink


if __name__ == "__main__":
    shrink = {"pillow": pillow, "libvips": libvips, "opencv": opencv, "imagecodecs": imagecodecs,
              "simplejpeg": simplejpeg, "kornia": kornia}[rival]()


def made(path):
    """For the workers of a pool, which cannot be handed a function of another one."""
    shrink(path)


if __name__ == "__main__":
    if mode == "folder":
        if rival == "libvips":
            with concurrent.futures.ThreadPoolExecutor(spec["jobs"]) as pool:
                list(pool.map(made, spec["files"]))
        else:
            with multiprocessing.get_context("fork").Pool(spec["jobs"]) as pool:
                pool.map(made, spec["files"], chunksize=1)
    else:
        for path in spec["files"][:1]:
            shrink(path)
        cpu, wall = time.process_time(), time.perf_counter()
        for path in spec["files"]:
            shrink(path)
        print(json.dumps({"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}))
