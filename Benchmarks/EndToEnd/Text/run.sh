#!/usr/bin/env bash
# Benchmarks/EndToEnd/Text/run.sh [FOLDER] [--json]: how well search by words answers the queries of queries/*.csv.
#
# FOLDER has catalog/magento, catalog/books/books.csv and retrieval/labels.csv. Default: ../shared/data beside the checkout.
# $MAGPIE names the command, and benchmarks lies beside it. Default: the newest build.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
folder=$root/../shared/data
if [[ $# -gt 0 && $1 != --* ]]; then
    folder=$1
    shift
fi
magpie=${MAGPIE:-$(ls -t "$root"/.build/*/magpie 2>/dev/null | head -n 1 || true)}
[[ -x $magpie ]] || { echo "run.sh: there is no magpie; build it with swift build -c release, or name it in \$MAGPIE" >&2; exit 2; }
benchmarks=$(dirname "$magpie")/benchmarks
[[ -x $benchmarks ]] || { echo "run.sh: there is no $benchmarks; build it with swift build -c release" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# measure NAME DATA CATALOG [FIELD]: the queries of one file, or a word about the data that they need.
measure() {
    if [[ ! -e $folder/$2 ]]; then
        echo "skipped $1: there is no $folder/$2"
        return
    fi
    if [[ $1 == shop ]]; then python3 "$here/shop.py" "$folder/$2" >"$3"; fi
    echo "# $1"
    "$benchmarks" queries "$here/queries/$1.csv" --catalog "$3" ${4:+--class-field "$4"} "${@:5}"
}

measure shop catalog/magento "$scratch/shop.csv" "" "$@"
measure books catalog/books/books.csv "$folder/catalog/books/books.csv" book_id "$@"
measure pictures retrieval/labels.csv "$folder/retrieval/labels.csv" class "$@"

# Words that the pictures of the drawn catalog show and half of its texts lack.
python3 "$here/hidden.py" >"$scratch/hidden.csv"
"$magpie" index "$root/samples/images" --catalog "$scratch/hidden.csv" --store "$scratch/hidden.magpie" >/dev/null
echo "# hidden"
"$benchmarks" queries "$here/queries/hidden.csv" --store "$scratch/hidden.magpie" "$@"
