"""Makes stores as the parts of `magpie index --shard` are, of any size, for timing `magpie store merge`.

    magpie index samples --catalog samples/catalog.csv --store template.magpie --no-learning
    python3 parts.py template.magpie FOLDER --items 1000000 --parts 4

Every item is a copy of one of the template with an id, a file name and a vector of its own, and the checksums that the
store wants. The indexes of words stay empty: a merge makes them from the texts. Needs numpy.
"""

import argparse
import json
import os
import shutil
import sqlite3

import numpy as np

PRIME = np.uint64(0x100000001B3)
START = np.uint64(0xCBF29CE484222325)
# The others are those of further pictures.
COLUMNS = (
    "slot", "id", "source", "size", "modified", "hash", "revision", "picture_revision", "checksum", "picture_checksum", "born")


class Hash:
    """FNV-1a of many rows at once, as `Checksum.swift` feeds it."""

    def __init__(self, rows):
        self.value = np.full(rows, START)

    def columns(self, matrix):
        for column in matrix.T:
            self.value = (self.value ^ column.astype(np.uint64)) * PRIME

    def constant(self, data):
        for byte in data:
            self.value = (self.value ^ np.uint64(byte)) * PRIME

    def number(self, number):
        self.constant(int(number).to_bytes(8, "little", signed=True))

    def bytes(self, matrix):
        self.number(matrix.shape[1])
        self.columns(matrix)

    def blob(self, data):
        self.number(len(data))
        self.constant(data)

    def optional(self, data):
        self.number(0 if data is None else 1)
        if data is not None:
            self.blob(data)

    def sqlite(self):
        return self.value.astype(np.int64).tolist()


def texts(prefix, suffix, numbers):
    """One text for each number, all of one length, and their bytes."""
    found = [f"{prefix}-{number:08d}{suffix}" for number in numbers]
    return found, np.frombuffer("".join(found).encode(), np.uint8).reshape(len(found), -1)


def value(hash, value):
    if value is None:
        hash.number(0)
    elif isinstance(value, int):
        hash.number(1)
        hash.number(value)
    elif isinstance(value, float):
        hash.number(2)
        hash.constant(np.float64(value).tobytes())
    else:
        hash.number(3)
        hash.blob(value.encode())


def checksums(item, attributes, ids, sources):
    hash = Hash(len(ids))
    hash.bytes(ids)
    hash.number(1)
    hash.bytes(sources)
    for number in (item["size"], item["modified"]):
        hash.number(1)
        hash.number(number)
    hash.optional(item["hash"])
    for field, values in attributes:
        hash.number(field)
        for each in values:
            value(hash, each)
    return hash.sqlite()


def picture_checksums(vectors, colors, thumbnail):
    hash = Hash(len(vectors))
    hash.bytes(vectors.view(np.uint8))
    hash.blob(colors)
    hash.number(0)
    hash.optional(thumbnail)
    return hash.sqlite()


def template_items(database):
    items = []
    for item in database.execute(
        "SELECT *, vectors.bytes AS vector, colors.bytes AS palette FROM items JOIN vectors USING (slot)"
        " LEFT JOIN colors USING (slot) WHERE id NOT NULL ORDER BY slot"
    ):
        attributes = {}
        for field, _, each in database.execute(
            "SELECT field, ordinal, value FROM attributes WHERE slot = ? ORDER BY field, ordinal", [item["slot"]]
        ):
            attributes.setdefault(field, []).append(each)
        words = database.execute("SELECT names, kinds, tags, prose FROM texts WHERE slot = ?", [item["slot"]]).fetchone()
        vector = np.frombuffer(item["vector"], np.int8)
        own = [np.frombuffer(item[name].encode(), np.uint8)[None] for name in ("id", "source")]
        # The sums are those of the store, so that a mistake here is noticed before a million times.
        assert checksums(item, list(attributes.items()), *own) == [item["checksum"]], item["id"]
        assert picture_checksums(vector[None], item["palette"] or b"", None) == [item["picture_checksum"]], item["id"]
        items.append((item, vector, list(attributes.items()), tuple(words) if words else None))
    return items


def empty(database, table):
    """Empties an index of words by its tables, as its own 'delete-all' does: that needs the tokenizer of the store."""
    for part in ("data", "idx", "docsize"):
        database.execute(f"DELETE FROM {table}_{part}")
    # No averages, and a structure without segments.
    database.executemany(f"INSERT INTO {table}_data VALUES (?, ?)", [(1, b""), (10, bytes(7))])


def main(template, folder, count, parts):
    known = sqlite3.connect(template)
    known.row_factory = sqlite3.Row
    items = template_items(known)
    random = np.random.default_rng(1)
    os.makedirs(folder, exist_ok=True)
    for part in range(parts):
        path = f"{folder}/{part}.magpie"
        shutil.copy(template, path)
        database = sqlite3.connect(path, isolation_level=None)
        database.executescript("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN")
        for table in ("words", "stems"):
            empty(database, table)
        for table in ("texts", "attributes", "vectors", "colors", "fine", "thumbnails", "lists", "densities", "types", "items"):
            database.execute(f"DELETE FROM {table}")
        database.execute("CREATE TABLE part(one INTEGER PRIMARY KEY CHECK (one = 1), record TEXT NOT NULL)")
        database.execute("CREATE TABLE places(slot INTEGER PRIMARY KEY REFERENCES items, place INTEGER NOT NULL)")
        record = {"count": parts, "index": part, "list": f"{count} inputs, 0", "options": {"made-by": "parts.py"}}
        database.execute("INSERT INTO part VALUES (1, ?)", [json.dumps(record)])
        places = np.arange(part, count, parts)
        rows, attributes = [], []
        for number, (item, vector, own, words) in enumerate(items):
            slots = np.arange(number, len(places), len(items))
            if not len(slots):
                continue
            ids, id_bytes = texts(item["id"], "", places[slots])
            sources, source_bytes = texts(item["source"].rsplit(".", 1)[0], ".jpg", places[slots])
            noise = random.integers(-10, 11, (len(slots), len(vector)))
            vectors = np.clip(vector * 4 // 5 + noise, -127, 127).astype(np.int8)
            palette = item["palette"] or b""
            sums = checksums(item, own, id_bytes, source_bytes)
            picture_sums = picture_checksums(vectors, palette, None)
            for index, slot in enumerate(slots.tolist()):
                head = (slot, ids[index], sources[index], item["size"], item["modified"], item["hash"], 1, 1)
                rows.append((head + (sums[index], picture_sums[index], 1), vectors[index].tobytes(), palette, words))
            attributes += [
                (field, slot, ordinal, each)
                for slot in slots.tolist() for field, values in own for ordinal, each in enumerate(values)
            ]
        rows.sort(key=lambda row: row[0][0])
        attributes.sort(key=lambda row: row[:3])
        database.executemany(f"INSERT INTO items({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})", (row[0] for row in rows))
        database.executemany("INSERT INTO vectors VALUES (?, ?)", ((row[0][0], row[1]) for row in rows))
        database.executemany("INSERT INTO colors VALUES (?, ?)", ((row[0][0], row[2]) for row in rows if row[2]))
        database.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?)", ((row[0][0], *row[3]) for row in rows if row[3]))
        database.executemany("INSERT INTO attributes VALUES (?, ?, ?, ?)", attributes)
        database.executemany("INSERT INTO places VALUES (?, ?)", enumerate(places.tolist()))
        database.execute("UPDATE state SET revision = 1, items = ?", [len(rows)])
        database.execute("COMMIT")
        print(path, len(rows), os.path.getsize(path))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("template")
    parser.add_argument("folder")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--parts", type=int, default=4)
    words = parser.parse_args()
    main(words.template, words.folder, words.items, words.parts)
