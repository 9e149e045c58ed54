#!/usr/bin/env bash
# libvips 8.18.7 (wheel pyvips-binary): a TIFF in a compression that the build cannot read opens black, without an error.
#
# Guess: with fail_on=truncated, as for other damage, such a file is refused, since not a single row can be decoded.
# Seen: Zstandard, LZMA, JPEG XL, JPEG 2000 and PNG inside TIFF are all zeros; fail_on=error refuses them. Compressions that the build
# has (WebP, LZW, Deflate) are right with both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cffi==2.0.0 numpy==2.2.6 imagecodecs==2026.3.6 tifffile==2026.3.3 pyvips==3.2.0
"$work/venv/bin/pip" install -q --force-reinstall --no-deps pyvips-binary==8.18.7
cd "$work"
"$work/venv/bin/python" - 2>/dev/null <<'PYTHON'
import numpy, pyvips, tifffile

assert [pyvips.version(part) for part in range(3)] == [8, 18, 7]
red = numpy.zeros((64, 64, 3), numpy.uint8)
red[:] = (200, 40, 40)

def opened(name, level):
    try:
        return str(pyvips.Image.tiffload(name, fail_on=level).numpy()[5, 5].tolist())
    except pyvips.Error:
        return 'refused'

for compression in ('zstd', 'lzma', 'jpegxl', 'jpeg2000', 'png', 'webp', 'lzw', 'deflate'):
    tifffile.imwrite(f'{compression}.tif', red, photometric='rgb', compression=compression)
    assert (tifffile.imread(f'{compression}.tif') == red).all()
    found = [opened(f'{compression}.tif', level) for level in ('truncated', 'error')]
    print(f'{compression:9} truncated: {found[0]:14} error: {found[1]}')
    isThere = compression in ('webp', 'lzw', 'deflate')
    assert found == (['[200, 40, 40]'] * 2 if isThere else ['[0, 0, 0]', 'refused'])
PYTHON
# Output:
#   zstd      truncated: [0, 0, 0]      error: refused
#   lzma      truncated: [0, 0, 0]      error: refused
#   jpegxl    truncated: [0, 0, 0]      error: refused
#   jpeg2000  truncated: [0, 0, 0]      error: refused
#   png       truncated: [0, 0, 0]      error: refused
#   webp      truncated: [200, 40, 40]  error: [200, 40, 40]
#   lzw       truncated: [200, 40, 40]  error: [200, 40, 40]
#   deflate   truncated: [200, 40, 40]  error: [200, 40, 40]
