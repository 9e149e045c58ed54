#!/bin/sh
# Proves the vector loops of the descriptor against the scalar ones: those of this machine under the address and
# undefined-behavior sanitizers, then NEON with a cross compiler and an emulator.
# Needs clang or gcc; for NEON on another processor
#     apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../../../../Sources/Pictures/CKernels
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

echo "$(uname -m), sanitized:"
${CC:-cc} -O2 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    -I"$kernels/include" "$here/parity.c" $(find "$kernels" -name '*.c') -o "$build/here"
"$build/here"

[ "$(uname -m)" = aarch64 ] && exit 0
echo "aarch64, emulated:"
aarch64-linux-gnu-gcc -O2 -Wall -Wextra -Werror -static \
    -I"$kernels/include" "$here/parity.c" $(find "$kernels" -name '*.c') -o "$build/aarch64"
qemu-aarch64 "$build/aarch64"
