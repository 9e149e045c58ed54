#!/usr/bin/env bash
# libvips 8.18.7 (wheel pyvips-binary 8.18.7): vips_icc_transform of inks to sRGB with black_point_compensation set to FALSE.
#
# Guess: off is off, so that full ink has the same dark gray with the perceptual and the relative intent, whose tables in the
# profile are the same.
# Seen: with the perceptual intent black is made black all the same, and all dark colors with it; with the relative intent it is not.
# The same profile and options give dark gray for both with libvips 8.14.1 of Debian 12.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --no-deps --target "$work/wheel" pyvips-binary==8.18.7
"$work/venv/bin/python" - "$work/wheel" 2>/dev/null <<'PYTHON'
import ctypes, glob, sys

vips = ctypes.CDLL(glob.glob(f'{sys.argv[1]}/pyvips_binary.libs/libvips*')[0])
vips.vips_init(b'finding')
Pointer = ctypes.c_void_p
for name in ('vips_image_new_from_memory_copy', 'vips_image_write_to_memory'):
    getattr(vips, name).restype = Pointer
# Full ink, and black ink alone to one half.
plain = Pointer(vips.vips_image_new_from_memory_copy(bytes([255] * 4 + [0, 0, 0, 128]), ctypes.c_size_t(8), 2, 1, 4, 0))
inks = Pointer()
vips.vips_copy(plain, ctypes.byref(inks), b'interpretation', 15, None)
seen = {}
for intent, number in (('perceptual', 0), ('relative', 1)):
    result, size = Pointer(), ctypes.c_size_t()
    assert vips.vips_icc_transform(
        inks, ctypes.byref(result), b'srgb', b'intent', number, b'input_profile', b'cmyk',
        b'black_point_compensation', 0, None) == 0
    colors = ctypes.string_at(vips.vips_image_write_to_memory(result, ctypes.byref(size)), 6)
    seen[intent] = f'#{colors[:3].hex()} #{colors[3:].hex()}'
    print(f'{intent}: {seen[intent]}')
assert seen['perceptual'].startswith('#000000') and not seen['relative'].startswith('#000000'), seen
PYTHON
# Output:
#   perceptual: #000000 #868584
#   relative: #21212c #898889
