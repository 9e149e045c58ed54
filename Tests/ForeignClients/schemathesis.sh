#!/usr/bin/env bash
# Schemathesis on /openapi.json of a served sample store: every operation and every phase; every check but two. The vendors'
# rules say more than their schemas can, so that a request that fits may be refused; and /engine answers 200 with an error.
#
#   Tests/ForeignClients/schemathesis.sh [EXAMPLES [SEED [SECONDS]]]
#   Tests/ForeignClients/schemathesis.sh install    # what it needs of PyPI, and no more
#
# EXAMPLES for each operation, default 300; SEED, default 1; SECONDS at most, default no limit.
# Needs Python 3.10 with venv; builds what it asks.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=$root/.build/schemathesis
[ -x "$python/bin/schemathesis" ] || { python3 -m venv "$python" && "$python/bin/pip" install -q 'schemathesis==4.32.5'; }
[ "${1:-}" != install ] || exit 0
examples=${1:-300} seed=${2:-1} seconds=${3:-}
swift build --package-path "$root" --product magpie >&2
magpie=$root/.build/debug/magpie
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

"$magpie" index "$root/samples/images" --catalog "$root/samples/catalog.csv" --store "$work/shop.magpie" --quiet >&2
"$magpie" serve --store "$work/shop.magpie" --port 0 --quiet >"$work/address" &
server=$!
until grep -q http "$work/address" 2>/dev/null; do sleep 0.1; done
url=$(grep -o 'http://[^ ]*' "$work/address")
cd "$work"
"$python/bin/schemathesis" run "${url}openapi.json" --checks all \
  --exclude-checks positive_data_acceptance,negative_data_rejection --phases examples,coverage,fuzzing,stateful \
  --max-examples "$examples" --seed "$seed" ${seconds:+--max-time "$seconds"} \
  --continue-on-failure
kill "$server"
wait "$server"
server=
