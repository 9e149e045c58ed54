/* The passes of a resize in plain C, which the vector versions equal. Also the choice among them. */
#include "resample.h"

ck_resample_columns_fn ck_resample_columns(ck_isa isa) {
    switch (ck_resolve(isa)) {
#if defined(__x86_64__)
    case CK_AVX2:
    case CK_AVX512: return ck_resample_columns_avx2;
#endif
    default: return ck_resample_columns_scalar;
    }
}

ck_resample_rows_fn ck_resample_rows(ck_isa isa) {
    switch (ck_resolve(isa)) {
#if defined(__x86_64__)
    case CK_AVX2:
    case CK_AVX512: return ck_resample_rows_avx2;
#endif
    default: return ck_resample_rows_scalar;
    }
}

static inline uint8_t pixel(int32_t sum) {
    const int32_t value = sum >> CK_RESAMPLE_BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void ck_resample_columns_scalar(const uint8_t *src, size_t stride, size_t rows, size_t pixels, size_t channels,
                                const ck_resample_table *table, uint8_t *scratch, uint8_t *dst) {
    (void)pixels;
    (void)scratch;
    for (size_t row = 0; row < rows; row++, src += stride) {
        for (size_t i = 0; i < table->outputs; i++, dst += 3) {
            const uint8_t *from = src + (size_t)table->starts[i] * channels;
            int32_t red = CK_RESAMPLE_HALF, green = CK_RESAMPLE_HALF, blue = CK_RESAMPLE_HALF;
            for (size_t tap = 0; tap < (size_t)table->counts[i]; tap++, from += channels) {
                const int32_t factor = table->weights[i * table->taps + tap];
                red += from[0] * factor;
                green += from[1] * factor;
                blue += from[2] * factor;
            }
            dst[0] = pixel(red);
            dst[1] = pixel(green);
            dst[2] = pixel(blue);
        }
    }
}

void ck_resample_rows_scalar(const uint8_t *src, size_t stride, size_t bytes, const ck_resample_table *table,
                             uint8_t *dst) {
    /* So many columns at a time keep their sums where the next row finds them. */
    enum { STRIP = 64 };
    for (size_t i = 0; i < table->outputs; i++, dst += bytes) {
        for (size_t column = 0; column < bytes; column += STRIP) {
            const size_t width = bytes - column < STRIP ? bytes - column : STRIP;
            const uint8_t *from = src + (size_t)table->starts[i] * stride + column;
            int32_t sums[STRIP];
            for (size_t at = 0; at < STRIP; at++) sums[at] = CK_RESAMPLE_HALF;
            for (size_t tap = 0; tap < (size_t)table->counts[i]; tap++, from += stride) {
                const int32_t factor = table->weights[i * table->taps + tap];
                for (size_t at = 0; at < width; at++) sums[at] += from[at] * factor;
            }
            for (size_t at = 0; at < width; at++) dst[column + at] = pixel(sums[at]);
        }
    }
}
