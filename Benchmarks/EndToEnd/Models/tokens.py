"""Small tokenizers of the forms that models have: byte-level BPE as CLIP has it, Unigram as SigLIP has it."""

import collections
import io
import os

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

LINES = """a photo of a red shoe on a white table
a picture of the blue car in the street at night
two dogs and a cat sleep on the green sofa
the woman wears a long black dress with flowers
a bowl of soup, some bread and a glass of water
the old church beside the river in the winter snow
ein rotes Fahrrad steht vor dem Haus am Wasser
une grande maison avec un jardin et des arbres
un perro pequeno corre por la playa de arena
a close-up photo of a yellow flower with 5 petals
running shoes, size 42, with a rubber sole
the small airplane flies over the mountains at noon
白い靴 黒い鞄 赤い車
красная машина стоит у дома
""".splitlines()
START, END = "<|startoftext|>", "<|endoftext|>"
CONTRACTED = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def learned_merges(words, count):
    """The pairs of neighbors that are joined, the most frequent first; the same ones in every run."""
    merges = []
    while len(merges) < count:
        pairs = collections.Counter(pair for word in words for pair in zip(word, word[1:]))
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        for word in words:
            at = 0
            while at + 1 < len(word):
                if (word[at], word[at + 1]) == best:
                    word[at:at + 2] = [best[0] + best[1]]
                at += 1
    return merges


def clip():
    """Bytes, bytes at the end of a word, merges that were learned from the lines; then the two special tokens."""
    def dressed(model):
        tokenizer = Tokenizer(model)
        tokenizer.normalizer = normalizers.Sequence(
            [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Split(Regex(CONTRACTED), "removed", invert=True),
             pre_tokenizers.ByteLevel(add_prefix_space=False)])
        return tokenizer
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    splits = dressed(models.BPE()).pre_tokenizer
    words = [word for line in LINES for word, _ in splits.pre_tokenize_str(line.lower())]
    merges = learned_merges([[*word[:-1], word[-1] + "</w>"] for word in words], 200)
    pieces = alphabet + [piece + "</w>" for piece in alphabet] + [a + b for a, b in merges] + [START, END]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = dressed(models.BPE(vocabulary, merges, unk_token=END, end_of_word_suffix="</w>",
                                   continuing_subword_prefix=""))
    tokenizer.add_special_tokens([START, END])
    tokenizer.post_processor = processors.RobertaProcessing(
        (END, vocabulary[END]), (START, vocabulary[START]), trim_offsets=False, add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def siglip(work):
    """Pieces with scores and the character map of SentencePiece (NMT's NFKC), learned from the lines; `</s>` is 1."""
    text, prefix = os.path.join(work, "lines.txt"), io.BytesIO()
    with open(text, "w", encoding="utf-8") as file:
        file.write("\n".join(line.lower() for line in LINES))
    sentencepiece.SentencePieceTrainer.train(
        input=text, model_writer=prefix, model_type="unigram", vocab_size=240, hard_vocab_limit=False,
        pad_id=0, eos_id=1, unk_id=2, bos_id=-1, minloglevel=2, num_threads=1)
    proto = sentencepiece_model_pb2.ModelProto.FromString(prefix.getvalue())
    tokenizer = Tokenizer(models.Unigram([(piece.piece, piece.score) for piece in proto.pieces], unk_id=2))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Lowercase(), normalizers.Replace(Regex(r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~]"""), ""),
        normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap), normalizers.Strip(),
        normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.add_special_tokens(["<pad>", "</s>", "<unk>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)])
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer
