/*
 * The walk over pixels and groups, the same for every version, which includes this after its loops on registers:
 * begin, same, dot, columns, dot_columns, narrowed, put. AT_ONCE pixels by GROUPS_AT_ONCE groups are summed together.
 */

/* Bytes of the weights of four inputs of a group, and of four columns that are filtered. */
enum { QUAD = 4 * CKI_GROUP, TAPS = 4 * CKI_GROUP * FILTER_WEIGHT };

/* A tile of `count` pixels of one row by `groups` groups. Both are constants where this is inlined. */
CKI_TARGET CKI_INLINE void tile(const size_t count, const size_t groups, const size_t step, const cki_inputs *in,
                                const uint8_t *at, const int8_t *weights, size_t next, const cki_scales *scales,
                                int32_t zero, const uint8_t *residual, size_t same_plane, uint8_t *out, size_t plane) {
    /* Those behind the last pixel are narrowed with it and then left out. */
    lanes sums[GROUPS_AT_ONCE][17];
    CKI_UNROLL
    for (size_t group = 0; group < groups; group++)
        CKI_UNROLL
        for (size_t pixel = 0; pixel < count + 3; pixel++) sums[group][pixel] = begin(scales + group);
    for (size_t part = 0; part < in->parts; part++, at += in->part) {
        size_t quads = part + 1 < in->parts || !in->rest ? in->quads : in->rest;
        for (size_t quad = 0; quad < quads; quad++, weights += QUAD)
            CKI_UNROLL
            for (size_t pixel = 0; pixel < count; pixel++) {
                bytes values = same(at + 4 * quad + pixel * step);
                CKI_UNROLL
                for (size_t group = 0; group < groups; group++)
                    sums[group][pixel] = dot(sums[group][pixel], values, weights + group * next);
            }
    }
    CKI_UNROLL
    for (size_t group = 0; group < groups; group++)
        CKI_UNROLL
        for (size_t pixel = 0; pixel < count; pixel += 4) {
            size_t most = count - pixel < 4 ? count - pixel : 4, first = pixel * CKI_GROUP;
            four pixels = narrowed(sums[group] + pixel, scales + group, zero,
                                   residual ? residual + group * same_plane + first : NULL);
            put(pixels, 0, most, out + group * plane + first);
        }
}

/* Tiles of the next seven pixels, or of fourteen where a version sums as many and they are left. Gives their number. */
CKI_TARGET CKI_INLINE size_t run(const size_t groups, const size_t step, size_t left, const cki_inputs *in,
                                 const uint8_t *at, const int8_t *weights, size_t next, const cki_scales *scales,
                                 int32_t zero, const uint8_t *residual, size_t same_plane, uint8_t *out,
                                 size_t plane) {
    const size_t count = AT_ONCE == 14 && left % 14 == 0 ? 14 : 7;
    if (AT_ONCE == 14 && count == 14) {
        tile(14, groups, step, in, at, weights, next, scales, zero, residual, same_plane, out, plane);
        return count;
    }
    /* As even as they can be: 4 and 3, or 3, 2 and 2. */
    const size_t tiles = AT_ONCE < 7 ? (6 + AT_ONCE) / AT_ONCE : 1;
    CKI_UNROLL
    for (size_t i = 0; i < tiles; i++) {
        const size_t first = (7 * i + tiles - 1) / tiles, behind = (7 * i + 7 + tiles - 1) / tiles;
        const size_t from = first * CKI_GROUP;
        tile(behind - first, groups, step, in, at + first * step, weights, next, scales, zero,
             residual ? residual + from : NULL, same_plane, out + from, plane);
    }
    return count;
}

CKI_TARGET CKI_INLINE void mix(const size_t groups, const size_t step, const cki_inputs *in, size_t side,
                               const int8_t *weights, size_t next, const cki_scales *scales, int32_t zero,
                               const uint8_t *residual, uint8_t *out, size_t pitch, size_t plane) {
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side;)
            x += run(groups, step, side - x, in, in->bytes + y * in->row + x * step, weights, next, scales, zero,
                     residual ? residual + (y * side + x) * CKI_GROUP : NULL, side * side * CKI_GROUP,
                     out + y * pitch + x * CKI_GROUP, plane);
}

CKI_TARGET void CKI_NAME(cki_mix)(const cki_inputs *in, size_t side, const cki_layer *layer, size_t from,
                                  size_t groups, const uint8_t *residual, uint8_t *out, size_t pitch, size_t plane) {
    size_t quads = in->rest ? (in->parts - 1) * in->quads + in->rest : in->parts * in->quads;
    size_t next = quads * QUAD, same = side * side * CKI_GROUP;
    for (size_t group = from, count; group < from + groups; group += count, out += count * plane) {
        count = group + 2 <= from + groups && GROUPS_AT_ONCE == 2 ? 2 : 1;
        const uint8_t *kept = residual ? residual + group * same : NULL;
        const int8_t *weights = layer->weights + group * next;
        const cki_scales *scales = layer->scales + group;
        if (in->step == 6 && count == 2)
            mix(GROUPS_AT_ONCE, 6, in, side, weights, next, scales, layer->zero, kept, out, pitch, plane);
        else if (in->step == 6)
            mix(1, 6, in, side, weights, next, scales, layer->zero, kept, out, pitch, plane);
        else if (count == 2)
            mix(GROUPS_AT_ONCE, 16, in, side, weights, next, scales, layer->zero, kept, out, pitch, plane);
        else
            mix(1, 16, in, side, weights, next, scales, layer->zero, kept, out, pitch, plane);
    }
}

/* Two rows of two pixels of one group, from the rows of the input that they need. */
CKI_TARGET CKI_INLINE void square(const size_t kernel, const size_t stride, const uint8_t *in, size_t pitch,
                                  const int8_t *weights, const cki_scales *scales, uint8_t *out, size_t row) {
    const size_t parts = kernel == 3 && stride == 1 ? 1 : 2;
    lanes sums[4];
    CKI_UNROLL
    for (size_t pixel = 0; pixel < 4; pixel++) sums[pixel] = begin(scales);
    CKI_UNROLL
    for (size_t line = 0; line < kernel + stride; line++)
        CKI_UNROLL
        for (size_t part = 0; part < parts; part++) {
            taps values = columns(in + line * pitch + part * 4 * CKI_GROUP);
            CKI_UNROLL
            for (size_t pixel = 0; pixel < 4; pixel++) {
                size_t down = pixel / 2 * stride;
                if (line < down || line >= down + kernel || (kernel == 3 && part == 1 && pixel % 2 == 0)) continue;
                sums[pixel] = dot_columns(sums[pixel], values,
                                          weights + (((line - down) * parts + part) * 2 + pixel % 2) * TAPS);
            }
        }
    four pixels = narrowed(sums, scales, 0, NULL);
    put(pixels, 0, 2, out);
    put(pixels, 2, 2, out + row);
}

CKI_TARGET CKI_INLINE void filter(const size_t kernel, const size_t stride, const uint8_t *in, size_t pitch,
                                  size_t side, const int8_t *weights, const cki_scales *scales, uint8_t *out) {
    /* The last squares overlap those before them where the side is odd. */
    for (size_t down = 0; down < side; down += 2)
        for (size_t along = 0; along < side; along += 2) {
            size_t y = down + 2 <= side ? down : side - 2, x = along + 2 <= side ? along : side - 2;
            square(kernel, stride, in + y * stride * pitch + x * stride * CKI_GROUP, pitch, weights, scales,
                   out + (y * side + x) * CKI_GROUP, side * CKI_GROUP);
        }
}

CKI_TARGET void CKI_NAME(cki_filter)(const uint8_t *in, size_t pitch, size_t side, size_t kernel, size_t stride,
                                     const int8_t *weights, const cki_scales *scales, uint8_t *out) {
    if (kernel == 3 && stride == 1)
        filter(3, 1, in, pitch, side, weights, scales, out);
    else if (kernel == 3)
        filter(3, 2, in, pitch, side, weights, scales, out);
    else if (stride == 1)
        filter(5, 1, in, pitch, side, weights, scales, out);
    else
        filter(5, 2, in, pitch, side, weights, scales, out);
}
