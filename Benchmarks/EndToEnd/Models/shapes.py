"""Small models with random weights, one for each form of folder, tokenizer, input and file of weights."""

import os

import numpy as np
import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.float16 import convert_float_to_float16

import tokens
from graph import FLOAT, INT32, INT64, UINT8, Graph
from trained import folder, place, preprocessor, write_json

HIDDEN, HEADS, LAYERS, SIZE, SIDE, PATCH, WORDS = 64, 4, 2, 32, 64, 16, 77
# The means and the deviations of CLIP's pictures.
COLORS = [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]


class Random:
    """Layers of random weights."""

    def __init__(self, graph, seed):
        self.graph, self.generator = graph, np.random.default_rng(seed)

    def weight(self, *shape, gain=1.0):
        return (self.generator.standard_normal(shape) * gain / np.sqrt(shape[0])).astype(np.float32)

    def norm(self, x):
        return self.graph.layer_norm(x, np.ones(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32), 1e-5)

    def layers(self, x, gate, mask=None):
        """Transformer layers that normalize before each part."""
        graph = self.graph
        for _ in range(LAYERS):
            parts = [(self.weight(HIDDEN, HIDDEN, gain=2), np.zeros(HIDDEN, np.float32)) for _ in range(4)]
            x = graph.node("Add", x, graph.attention(self.norm(x), parts, HEADS, HIDDEN, mask))
            wide = gate(graph.linear(self.norm(x), self.weight(HIDDEN, 2 * HIDDEN), self.weight(2 * HIDDEN)))
            x = graph.node("Add", x, graph.linear(wide, self.weight(2 * HIDDEN, HIDDEN), self.weight(HIDDEN)))
        return self.norm(x)

    def patches(self, pixels):
        """A vector of each patch with its place, [N, patches, hidden]."""
        graph, count = self.graph, (SIDE // PATCH) ** 2
        kernel = self.weight(3 * PATCH * PATCH, HIDDEN).T.reshape(HIDDEN, 3, PATCH, PATCH)
        x = graph.node("Conv", pixels, graph.constant(kernel), strides=[PATCH, PATCH])
        x = graph.node("Transpose", graph.node("Reshape", x, graph.integers(0, HIDDEN, count)), perm=[0, 2, 1])
        return graph.node("Add", x, graph.constant(self.weight(1, count, HIDDEN, gain=.3)))

    def embedded(self, ids, pieces, length):
        graph = self.graph
        x = graph.node("Gather", graph.constant(self.weight(1, pieces, HIDDEN)[0]), ids)
        end = graph.node("Slice", graph.node("Shape", ids), graph.integers(1), graph.integers(2), graph.integers(0))
        places = graph.node("Slice", graph.constant(self.weight(1, length, HIDDEN, gain=.5)[0]), graph.integers(0), end,
                            graph.integers(0))
        return graph.node("Add", x, places)

    def picture(self, pixels):
        x = self.layers(self.patches(pixels), self.graph.quick_gelu)
        return self.graph.linear(self.graph.node("ReduceMean", x, axes=[1], keepdims=0), self.weight(HIDDEN, SIZE))

    def text(self, ids, pieces, mask=None):
        """CLIP's text tower: each token sees those before it; the state of the largest id is the text's."""
        graph = self.graph
        before = np.triu(np.full((WORDS, WORDS), -1e4, np.float32), 1)
        end = graph.node("Slice", graph.node("Shape", ids), graph.integers(1), graph.integers(2), graph.integers(0))
        ends = graph.node("Concat", end, end, axis=0)
        added = graph.node("Slice", graph.constant(before), graph.integers(0, 0), ends, graph.integers(0, 1))
        if mask is not None:
            gone = graph.node("Sub", graph.number(1), graph.node("Cast", mask, to=FLOAT))
            gone = graph.node("Unsqueeze", graph.node("Mul", gone, graph.number(-1e4)), graph.integers(1, 2))
            added = graph.node("Add", added, gone)
        x = self.layers(self.embedded(ids, pieces, WORDS), graph.quick_gelu, added)
        last = graph.node("Cast", graph.node("Equal", ids, graph.integers(pieces - 1)), to=INT64)
        first = graph.node("Unsqueeze", graph.node("ArgMax", last, axis=1, keepdims=1), graph.integers(2))
        index = graph.node("Expand", first, graph.integers(1, 1, HIDDEN))
        x = graph.node("Squeeze", graph.node("GatherElements", x, index, axis=1), graph.integers(1))
        return graph.linear(x, self.weight(HIDDEN, SIZE))


def clip_tokenizer(path, name):
    made = tokens.clip()
    made.save(place(path, name + "tokenizer.json"))
    write_json(path, name + "tokenizer_config.json", {
        "tokenizer_class": "CLIPTokenizer", "bos_token": tokens.START, "eos_token": tokens.END, "pad_token": tokens.END,
        "unk_token": tokens.END, "model_max_length": WORDS})
    return made.get_vocab_size()


def clip_immich(out):
    """Pixels as bytes [1, S, S, 3], which the graph normalizes; ids of 32 bits, always 77."""
    path = folder(out, "random-clip-immich", "Random weights in the form of CLIP for immich.")
    pieces = clip_tokenizer(path, "textual/")
    write_json(path, "config.json", {
        "embed_dim": SIZE, "vision_cfg": {"image_size": SIDE, "layers": LAYERS, "width": HIDDEN, "patch_size": PATCH},
        "text_cfg": {"context_length": WORDS, "vocab_size": pieces, "width": HIDDEN, "heads": HEADS, "layers": LAYERS}})
    write_json(path, "visual/preprocess_cfg.json", {
        "size": SIDE, "mode": "RGB", "mean": COLORS[0], "std": COLORS[1], "interpolation": "bicubic",
        "resize_mode": "shortest", "fill_color": 0})
    graph = Graph("visual")
    x = graph.node("Cast", graph.input("image", UINT8, [1, SIDE, SIDE, 3]), to=FLOAT)
    mean, deviation = (np.array(values, np.float32) * 255 for values in COLORS)
    x = graph.node("Div", graph.node("Sub", x, graph.constant(mean)), graph.constant(deviation))
    x = Random(graph, 1).picture(graph.node("Transpose", x, perm=[0, 3, 1, 2]))
    graph.output(x, "embedding", [1, SIZE])
    graph.save(place(path, "visual/model.onnx"))
    graph = Graph("textual")
    ids = graph.node("Cast", graph.input("text", INT32, [1, WORDS]), to=INT64)
    graph.output(Random(graph, 2).text(ids, pieces), "embedding", [1, SIZE])
    graph.save(place(path, "textual/model.onnx"))


def pixels_of(graph):
    return graph.input("pixel_values", FLOAT, ["batch", 3, SIDE, SIDE])


def ids_of(graph, name="input_ids"):
    return graph.input(name, INT64, ["batch", "length"])


def clip_files(out, name, text):
    """The folder of a CLIP for Transformers.js without its graphs, and the number of its tokens."""
    path = folder(out, name, text)
    pieces = clip_tokenizer(path, "")
    colors = dict(zip(("image_mean", "image_std"), COLORS))
    write_json(path, "preprocessor_config.json", preprocessor(SIDE, crop=True, kind="CLIPImageProcessor") | colors)
    write_json(path, "config.json", {
        "model_type": "clip", "projection_dim": SIZE, "logit_scale_init_value": 2.6592,
        "text_config": {"model_type": "clip_text_model", "max_position_embeddings": WORDS, "vocab_size": pieces},
        "vision_config": {"model_type": "clip_vision_model", "image_size": SIDE, "patch_size": PATCH}})
    return path, pieces


def clip_towers(pieces):
    """The two graphs of the same CLIP."""
    vision, text = Graph("vision"), Graph("text")
    vision.output(Random(vision, 1).picture(pixels_of(vision)), "image_embeds", ["batch", SIZE])
    text.output(Random(text, 2).text(ids_of(text), pieces, ids_of(text, "attention_mask")), "text_embeds", ["batch", SIZE])
    return {"vision_model": vision.model(), "text_model": text.model()}


def clip_half(out):
    path, pieces = clip_files(out, "random-clip-fp16", "Random weights of 16 bits in the form of CLIP.")
    for name, model in clip_towers(pieces).items():
        onnx.save(convert_float_to_float16(model, keep_io_types=True), place(path, f"onnx/{name}_fp16.onnx"))


def clip_bytes(out, work):
    path, pieces = clip_files(out, "random-clip-int8", "Random weights of 8 bits in the form of CLIP.")
    for name, model in clip_towers(pieces).items():
        given = os.path.join(work, name + ".onnx")
        onnx.save(model, given)
        quantize_dynamic(given, place(path, f"onnx/{name}_quantized.onnx"), weight_type=QuantType.QUInt8)


def clip_external(out):
    path, pieces = clip_files(out, "random-clip-external", "Random weights in files of their own, in the form of CLIP.")
    for name, model in clip_towers(pieces).items():
        onnx.save(model, place(path, f"onnx/{name}.onnx"), save_as_external_data=True, all_tensors_to_one_file=True,
                  location=name + ".onnx_data", size_threshold=256)


def joint(out):
    """One graph with both towers, as `model.onnx` of Transformers.js."""
    path, pieces = clip_files(out, "random-joint", "Random weights in the form of CLIP, both towers in one graph.")
    graph = Graph("joint")
    ids, mask = ids_of(graph), ids_of(graph, "attention_mask")
    pixels = graph.input("pixel_values", FLOAT, ["pictures", 3, SIDE, SIDE])
    text = graph.unit(Random(graph, 2).text(ids, pieces, mask))
    picture = graph.unit(Random(graph, 1).picture(pixels))
    scores = graph.node("Mul", graph.node("MatMul", picture, graph.node("Transpose", text, perm=[1, 0])), graph.number(100))
    graph.output(scores, "logits_per_image", ["pictures", "batch"])
    graph.output(graph.node("Transpose", scores, perm=[1, 0]), "logits_per_text", ["batch", "pictures"])
    graph.output(text, "text_embeds", ["batch", SIZE])
    graph.output(picture, "image_embeds", ["pictures", SIZE])
    graph.save(place(path, "onnx/model.onnx"))


def siglip(out, work):
    """64 tokens filled up with `</s>` and no mask; squashed; `pooler_output` beside `last_hidden_state`."""
    path = folder(out, "random-siglip-hf", "Random weights in the form of SigLIP.")
    made = tokens.siglip(work)
    made.save(place(path, "tokenizer.json"))
    write_json(path, "tokenizer_config.json", {
        "tokenizer_class": "SiglipTokenizer", "eos_token": "</s>", "pad_token": "</s>", "unk_token": "<unk>",
        "model_max_length": 64})
    write_json(path, "special_tokens_map.json", {"eos_token": "</s>", "pad_token": "</s>", "unk_token": "<unk>"})
    write_json(path, "preprocessor_config.json", {
        "image_processor_type": "SiglipImageProcessor", "do_resize": True, "size": {"height": SIDE, "width": SIDE},
        "resample": 3, "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "image_mean": [.5] * 3,
        "image_std": [.5] * 3})
    write_json(path, "config.json", {
        "model_type": "siglip", "text_config": {"model_type": "siglip_text_model", "max_position_embeddings": 64},
        "vision_config": {"model_type": "siglip_vision_model", "image_size": SIDE, "patch_size": PATCH}})
    graph = Graph("vision")
    random = Random(graph, 3)
    x = random.layers(random.patches(pixels_of(graph)), graph.gelu)
    graph.output(x, "last_hidden_state", ["batch", (SIDE // PATCH) ** 2, HIDDEN])
    x = graph.linear(graph.node("ReduceMean", x, axes=[1], keepdims=0), random.weight(HIDDEN, HIDDEN))
    graph.output(x, "pooler_output", ["batch", HIDDEN])
    graph.save(place(path, "onnx/vision_model.onnx"))
    graph = Graph("text")
    random = Random(graph, 4)
    x = random.layers(random.embedded(ids_of(graph), made.get_vocab_size(), 64), graph.gelu)
    graph.output(x, "last_hidden_state", ["batch", "length", HIDDEN])
    last = graph.node("Gather", x, graph.constant(np.int64(-1)), axis=1)
    graph.output(graph.linear(last, random.weight(HIDDEN, HIDDEN)), "pooler_output", ["batch", HIDDEN])
    graph.save(place(path, "onnx/text_model.onnx"))
