#!/usr/bin/env bash
# mozjpeg-lossless-optimization 1.3.2: copying all markers of an Ultra HDR picture keeps the index of two pictures and drops the second.
#
# Guess: COPY_MARKERS.ALL keeps the file what it is, or drops the mark (MPF) with the gain map.
# Seen: the MPF segment stays and lists two pictures, the file holds one. libvips takes the result for no Ultra HDR picture; a reader
# that trusts the index looks for bytes behind the end.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cffi==2.0.0 numpy==2.2.6 pyvips==3.2.0 mozjpeg-lossless-optimization==1.3.2
"$work/venv/bin/pip" install -q --force-reinstall --no-deps pyvips-binary==8.18.7
"$work/venv/bin/python" - <<'PYTHON'
import mozjpeg_lossless_optimization as mozjpeg, numpy, pyvips

assert [pyvips.version(part) for part in range(3)] == [8, 18, 7]
light = numpy.repeat((numpy.mgrid[0:512, 0:768][1] / 768 * 4)[..., None], 3, axis=2).astype(numpy.float32)
source = pyvips.Image.new_from_array(light, interpretation='scrgb').uhdrsave_buffer()
made = mozjpeg.optimize(source, copy=mozjpeg.COPY_MARKERS.ALL)

def facts(data):
    mark = data.find(b'MPF\0')
    pictures = data.count(b'\xff\xd8\xff')
    try:
        pyvips.Image.uhdrload_buffer(data)
        read = 'Ultra HDR'
    except pyvips.Error:
        read = 'not Ultra HDR'
    return mark > 0, pictures, read

for name, data in (('source', source), ('optimized', made)):
    print(f'{name:9} has MPF: {facts(data)[0]}, pictures: {facts(data)[1]}, for libvips: {facts(data)[2]}')
assert facts(source) == (True, 2, 'Ultra HDR') and facts(made) == (True, 1, 'not Ultra HDR')
PYTHON
# Output:
#   source    has MPF: True, pictures: 2, for libvips: Ultra HDR
#   optimized has MPF: True, pictures: 1, for libvips: not Ultra HDR
