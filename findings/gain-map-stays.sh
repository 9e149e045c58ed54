#!/usr/bin/env bash
# libvips 8.18.7 (wheel pyvips-binary): a flipped, turned, cropped or shrunk Ultra HDR picture is saved with the gain map of the
# picture that was read.
#
# Guess: an operation on the picture acts on its gain map as well, or the map is dropped.
# Seen: only 'thumbnail' scales the map. After fliphor, rot90, crop and resize 'uhdrsave' writes the map as it was read, so that an
# HDR screen brightens the wrong side; a map may be larger than its picture.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cffi==2.0.0 numpy==2.2.6 pyvips==3.2.0
"$work/venv/bin/pip" install -q --force-reinstall --no-deps pyvips-binary==8.18.7
"$work/venv/bin/python" - <<'PYTHON'
import numpy, pyvips

assert [pyvips.version(part) for part in range(3)] == [8, 18, 7]
# Brighter from left to right, up to four times the white of a normal screen.
light = numpy.repeat((numpy.mgrid[0:512, 0:768][1] / 768 * 4)[..., None], 3, axis=2).astype(numpy.float32)
source = pyvips.Image.new_from_array(light, interpretation='scrgb').uhdrsave_buffer()
picture = pyvips.Image.uhdrload_buffer(source)

def saved(image):
    """The size of a picture that was saved and read, and the size and both ends of its map."""
    again = pyvips.Image.uhdrload_buffer(image.uhdrsave_buffer())
    row = pyvips.Image.jpegload_buffer(again.get('gainmap-data')).numpy()
    row = row.reshape(row.shape[0], row.shape[1], -1)[..., 0]
    return (again.width, again.height), row.shape[::-1], 'rises' if row[9, 0] < row[9, -1] else 'falls'

seen = {
    'as read': saved(picture),
    'fliphor': saved(picture.fliphor()),
    'rot90': saved(picture.rot90()),
    'crop': saved(picture.crop(0, 0, 384, 512)),
    'resize': saved(picture.resize(0.25)),
    'thumbnail': saved(pyvips.Image.thumbnail_buffer(source, 192)),
}
for name, (size, map_size, slope) in seen.items():
    print(f'{name:10} picture {size}, map {map_size}, {slope} from left to right')
kept = ((384, 256), 'rises')
assert all(seen[name][1:] == kept for name in ('as read', 'fliphor', 'rot90', 'crop', 'resize'))
assert seen['resize'][0] == (192, 128) and seen['thumbnail'][1] == (96, 64)
PYTHON
# Output:
#   as read    picture (768, 512), map (384, 256), rises from left to right
#   fliphor    picture (768, 512), map (384, 256), rises from left to right
#   rot90      picture (512, 768), map (384, 256), rises from left to right
#   crop       picture (384, 512), map (384, 256), rises from left to right
#   resize     picture (192, 128), map (384, 256), rises from left to right
#   thumbnail  picture (192, 128), map (96, 64), rises from left to right
