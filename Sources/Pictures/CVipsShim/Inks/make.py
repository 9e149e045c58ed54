#!/usr/bin/env python3
"""usage: make.py > inks.icc

Writes the profile of usual inks that libvips 8.14 brings along, without the tables that a conversion to RGB does not read.
"""
import ctypes, struct, sys

vips = ctypes.CDLL('libvips.so.42')
vips.vips_init(b'make')
blob = ctypes.c_void_p()
if vips.vips_profile_load(b'cmyk', ctypes.byref(blob), None):
    sys.exit('make.py: libvips has no profile of inks')
size = ctypes.c_size_t()
vips.vips_blob_get.restype = ctypes.c_void_p
data = ctypes.string_at(vips.vips_blob_get(blob, ctypes.byref(size)), size.value)

kept = [b'desc', b'cprt', b'wtpt', b'bkpt', b'A2B0', b'A2B1']
table, body, places = b'', b'', {}
for index in range(struct.unpack('>I', data[128:132])[0]):
    name, place, length = struct.unpack('>4sII', data[132 + 12 * index:144 + 12 * index])
    if name in kept:
        # The tables of both intents are the same.
        value = data[place:place + length] + bytes(-length % 4)
        if value not in places:
            places[value] = 132 + 12 * len(kept) + len(body)
            body += value
        table += struct.pack('>4sII', name, places[value], length)
result = data[:128] + struct.pack('>I', len(kept)) + table + body
sys.stdout.buffer.write(struct.pack('>I', len(result)) + result[4:])
