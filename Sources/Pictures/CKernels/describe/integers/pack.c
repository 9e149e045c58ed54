/* The forms in which weights and what becomes of the sums are read. */
#include "lanes.h"

void cki_pack(const int8_t *values, size_t rows, size_t parts, size_t inputs, int8_t *out) {
    size_t quads = (inputs + 3) / 4, bytes = 4 * CKI_GROUP;
    memset(out, 0, CKI_WEIGHTS(rows, parts, inputs));
    for (size_t row = 0; row < rows; row++) {
        int8_t *group = out + row / CKI_GROUP * parts * quads * bytes;
        size_t place = cki_place(row % CKI_GROUP);
        for (size_t part = 0; part < parts; part++)
            for (size_t input = 0; input < inputs; input++)
                group[(part * quads + input / 4) * bytes + place * 4 + input % 4] = *values++;
    }
}

/* The weight of one of four columns. Those of 16 bits go by twos: all of the first two, then those of the others. */
static void set(const cki_version *version, int8_t *taps, size_t place, size_t column, int8_t weight) {
    if (version->filter_weight == 1) {
        taps[place * 4 + column] = weight;
    } else {
        int16_t wide = weight;
        memcpy(taps + (column / 2 * 2 * CKI_GROUP + place * 2 + column % 2) * sizeof wide, &wide, sizeof wide);
    }
}

void cki_pack_filters(const cki_version *version, const int8_t *values, size_t channels, size_t kernel, size_t stride,
                      int8_t *out) {
    size_t parts = kernel == 3 && stride == 1 ? 1 : 2, bytes = 4 * CKI_GROUP * version->filter_weight;
    memset(out, 0, version->filter_weight * CKI_FILTER_WEIGHTS(channels, kernel, stride));
    for (size_t channel = 0; channel < channels; channel++)
        for (size_t line = 0; line < kernel; line++)
            for (size_t column = 0; column < kernel; column++, values++)
                for (size_t pixel = 0; pixel < 2; pixel++) {
                    /* The second pixel reads the same columns, but begins `stride` later. */
                    size_t at = column + pixel * stride, lines = channel / CKI_GROUP * kernel + line;
                    set(version, out + ((lines * parts + at / 4) * 2 + pixel) * bytes, cki_place(channel % CKI_GROUP),
                        at % 4, *values);
                }
}

void cki_pack_scales(const int8_t *values, size_t rows, size_t sizes, const int32_t *bias, const uint8_t *shifts,
                     const int16_t *factors, cki_scales *out) {
    size_t groups = (rows + CKI_GROUP - 1) / CKI_GROUP;
    memset(out, 0, groups * sizeof *out);
    for (size_t group = 0; group < groups; group++, out++)
        for (size_t place = 0; place < CKI_GROUP; place++) {
            size_t row = group * CKI_GROUP + cki_channel(place);
            if (row >= rows) continue;
            int32_t sum = 0;
            for (size_t i = 0; i < sizes; i++) sum += values[row * sizes + i];
            out->bias[place] = bias[row];
            out->raised[place] = bias[row] + 128 * sum;
            out->shift[place] = shifts[row];
            out->factor[place] = factors[row];
        }
}
