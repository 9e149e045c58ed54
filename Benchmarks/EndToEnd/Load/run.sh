#!/bin/bash
# Load on `magpie serve`, from the same machine: throughput, latencies and memory, as JSON.
#
#   Benchmarks/EndToEnd/Load/run.sh OUT.json PICTURES [SECONDS [MINUTES]]
#
# PICTURES is a folder with pictures; the first 10,000 are indexed. Each figure takes SECONDS (default 20), the memory
# over MINUTES (default 10) of mixed load. Needs wrk and Python 3; builds what it measures, or takes the command in MAGPIE.
set -euo pipefail
out=$1 pictures=$2 seconds=${3:-20} minutes=${4:-10}
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../../.." && pwd)
[ -n "${MAGPIE:-}" ] || swift build --package-path "$root" -c release --product magpie >&2
magpie=${MAGPIE:-$root/.build/release/magpie}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

find -L "$(cd "$pictures" && pwd)" -type f \( -name '*.jpg' -o -name '*.png' -o -name '*.webp' \) | sort | sed -n 1,10000p >"$work/list"
"$magpie" index - --root / --store "$work/load.magpie" --quiet <"$work/list" >&2
"$magpie" store export "$work/load.magpie" >"$work/items.jsonl"
"$magpie" prep "$root/samples/scenes/scene-01.jpg" -o "$work/upload" --size 512 --quiet >&2
"$magpie" serve --store "$work/load.magpie" --port 0 --quiet >"$work/address" &
server=$!
until grep -q http "$work/address" 2>/dev/null; do sleep 0.1; done
url=$(grep -o 'http://[^ ]*' "$work/address")
python3 "$here/load.py" "$url" "$server" "$work" "$seconds" "$minutes" "$magpie" >"$out"
cat "$out"
