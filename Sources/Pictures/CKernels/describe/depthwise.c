/* The convolution of each channel by itself: scalar specification, AVX2, AVX-512 and NEON versions, and the choice. */
#include "layers.h"

/* One output pixel, CKD_GROUP channels: the taps of `rows` by `columns` that lie inside the picture. */
typedef void (*taps_fn)(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                        size_t rows, size_t columns, const float *bias, float *out);

static void taps_scalar(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                        size_t rows, size_t columns, const float *bias, float *out) {
    float sums[CKD_GROUP];
    memcpy(sums, bias, sizeof sums);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            for (size_t channel = 0; channel < CKD_GROUP; channel++)
                sums[channel] +=
                    from[y * row + x * channels + channel] * weights[(y * kernel + x) * channels + channel];
    for (size_t channel = 0; channel < CKD_GROUP; channel++) out[channel] = ckd_clipped(sums[channel]);
}

#if defined(__x86_64__)
CKD_AVX2 static void taps_avx2(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                               size_t rows, size_t columns, const float *bias, float *out) {
    /* Two sums for each half, so that a step does not wait for the one before it. */
    __m256 low[2] = {_mm256_loadu_ps(bias), _mm256_setzero_ps()};
    __m256 high[2] = {_mm256_loadu_ps(bias + 8), _mm256_setzero_ps()};
    for (size_t y = 0; y < rows; y++) {
        const float *at = from + y * row, *weight = weights + y * kernel * channels;
        size_t x = 0;
        for (; x + 2 <= columns; x += 2)
            for (int odd = 0; odd < 2; odd++, at += channels, weight += channels) {
                low[odd] = _mm256_fmadd_ps(_mm256_loadu_ps(at), _mm256_loadu_ps(weight), low[odd]);
                high[odd] = _mm256_fmadd_ps(_mm256_loadu_ps(at + 8), _mm256_loadu_ps(weight + 8), high[odd]);
            }
        if (x < columns) {
            low[y % 2] = _mm256_fmadd_ps(_mm256_loadu_ps(at), _mm256_loadu_ps(weight), low[y % 2]);
            high[y % 2] = _mm256_fmadd_ps(_mm256_loadu_ps(at + 8), _mm256_loadu_ps(weight + 8), high[y % 2]);
        }
    }
    _mm256_storeu_ps(out, ckd_clipped_avx2(_mm256_add_ps(low[0], low[1])));
    _mm256_storeu_ps(out + 8, ckd_clipped_avx2(_mm256_add_ps(high[0], high[1])));
}

CKD_AVX512 static void taps_avx512(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                                   size_t rows, size_t columns, const float *bias, float *out) {
    __m512 sums[2] = {_mm512_loadu_ps(bias), _mm512_setzero_ps()};
    for (size_t y = 0; y < rows; y++) {
        const float *at = from + y * row, *weight = weights + y * kernel * channels;
        size_t x = 0;
        for (; x + 2 <= columns; x += 2)
            for (int odd = 0; odd < 2; odd++, at += channels, weight += channels)
                sums[odd] = _mm512_fmadd_ps(_mm512_loadu_ps(at), _mm512_loadu_ps(weight), sums[odd]);
        if (x < columns) sums[y % 2] = _mm512_fmadd_ps(_mm512_loadu_ps(at), _mm512_loadu_ps(weight), sums[y % 2]);
    }
    _mm512_storeu_ps(out, ckd_clipped_avx512(_mm512_add_ps(sums[0], sums[1])));
}
#elif defined(__aarch64__)
static void taps_neon(const float *from, size_t row, size_t channels, const float *weights, size_t kernel, size_t rows,
                      size_t columns, const float *bias, float *out) {
    float32x4_t sum[4];
    for (int quad = 0; quad < 4; quad++) sum[quad] = vld1q_f32(bias + 4 * quad);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            for (int quad = 0; quad < 4; quad++)
                sum[quad] = vfmaq_f32(sum[quad], vld1q_f32(from + y * row + x * channels + 4 * quad),
                                      vld1q_f32(weights + (y * kernel + x) * channels + 4 * quad));
    for (int quad = 0; quad < 4; quad++) vst1q_f32(out + 4 * quad, ckd_clipped_neon(sum[quad]));
}
#endif

/* Walks the output pixels; inlined as above. */
__attribute__((always_inline)) static inline void depthwise(taps_fn taps, const float *in, size_t side, size_t channels,
                                                            size_t kernel, size_t stride, const float *weights,
                                                            const float *bias, float *out) {
    size_t half = side / stride, row = side * channels, before = (stride == 2 ? kernel - 2 : kernel - 1) / 2;
    for (size_t y = 0; y < half; y++) {
        size_t top = y * stride < before ? before - y * stride : 0, from_y = y * stride + top - before;
        size_t rows = from_y + kernel - top <= side ? kernel - top : side - from_y;
        for (size_t x = 0; x < half; x++, out += channels) {
            size_t left = x * stride < before ? before - x * stride : 0, from_x = x * stride + left - before;
            size_t columns = from_x + kernel - left <= side ? kernel - left : side - from_x;
            const float *from = in + from_y * row + from_x * channels,
                        *first = weights + (top * kernel + left) * channels;
            for (size_t group = 0; group < channels; group += CKD_GROUP)
                taps(from + group, row, channels, first + group, kernel, rows, columns, bias + group, out + group);
        }
    }
}

#define CKD_VARIANT(name)                                                                                              \
    static void depthwise_##name(const float *in, size_t side, size_t channels, size_t kernel, size_t stride,          \
                                 const float *weights, const float *bias, float *out) {                                \
        depthwise(taps_##name, in, side, channels, kernel, stride, weights, bias, out);                                \
    }

CKD_VARIANT(scalar)
#if defined(__x86_64__)
CKD_VARIANT(avx2)
CKD_VARIANT(avx512)
#elif defined(__aarch64__)
CKD_VARIANT(neon)
#endif

ckd_depthwise_fn ckd_depthwise(ck_isa isa) {
#if defined(__x86_64__)
    if (ckd_runs_avx512(isa)) return depthwise_avx512;
    if (ckd_runs_avx2(isa)) return depthwise_avx2;
#elif defined(__aarch64__)
    if (ck_resolve(isa) == CK_NEON) return depthwise_neon;
#endif
    (void)isa;
    return depthwise_scalar;
}
