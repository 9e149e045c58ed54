"""The folders with trained weights: `lite0`, `lite2`, `pair-immich`, `pair-hf`."""

import json
import os
import shutil

import numpy as np

from graph import FLOAT, INT32, INT64, Graph
from towers import DEVIATION, MEAN, SIDES, features, minilm, minilm_folder, picture_input, small_minilm, text_inputs

CARD = """---
license: apache-2.0
language:
- en
---

{}
"""
TOWER = "lite2"
LENGTH = 64


def folder(out, name, text):
    """An empty folder with its README.md."""
    path = os.path.join(out, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
        file.write(CARD.format(text))
    return path


def place(path, name):
    """The path of a file in the folder, whose own folder is made."""
    path = os.path.join(path, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def write_json(path, name, value):
    with open(place(path, name), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=False)


def preprocessor(side, crop=False, mean=MEAN, deviation=DEVIATION, kind="EfficientNetImageProcessor"):
    """`preprocessor_config.json`: squashed to the side, or the short side and a crop of the middle."""
    config = {"image_processor_type": kind, "do_resize": True, "resample": 3, "do_center_crop": crop, "do_rescale": True,
              "rescale_factor": 1 / 255, "do_normalize": True, "image_mean": [mean] * 3, "image_std": [deviation] * 3}
    if crop:
        return config | {"size": {"shortest_edge": side}, "crop_size": {"height": side, "width": side}}
    return config | {"size": {"height": side, "width": side}}


def projected(graph, x, space, length_one=True):
    """The vector of the space from the features of the head."""
    x = graph.linear(graph.node("Sub", x, graph.constant(space.mean.astype(np.float32))), space.matrix)
    return graph.unit(x) if length_one else x


def lite0(out):
    """fastembed's layout: the means of the head as they are, short side and crop."""
    path = folder(out, "lite0", "EfficientNet-Lite0, the 1,280 means of its head.")
    write_json(path, "config.json", {"model_type": "efficientnet", "hidden_dim": 1280, "image_size": SIDES["lite0"]})
    write_json(path, "preprocessor_config.json", preprocessor(SIDES["lite0"], crop=True))
    graph = Graph("lite0")
    pixels = picture_input(graph, SIDES["lite0"])
    graph.output(features(graph, pixels, "lite0"), "pooler_output", ["batch", 1280])
    graph.save(place(path, "model.onnx"))


def lite2(out, space):
    """Transformers' layout, one tower: 512 values, squashed."""
    path = folder(out, "lite2", "EfficientNet-Lite2, its head in 512 values.")
    write_json(path, "config.json", {"model_type": "efficientnet", "image_size": SIDES["lite2"]})
    write_json(path, "preprocessor_config.json", preprocessor(SIDES["lite2"]))
    vision(place(path, "onnx/vision_model.onnx"), "lite2", space)


def vision(path, name, space):
    graph = Graph(name)
    x = features(graph, picture_input(graph, SIDES[name]), name)
    graph.output(projected(graph, x, space), "image_embeds", ["batch", space.matrix.shape[1]])
    graph.save(path)


def tokenizer(path, name, work, length=512):
    """MiniLM's tokenizer and its settings."""
    given = minilm_folder(work)
    shutil.copyfile(os.path.join(given, "tokenizer.json"), place(path, name + "tokenizer.json"))
    with open(os.path.join(given, "tokenizer_config.json"), encoding="utf-8") as file:
        write_json(path, name + "tokenizer_config.json", json.load(file) | {"model_max_length": length})
    shutil.copyfile(os.path.join(given, "special_tokens_map.json"), place(path, name + "special_tokens_map.json"))


def pair_hf(out, work, learned):
    """Transformers.js' layout: two towers, texts of any length with a mask, weights of 32 bits."""
    path = folder(out, "pair-hf", "EfficientNet-Lite2 and MiniLM in one space of 512 values.")
    size = learned.space.matrix.shape[1]
    write_json(path, "config.json", {
        "model_type": "vision-text-dual-encoder", "projection_dim": size,
        "text_config": {"model_type": "bert", "hidden_size": 384, "max_position_embeddings": 512},
        "vision_config": {"model_type": "efficientnet", "image_size": SIDES[TOWER]}})
    write_json(path, "preprocessor_config.json", preprocessor(SIDES[TOWER]))
    tokenizer(path, "", work)
    vision(place(path, "onnx/vision_model.onnx"), TOWER, learned.space)
    graph = Graph("text")
    tokens, mask = text_inputs(graph)
    x = graph.linear(minilm(graph, tokens, mask, work), learned.matrix, learned.offset)
    graph.output(x, "text_embeds", ["batch", size])
    graph.save(place(path, "onnx/text_model.onnx"))


def pair_immich(out, work, learned):
    """immich's layout: ids of 32 bits without a mask, filled up to one length; weights of 8 bits in the text tower."""
    path = folder(out, "pair-immich", "EfficientNet-Lite2 and MiniLM (weights of 8 bits) in one space of 512 values.")
    size, side = learned.space.matrix.shape[1], SIDES[TOWER]
    write_json(path, "config.json", {
        "embed_dim": size, "logit_scale": learned.scale, "logit_bias": learned.bias,
        "vision_cfg": {"image_size": side, "timm_model_name": "tf_efficientnet_lite2"},
        "text_cfg": {"context_length": LENGTH, "vocab_size": 30522, "hf_tokenizer_name": "bert-base-uncased"}})
    write_json(path, "visual/preprocess_cfg.json", {
        "size": [side, side], "mode": "RGB", "mean": [MEAN] * 3, "std": [DEVIATION] * 3, "interpolation": "bicubic",
        "resize_mode": "squash", "fill_color": 0})
    tokenizer(path, "textual/", work, LENGTH)
    graph = Graph("visual")
    pixels = graph.input("image", FLOAT, [1, 3, side, side])
    graph.output(projected(graph, features(graph, pixels, TOWER), learned.space), "embedding", [1, size])
    graph.save(place(path, "visual/model.onnx"))
    graph = Graph("textual")
    tokens = graph.node("Cast", graph.input("text", INT32, [1, LENGTH]), to=INT64)
    mask = graph.node("Cast", graph.node("Greater", tokens, graph.integers(0)), to=INT64)
    x = graph.linear(small_minilm(graph, tokens, mask), learned.matrix, learned.offset)
    graph.output(graph.unit(x), "embedding", [1, size])
    graph.save(place(path, "textual/model.onnx"))
