#!/usr/bin/env bash
# tantivy 0.27.0 of PyPI: `AND NOT` in a query.
#
# Guess: `bag AND NOT red` finds the bags that are not red, as `bag NOT red` and `bag AND -red` do.
# Seen: it finds nothing, without an error: behind AND, the NOT is a query of its own, which has only what it excludes. With
# `OR black` behind it, only what is black is found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tantivy==0.27.0
"$work/venv/bin/python" - <<'PYTHON'
import tantivy

schema = tantivy.SchemaBuilder()
schema.add_text_field('title', stored=True)
index = tantivy.Index(schema.build())
writer = index.writer()
for title in ['red bag', 'black bag', 'white bag', 'black shoe']:
    writer.add_document(tantivy.Document(title=[title]))
writer.commit()
index.reload()
searcher = index.searcher()

def found(query):
    hits = searcher.search(index.parse_query(query, ['title']), 10).hits
    titles = sorted(searcher.doc(address)['title'][0] for _, address in hits)
    print(f'{query}: {", ".join(titles) or "nothing"}')
    return titles

assert found('bag NOT red') == found('bag AND -red') == ['black bag', 'white bag']
assert found('bag AND NOT red') == []
assert found('bag AND -red OR black') == ['black bag', 'black shoe', 'white bag']
assert found('bag AND NOT red OR black') == ['black bag', 'black shoe']
PYTHON
# Output:
#   bag NOT red: black bag, white bag
#   bag AND -red: black bag, white bag
#   bag AND NOT red: nothing
#   bag AND -red OR black: black bag, black shoe, white bag
#   bag AND NOT red OR black: black bag, black shoe
