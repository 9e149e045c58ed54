#!/usr/bin/env bash
# rapidocr 3.10.0 of PyPI: the options of one call, with the models in its wheel.
#
# Guess: `reader(picture, text_score=0.9999)` is strict for this call, and `use_cls=False` leaves the direction of lines alone in this
# one; the next call has the settings that the reader was made with.
# Seen: they stay. The next call without an option leaves out what the strict one did, and reads a page on its head wrongly, until a
# call names the other value or a new reader is made. A server that shares one reader mixes the options of its callers.
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
page = Image.new("RGB", (420, 120), "white")
ImageDraw.Draw(page).text((20, 30), "Invoice 2041", fill="black", font=ImageFont.load_default(48))
page.save("page.png")
page.rotate(180).save("turned.png")
reader = RapidOCR()

def words(file, **options):
    found = list(reader(file, **options).txts or ())
    print(f"{file} {options or ''}: {found}")
    return found

assert words("page.png") == ["Invoice", "2041"]
strict = words("page.png", text_score=0.9999)
assert strict == ["2041"] and words("page.png") == strict
assert words("page.png", text_score=0.5) == ["Invoice", "2041"] == words("page.png")
upright = words("turned.png")
alone = words("turned.png", use_cls=False)
assert upright != alone and words("turned.png") == alone
assert RapidOCR()("turned.png").txts == tuple(upright)
PYTHON
# Output:
#   page.png : ['Invoice', '2041']
#   page.png {'text_score': 0.9999}: ['2041']
#   page.png : ['2041']
#   page.png {'text_score': 0.5}: ['Invoice', '2041']
#   page.png : ['Invoice', '2041']
#   turned.png : ['2041', 'Invoice 2']
#   turned.png {'use_cls': False}: ['2041', 'lnvoice']
#   turned.png : ['2041', 'lnvoice']
