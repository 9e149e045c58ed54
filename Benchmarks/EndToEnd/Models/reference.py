"""Vectors by plain Python: ONNX Runtime, tokenizers and Pillow, by the rules of the program that each layout is made for.

The rules are read from each folder's files, apart from the layout's own: immich fills texts up to the context length, writes
them in ids of 32 bits and cuts a crop's corner off to a whole number; SigLIP fills up to 64 with `</s>`.
"""

import json
import os

import numpy as np
from PIL import Image
from tokenizers import Tokenizer

from pair import unit
from pictures import opened, session

FILTERS = {"bicubic": Image.BICUBIC, "bilinear": Image.BILINEAR, 2: Image.BILINEAR, 3: Image.BICUBIC}
ENDINGS = ("", "_fp16", "_quantized")


def read(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def graph(folder, *names):
    for name in names:
        for ending in ENDINGS:
            if os.path.exists(path := os.path.join(folder, f"{name}{ending}.onnx")):
                return session(path)
    return None


class Model:
    """A folder's two towers; each gives a vector of length 1, or is None."""

    def __init__(self, folder):
        self.folder = folder
        self.config = read(folder, "config.json")
        self.immich = os.path.exists(os.path.join(folder, "visual"))
        pictures = read(folder, "visual/preprocess_cfg.json") or read(folder, "preprocessor_config.json")
        joint = graph(folder, "onnx/model", "model")
        self.vision = (graph(folder, "visual/model", "onnx/vision_model") or joint) if pictures else None
        self.steps = pictures
        self.words = None
        words = os.path.join(folder, "textual/tokenizer.json" if self.immich else "tokenizer.json")
        if os.path.exists(words):
            self.words = Tokenizer.from_file(words)
            self.words.no_padding()
            self.words.no_truncation()
            self.settings = read(folder, words.replace("tokenizer.json", "tokenizer_config.json"))
            self.language = graph(folder, "textual/model", "onnx/text_model") or joint
            self.fit()

    def fit(self):
        """How long texts are, and whether they are filled up."""
        siglip = self.config.get("model_type") == "siglip"
        length = self.settings["model_max_length"]
        if self.immich:
            length = self.config["text_cfg"]["context_length"]
        self.words.enable_truncation(length)
        if self.immich or siglip:
            token = self.settings["pad_token"]
            self.words.enable_padding(length=length, pad_token=token, pad_id=self.words.token_to_id(token))

    def pixels(self, image):
        """The input of the picture's tower."""
        steps = self.steps
        if self.immich:
            size = steps["size"] if isinstance(steps["size"], int) else steps["size"][0]
            name = FILTERS[steps["interpolation"]]
            if steps["resize_mode"] == "squash":
                image = image.resize((size, size), name)
            else:
                image = resized(image, size, name)
                left, top = int(image.width / 2 - size / 2), int(image.height / 2 - size / 2)
                image = image.crop((left, top, left + size, top + size))
            mean, deviation = steps["mean"], steps["std"]
        else:
            size, name = steps["size"], FILTERS[steps["resample"]]
            if side := size.get("shortest_edge"):
                image = resized(image, side, name)
            else:
                image = image.resize((size["width"], size["height"]), name)
            if steps.get("do_center_crop"):
                crop = steps["crop_size"]["width"]
                left, top = (image.width - crop) // 2, (image.height - crop) // 2
                image = image.crop((left, top, left + crop, top + crop))
            mean, deviation = steps["image_mean"], steps["image_std"]
        if self.vision.get_inputs()[0].type == "tensor(uint8)":
            return np.asarray(image)[None]
        values = np.asarray(image, np.float32) / np.float32(255)
        values = (values - np.float32(mean)) / np.float32(deviation)
        return np.ascontiguousarray(values.transpose(2, 0, 1)[None], np.float32)

    def picture(self, path):
        pixels = self.pixels(opened(path))
        inputs = {value.name for value in self.vision.get_inputs()}
        given = {name: pixels for name in inputs & {"image", "pixel_values"}}
        given |= {name: np.ones((1, 2), np.int64) for name in inputs - given.keys()}
        return unit(self.output(self.vision, given, "image_embeds").astype(np.float64))

    def text(self, text):
        if self.immich:
            text = " ".join(text.split())
        encoding = self.words.encode(text)
        inputs = {value.name: value.type for value in self.language.get_inputs()}
        given = {"input_ids": encoding.ids, "text": encoding.ids, "attention_mask": encoding.attention_mask,
                 "token_type_ids": encoding.type_ids}
        kind = np.int32 if self.immich else np.int64
        given = {name: np.array([values], kind) for name, values in given.items() if name in inputs}
        if "pixel_values" in inputs:
            side = self.language.get_inputs()[[*inputs].index("pixel_values")].shape[2]
            given["pixel_values"] = np.zeros((1, 3, side, side), np.float32)
        return unit(self.output(self.language, given, "text_embeds").astype(np.float64))

    @staticmethod
    def output(run, given, name):
        """The embeddings by their name, else the pooled output, else the first."""
        names = [value.name for value in run.get_outputs()]
        wanted = next((each for each in (name, "pooler_output") if each in names), names[0])
        return run.run([wanted], given)[0][0]


def resized(image, side, name):
    """The short side at `side`, the long one cut off to a whole number."""
    width, height = image.size
    if width < height:
        return image.resize((side, int(side * height / width)), name)
    return image.resize((int(side * width / height), side), name)
