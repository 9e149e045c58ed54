"""The candidates of Sources/Pictures/CKernels/segment with their features, through a library that is built from it."""

import ctypes
import os
import subprocess

import numpy as np

FEATURES = 48
CANDIDATE = np.dtype([("box", np.int32, 4), ("node", np.int32), ("features", np.float32, FEATURES)])


class Box(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("left", "top", "right", "bottom")]


class Given(ctypes.Structure):
    _fields_ = [("box", Box), ("score", ctypes.c_float)]


class Proposals:
    def __init__(self, root, work):
        sources = os.path.join(root, "Sources", "Pictures", "CKernels", "segment")
        path = os.path.join(work, "libsegment.so")
        files = [os.path.join(sources, name) for name in sorted(os.listdir(sources)) if name.endswith(".c")]
        subprocess.run(["clang", "-O3", "-shared", "-fPIC", "-o", path, *files, "-lm"], check=True)
        self.library = ctypes.CDLL(path)
        self.library.cks_scratch_bytes.restype = ctypes.c_size_t
        self.scratch = ctypes.create_string_buffer(self.library.cks_scratch_bytes())

    def __call__(self, rgb, given):
        """Candidates of an RGB picture and the sides of the small picture that their boxes are in.

        `given` are boxes from elsewhere, best first, with their scores: left, top, right, bottom in 0...1.
        """
        rgb = np.ascontiguousarray(rgb)
        height, width = (ctypes.c_size_t(n) for n in rgb.shape[:2])
        w, h = ctypes.c_int32(), ctypes.c_int32()
        self.library.cks_size(width, height, ctypes.byref(w), ctypes.byref(h))
        self.library.cks_load(self.scratch, rgb.ctypes.data_as(ctypes.c_void_p), width, height, ctypes.c_size_t(3))
        boxes = (Given * max(1, len(given[0])))()
        for index, (box, score) in enumerate(zip(*given)):
            edges = np.floor(box * (w.value, h.value, w.value, h.value) + 0.5).astype(int)
            boxes[index] = Given(Box(*map(int, edges)), float(score))
        out = ctypes.c_void_p()
        count = self.library.cks_candidates(self.scratch, boxes, len(given[0]), ctypes.byref(out))
        found = np.frombuffer(ctypes.string_at(out.value, count * CANDIDATE.itemsize), CANDIDATE).copy()
        return found, (w.value, h.value)
