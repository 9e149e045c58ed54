#!/bin/bash
# Whether the time of a key check tells how much of a key was right: Welch's t for wrong keys of two classes.
#
#   Benchmarks/Micro/KeyTiming/run.sh [SAMPLES]
#
# SAMPLES is 1,000,000 by default. |t| below 4.5 is what a check in constant time gives.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/../../../Sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-O -parse-as-library -enable-upcoming-feature InternalImportsByDefault -swift-version 6 -package-name magpie)
cd "$work"
swiftc "${flags[@]}" -emit-module -emit-library -static -module-name Essentials -o libEssentials.a \
  "$sources"/Pictures/Essentials/*.swift
swiftc "${flags[@]}" -module-name KeyTiming -o key-timing -I . -L . -lEssentials \
  "$here/KeyTiming.swift" "$sources"/Network/HTTPTransport/{Credentials,Rights,SHA256}.swift
./key-timing "${1:-1000000}"
