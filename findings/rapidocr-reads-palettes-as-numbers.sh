#!/usr/bin/env bash
# rapidocr 3.10.0 of PyPI: a PNG with a palette, such as scanners and screenshots are saved as to be small.
#
# Guess: the picture is the one that its colors show, so that a page in two colors has the same words as an RGB PNG and as a palette.
# Seen: it has none, without an error. The numbers of the palette are taken for gray: colors 0 and 1 are two blacks. The path of the file
# and an open Pillow picture do so alike.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q rapidocr==3.10.0 onnxruntime==1.32.0 opencv-python-headless==5.0.0.93 pillow==13.0.0
# The wheel asks for OpenCV with windows, which needs libraries of a desktop; the files are the same ones.
"$work/venv/bin/pip" uninstall -q -y opencv-python >"$work/log" 2>&1 || true
"$work/venv/bin/pip" install -q --force-reinstall --no-deps opencv-python-headless==5.0.0.93
cd "$work"
"$work/venv/bin/python" - <<'PYTHON' 2>"$work/log"
import logging
from PIL import Image, ImageDraw, ImageFont
from rapidocr import RapidOCR

logging.disable(logging.CRITICAL)
page = Image.new("P", (420, 120))
page.putpalette([255, 255, 255, 0, 0, 0])
draw = ImageDraw.Draw(page)
draw.fontmode = "1"
draw.text((20, 30), "Invoice 2041", fill=1, font=ImageFont.load_default(48))
page.save("palette.png")
page.convert("RGB").save("rgb.png")
assert Image.open("palette.png").convert("RGB").tobytes() == Image.open("rgb.png").tobytes()
reader = RapidOCR()
found = {name: list(reader(picture).txts or ()) for name, picture in
         [("rgb.png", "rgb.png"), ("palette.png", "palette.png"), ("opened", Image.open("palette.png"))]}
for name, words in found.items():
    print(f"{name}: {words}")
assert found == {"rgb.png": ["Invoice", "2041"], "palette.png": [], "opened": []}, found
PYTHON
# Output:
#   rgb.png: ['Invoice', '2041']
#   palette.png: []
#   opened: []
