#!/bin/sh
# Proves the vector kernels against the scalar ones: those of this machine under the address and undefined-behavior
# sanitizers, then NEON with a cross compiler and an emulator.
# Needs clang or gcc; for NEON on another processor
#     apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../../../Sources/Pictures/CKernels
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
sources="$here/parity.c $(echo "$kernels"/*.c)"
for part in scalar avx2 avx512 neon match; do sources="$sources $(echo "$kernels/$part"/*.c)"; done

echo "$(uname -m), sanitized:"
# shellcheck disable=SC2086
${CC:-cc} -O2 -Wall -Wextra -Wno-unknown-pragmas -Werror -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    -I"$kernels/include" $sources -o "$build/here" -lm
"$build/here"

[ "$(uname -m)" = aarch64 ] && exit 0
echo "aarch64, emulated:"
# shellcheck disable=SC2086
aarch64-linux-gnu-gcc -O2 -Wall -Wextra -Wno-unknown-pragmas -Werror -static -I"$kernels/include" $sources -o "$build/aarch64" -lm
qemu-aarch64 "$build/aarch64"
