#!/usr/bin/env bash
# Schemathesis on /openapi.json of a served sample store: every operation, every check, every phase.
#
#   Tests/ForeignClients/schemathesis.sh [EXAMPLES [SEED]]
#
# EXAMPLES for each operation, default 300; SEED, default 1. Needs Python 3.10 with venv; builds what it asks.
set -euo pipefail
examples=${1:-300} seed=${2:-1}
root=$(cd "$(dirname "$0")/../.." && pwd)
swift build --package-path "$root" --product magpie >&2
magpie=$root/.build/debug/magpie
python=$root/.build/schemathesis
[ -x "$python/bin/schemathesis" ] || { python3 -m venv "$python" && "$python/bin/pip" install -q 'schemathesis==4.32.5'; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

"$magpie" index "$root/samples/images" --catalog "$root/samples/catalog.csv" --store "$work/shop.magpie" --quiet >&2
"$magpie" serve --store "$work/shop.magpie" --port 0 --quiet >"$work/address" &
server=$!
until grep -q http "$work/address" 2>/dev/null; do sleep 0.1; done
url=$(grep -o 'http://[^ ]*' "$work/address")
cd "$work"
"$python/bin/schemathesis" run "${url}openapi.json" --checks all --phases examples,coverage,fuzzing,stateful \
  --max-examples "$examples" --seed "$seed" --continue-on-failure
kill "$server" && wait "$server"
