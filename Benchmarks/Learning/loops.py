"""The loops of the network in integers, through a library that is built from Sources/Pictures/CKernels."""

import ctypes
import glob
import os
import subprocess

import numpy as np

import reference
from data import INPUT as SIDE

GROUP, SLACK = 16, 64
POINTER, SIZE = ctypes.c_void_p, ctypes.c_size_t


class Layer(ctypes.Structure):
    _fields_ = [("weights", POINTER), ("scales", POINTER), ("groups", SIZE), ("zero", ctypes.c_int32)]


class Block(ctypes.Structure):
    _fields_ = [("widen", Layer), ("filter", Layer), ("narrow", Layer), ("side", SIZE), ("kernel", SIZE), ("stride", SIZE)]


class Inputs(ctypes.Structure):
    _fields_ = [("bytes", POINTER)] + [(name, SIZE) for name in ("parts", "quads", "rest", "part", "row", "step")]


class Version(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("weight", SIZE)]


def library(root, work):
    kernels = os.path.join(root, "Sources", "Pictures", "CKernels")
    files = [os.path.join(kernels, "isa.c"), *sorted(glob.glob(os.path.join(kernels, "describe", "integers", "*.c")))]
    path = os.path.join(work, "libintegers.so")
    subprocess.run(["clang", "-O3", "-shared", "-fPIC", "-I", os.path.join(kernels, "include"), "-o", path, *files],
                   check=True)
    loops = ctypes.CDLL(path)
    loops.cki_version_at.restype = ctypes.POINTER(Version)
    loops.cki_version_at.argtypes = [SIZE]
    loops.cki_map.restype = loops.cki_picture.restype = Inputs
    loops.cki_map.argtypes, loops.cki_picture.argtypes = [POINTER, SIZE, SIZE], [POINTER]
    loops.cki_scratch.restype = SIZE
    return loops


class Loops:
    def __init__(self, root, work, net, layers):
        self.loops, self.net, self.layers, self.kept = library(root, work), net, layers, []
        self.versions = []
        while version := self.loops.cki_version_at(len(self.versions)):
            self.versions.append((version, *self.built(version)))

    def buffer(self, array):
        self.kept.append(array)
        return array.ctypes.data_as(POINTER)

    def layer(self, name, version, kernel=0, stride=0):
        layer, parts = self.layers[name], 3 if name == "stem" else 1
        rows, size = layer.values.shape
        groups = -(-rows // GROUP)
        values = self.buffer(np.ascontiguousarray(layer.values))
        if kernel:
            count = rows * kernel * 8 * (1 if (kernel, stride) == (3, 1) else 2) * version.contents.weight
        else:
            count = groups * GROUP * parts * -(-size // parts // 4) * 4
        weights, scales = self.buffer(np.zeros(count, np.int8)), self.buffer(np.zeros(groups * GROUP * 4, np.int32))
        if kernel:
            self.loops.cki_pack_filters(version, values, SIZE(rows), SIZE(kernel), SIZE(stride), weights)
        else:
            self.loops.cki_pack(values, SIZE(rows), SIZE(parts), SIZE(size // parts), weights)
        then = [self.buffer(x.astype(kind)) for x, kind in
                ((layer.bias, np.int32), (layer.shift, np.uint8), (layer.factor, np.int16))]
        self.loops.cki_pack_scales(values, SIZE(rows), SIZE(size), *then, scales)
        return Layer(weights, scales, groups, int(layer.zero))

    def built(self, version):
        """The blocks and the head, packed for a version."""
        blocks, side = [], SIDE // 2
        for index, block in enumerate(self.net.blocks):
            kernel, stride, name = block.depth.conv.kernel_size[0], block.depth.conv.stride[0], f"block{index}"
            blocks.append(Block(self.layer(f"{name}-expand" if index else "stem", version),
                                self.layer(f"{name}-depth", version, kernel, stride),
                                self.layer(f"{name}-project", version), side, kernel, stride))
            side //= stride
        return blocks, self.layer("head", version)

    def sums(self, squares, version=-1):
        """Sums of the channels of the maps that features are made of, one row for each of `squares`."""
        version, blocks, head = self.versions[version]
        scratch = np.zeros(max(self.loops.cki_scratch(ctypes.byref(b)) for b in blocks), np.uint8)
        framed = np.zeros((SIDE + 1) * (SIDE + 2) * 3, np.uint8)
        maps = [np.zeros((SIDE // 2) ** 2 * GROUP + SLACK, np.uint8) for _ in range(2)]
        at = [x.ctypes.data_as(POINTER) for x in (scratch, framed, *maps)]
        out = []
        for square in squares:
            square = np.ascontiguousarray(square)
            self.loops.cki_frame(square.ctypes.data_as(POINTER), at[1])
            given, here, there, row = self.loops.cki_picture(at[1]), at[2], at[3], []
            for index, (block, layer) in enumerate(zip(self.net.blocks, blocks)):
                self.loops.cki_run(version, ctypes.byref(layer), ctypes.byref(given), here if block.residual else None,
                                   at[0], there)
                here, there, side = there, here, layer.side // layer.stride
                channels = len(self.layers[f"block{index}-project"].scale)
                given = self.loops.cki_map(here, side, channels)
                if index in self.net.ends:
                    sums = np.zeros(layer.narrow.groups * GROUP, np.int32)
                    self.loops.cki_sums(here, SIZE(side * side), SIZE(layer.narrow.groups), sums.ctypes.data_as(POINTER))
                    row.append(sums[:channels])
            sums = np.zeros(head.groups * GROUP, np.int32)
            self.loops.cki_head(version, ctypes.byref(head), ctypes.byref(given), SIZE(side), at[0],
                                sums.ctypes.data_as(POINTER))
            out.append(np.concatenate([*row, sums]))
        return np.stack(out)

    def check(self, squares):
        """Every version must give what the definition gives."""
        expected = np.stack([reference.sums(self.net, self.layers, square) for square in squares])
        for index, (version, *_) in enumerate(self.versions):
            name = version.contents.name.decode()
            assert np.array_equal(self.sums(squares, index), expected), f"{name} differs from the definition"
            print(name, "agrees with the definition")
