"""The pair, learned from the pool `training` and from the words of ImageNet's classes."""

import os

import numpy as np
from tokenizers import Tokenizer

import names
import pair
import pictures
import towers
from graph import Graph

POWER, RIDGE = 0, .01  # Chosen by `measure.py --choose`, on `training` alone.
MOST = 800  # Pictures of each data set of the pool.


class Texts:
    """MiniLM's vectors of texts, of length 1."""

    def __init__(self, work):
        self.tokenizer = Tokenizer.from_file(os.path.join(towers.minilm_folder(work), "tokenizer.json"))
        self.tokenizer.no_padding()
        graph = Graph()
        inputs = towers.text_inputs(graph)
        graph.output(towers.minilm(graph, *inputs, work), "vector", ["batch", 384])
        self.session = pictures.session(graph.save(os.path.join(work, "minilm.onnx")))

    def vectors(self, texts):
        found = []
        for encoding in self.tokenizer.encode_batch(list(texts)):
            ids, mask = np.array([encoding.ids]), np.array([encoding.attention_mask])
            found.append(self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0][0])
        return np.stack(found).astype(np.float64)


class Lesson:
    """What is learned from: pictures with their labels, phrases with their senses."""

    def __init__(self, work, wordnet, tower):
        self.texts = Texts(work)
        self.senses = names.senses(wordnet)
        phrases = pair.phrases(self.senses)
        kept = os.path.join(work, f"phrases-{len(phrases)}.npy")
        if not os.path.exists(kept):
            np.save(kept, self.texts.vectors(text for text, _, _ in phrases))
        self.vectors = np.load(kept)
        self.numbers = np.array([number for _, number, _ in phrases])
        self.weights = np.array([weight for _, _, weight in phrases])
        rows, paths = pictures.rows_of("training", MOST)
        self.features = pictures.described(tower, paths, work)
        self.datasets = np.array([row["dataset"] for row in rows])
        self.labels = np.array([row["class"] for row in rows])
        self.rows = towers.classifier(tower)
        self.names = {name: self.texts.vectors(pair.names_of(self.labels[self.datasets == name]))
                      for name in np.unique(self.datasets)}

    def pair(self, power=POWER, strength=RIDGE):
        space = pair.Space.fitted(self.features, power)
        wanted = pair.targets(space, self.rows, self.senses)[self.numbers]
        learned = pair.Learned(space, *pair.ridge(self.vectors, wanted, self.weights, strength))
        learned.scale, learned.bias = self.calibration(learned)
        return learned

    def calibration(self, learned):
        """From the names of each data set of the pool and its pictures."""
        cosines, right = [], []
        for name, vectors in self.names.items():
            here = self.datasets == name
            cosines.append(learned.texts(vectors) @ learned.space.vectors(self.features[here]).T)
            right.append(np.unique(self.labels[here])[:, None] == self.labels[here])
        return pair.calibrated(np.concatenate([x.ravel() for x in cosines]), np.concatenate([x.ravel() for x in right]))

    def scores(self, learned):
        """mAP, R@1, P@8 and P@10 of names over pictures, of each data set of the pool."""
        found = {}
        for name, vectors in self.names.items():
            here = self.datasets == name
            found[name] = pair.found_by_name(learned.texts(vectors), learned.space.vectors(self.features[here]),
                                             self.labels[here])
        return found
