#!/bin/bash
# Whether the time of a key check tells how much of a key was right: Welch's t for wrong keys of two classes.
#
#   Benchmarks/Micro/KeyTiming/run.sh [SAMPLES]
#
# SAMPLES is 1,000,000 by default. |t| below 4.5 is what a check in constant time gives.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
swiftc -O -parse-as-library -enable-upcoming-feature InternalImportsByDefault -swift-version 6 -package-name magpie -module-name KeyTiming -o "$work/key-timing" \
  "$here/KeyTiming.swift" "$here"/../../../Sources/Network/HTTPTransport/{Credentials,Rights,SHA256}.swift
"$work/key-timing" "${1:-1000000}"
