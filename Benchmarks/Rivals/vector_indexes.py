"""Nearest-neighbor indexes from PyPI, one thread each: the rivals of 'benchmarks match'.

    python3 vector_indexes.py VECTORS QUERIES TRUTH COUNT DIMENSIONS [NAME...]

VECTORS and QUERIES hold float32 rows, TRUTH int32 rows of the ten nearest by exact float32. Needs numpy and any of
hnswlib, faiss-cpu, usearch, rabitqlib, sqlite-vec, scann and scalable-vs; what is missing is left out. Builds each
index whose name contains one of NAME (all by default), prints one JSON line for each configuration, then a line "ready". After that, each line on standard input
makes it measure every configuration once: one JSON line for each with the milliseconds of CPU a query takes, then
"ready" again. Graphs take all queries in one call, which spares them the cost of Python; flat and IVF indexes take them
one by one, since faiss would share work between the queries of one call.
"""

import json
import os
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

vectors_path, queries_path, truth_path, count, dimensions = sys.argv[1:6]
count, dimensions, wanted = int(count), int(dimensions), sys.argv[6:]
vectors = np.memmap(vectors_path, np.float32, "r", shape=(count, dimensions))
queries = np.fromfile(queries_path, np.float32).reshape(-1, dimensions)
truth = np.fromfile(truth_path, np.int32).reshape(-1, 10)
configurations = []


def say(line):
    print(line if isinstance(line, str) else json.dumps(line), flush=True)


def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))


def recall(found):
    return sum(len(set(a) & set(b)) for a, b in zip(found.tolist(), truth.tolist())) / truth.size


def take(name, build, settings):
    """Builds an index and adds a configuration for each setting: a name and a function from setting to search."""
    if wanted and not any(part in name for part in wanted):
        return
    before, start = resident(), time.process_time()
    try:
        index, search = build()
    except ImportError as missing:
        say({"absent": name, "why": str(missing)})
        return
    seconds, memory = time.process_time() - start, resident() - before
    for setting in settings:
        title = f"{name} {setting}".strip()
        run = search(setting)
        say({"name": title, "recall": recall(run()), "bytes": memory, "build": seconds})
        configurations.append((title, run))


def one_by_one(index):
    def run():
        return np.concatenate([index.search(query, 10)[1] for query in queries[:, None]])

    return run


def flat():
    import faiss

    faiss.omp_set_num_threads(1)
    index = faiss.IndexFlatIP(dimensions)
    index.add(vectors)
    return index, lambda _: one_by_one(index)


def ivf():
    import faiss

    faiss.omp_set_num_threads(1)
    lists = int(4 * count**0.5) if count <= 200_000 else 2048
    index = faiss.index_factory(dimensions, f"IVF{lists},SQ8", faiss.METRIC_INNER_PRODUCT)
    index.train(vectors[:: max(1, count // (40 * lists))])
    index.add(vectors)

    def search(probes):
        def run():
            index.nprobe = probes
            return one_by_one(index)()

        return run

    return index, search


def hnsw():
    import hnswlib

    index = hnswlib.Index("ip", dimensions)
    index.init_index(count, M=16, ef_construction=100, random_seed=1)
    index.set_num_threads(1)
    index.add_items(vectors, num_threads=1)

    def search(width):
        def run():
            index.set_ef(width)
            return index.knn_query(queries, 10, num_threads=1)[0].astype(np.int64)

        return run

    return index, search


def usearch():
    from usearch.index import Index

    index = Index(ndim=dimensions, metric="ip", dtype="i8", connectivity=16, expansion_add=100)
    index.add(np.arange(count), vectors, threads=1)

    def search(width):
        def run():
            index.expansion_search = width
            return index.search(queries, 10, threads=1).keys.astype(np.int64)

        return run

    return index, search


def symphony():
    from rabitqlib import SymqgIndex

    index = SymqgIndex(dimensions, 32, metric="ip")
    index.build(np.ascontiguousarray(vectors), 200, num_threads=1)

    def search(width):
        def run():
            return np.asarray(index.search(queries, 10, width, num_threads=1)[0]).reshape(-1, 10).astype(np.int64)

        return run

    return index, search


def rabit_hnsw():
    import faiss
    from rabitqlib import HnswIndex

    faiss.omp_set_num_threads(1)
    means = faiss.Kmeans(dimensions, 16, niter=10, seed=1)
    means.train(np.ascontiguousarray(vectors[:: max(1, count // 20_000)]))
    ids = np.ascontiguousarray(means.index.search(vectors, 1)[1][:, 0].astype(np.uint32))
    index = HnswIndex(dimensions, count, M=16, ef_construction=200, nbits=7, metric="ip")
    index.build(np.ascontiguousarray(vectors), means.centroids, ids, num_threads=1)

    def search(width):
        def run():
            return np.asarray(index.search(queries, 10, width, num_threads=1)[0]).reshape(-1, 10).astype(np.int64)

        return run

    return index, search


def sqlite_vec_int8():
    import sqlite3

    import sqlite_vec

    database = sqlite3.connect(":memory:")
    if not hasattr(database, "enable_load_extension"):
        raise ImportError("this Python cannot load extensions of SQLite; that of Debian can")
    database.enable_load_extension(True)
    sqlite_vec.load(database)
    database.execute(f"CREATE VIRTUAL TABLE rows USING vec0(vector int8[{dimensions}])")

    def stored(rows):
        return np.clip(np.rint(rows * 127), -127, 127).astype(np.int8)

    for first in range(0, count, 10_000):
        part = stored(vectors[first : first + 10_000])
        database.executemany(
            "INSERT INTO rows (rowid, vector) VALUES (?, vec_int8(?))",
            ((first + place, row.tobytes()) for place, row in enumerate(part)),
        )
    asked = [row.tobytes() for row in stored(queries)]
    text = "SELECT rowid FROM rows WHERE vector MATCH vec_int8(?) AND k = 10 ORDER BY distance"

    def search(_):
        return lambda: np.array([[row[0] for row in database.execute(text, (query,))] for query in asked])

    return database, search


def scann_tree():
    import scann

    lists = int(count**0.5)
    builder = scann.scann_ops_pybind.builder(np.ascontiguousarray(vectors), 10, "dot_product")
    builder = builder.tree(lists, lists // 10, training_sample_size=min(count, 100_000))
    index = builder.score_ah(2, anisotropic_quantization_threshold=0.2).reorder(100).set_n_training_threads(1).build()

    def search(leaves):
        def run():
            return np.stack([index.search(query, leaves_to_search=leaves)[0] for query in queries]).astype(np.int64)

        return run

    return index, search


def vamana():
    import svs

    parameters = svs.VamanaBuildParameters(graph_max_degree=32, window_size=100, alpha=0.95)
    index = svs.Vamana.build(parameters, np.ascontiguousarray(vectors), svs.DistanceType.MIP, num_threads=1)

    def search(width):
        def run():
            index.search_window_size = width
            return index.search(queries, 10)[0].astype(np.int64)

        return run

    return index, search


take("faiss flat", flat, [""])
take("faiss IVF-SQ8", ivf, [16, 32, 64])
take("hnswlib", hnsw, [20, 40, 80])
take("usearch i8", usearch, [64, 256])
take("rabitqlib SymphonyQG", symphony, [30, 50, 100])
take("rabitqlib HNSW 7 bits", rabit_hnsw, [30, 50, 100])
take("sqlite-vec int8", sqlite_vec_int8, [""])
take("scann", scann_tree, [20, 60])
take("svs Vamana", vamana, [20, 60])
say("ready")
for _ in sys.stdin:
    for title, run in configurations:
        start = time.process_time()
        run()
        say({"name": title, "milliseconds": (time.process_time() - start) / len(queries) * 1e3})
    say("ready")
