"""Cuts pictures into parts, so that an index of many real descriptors can be measured: python crops.py FOLDER... WORK

Every picture of the folders whose shorter side has 96 pixels or more gets four parts of half its sides at random
places, the same ones each time. Writes them into WORK and prints the paths of all pictures and parts, as `magpie index
--list` reads them. Needs Pillow. Then `magpie index --list LIST --store STORE` and `benchmarks match --store STORE`."""

import json
import pathlib
import random
import sys

from PIL import Image, ImageOps

*folders, work = sys.argv[1:]
work = pathlib.Path(work)
work.mkdir(parents=True, exist_ok=True)
files = sorted(file for folder in folders for file in pathlib.Path(folder).rglob("*")
               if file.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
for number, file in enumerate(files):
    print(json.dumps({"path": str(file)}))
    with Image.open(file) as opened:
        if min(opened.size) < 96:
            continue
        picture = ImageOps.exif_transpose(opened).convert("RGB")
    (w, h), numbers = picture.size, random.Random(number)
    for part in range(4):
        left, top = numbers.randint(0, w // 2), numbers.randint(0, h // 2)
        place = work / f"{number:06}-{part}.jpg"
        picture.crop((left, top, left + w // 2, top + h // 2)).save(place, quality=90)
        print(json.dumps({"path": str(place)}))
