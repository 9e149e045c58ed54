"""Writes folders with models that must be refused, or fail without harm to the program that reads them.

    python3 hostile.py OUT

OUT gets one folder for each fault and `expected.json`: folder -> stage that should fail, and why. The stages are
`folder` (its files and settings are read), `tokenizer`, `load` (the graph becomes a session), `run` (a vector is
computed; by a limit of memory or time where the reason says so) and `vector` (the numbers are judged). A program may
refuse earlier, never later. The files are small: the longest one has four megabytes.
"""

import json
import os
import shutil
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

import tokens
from graph import FLOAT, INT64, Graph
from trained import folder, place, preprocessor, write_json

SIDE, SIZE = 32, 16
STAGES = {}


def case(stage, why):
    """Registers the fault with the stage that should fail."""
    def registered(write):
        STAGES[write.__name__.replace("_", "-")] = (write, stage, why)
        return write
    return registered


def settings(path, side=SIDE):
    """The files of a picture's tower beside its graph."""
    write_json(path, "config.json", {"model_type": "clip_vision_model", "projection_dim": SIZE})
    write_json(path, "preprocessor_config.json", preprocessor(side))


def tower(path, last=lambda graph, x: x, shape=("batch", SIZE), side=SIDE):
    """A picture's tower of one matrix, whose result `last` changes; the graph is not checked."""
    settings(path, side)
    graph = Graph("vision")
    pixels = graph.input("pixel_values", FLOAT, ["batch", 3, side, side])
    x = graph.linear(graph.node("ReduceMean", pixels, axes=[2, 3], keepdims=0), np.ones((3, SIZE), np.float32))
    graph.output(last(graph, x), "image_embeds", list(shape))
    onnx.save(graph.model(), place(path, "onnx/vision_model.onnx"))
    return os.path.join(path, "onnx/vision_model.onnx")


def language(path, change=None, text=None):
    """A text's tower with CLIP's tokenizer, whose tree `change` changes or `text` replaces."""
    write_json(path, "config.json", {"model_type": "clip_text_model", "projection_dim": SIZE})
    write_json(path, "tokenizer_config.json", {
        "tokenizer_class": "CLIPTokenizer", "pad_token": tokens.END, "eos_token": tokens.END, "model_max_length": 77})
    graph = Graph("text")
    ids = graph.input("input_ids", INT64, ["batch", "length"])
    x = graph.node("Gather", graph.constant(np.ones((1000, SIZE), np.float32)), ids)
    graph.output(graph.node("ReduceMean", x, axes=[1], keepdims=0), "text_embeds", ["batch", SIZE])
    graph.save(place(path, "onnx/text_model.onnx"))
    if text is None:
        tree = json.loads(tokens.clip().to_str())
        change(tree)
        text = json.dumps(tree)
    with open(place(path, "tokenizer.json"), "w", encoding="utf-8") as file:
        file.write(text)


def cut(path, share=.6):
    with open(path, "r+b") as file:
        file.truncate(int(os.path.getsize(path) * share))


def external(path, location):
    """A weight in a file that lies elsewhere."""
    settings(path)
    graph = Graph("vision")
    pixels = graph.input("pixel_values", FLOAT, ["batch", 3, SIDE, SIDE])
    graph.output(graph.linear(graph.node("ReduceMean", pixels, axes=[2, 3], keepdims=0),
                              np.ones((3, SIZE), np.float32)), "image_embeds", ["batch", SIZE])
    model = graph.model()
    weight = model.graph.initializer[0]
    weight.ClearField("raw_data")
    weight.data_location = TensorProto.EXTERNAL
    for key, value in (("location", location), ("offset", "0"), ("length", str(3 * SIZE * 4))):
        weight.external_data.add(key=key, value=value)
    with open(place(path, "onnx/vision_model.onnx"), "wb") as file:
        file.write(model.SerializeToString())


@case("load", "a graph without its last part")
def truncated_onnx(path):
    cut(tower(path))


@case("load", "a graph of no bytes")
def empty_onnx(path):
    cut(tower(path), 0)


@case("load", "a graph of chance bytes")
def noise_onnx(path):
    with open(tower(path), "wb") as file:
        file.write(np.random.default_rng(0).bytes(100_000))


@case("vector", "a result of four sides")
def rank_four(path):
    tower(path, lambda graph, x: graph.node("Unsqueeze", x, graph.integers(2, 3)), ["batch", SIZE, 1, 1])


@case("vector", "as many values as the picture is bright: 1 to 16")
def changing_size(path):
    def last(graph, x):
        mean = graph.node("Abs", graph.node("ReduceMean", x, keepdims=0))
        count = graph.node("Add", graph.node("Cast", graph.node("Mul", mean, graph.number(4)), to=INT64),
                           graph.constant(np.int64(1)))
        count = graph.node("Reshape", graph.node("Min", count, graph.constant(np.int64(SIZE))), graph.integers(1))
        return graph.node("Slice", x, graph.integers(0), count, graph.integers(1))
    tower(path, last, ["batch", "size"])


@case("vector", "not a number in one place")
def nan_output(path):
    tower(path, lambda graph, x: graph.node("Add", x, graph.constant(np.array([np.nan] + [0] * 15, np.float32))))


@case("vector", "an infinite value in one place")
def infinite_output(path):
    tower(path, lambda graph, x: graph.node("Add", x, graph.constant(np.array([np.inf] + [0] * 15, np.float32))))


@case("vector", "zeros: a vector without direction")
def zero_output(path):
    tower(path, lambda graph, x: graph.node("Mul", x, graph.number(0)))


@case("vector", "10,000 values; a program may take them, if it says so")
def ten_thousand_values(path):
    tower(path, lambda graph, x: graph.node("Concat", *[x] * 625, axis=1), ["batch", 10_000])


@case("vector", "a result of 64-bit integers")
def integer_output(path):
    settings(path)
    graph = Graph("vision")
    pixels = graph.input("pixel_values", FLOAT, ["batch", 3, SIDE, SIDE])
    x = graph.node("Cast", graph.node("ReduceMean", pixels, axes=[2, 3], keepdims=0), to=INT64)
    graph.output(x, "image_embeds", ["batch", 3], INT64)
    graph.save(place(path, "onnx/vision_model.onnx"))


@case("run", "100 GB in one constant; by a limit of memory")
def hundred_gigabytes(path):
    def last(graph, x):
        # The side comes from the picture, so that nothing is allocated before the graph runs.
        side = graph.node("Slice", graph.node("Shape", x), graph.integers(1), graph.integers(2), graph.integers(0))
        shape = graph.node("Mul", side, graph.constant(np.array([25_000_000_000 // SIZE], np.int64)))
        wide = graph.node("ConstantOfShape", shape, value=helper.make_tensor("value", FLOAT, [1], [1.0]))
        return graph.node("Add", x, graph.node("ReduceSum", wide))
    tower(path, last)


@case("run", "100 GB by repeating one row; by a limit of memory")
def hundred_gigabytes_expanded(path):
    def last(graph, x):
        wide = graph.node("Expand", graph.node("Unsqueeze", x, graph.integers(2)),
                          graph.integers(1, SIZE, 25_000_000_000 // SIZE))
        return graph.node("ReduceMean", wide, axes=[2], keepdims=0)
    tower(path, last)


@case("run", "a loop without an end; by a limit of time")
def endless_loop(path):
    settings(path)
    graph = Graph("vision")
    pixels = graph.input("pixel_values", FLOAT, ["batch", 3, SIDE, SIDE])
    x = graph.linear(graph.node("ReduceMean", pixels, axes=[2, 3], keepdims=0), np.ones((3, SIZE), np.float32))
    value = helper.make_tensor_value_info
    body = helper.make_graph(
        [helper.make_node("Identity", ["going"], ["goes"]), helper.make_node("Sqrt", ["x"], ["y"])], "body",
        [value("turn", INT64, []), value("going", TensorProto.BOOL, []), value("x", FLOAT, None)],
        [value("goes", TensorProto.BOOL, []), value("y", FLOAT, None)])
    graph.output(graph.node("Loop", "", graph.constant(np.array(True)), graph.node("Abs", x), body=body),
                 "image_embeds", ["batch", SIZE])
    onnx.save(graph.model(), place(path, "onnx/vision_model.onnx"))


@case("load", "weights in ../../../../etc/passwd")
def external_above(path):
    external(path, "../" * 12 + "etc/passwd")


@case("load", "weights in /etc/passwd")
def external_absolute(path):
    external(path, "/etc/passwd")


@case("load", "weights in a link that leads out of the folder")
def external_link(path):
    external(path, "vision_model.onnx_data")
    os.symlink("/etc/passwd", os.path.join(path, "onnx/vision_model.onnx_data"))


@case("load", "weights in a file that is not there")
def external_missing(path):
    external(path, "vision_model.onnx_data")


@case("load", "an operation of a domain that nobody knows")
def custom_domain(path):
    settings(path)
    graph = Graph("vision")
    pixels = graph.input("pixel_values", FLOAT, ["batch", 3, SIDE, SIDE])
    graph.output(graph.node("Describe", pixels, domain="com.example.custom"), "image_embeds", ["batch", SIZE])
    model = graph.model()
    model.opset_import.append(helper.make_opsetid("com.example.custom", 1))
    with open(place(path, "onnx/vision_model.onnx"), "wb") as file:
        file.write(model.SerializeToString())


@case("load", "operations of a version to come")
def future_opset(path):
    name = tower(path)
    model = onnx.load(name)
    model.opset_import[0].version = 9999
    onnx.save(model, name)


@case("folder", "nothing in it")
def empty_folder(path):
    os.remove(os.path.join(path, "README.md"))


@case("folder", "pictures of 100,000 x 100,000 pixels")
def huge_picture(path):
    tower(path, side=100_000)


@case("load", "the settings want 32 pixels a side, the graph 100,000")
def huge_input(path):
    tower(path, side=100_000)
    settings(path)


@case("folder", "a deviation of zero, by which pixels are divided")
def zero_deviation(path):
    tower(path)
    write_json(path, "preprocessor_config.json", preprocessor(SIDE, deviation=0))


@case("folder", "settings in 100,000 brackets")
def nested_config(path):
    tower(path)
    with open(os.path.join(path, "config.json"), "w") as file:
        file.write("[" * 100_000 + "]" * 100_000)


@case("tokenizer", "100,000 brackets")
def nested_tokenizer(path):
    language(path, text='{"version":"1.0","model":' + "[" * 100_000 + "]" * 100_000 + "}")


@case("tokenizer", "100,000 sequences of normalizers in each other")
def nested_normalizer(path):
    deep = '{"type":"Sequence","normalizers":[' * 100_000 + "]}" * 100_000
    language(path, text='{"version":"1.0","normalizer":' + deep + ',"model":{"type":"BPE","vocab":{"a":0},"merges":[]}}')


@case("tokenizer", "ids of 2^31 - 1 and 2^63")
def huge_ids(path):
    def change(tree):
        pieces = list(tree["model"]["vocab"])
        tree["model"]["vocab"] |= {pieces[600]: (1 << 31) - 1, pieces[601]: 1 << 63}
    language(path, change)


@case("tokenizer", "one id for all pieces")
def same_ids(path):
    language(path, lambda tree: tree["model"]["vocab"].update(dict.fromkeys(tree["model"]["vocab"], 5)))


@case("tokenizer", "negative ids")
def negative_ids(path):
    def change(tree):
        tree["model"]["vocab"] = {piece: -number for piece, number in tree["model"]["vocab"].items()}
    language(path, change)


@case("tokenizer", "merges of pieces that nothing makes, and of a piece with itself into itself")
def looping_merges(path):
    def change(tree):
        tree["model"]["merges"] = [["a", ""], ["", "a"], ["aa", "aa"], ["zzzz", "zzzz"]] + tree["model"]["merges"]
    language(path, change)


@case("tokenizer", "a pattern that takes exponential time where it is searched by going back")
def slow_pattern(path):
    def change(tree):
        tree["pre_tokenizer"]["pretokenizers"][0]["pattern"] = {"Regex": r"((a+)+)+$|(\p{L}*)*\1"}
    language(path, change)


@case("tokenizer", "each `e` becomes 100,000 letters, twice")
def growing_text(path):
    def change(tree):
        grow = {"type": "Replace", "pattern": {"String": "e"}, "content": "e" * 100_000}
        tree["normalizer"] = {"type": "Sequence", "normalizers": [grow, grow]}
    language(path, change)


@case("tokenizer", "a character map that refers beyond its end")
def broken_charsmap(path):
    def change(tree):
        tree["normalizer"] = {"type": "Precompiled", "precompiled_charsmap": "EAAAAP///3//////////f////38="}
    language(path, change)


@case("tokenizer", "cut in the middle of its pieces")
def truncated_tokenizer(path):
    language(path, lambda tree: None)
    cut(os.path.join(path, "tokenizer.json"), .5)


@case("run", "ids beyond the table of the graph")
def unknown_ids(path):
    def change(tree):
        tree["model"]["vocab"] = {piece: number + 50_000 for piece, number in tree["model"]["vocab"].items()}
        for token in tree["added_tokens"]:
            token["id"] += 50_000
        names = {token["content"]: token["id"] for token in tree["added_tokens"]}
        tree["post_processor"] |= {"sep": [tokens.END, names[tokens.END]], "cls": [tokens.START, names[tokens.START]]}
    language(path, change)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    for name, (write, _, _) in STAGES.items():
        shutil.rmtree(os.path.join(out, name), ignore_errors=True)
        write(folder(out, name, "A folder that must be refused."))
    with open(os.path.join(out, "expected.json"), "w", encoding="utf-8") as file:
        json.dump({name: {"stage": stage, "why": why} for name, (_, stage, why) in STAGES.items()}, file, indent=1)
    for place_, _, files in os.walk(out):
        for name in files:
            if not os.path.islink(path := os.path.join(place_, name)):
                os.chmod(path, 0o644)


if __name__ == "__main__":
    main()
