"""What ImageNet's classes are called, and what they are kinds of: words with the classes that each covers."""

import collections
import importlib.util
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Learning"))
import thesaurus  # noqa: E402

WIDE = 300  # A sense with more classes at or below it says nothing of a picture.
TEMPLATES = ("{}", "a photo of a {}", "a picture of {}", "the {}")
# How people say the class names of the labelled sets.
SAID = {"Faces_easy": "face", "car_side": "car", "cougar_face": "cougar", "crocodile_head": "crocodile",
        "water_lilly": "water lily", "airplanes": "airplane", "Motorbikes": "motorbike", "Longsleeve": "sweater",
        "Outwear": "jacket", "T-Shirt": "t shirt", "colts_foot": "coltsfoot", "lily_valley": "lily of the valley",
        "tigerlily": "tiger lily"}


def said(label):
    return SAID.get(label, label.replace("_", " ").replace("-", " ").lower())


def senses(wordnet):
    """Of each sense at or above a class: its words, and the numbers of the classes at or below it."""
    nouns = thesaurus.synsets(wordnet, "noun")
    info = os.path.join(os.path.dirname(importlib.util.find_spec("timm").origin), "data/_info/imagenet_synsets.txt")
    below = collections.defaultdict(set)
    for number, line in enumerate(open(info)):
        waiting, seen = [int(line.strip()[1:])], set()
        while waiting:
            if (offset := waiting.pop()) in seen:
                continue
            seen.add(offset)
            below[offset].add(number)
            waiting += [target for symbol, target, _, _ in nouns[offset].pointers if symbol in ("@", "@i")]
    return [([thesaurus.plain(word) for word in nouns[offset].words], sorted(numbers))
            for offset, numbers in sorted(below.items()) if len(numbers) <= WIDE]
