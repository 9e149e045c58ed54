#!/usr/bin/env bash
# usearch 2.26.6, faiss-cpu 1.15.1 and voyager 2.2.3 of PyPI: five neighbors are wanted of an index with three vectors.
#
# Guess: all of them return the three that there are.
# Seen: usearch does for one query. For several at once it fills up with key 0, which is the key of a vector, and only `counts`
# tells; faiss fills up with -1 and the lowest number of a float; voyager raises RecallError and advises a higher M.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q usearch==2.26.6 faiss-cpu==1.15.1 voyager==2.2.3 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import faiss, numpy, voyager
from usearch.index import Index

vectors = numpy.eye(3, 8, dtype='f4')
keys = numpy.array([7, 0, 9])

index = Index(ndim=8, metric='ip')
index.add(keys, vectors)
alone = index.search(vectors[0], 5).keys.tolist()
both = index.search(vectors[:2], 5)
print('usearch, one query:', len(alone), 'keys; two queries:', both.keys[:, 3:].tolist(), 'after', both.counts.tolist())
assert sorted(alone) == [0, 7, 9] and both.keys[:, 3:].tolist() == [[0, 0], [0, 0]] and both.counts.tolist() == [3, 3]

flat = faiss.IndexIDMap(faiss.IndexFlatIP(8))
flat.add_with_ids(vectors, keys)
products, found = flat.search(vectors[:1], 5)
print('faiss:', found[0, 3:].tolist(), products[0, 3:].tolist() == [numpy.finfo('f4').min] * 2)
assert found[0, 3:].tolist() == [-1, -1] and products[0, 3:].tolist() == [numpy.finfo('f4').min] * 2

index = voyager.Index(voyager.Space.InnerProduct, num_dimensions=8)
index.add_items(vectors)
try:
    index.query(vectors[0], 5)
    said = 'an answer'
except voyager.RecallError as error:
    said = str(error)
print('voyager:', said)
assert 'higher M' in said
PYTHON
# Output:
#   usearch, one query: 3 keys; two queries: [[0, 0], [0, 0]] after [3, 3]
#   faiss: [-1, -1] True
#   voyager: Fewer than expected results were retrieved; only found 3 of 5 requested neighbors. Reconstruct the index with a
#   higher M value to increase recall.
