"""Builds small ONNX graphs by hand: layers of convolutional networks and transformers, without an exporter.

Opset 17 and format 8, which ONNX Runtime 1.14 and later read.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64, INT32, UINT8 = TensorProto.FLOAT, TensorProto.INT64, TensorProto.INT32, TensorProto.UINT8
OPSET, FORMAT = 17, 8


class Graph:
    """Nodes, weights, inputs and outputs of one graph; each method gives the name of its result."""

    def __init__(self, name="graph"):
        self.name, self.nodes, self.weights, self.inputs, self.outputs = name, [], [], [], []

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value, name, shape, kind=FLOAT):
        self.node("Identity", value, outputs=[name])
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def node(self, op, *inputs, outputs=None, **attributes):
        names = outputs or [f"v{len(self.nodes)}"]
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if len(names) == 1 else names

    def constant(self, array, name=None):
        name = name or f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def integers(self, *values):
        return self.constant(np.array(values, np.int64))

    def number(self, value, kind=np.float32):
        return self.constant(np.array(value, kind))

    def linear(self, x, weight, bias=None):
        """The product with `weight` (inputs x outputs), and the sum with `bias`."""
        x = self.node("MatMul", x, self.constant(weight.astype(np.float32)))
        return x if bias is None else self.node("Add", x, self.constant(bias.astype(np.float32)))

    def layer_norm(self, x, gain, bias, epsilon):
        return self.node("LayerNormalization", x, self.constant(gain), self.constant(bias), axis=-1, epsilon=epsilon)

    def unit(self, x, epsilon=1e-12):
        """Each row at length 1."""
        length = self.node("ReduceL2", x, axes=[-1], keepdims=1)
        return self.node("Div", x, self.node("Max", length, self.number(epsilon)))

    def gelu(self, x):
        scaled = self.node("Mul", x, self.number(2 ** -0.5))
        gate = self.node("Add", self.node("Erf", scaled), self.number(1))
        return self.node("Mul", self.node("Mul", x, gate), self.number(0.5))

    def quick_gelu(self, x):
        return self.node("Mul", x, self.node("Sigmoid", self.node("Mul", x, self.number(1.702))))

    def attention(self, x, weights, heads, hidden, mask=None):
        """Self-attention; `weights` has (weight, bias) of query, key, value and output, `mask` is added to scores."""
        split = self.integers(0, 0, heads, hidden // heads)
        query, key, value = (self.node("Reshape", self.linear(x, *weights[part]), split) for part in range(3))
        query, value = (self.node("Transpose", y, perm=[0, 2, 1, 3]) for y in (query, value))
        key = self.node("Transpose", key, perm=[0, 2, 3, 1])
        scores = self.node("MatMul", query, key)
        scores = self.node("Mul", scores, self.number((hidden // heads) ** -0.5))
        if mask is not None:
            scores = self.node("Add", scores, mask)
        mixed = self.node("MatMul", self.node("Softmax", scores, axis=-1), value)
        mixed = self.node("Reshape", self.node("Transpose", mixed, perm=[0, 2, 1, 3]), self.integers(0, 0, hidden))
        return self.linear(mixed, *weights[3])

    def masked(self, mask):
        """The summand of scores, 0 where the int64 `mask` of [N, L] is 1, and very low elsewhere."""
        kept = self.node("Cast", mask, to=FLOAT)
        gone = self.node("Sub", self.number(1), kept)
        return self.node("Unsqueeze", self.node("Mul", gone, self.number(-1e9)), self.integers(1, 2))

    def mean_over(self, states, mask):
        """The mean of the rows of `states` [N, L, D] where `mask` [N, L] is 1."""
        kept = self.node("Unsqueeze", self.node("Cast", mask, to=FLOAT), self.integers(2))
        total = self.node("ReduceSum", self.node("Mul", states, kept), self.integers(1), keepdims=0)
        count = self.node("ReduceSum", kept, self.integers(1), keepdims=0)
        return self.node("Div", total, self.node("Max", count, self.number(1e-9)))

    def model(self):
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="magpie-proof")
        model.ir_version = FORMAT
        return model

    def save(self, path):
        model = self.model()
        onnx.checker.check_model(model)
        onnx.save(model, path)
        return path
