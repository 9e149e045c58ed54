"""Lines of text that magpie and rapidocr read in the same pictures: python3 compare.py FOLDER --models DIR [options].

FOLDER has pictures; each is made a PNG of plain RGB first, since both must see the same pixels: ways of reading profiles, alpha and
palettes differ. DIR has the models, by default those of the package. Both run on one thread, one picture after the other, with the
same library. Printed are the pictures whose lines differ, with the difference; then the lines that have the same text, the same box
(to a hundredth of a pixel) and the same score (to five digits), and the CPU a picture, decoding included. That of rapidocr is without
the opening of the models; that of magpie is the process of the models and its own, less those of a run that opens the models only.

Needs the packages rapidocr 3.10.0, onnxruntime, opencv-python-headless, pillow.
"""

import argparse
import glob
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
KINDS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".gif", ".bmp")


def plain(folder, out, most):
    """Writes upright PNGs of plain RGB; of more than `most` pictures a repeatable choice."""
    from PIL import Image, ImageOps
    names = sorted(name for name in glob.glob(os.path.join(folder, "**"), recursive=True)
                   if name.lower().endswith(KINDS))
    random.Random(1).shuffle(names)
    for name in names:
        if len(os.listdir(out)) == most:
            break
        try:
            with Image.open(name) as image:
                if image.width * image.height > 30_000_000:
                    continue
                rgb = ImageOps.exif_transpose(image).convert("RGB")
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            continue
        rgb.info.clear()
        stem = os.path.relpath(name, folder).replace(os.sep, "_").rsplit(".", 1)[0]
        rgb.save(os.path.join(out, stem + ".png"), compress_level=1)
    return sorted(os.path.join(out, name) for name in os.listdir(out))


def reference(pictures, models):
    """The lines of rapidocr and its CPU, by picture."""
    import logging

    import cv2
    from rapidocr import RapidOCR
    logging.disable(logging.CRITICAL)
    cv2.setNumThreads(1)
    params = {"Global.log_level": "critical", "EngineConfig.onnxruntime.intra_op_num_threads": 1,
              "EngineConfig.onnxruntime.inter_op_num_threads": 1}
    for part in ("det", "rec", "cls"):
        found = glob.glob(os.path.join(models, f"*{part}*.onnx"))
        if found:
            params[f"{part.capitalize()}.model_path"] = found[0]
    engine = RapidOCR(params=params)
    engine(cv2.imread(pictures[0]))
    lines, cpu = {}, {}
    for picture in pictures:
        start = time.process_time()
        try:
            read = engine(cv2.imread(picture))
        except Exception as error:  # Its own errors have no common class.
            print(f"{os.path.basename(picture)}: rapidocr fails: {type(error).__name__}")
            continue
        cpu[picture] = time.process_time() - start
        lines[picture] = [] if read.txts is None else [
            {"text": text, "score": score, "corners": [float(number) for corner in box for number in corner]}
            for text, score, box in zip(read.txts, read.scores, read.boxes)]
    return lines, cpu


def own(magpie, pictures, models, runtime):
    """The lines of magpie by picture, and the CPU of the whole run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        [magpie, "read", "-", "--models", models, "--onnxruntime", runtime, "--jobs", "1", "--json", "-q"],
        input="\n".join(pictures), capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode not in (0, 3):
        sys.exit(ended.stderr)
    rows = [json.loads(row) for row in ended.stdout.splitlines()]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {row["path"]: row["lines"] for row in rows if row["ok"]}, cpu


def differences(one, other):
    """The differences of the lines of a picture, and the counts of equal texts, boxes and scores."""
    found, counts = [], [0, 0, 0]
    if [line["text"] for line in one] != [line["text"] for line in other]:
        found.append(f"rapidocr {[line['text'] for line in one]}, magpie {[line['text'] for line in other]}")
    for left, right in zip(one, other):
        same = (left["text"] == right["text"],
                max(abs(a - b) for a, b in zip(left["corners"], right["corners"])) < 0.01,
                abs(left["score"] - right["score"]) < 1.5e-5)
        counts = [count + is_same for count, is_same in zip(counts, same)]
        if same[0] and not same[1]:
            found.append(f"{left['text']!r} is at {left['corners']} and {right['corners']}")
        if same[0] and abs(left["score"] - right["score"]) > 0.01:
            found.append(f"{left['text']!r} has {left['score']} and {right['score']}")
    return found, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder")
    parser.add_argument("--models", help="folder of the models; default: those of the package rapidocr")
    parser.add_argument("--onnxruntime", help="library; default: that of the package onnxruntime")
    parser.add_argument("--magpie", default=os.path.join(ROOT, ".build/release/magpie"))
    parser.add_argument("--most", type=int, default=100, help="pictures; default 100")
    options = parser.parse_args()
    import onnxruntime
    import rapidocr
    models = options.models or os.path.join(os.path.dirname(rapidocr.__file__), "models")
    runtime = options.onnxruntime or os.path.join(os.path.dirname(onnxruntime.__file__), "capi")
    with tempfile.TemporaryDirectory() as scratch:
        pictures = plain(options.folder, scratch, options.most)
        if not pictures:
            sys.exit(f"compare.py: {options.folder} has no pictures")
        lines, cpu = reference(pictures, models)
        broken = os.path.join(scratch, "broken.png")
        with open(broken, "wb") as file:
            file.write(b"no picture")
        start = own(options.magpie, [broken], models, runtime)[1]
        found, total = own(options.magpie, list(lines), models, runtime)
    equal, counts, count = 0, [0, 0, 0], 0
    for picture, read in lines.items():
        different, same = differences(read, found.get(picture, []))
        for difference in different:
            print(f"{os.path.basename(picture)}: {difference}")
        equal += not different
        counts = [left + right for left, right in zip(counts, same)]
        count += len(read)
    print(f"{equal} of {len(lines)} pictures have the same lines")
    print(f"{count} lines of rapidocr: {counts[0]} have the same text, {counts[1]} the same box, {counts[2]} the same score")
    print(f"CPU a picture: rapidocr {sum(cpu.values()) / len(cpu):.3f} s, magpie {(total - start) / len(cpu):.3f} s")


if __name__ == "__main__":
    main()
