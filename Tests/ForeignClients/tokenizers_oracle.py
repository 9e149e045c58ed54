"""Makes tokenizer files of all kinds and texts of many scripts, with the ids that the library `tokenizers` of PyPI gives:
tokenizers_oracle.py FOLDER [COUNT] [FILE ...]. Writes NAME.json and NAME.ids.json for each kind, and texts.json. The ids
of a text are a list, or null where the library refuses it. FILEs are tokenizer files to take as well."""
import base64
import json
import pathlib
import random
import struct
import sys
import unicodedata

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

SCRIPTS = {
    "latin": (0x41, 0x24F), "ipa": (0x250, 0x2AF), "greek": (0x370, 0x3FF), "cyrillic": (0x400, 0x4FF),
    "armenian": (0x531, 0x58A), "hebrew": (0x5D0, 0x5EA), "arabic": (0x620, 0x6D3), "syriac": (0x710, 0x74F),
    "thaana": (0x780, 0x7B1), "devanagari": (0x900, 0x963), "bengali": (0x985, 0x9CD), "gurmukhi": (0xA05, 0xA4D),
    "gujarati": (0xA85, 0xACD), "tamil": (0xB85, 0xBCD), "telugu": (0xC05, 0xC4D), "kannada": (0xC85, 0xCCD),
    "malayalam": (0xD05, 0xD4D), "sinhala": (0xD85, 0xDCA), "thai": (0xE01, 0xE4E), "lao": (0xE81, 0xECD),
    "tibetan": (0xF40, 0xF84), "myanmar": (0x1000, 0x103E), "georgian": (0x10A0, 0x10FF), "hangul": (0xAC00, 0xD7A3),
    "jamo": (0x1100, 0x11FF), "ethiopic": (0x1200, 0x135A), "cherokee": (0x13A0, 0x13F4), "khmer": (0x1780, 0x17D3),
    "mongolian": (0x1820, 0x1877), "greek extended": (0x1F00, 0x1FFE), "hiragana": (0x3041, 0x3096),
    "katakana": (0x30A1, 0x30FA), "han": (0x4E00, 0x9FA5), "full width": (0xFF01, 0xFFEE), "gothic": (0x10330, 0x1034A),
    "mathematical": (0x1D400, 0x1D7FF), "symbols": (0x2000, 0x2BFF), "compatibility": (0x3200, 0x33FE),
    "presentation": (0xFB00, 0xFDFB), "pictures": (0x1F300, 0x1F64F), "low": (0x00, 0xFF),
}
MARKS = [chr(c) for c in range(0x300, 0x36F)] + list("\u0653\u064b\u093c\u094d\u0e34\u302a\u20d0\ufe0f\u200d\u3099\u309a")
SPACES = list(" \t\n\r\u00a0\u2003\u3000\u200b\u2028\u1680\u0085") + ["  ", "   ", "\r\n", " \n ", "\n\n"]
EMOJI = ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪🇫🇷", "❤️", "☎️", "1️⃣", "🧑🏿‍🚀", "😀"]
WORDS = (
    "a photo of red shoes with white soles it's they're we'll I'd don't DON'T Café naïve résumé 2024 1,234.56 10% "
    "cotton-blend $5 #tag @you foo_bar size: XL/XXL (new) \"quoted\" «guillemets» Straße İstanbul ΣΊΣΥΦΟΣ ﬁne ½ ² №5 "
    "<s> </s> [MASK] <|endoftext|> <|startoftext|> [X] Añadido ▁ ▁word Ⅷ hello world unaffable playing tokenization"
).split()


def assigned(c):
    # Of Unicode 8.0 and older in the main: later ones differ between versions of tables.
    return unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co") and c not in NEWER


NEWER = set()


def texts(count):
    random.seed(7)
    alphabets = [[chr(c) for c in range(low, high + 1) if assigned(c)] for low, high in SCRIPTS.values()]
    result = ["", " ", "a", "\0", "a" * 300, " " * 50, "ab" * 400, "\u0301", "x\n\n\n  y  ", "'s", "'S 'ſ"]
    while len(result) < count:
        parts = []
        for _ in range(random.randint(1, 10)):
            kind = random.random()
            if kind < 0.35:
                parts.append(random.choice(WORDS))
            elif kind < 0.8:
                alphabet = random.choice(alphabets)
                for _ in range(random.randint(1, 8)):
                    parts.append(random.choice(alphabet))
                    if random.random() < 0.12:
                        parts.append(random.choice(MARKS))
            elif kind < 0.88:
                parts.append(random.choice(EMOJI))
            elif kind < 0.92:
                parts.append(chr(random.randint(0, 0x2F)) + random.choice(MARKS))
            else:
                parts.append("".join(random.choice("abcXYZ0189-_'.,;!?") for _ in range(random.randint(1, 12))))
            if random.random() < 0.7:
                parts.append(random.choice(SPACES) if random.random() < 0.3 else " ")
        result.append("".join(parts))
    return result


def darts(entries):
    """A double array in the form of Darts-clone for sorted (bytes, value); each unit takes the first free base."""
    tree = {}
    for key, value in entries:
        node = tree
        for byte in key:
            node = node.setdefault(byte, {})
        node[None] = value
    units, used = [0] * 256, {0}

    def place(node, position):
        labels = [0 if label is None else label for label in node]
        base = 1
        while True:
            offset = position ^ base
            fits = offset < 1 << 21 and base not in bases and all(base ^ label not in used for label in labels)
            if fits:
                break
            base += 1
        bases.add(base)
        while len(units) <= (base | 0xFF):
            units.append(0)
        units[position] |= (position ^ base) << 10 | (0x100 if None in node else 0)
        for label in labels:
            used.add(base ^ label)
        for label, child in node.items():
            if label is None:
                units[base] = child | 1 << 31
            else:
                units[base ^ label] |= label
                place(child, base ^ label)

    bases = set()
    place(tree, 0)
    return units


def charsmap():
    """Replacements as those of NFKC with lower case, for single characters and letters with marks."""
    replacements = {}
    for c in list(range(0x80, 0x2000)) + list(range(0x2100, 0x2200)) + list(range(0xFF01, 0xFF5F)):
        text = unicodedata.normalize("NFKC", chr(c))
        if assigned(c) and text != chr(c):
            replacements[chr(c)] = text
    for c in range(0xC0, 0x180):
        parts = unicodedata.normalize("NFD", chr(c))
        if len(parts) > 1:
            replacements[parts] = chr(c)
    replacements.update({"\u00ad": "", "\u200b": " ", "\t": " ", "\n": " ", "\r\n": " ", "①": "1"})
    strings, entries = bytearray(), []
    for key in sorted(replacements, key=lambda key: key.encode()):
        entries.append((key.encode(), len(strings)))
        strings += replacements[key].encode() + b"\0"
    units = darts(entries)
    return base64.b64encode(struct.pack("<I", 4 * len(units)) + struct.pack(f"<{len(units)}I", *units) + strings).decode()


def added(content, id, **flags):
    return {"id": id, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True, **flags}


def file(model, **parts):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": None, "post_processor": None, "decoder": None, "model": model, **parts}


GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
CL100K = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
O200K = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def trained(model, trainer, corpus, **parts):
    tokenizer = Tokenizer(model)
    for name, part in parts.items():
        setattr(tokenizer, name, part)
    tokenizer.train_from_iterator(corpus, trainer)
    return json.loads(tokenizer.to_str())


def sequence(kind, *parts):
    return {"type": "Sequence", kind: list(parts)}


def split(regex, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": invert}


def byte_level(prefix=False, regex=True):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}


def template(first, last):
    return {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "B", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}},
                       {"SpecialToken": {"id": "E", "type_id": 2}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"B": {"id": "B", "ids": first, "tokens": ["B"] * len(first)},
                               "E": {"id": "E", "ids": last, "tokens": ["E"] * len(last)}}}


def kinds(corpus):
    bytes_of_all = pre_tokenizers.ByteLevel.alphabet()
    normal = {"type": "NFC"}, {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}, {"type": "Lowercase"}
    clip = trained(
        models.BPE(unk_token="<|endoftext|>", end_of_word_suffix="</w>", continuing_subword_prefix=""),
        trainers.BpeTrainer(vocab_size=3000, initial_alphabet=bytes_of_all, end_of_word_suffix="</w>",
                            special_tokens=["<|startoftext|>", "<|endoftext|>"], show_progress=False), corpus,
        normalizer=normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()]),
        pre_tokenizer=pre_tokenizers.ByteLevel(add_prefix_space=False))
    clip.update(normalizer=sequence("normalizers", *normal),
                pre_tokenizer=sequence("pretokenizers", split(CLIP, "Removed", True), byte_level()),
                post_processor={"type": "RobertaProcessing", "sep": ["<|endoftext|>", 1],
                                "cls": ["<|startoftext|>", 0], "trim_offsets": False, "add_prefix_space": False},
                truncation={"direction": "Right", "max_length": 77, "strategy": "LongestFirst", "stride": 0},
                padding={"strategy": {"Fixed": 77}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 1,
                         "pad_type_id": 0, "pad_token": "<|endoftext|>"})
    yield "clip", clip
    gpt2 = trained(
        models.BPE(), trainers.BpeTrainer(vocab_size=3000, initial_alphabet=bytes_of_all, show_progress=False,
                                          special_tokens=["<|endoftext|>"]), corpus,
        pre_tokenizer=pre_tokenizers.ByteLevel(add_prefix_space=True))
    yield "gpt2", gpt2
    size = len(gpt2["model"]["vocab"])
    flags = [added("[X]", size, lstrip=True, rstrip=True), added("hello", size + 1, single_word=True),
             added("Añadido", size + 2, normalized=True, special=False), added("  ", size + 3),
             added("foo", size + 4, rstrip=True, normalized=True, special=False)]
    for name, regex in (("cl100k", CL100K), ("o200k", O200K), ("possessive", CL100K.replace("]?", "]?+"))):
        model = {**gpt2["model"], "ignore_merges": True}
        yield name, file(model, added_tokens=flags, post_processor=sequence(
            "processors", byte_level(), template([0, 5], [7])), pre_tokenizer=sequence(
            "pretokenizers", split(regex), byte_level(regex=False)))
    for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        yield "split-" + behavior, file(gpt2["model"], added_tokens=flags, normalizer={"type": "NFKC"},
            pre_tokenizer=sequence("pretokenizers", split(r"\s+|\p{P}|[^a-m]$", behavior),
                                   {"type": "Digits", "individual_digits": behavior == "Isolated"},
                                   {"type": "Punctuation", "behavior": behavior}, byte_level(True, False)))
        yield "inverse-" + behavior, file(gpt2["model"], normalizer={"type": "NFKD"}, pre_tokenizer=sequence(
            "pretokenizers", {"type": "Split", "pattern": {"String": "a"}, "behavior": behavior, "invert": True},
            byte_level(False, False)))
    gemma = trained(
        models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True),
        trainers.BpeTrainer(vocab_size=3000, show_progress=False, limit_alphabet=400,
                            special_tokens=["<pad>", "<eos>", "<bos>", "<unk>"] + [f"<0x{b:02X}>" for b in range(256)]),
        [text.replace(" ", "▁") for text in corpus[:1500]],
        pre_tokenizer=pre_tokenizers.Split("▁", "merged_with_next"))
    gemma["added_tokens"] = gemma["added_tokens"][:4]
    blanks = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    gemma.update(normalizer=blanks, post_processor=template([2], [1]), pre_tokenizer={
        "type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False})
    yield "gemma", gemma
    pieces = json.loads(json.dumps(gemma))
    for missing in range(128, 200):
        del pieces["model"]["vocab"][f"<0x{missing:02X}>"]
    pieces["normalizer"] = sequence("normalizers", {"type": "Prepend", "prepend": "▁"}, blanks, {"type": "Nmt"})
    yield "partial-fallback", pieces
    for fuse in (True, False):
        model = {**gemma["model"], "byte_fallback": False, "fuse_unk": fuse}
        yield f"fuse-{fuse}", {**gemma, "model": model, "normalizer": sequence(
            "normalizers", {"type": "StripAccents"}, {"type": "Strip", "strip_left": True, "strip_right": False}, blanks)}
    bert = trained(
        models.WordPiece(unk_token="[UNK]"),
        trainers.WordPieceTrainer(vocab_size=3000, show_progress=False, limit_alphabet=800,
                                  special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]), corpus,
        normalizer=normalizers.BertNormalizer(), pre_tokenizer=pre_tokenizers.BertPreTokenizer())
    bert["post_processor"] = {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
    yield "bert", bert
    bert = json.loads(json.dumps(bert))
    bert["model"]["max_input_chars_per_word"] = 7
    bert["normalizer"].update(lowercase=False, strip_accents=None, handle_chinese_chars=False)
    bert["truncation"] = {"direction": "Left", "max_length": 9, "strategy": "OnlyFirst", "stride": 2}
    bert["padding"] = {"strategy": "BatchLongest", "direction": "Left", "pad_to_multiple_of": 8, "pad_id": 0,
                       "pad_type_id": 3, "pad_token": "[PAD]"}
    yield "bert-cased", bert
    for name, step in (("whitespace", {"type": "Whitespace"}), ("blanks", {"type": "WhitespaceSplit"}),
                       ("delimiter", {"type": "CharDelimiterSplit", "delimiter": "a"})):
        yield name, {**bert, "normalizer": {"type": "NFD"}, "pre_tokenizer": step, "padding": None}
    map_of_all = {"type": "Precompiled", "precompiled_charsmap": charsmap()}
    unigram = trained(
        models.Unigram(), trainers.UnigramTrainer(vocab_size=9000, show_progress=False, unk_token="<unk>",
                                                  special_tokens=["<s>", "<pad>", "</s>", "<unk>"]), corpus[:3000],
        normalizer=normalizers.NFKC(), pre_tokenizer=pre_tokenizers.Metaspace())
    for scheme, splits in (("always", True), ("first", True), ("never", False), ("first", False)):
        yield f"unigram-{scheme}-{splits}", {**unigram, "normalizer": sequence("normalizers", map_of_all, {
            "type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}), "pre_tokenizer": {
            "type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": splits}}
    spelled = json.loads(json.dumps(unigram))
    spelled["model"]["vocab"] = spelled["model"]["vocab"][:3000] + [[f"<0x{b:02X}>", -9.5] for b in range(256)]
    spelled["model"]["byte_fallback"] = True
    spelled["pre_tokenizer"] = sequence("pretokenizers", {"type": "WhitespaceSplit"}, spelled["pre_tokenizer"])
    yield "unigram-bytes", spelled
    words = {word: number for number, word in enumerate(["<unk>", "a", "photo", "of", "red", "shoes", "it", "'", "s"])}
    yield "words", file({"type": "WordLevel", "vocab": words, "unk_token": "<unk>"}, pre_tokenizer={"type": "Whitespace"})


def ids(tokenizer, text):
    try:
        return tokenizer.encode(text).ids
    except Exception:
        return None


def main():
    folder = pathlib.Path(sys.argv[1])
    inputs = texts(int(sys.argv[2]) if len(sys.argv) > 2 else 20000)
    (folder / "texts.json").write_text(json.dumps(inputs))
    files = [(name, json.dumps(content, ensure_ascii=number % 2 == 0))
             for number, (name, content) in enumerate(kinds(inputs))]
    files += [(f"real-{number}", pathlib.Path(path).read_text()) for number, path in enumerate(sys.argv[3:])]
    for name, content in files:
        tokenizer = Tokenizer.from_str(content)
        (folder / f"{name}.json").write_text(content, encoding="utf-8")
        (folder / f"{name}.ids.json").write_text(json.dumps([ids(tokenizer, text) for text in inputs]))
    print(json.dumps([name for name, _ in files]))


main()
