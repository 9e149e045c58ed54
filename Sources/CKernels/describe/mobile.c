/* The layers of the descriptor's network: scalar specification, vector versions, and the choice. */
#include "ckernels_describe.h"

#include "../kernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* The outputs of one strip: CKD_STRIP pixels by CKD_GROUP channels. `residual` and `out` have `outputs` a pixel. */
typedef void (*mix_fn)(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                       const float *residual, int clip, float *out);

/* One output pixel, CKD_GROUP channels: the taps of `rows` by `columns` that lie inside the picture. */
typedef void (*taps_fn)(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                        size_t rows, size_t columns, const float *bias, float *out);

static inline float clipped(float value) { return value < 0 ? 0 : value > 6 ? 6 : value; }

static void mix_scalar(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                       const float *residual, int clip, float *out) {
    for (size_t pixel = 0; pixel < CKD_STRIP; pixel++)
        for (size_t channel = 0; channel < CKD_GROUP; channel++) {
            float sum = bias[channel];
            for (size_t input = 0; input < inputs; input++)
                sum += in[pixel * inputs + input] * weights[input * CKD_GROUP + channel];
            sum += residual ? residual[pixel * outputs + channel] : 0;
            out[pixel * outputs + channel] = clip ? clipped(sum) : sum;
        }
}

static void taps_scalar(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                        size_t rows, size_t columns, const float *bias, float *out) {
    float sums[CKD_GROUP];
    memcpy(sums, bias, sizeof sums);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            for (size_t channel = 0; channel < CKD_GROUP; channel++)
                sums[channel] += from[y * row + x * channels + channel] * weights[(y * kernel + x) * channels + channel];
    for (size_t channel = 0; channel < CKD_GROUP; channel++) out[channel] = clipped(sums[channel]);
}

#if defined(__x86_64__)
#define CKD_AVX2 __attribute__((target("avx2,fma")))

CKD_AVX2 static inline __m256 clipped_avx2(__m256 value) {
    return _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(6));
}

CKD_AVX2 static void mix_avx2(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                              const float *residual, int clip, float *out) {
    __m256 low[CKD_STRIP], high[CKD_STRIP];
    for (int pixel = 0; pixel < CKD_STRIP; pixel++) {
        low[pixel] = _mm256_loadu_ps(bias);
        high[pixel] = _mm256_loadu_ps(bias + 8);
    }
    for (size_t input = 0; input < inputs; input++, in++, weights += CKD_GROUP) {
        __m256 first = _mm256_loadu_ps(weights), second = _mm256_loadu_ps(weights + 8);
        for (int pixel = 0; pixel < CKD_STRIP; pixel++) {
            __m256 value = _mm256_broadcast_ss(in + (size_t)pixel * inputs);
            low[pixel] = _mm256_fmadd_ps(value, first, low[pixel]);
            high[pixel] = _mm256_fmadd_ps(value, second, high[pixel]);
        }
    }
    for (int pixel = 0; pixel < CKD_STRIP; pixel++, out += outputs) {
        if (residual) {
            low[pixel] = _mm256_add_ps(low[pixel], _mm256_loadu_ps(residual));
            high[pixel] = _mm256_add_ps(high[pixel], _mm256_loadu_ps(residual + 8));
            residual += outputs;
        }
        _mm256_storeu_ps(out, clip ? clipped_avx2(low[pixel]) : low[pixel]);
        _mm256_storeu_ps(out + 8, clip ? clipped_avx2(high[pixel]) : high[pixel]);
    }
}

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
    _mm256_storeu_ps(out, clipped_avx2(_mm256_add_ps(low[0], low[1])));
    _mm256_storeu_ps(out + 8, clipped_avx2(_mm256_add_ps(high[0], high[1])));
}
#elif defined(__aarch64__)
static inline float32x4_t clipped_neon(float32x4_t value) {
    return vminq_f32(vmaxq_f32(value, vdupq_n_f32(0)), vdupq_n_f32(6));
}

static void mix_neon(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                     const float *residual, int clip, float *out) {
    float32x4_t sum[CKD_STRIP][4];
    for (int pixel = 0; pixel < CKD_STRIP; pixel++)
        for (int quad = 0; quad < 4; quad++) sum[pixel][quad] = vld1q_f32(bias + 4 * quad);
    for (size_t input = 0; input < inputs; input++, in++, weights += CKD_GROUP)
        for (int pixel = 0; pixel < CKD_STRIP; pixel++)
            for (int quad = 0; quad < 4; quad++)
                sum[pixel][quad] =
                    vfmaq_n_f32(sum[pixel][quad], vld1q_f32(weights + 4 * quad), in[(size_t)pixel * inputs]);
    for (int pixel = 0; pixel < CKD_STRIP; pixel++)
        for (int quad = 0; quad < 4; quad++) {
            size_t at = (size_t)pixel * outputs + 4 * (size_t)quad;
            float32x4_t value = residual ? vaddq_f32(sum[pixel][quad], vld1q_f32(residual + at)) : sum[pixel][quad];
            vst1q_f32(out + at, clip ? clipped_neon(value) : value);
        }
}

static void taps_neon(const float *from, size_t row, size_t channels, const float *weights, size_t kernel,
                      size_t rows, size_t columns, const float *bias, float *out) {
    float32x4_t sum[4];
    for (int quad = 0; quad < 4; quad++) sum[quad] = vld1q_f32(bias + 4 * quad);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            for (int quad = 0; quad < 4; quad++)
                sum[quad] = vfmaq_f32(sum[quad], vld1q_f32(from + y * row + x * channels + 4 * quad),
                                      vld1q_f32(weights + (y * kernel + x) * channels + 4 * quad));
    for (int quad = 0; quad < 4; quad++) vst1q_f32(out + 4 * quad, clipped_neon(sum[quad]));
}
#endif

/* Weights of this many floats stay in the nearest cache while the strips of all pixels pass. */
#define CKD_NEAR_WEIGHTS 6000

/*
 * Walks the strips; inlined into each version so that the strip is called directly. Small weights stay near while the
 * pixels pass; of large ones, each group does. The last strip may overlap the one before it.
 */
__attribute__((always_inline)) static inline void mix(mix_fn strip, const float *in, size_t pixels, size_t inputs,
                                                      size_t outputs, const float *weights, const float *bias,
                                                      const float *residual, int clip, float *out) {
    size_t span = inputs * outputs <= CKD_NEAR_WEIGHTS ? outputs : CKD_GROUP;
    for (size_t from = 0; from < outputs; from += span)
        for (size_t first = 0; first < pixels; first += CKD_STRIP) {
            size_t start = first + CKD_STRIP <= pixels ? first : pixels - CKD_STRIP;
            for (size_t group = from; group < from + span; group += CKD_GROUP) {
                size_t at = start * outputs + group;
                strip(in + start * inputs, inputs, outputs, weights + group * inputs, bias + group,
                      residual ? residual + at : NULL, clip, out + at);
            }
        }
}

/* Walks the output pixels; inlined as above. */
__attribute__((always_inline)) static inline void deepen(taps_fn taps, const float *in, size_t side, size_t channels,
                                                         size_t kernel, size_t stride, const float *weights,
                                                         const float *bias, float *out) {
    size_t half = side / stride, row = side * channels, before = (stride == 2 ? kernel - 2 : kernel - 1) / 2;
    for (size_t y = 0; y < half; y++) {
        size_t top = y * stride < before ? before - y * stride : 0, from_y = y * stride + top - before;
        size_t rows = from_y + kernel - top <= side ? kernel - top : side - from_y;
        for (size_t x = 0; x < half; x++, out += channels) {
            size_t left = x * stride < before ? before - x * stride : 0, from_x = x * stride + left - before;
            size_t columns = from_x + kernel - left <= side ? kernel - left : side - from_x;
            const float *from = in + from_y * row + from_x * channels, *first = weights + (top * kernel + left) * channels;
            for (size_t group = 0; group < channels; group += CKD_GROUP)
                taps(from + group, row, channels, first + group, kernel, rows, columns, bias + group, out + group);
        }
    }
}

#define CKD_VARIANT(name)                                                                                             \
    static void mix_pixels_##name(const float *in, size_t pixels, size_t inputs, size_t outputs, const float *weights, \
                                  const float *bias, const float *residual, int clip, float *out) {                    \
        mix(mix_##name, in, pixels, inputs, outputs, weights, bias, residual, clip, out);                              \
    }                                                                                                                  \
    static void deepen_##name(const float *in, size_t side, size_t channels, size_t kernel, size_t stride,             \
                              const float *weights, const float *bias, float *out) {                                   \
        deepen(taps_##name, in, side, channels, kernel, stride, weights, bias, out);                                   \
    }

CKD_VARIANT(scalar)
#if defined(__x86_64__)
CKD_VARIANT(avx2)
#elif defined(__aarch64__)
CKD_VARIANT(neon)
#endif

#if defined(__x86_64__)
/* The loops need FMA beside AVX2, and have no variant of their own for AVX-512. */
static int runs_avx2(ck_isa isa) {
    isa = ck_resolve(isa);
    return (isa == CK_AVX2 || isa == CK_AVX512) && __builtin_cpu_supports("fma");
}
#endif

ckd_mix_fn ckd_mix(ck_isa isa) {
#if defined(__x86_64__)
    if (runs_avx2(isa)) return mix_pixels_avx2;
#elif defined(__aarch64__)
    if (ck_resolve(isa) == CK_NEON) return mix_pixels_neon;
#endif
    (void)isa;
    return mix_pixels_scalar;
}

ckd_deepen_fn ckd_deepen(ck_isa isa) {
#if defined(__x86_64__)
    if (runs_avx2(isa)) return deepen_avx2;
#elif defined(__aarch64__)
    if (ck_resolve(isa) == CK_NEON) return deepen_neon;
#endif
    (void)isa;
    return deepen_scalar;
}

void ckd_windows(const uint8_t *rgb, size_t side, float *out) {
    for (size_t y = 0; y < side; y += 2)
        for (size_t x = 0; x < side; x += 2)
            for (size_t ky = y; ky < y + 3; ky++)
                for (size_t at = x * 3; at < (x + 3) * 3; at++)
                    *out++ = ky < side && at < side * 3 ? ((float)rgb[ky * side * 3 + at] - 127) * (1.0f / 128) : 0;
}

void ckd_scale(const int8_t *values, const float *scales, size_t rows, size_t columns, float *out) {
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) *out++ = (float)*values++ * scales[row];
}

void ckd_pack(const float *values, size_t rows, size_t columns, size_t inputs, size_t outputs, float *out) {
    memset(out, 0, inputs * outputs * sizeof *out);
    for (size_t row = 0; row < rows; row++) {
        float *to = out + row / CKD_GROUP * CKD_GROUP * inputs + row % CKD_GROUP;
        for (size_t column = 0; column < columns; column++) to[column * CKD_GROUP] = *values++;
    }
}

uint64_t ckd_hash(const uint8_t *bytes, size_t count) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

void ckd_means(const float *in, size_t pixels, size_t channels, float *out) {
    memset(out, 0, channels * sizeof *out);
    for (size_t pixel = 0; pixel < pixels; pixel++)
        for (size_t channel = 0; channel < channels; channel++) out[channel] += *in++;
    for (size_t channel = 0; channel < channels; channel++) out[channel] *= 1.0f / (float)pixels;
}
