"""Writes `expected.json`: the vectors that plain Python gives for pictures of the shared data and for texts, of each model.

    {"pictures": [path, relative to the shared data], "texts": [text],
     "models": {folder: {"pictures": [vector or null], "texts": [vector or null]}}}

Vectors have length 1, and numbers of five digits. Models with random weights have the first eight pictures and the first twelve
texts.
"""

import csv
import json
import os

import numpy as np
from PIL import Image

from pictures import SHARED
from reference import Model

TEXTS = """a photo of a dog
two red shoes on a white table
Airplane
motorbike
a bowl of tomato soup, with bread
Ein rotes Fahrrad steht vor dem Haus.
une grande église près de la rivière
un perro pequeño corre por la playa
白い靴
красная машина

  many   blanks	and a tab  
UPPER CASE AND lower case, ÀÉÎÕÜ!
it's we're they'll I'd don't
3.14159 and 1,000,000 in 2026
emoji 😀👍🏽 and a flag 🇨🇭
ﬁne ligatures ½ ① ™ Ａｂｃ
naïve café — “quotes” … ‘single’
a_b-c/d\\e (f) [g] {h} <i> @j #k $l %m ^n &o *p
the supercalifragilisticexpialidocious electroencephalographically antidisestablishmentarianism
chandelier
crocodile
woman's long dress
running shoes, size 42
laptop computer on a desk
grand piano
sunflower in a field
water lily
스니커즈 신발
चलने वाले जूते
รองเท้าวิ่งสีขาว
حذاء رياضي أبيض
נעלי ספורט
κόκκινο αυτοκίνητο
giày chạy bộ màu trắng
kırmızı İstanbul ışığı
Straße mit großen Bäumen
zażółć gęślą jaźń
[CLS] special [SEP] tokens <|endoftext|> </s> inside""".split("\n")
LONG = " ".join(["a long description of a picture with many words in it"] * 12)


def chosen(count=50):
    """Upright sRGB photos in color: twenty large ones, the others evenly over their aspect ratios."""
    found = []
    for pool in ("photos", "retrieval"):
        folder = os.path.join(SHARED, pool)
        names = [row["file"] for row in csv.DictReader(open(
            os.path.join(folder, "manifest.csv" if pool == "photos" else "labels.csv"), encoding="utf-8"))]
        sizes = []
        for name in names:
            with Image.open(os.path.join(folder, name)) as image:
                if (image.format, image.mode) != ("JPEG", "RGB") or image.info.get("icc_profile"):
                    continue
                if image.getexif().get(0x0112, 1) != 1:
                    continue
                sizes.append((image.width / image.height, f"{pool}/{name}"))
        sizes.sort()
        most = count - len(found) if found else 20
        picks = np.linspace(0, len(sizes) - 1, min(most, len(sizes))).astype(int)
        found += [sizes[pick][1] for pick in picks]
    return [found[at] for at in np.random.default_rng(0).permutation(len(found))]


def rounded(vector):
    return [round(float(value), 5) for value in vector]


def write(out):
    pictures, texts = chosen(), TEXTS + [LONG]
    assert len(texts) == 40, len(texts)
    models = {}
    for name in sorted(os.listdir(out)):
        if not os.path.isdir(os.path.join(out, name)):
            continue
        model, few = Model(os.path.join(out, name)), name.startswith("random")
        found = models[name] = {}
        if model.vision:
            found["pictures"] = [rounded(model.picture(os.path.join(SHARED, path))) for path in pictures[:8 if few else 50]]
        if model.words:
            found["texts"] = [rounded(model.text(text)) for text in texts[:12 if few else 40]]
    with open(os.path.join(out, "expected.json"), "w", encoding="utf-8") as file:
        json.dump({"pictures": pictures, "texts": texts, "models": models}, file, ensure_ascii=False,
                  separators=(",", ":"))
