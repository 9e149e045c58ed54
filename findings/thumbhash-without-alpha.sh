#!/usr/bin/env bash
# thumbhash 0.1.2 of PyPI, beside fast-thumbhash 1.0.0, a port in Rust: the ThumbHash of a picture with transparency.
#
# Guess: both give a half transparent picture of 50 x 100 pixels the same hash, as they do with the opaque one but for roundings.
# Seen: thumbhash raises TypeError for every picture with a transparent pixel, and never writes a hash with alpha, though it reads
# them; fast-thumbhash gives 23 bytes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q thumbhash==0.1.2 fast-thumbhash==1.0.0
"$work/venv/bin/python" - <<'PYTHON'
import fast_thumbhash, thumbhash

def picture(alpha):
    return [value for y in range(100) for x in range(50) for value in (x * 5, y * 2, 128, alpha)]

def python(pixels):
    try:
        return len(thumbhash.rgba_to_thumb_hash(50, 100, pixels))
    except TypeError as error:
        return f'TypeError: {error}'

def rust(pixels):
    return bytes(fast_thumbhash.rgba_to_thumb_hash(50, 100, bytes(pixels)))

for name, alpha in [('opaque', 255), ('half transparent', 128)]:
    print(f'{name}: {python(picture(alpha))}; in Rust {len(rust(picture(alpha)))}')
half = rust(picture(128))
back = thumbhash.thumb_hash_to_rgba(half)
print('read by thumbhash:', back[0], 'x', back[1], 'pixels, alpha', back[2][3])
assert python(picture(255)) == len(rust(picture(255)))
assert python(picture(128)).startswith('TypeError') and len(half) == 23 and abs(back[2][3] - 128) < 10
PYTHON
# Output:
#   opaque: 19; in Rust 19
#   half transparent: TypeError: type tuple doesn't define __round__ method; in Rust 23
#   0.6
#   read by thumbhash: 19 x 32 pixels, alpha 136
# The third line is thumbhash's own: it prints the proportion of a hash that it reads.
