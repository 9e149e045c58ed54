"""Writes the built-in thesaurus, Sources/Search/CSearchData/Thesaurus/thesaurus.bin, from the database of WordNet 3.0.

    apt-get install wordnet-base
    python3 Benchmarks/Learning/thesaurus.py [--wordnet /usr/share/wordnet]

A node is a sense: the terms that share it, below the node of the next broader sense. Kept are the senses of what
catalogs hold: artifacts, food, plants, substances, parts of the body, animals, colors, publications, and the kinds of
people that goods are made for. Terms have one or two words. A term of two words that ends in the name of a broader sense
(silver maple) is left out where it is the only name: an item that says it says the broader name, too.

All numbers are little-endian.

    header    MTHS; UInt16: version (1), terms, nodes, blocks; two letters of the language (en) and two zeros; UInt32:
              where the block table, the nodes and the members begin. The entries follow the header.
    entries   sorted by their UTF-8. A byte: letters shared with the entry before (3 bits; 0 for the first of a block of
              16), bytes that follow (5 bits); the bytes; then the nodes of the term, likeliest sense first, as UInt16,
              the last one with the highest bit set.
    blocks    UInt32: where the first entry of each block begins.
    nodes     breadth first, so the children of a node follow each other; node 0 is the root. UInt16: the first child,
              the highest bit set where the sense is too wide to tell anything of those above it; UInt16: the first
              member. One more node ends the last one's.
    members   UInt16: a term; UInt8: how usual this sense is for it, 255 for its only one.
"""
import argparse
import collections
import math
import os
import re
import struct

ARTIFACT, FOOD, PLANT, SUBSTANCE, BODY, ANIMAL, ATTRIBUTE, COMMUNICATION, PERSON = 6, 13, 20, 27, 8, 5, 7, 10, 18
KEPT = {ARTIFACT, FOOD, PLANT, SUBSTANCE, BODY, ANIMAL}
PEOPLE = [["woman", "adult_female"], ["man", "adult_male"], ["child", "kid"], ["girl", "miss"], ["boy", "male_child"],
          ["baby", "babe"]]
WIDE = 300  # A sense with more narrower ones says nothing of them.
IRREGULAR = re.compile("[a-z]*(men|ves|feet|teeth|geese|mice|children)")
TARGET = os.path.join(os.path.dirname(__file__), "../../Sources/Search/CSearchData/Thesaurus/thesaurus.bin")

Synset = collections.namedtuple("Synset", "file words pointers")


def synsets(folder, part):
    """By offset: lexicographer file, words, pointers (symbol, offset, part of speech, words that they join)."""
    found = {}
    for line in open(os.path.join(folder, "data." + part), encoding="latin-1"):
        if line.startswith("  "):
            continue
        parts = line.split(" | ")[0].split(" ")
        count = int(parts[3], 16)
        first = 4 + 2 * count
        pointers = [(parts[i], int(parts[i + 1]), parts[i + 2], parts[i + 3])
                    for i in range(first + 1, first + 1 + 4 * int(parts[first]), 4)]
        found[int(parts[0])] = Synset(int(parts[1]), parts[4:first:2], pointers)
    return found


def plain(word):
    """A word as texts are cut into words: lower case, no marks."""
    word = re.sub(r"\(\w+\)$", "", word).replace("'s", "").replace("'", "").replace(".", "")
    return re.sub("[_-]", " ", word).lower()


class Selection:
    """The senses that are kept, with their terms and broader senses."""

    def __init__(self, folder):
        self.nouns = synsets(folder, "noun")
        self.children = collections.defaultdict(list)
        for offset, synset in self.nouns.items():
            for symbol, target, _, _ in synset.pointers:
                if symbol == "@":
                    self.children[target].append(offset)
        kept = {offset for offset, synset in self.nouns.items() if synset.file in KEPT}
        kept |= {offset for offset in self.below("color", "colour") if self.nouns[offset].file == ATTRIBUTE}
        for words in (["book", "volume"], ["publication"]):
            kept |= {offset for offset in self.below(*words) if self.nouns[offset].file == COMMUNICATION}
        for words in PEOPLE:
            for root in self.named(*words):
                if self.nouns[root].file == PERSON:
                    kept |= {root, *self.children[root]}
        # Not single named things.
        self.kept = {offset for offset in kept if all(symbol != "@i" for symbol, *_ in self.nouns[offset].pointers)}
        self.terms = {offset: self.names(offset) for offset in sorted(self.kept)}
        self.quality = self.qualities(folder)
        self.add_adjectives(folder)
        self.add_plurals(folder)
        self.terms = {offset: terms for offset, terms in self.terms.items() if terms}
        self.wide = {offset for offset in self.terms if len(self.under(offset)) > WIDE}

    def named(self, *words):
        return [offset for offset, synset in self.nouns.items() if synset.words[:len(words)] == list(words)]

    def under(self, *roots):
        """All narrower senses that are kept."""
        found, waiting = set(), list(roots)
        while waiting:
            for child in self.children[waiting.pop()]:
                if child not in found:
                    found.add(child)
                    waiting.append(child)
        return found & self.kept if hasattr(self, "kept") else found

    def below(self, *words):
        roots = self.named(*words)
        return self.under(*roots) | set(roots)

    def above(self, offset):
        found, waiting = [], [offset]
        while waiting:
            for symbol, target, _, _ in self.nouns[waiting.pop()].pointers:
                if symbol == "@" and target not in found:
                    found.append(target)
                    waiting.append(target)
        return found

    def names(self, offset):
        file, words, _ = self.nouns[offset]
        broader = {plain(word) for target in self.above(offset) for word in self.nouns[target].words}
        telling, other = [], []
        for word in words:
            # Scientific names are no words of catalogs.
            term = plain(word)
            if file in (PLANT, ANIMAL) and (word[0].isupper() or " " in term) or file == BODY and " " in term:
                continue
            if re.fullmatch("[a-z ]{2,24}", term) and term.count(" ") < 2:
                (other if " " in term and term.split()[1] in broader else telling).append(term)
        is_parent = any(child in self.kept for child in self.children[offset])
        return list(dict.fromkeys(telling + (other if telling or is_parent else [])))

    def qualities(self, folder):
        """How usual a sense is for a term, from 0 to 1: its place among the senses of the noun, and its share of all uses
        of the word, as any part of speech, that were counted."""
        counts, totals = {}, collections.Counter()
        for line in open(os.path.join(folder, "cntlist.rev")):
            key, number, count = line.split()
            word, rest = key.split("%")
            totals[plain(word)] += int(count)
            if rest[0] == "1":
                counts[word, int(number)] = int(count)
        found = {}
        for line in open(os.path.join(folder, "index.noun")):
            if line.startswith(" "):
                continue
            parts = line.split()
            term, total = plain(parts[0]), totals[plain(parts[0])]
            for place, offset in enumerate(parts[-int(parts[2]):]):
                quality = (1, .9, .75, .65, .55, .5, .45, .4)[min(place, 7)]
                if total >= 3:
                    share = (counts.get((parts[0], place + 1), 0) + .3) / (total + .6)
                    quality *= .6 + .4 * min(1, math.sqrt(share))
                found[term, int(offset)] = max(quality, found.get((term, int(offset)), 0))
        return found

    def add_adjectives(self, folder):
        """Those that are made of a material or a color: woolen, golden."""
        made = self.below("fabric", "cloth")
        for synset in synsets(folder, "adj").values():
            for symbol, target, part, joined in synset.pointers:
                if symbol not in ("\\", "+") or part != "n" or not self.terms.get(target):
                    continue
                if target in made or self.nouns[target].file in (SUBSTANCE, ATTRIBUTE):
                    place = int(joined[:2], 16)
                    for word in synset.words[place - 1:place] if place else synset.words:
                        if re.fullmatch("[a-z]{3,24}", plain(word)) and plain(word) not in self.terms[target]:
                            self.terms[target].append(plain(word))

    def add_plurals(self, folder):
        """Irregular ones, which have stems of their own."""
        plurals = [("women", "woman"), ("men", "man"), ("children", "child")]
        plurals += [line.split()[:2] for line in open(os.path.join(folder, "noun.exc"))]
        holders = collections.defaultdict(list)
        for offset, terms in self.terms.items():
            for term in terms:
                holders[term].append(offset)
        for plural, singular in plurals:
            for offset in holders[singular] if IRREGULAR.fullmatch(plural) else []:
                if plural not in self.terms[offset]:
                    self.terms[offset].append(plural)
                    self.quality[plural, offset] = self.quality.get((singular, offset), .7)

    def parents(self, offset):
        """The next broader senses that have terms, the most important one first."""
        found = []
        for symbol, target, _, _ in self.nouns[offset].pointers:
            if symbol != "@":
                continue
            seen = set()
            while target is not None and target not in self.terms and target not in seen:
                seen.add(target)
                target = next((up for sign, up, _, _ in self.nouns[target].pointers if sign == "@"), None)
            if target in self.terms and target != offset and target not in found:
                found.append(target)
        return found


def arranged(selection):
    """The nodes breadth first, as (sense, number of the parent); a sense with two parents stands below both, with its
    children below the first."""
    below = collections.defaultdict(list)
    for offset in sorted(selection.terms):
        for place, parent in enumerate(selection.parents(offset) or [None]):
            below[parent].append((offset, place == 0))
    nodes, children = [None], []
    waiting = collections.deque([(None, True)])
    while waiting:
        offset, holds = waiting.popleft()
        children.append(len(nodes))
        for child in below[offset] if holds else []:
            nodes.append(child[0])
            waiting.append(child)
    return nodes, children


def table(selection):
    nodes, children = arranged(selection)
    senses = collections.defaultdict(list)
    for number, offset in enumerate(nodes[1:], 1):
        for term in selection.terms[offset]:
            senses[term].append((-selection.quality.get((term, offset), .7), number))
    terms = sorted(senses, key=str.encode)
    assert len(nodes) < 1 << 15 and len(terms) < 1 << 16, (len(nodes), len(terms))
    entries, blocks, before = bytearray(), [], b""
    for place, term in enumerate(terms):
        text = term.encode()
        if place % 16 == 0:
            blocks.append(32 + len(entries))
            before = b""
        shared = len(os.path.commonprefix([before, text])[:7])
        entries.append(shared << 5 | len(text) - shared)
        entries += text[shared:]
        ordered = [number for _, number in sorted(senses[term])]
        entries += struct.pack(f"<{len(ordered)}H", *ordered[:-1], ordered[-1] | 1 << 15)
        before = text
    places = {term: place for place, term in enumerate(terms)}
    records, members = bytearray(), bytearray()
    for number, offset in enumerate(nodes):
        wide = offset is None or offset in selection.wide
        records += struct.pack("<HH", children[number] | wide << 15, len(members) // 3)
        for term in selection.terms[offset] if offset is not None else []:
            quality = selection.quality.get((term, offset), .7)
            members += struct.pack("<HB", places[term], round(255 * quality))
    records += struct.pack("<HH", len(nodes), len(members) // 3)
    block_start = 32 + len(entries)
    node_start = block_start + 4 * len(blocks)
    header = struct.pack("<4s4H2s2x3I", b"MTHS", 1, len(terms), len(nodes), len(blocks), b"en", block_start, node_start,
                         node_start + len(records)) + bytes(4)
    assert len(header) == 32 and len(members) // 3 < 1 << 16
    print(f"{len(terms)} terms ({sum(' ' in term for term in terms)} of two words), {len(nodes)} senses")
    return header + bytes(entries) + struct.pack(f"<{len(blocks)}I", *blocks) + bytes(records) + bytes(members)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--wordnet", default="/usr/share/wordnet", help="folder of data.noun; default %(default)s")
    parser.add_argument("--out", default=TARGET, help="file to write; default Sources/Search/CSearchData/Thesaurus/thesaurus.bin")
    options = parser.parse_args()
    content = table(Selection(options.wordnet))
    with open(options.out, "wb") as file:
        file.write(content)
    print(f"{len(content)} bytes")


if __name__ == "__main__":
    main()
