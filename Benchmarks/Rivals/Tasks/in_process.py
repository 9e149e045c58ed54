"""The rivals of Python, each in a process of its own: python in_process.py pillow|libvips one|folder < SPEC

SPEC is JSON: files, out, size, target, quality, jobs. "one" makes one picture to warm up and then all of them one after
the other, and prints the seconds of CPU and of wall time as JSON. "folder" makes all with `jobs` workers, prints
nothing and is measured from outside. libvips is called as sharp calls it: one thread for each picture, shrink on load with a
factor of 2 left, Lanczos3, optimized Huffman tables, no metadata, no cache."""

import concurrent.futures
import json
import multiprocessing
import os
import sys
import time

kind, mode = sys.argv[1:]
spec = json.load(sys.stdin)
size, quality = spec["size"], spec["quality"]


def place(path):
    return os.path.join(spec["out"], f"{os.path.splitext(os.path.basename(path))[0]}.{spec['target']}")


if kind == "pillow":
    from PIL import Image

    if spec["source"] == "heic":
        import pillow_heif

        pillow_heif.register_heif_opener()

    def shrink(path):
        with Image.open(path) as image:
            # Has the decoder of JPEG shrink (draft) as far as a reducing gap of 2, the default, allows.
            image.thumbnail((size, size), Image.Resampling.LANCZOS)
            image.save(place(path), quality=quality)

else:
    os.environ["VIPS_CONCURRENCY"] = "1"
    import pyvips

    pyvips.cache_set_max(0)
    options = {"jpg": {"Q": quality, "optimize_coding": True}, "webp": {"Q": quality}, "png": {}}[spec["target"]]

    def shrink(path):
        small = pyvips.Image.thumbnail(path, size, height=size, size="down")
        small.write_to_file(place(path), keep="none", **options)


if __name__ == "__main__":
    if mode == "folder":
        if kind == "pillow":
            with multiprocessing.Pool(spec["jobs"]) as pool:
                pool.map(shrink, spec["files"], chunksize=1)
        else:
            with concurrent.futures.ThreadPoolExecutor(spec["jobs"]) as pool:
                list(pool.map(shrink, spec["files"]))
    else:
        for path in spec["files"][:1]:
            shrink(path)
        cpu, wall = time.process_time(), time.perf_counter()
        for path in spec["files"]:
            shrink(path)
        print(json.dumps({"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}))
