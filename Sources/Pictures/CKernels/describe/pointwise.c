/* The 1x1 convolution: scalar specification, AVX2, AVX-512 and NEON versions, and the choice. */
#include "layers.h"

/* The outputs of one strip: CKD_STRIP pixels by CKD_GROUP channels. `residual` and `out` have `outputs` a pixel. */
typedef void (*strip_fn)(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                         const float *residual, int clip, float *out);

static void strip_scalar(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
                         const float *residual, int clip, float *out) {
    for (size_t pixel = 0; pixel < CKD_STRIP; pixel++)
        for (size_t channel = 0; channel < CKD_GROUP; channel++) {
            float sum = bias[channel];
            for (size_t input = 0; input < inputs; input++)
                sum += in[pixel * inputs + input] * weights[input * CKD_GROUP + channel];
            sum += residual ? residual[pixel * outputs + channel] : 0;
            out[pixel * outputs + channel] = clip ? ckd_clipped(sum) : sum;
        }
}

#if defined(__x86_64__)
CKD_AVX2 static void strip_avx2(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
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
        _mm256_storeu_ps(out, clip ? ckd_clipped_avx2(low[pixel]) : low[pixel]);
        _mm256_storeu_ps(out + 8, clip ? ckd_clipped_avx2(high[pixel]) : high[pixel]);
    }
}

#elif defined(__aarch64__)
static void strip_neon(const float *in, size_t inputs, size_t outputs, const float *weights, const float *bias,
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
            vst1q_f32(out + at, clip ? ckd_clipped_neon(value) : value);
        }
}

#endif

/* Weights of this many floats stay in the nearest cache while the strips of all pixels pass. */
#define CKD_NEAR_WEIGHTS 6000

/*
 * Walks the strips; inlined into each version so that the strip is called directly. Small weights stay near while the
 * pixels pass; of large ones, each group does. The last strip may overlap the one before it.
 */
__attribute__((always_inline)) static inline void pointwise(strip_fn strip, const float *in, size_t pixels,
                                                            size_t inputs, size_t outputs, const float *weights,
                                                            const float *bias, const float *residual, int clip,
                                                            float *out) {
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

#define CKD_VARIANT(name)                                                                                              \
    static void pointwise_##name(const float *in, size_t pixels, size_t inputs, size_t outputs, const float *weights,  \
                                 const float *bias, const float *residual, int clip, float *out) {                     \
        pointwise(strip_##name, in, pixels, inputs, outputs, weights, bias, residual, clip, out);                      \
    }

CKD_VARIANT(scalar)
#if defined(__x86_64__)
CKD_VARIANT(avx2)

/* Registers have no numbers: the sums stay in them only where no loop over them is left. */
#define CKD_UNROLL _Pragma("clang loop unroll(full)")

/* A block of outputs: `count` pixels by `groups` groups of channels. Both are constants where this is inlined. */
CKD_AVX512 __attribute__((always_inline)) static inline void block_avx512(const size_t count, const size_t groups,
                                                                          const float *in, size_t inputs,
                                                                          size_t outputs, const float *weights,
                                                                          const float *bias, const float *residual,
                                                                          int clip, float *out) {
    __m512 sums[2 * CKD_STRIP][2];
    CKD_UNROLL
    for (size_t pixel = 0; pixel < count; pixel++)
        CKD_UNROLL
        for (size_t group = 0; group < groups; group++)
            sums[pixel][group] = _mm512_loadu_ps(bias + group * CKD_GROUP);
    for (size_t input = 0; input < inputs; input++, in++, weights += CKD_GROUP) {
        __m512 factors[2];
        CKD_UNROLL
        for (size_t group = 0; group < groups; group++)
            factors[group] = _mm512_loadu_ps(weights + group * CKD_GROUP * inputs);
        CKD_UNROLL
        for (size_t pixel = 0; pixel < count; pixel++) {
            __m512 value = _mm512_set1_ps(in[pixel * inputs]);
            CKD_UNROLL
            for (size_t group = 0; group < groups; group++)
                sums[pixel][group] = _mm512_fmadd_ps(value, factors[group], sums[pixel][group]);
        }
    }
    CKD_UNROLL
    for (size_t pixel = 0; pixel < count; pixel++)
        CKD_UNROLL
        for (size_t group = 0; group < groups; group++) {
            size_t at = pixel * outputs + group * CKD_GROUP;
            __m512 sum = sums[pixel][group];
            if (residual) sum = _mm512_add_ps(sum, _mm512_loadu_ps(residual + at));
            _mm512_storeu_ps(out + at, clip ? ckd_clipped_avx512(sum) : sum);
        }
}

/* As pointwise(), with blocks of twice as many pixels by twice as many channels, as far as they go. */
CKD_AVX512 static void pointwise_avx512(const float *in, size_t pixels, size_t inputs, size_t outputs,
                                        const float *weights, const float *bias, const float *residual, int clip,
                                        float *out) {
    size_t span = inputs * outputs <= CKD_NEAR_WEIGHTS ? outputs : 2 * CKD_GROUP;
    for (size_t from = 0; from < outputs; from += span) {
        size_t end = from + span < outputs ? from + span : outputs;
        for (size_t first = 0, count; first < pixels; first += count) {
            count = pixels - first > CKD_STRIP && pixels >= 2 * CKD_STRIP ? 2 * CKD_STRIP : CKD_STRIP;
            size_t start = first + count <= pixels ? first : pixels - count;
            for (size_t group = from; group < end; group += 2 * CKD_GROUP) {
                const float *value = in + start * inputs, *weight = weights + group * inputs;
                const float *same = residual ? residual + start * outputs + group : NULL;
                float *to = out + start * outputs + group;
                int two = group + CKD_GROUP < end;
                if (count == CKD_STRIP && two)
                    block_avx512(CKD_STRIP, 2, value, inputs, outputs, weight, bias + group, same, clip, to);
                else if (count == CKD_STRIP)
                    block_avx512(CKD_STRIP, 1, value, inputs, outputs, weight, bias + group, same, clip, to);
                else if (two)
                    block_avx512(2 * CKD_STRIP, 2, value, inputs, outputs, weight, bias + group, same, clip, to);
                else
                    block_avx512(2 * CKD_STRIP, 1, value, inputs, outputs, weight, bias + group, same, clip, to);
            }
        }
    }
}
#elif defined(__aarch64__)
CKD_VARIANT(neon)
#endif

ckd_pointwise_fn ckd_pointwise(ck_isa isa) {
#if defined(__x86_64__)
    if (ckd_runs_avx512(isa)) return pointwise_avx512;
    if (ckd_runs_avx2(isa)) return pointwise_avx2;
#elif defined(__aarch64__)
    if (ck_resolve(isa) == CK_NEON) return pointwise_neon;
#endif
    (void)isa;
    return pointwise_scalar;
}

void ckd_pack(const float *values, size_t rows, size_t columns, size_t inputs, size_t outputs, float *out) {
    memset(out, 0, inputs * outputs * sizeof *out);
    for (size_t row = 0; row < rows; row++) {
        float *to = out + row / CKD_GROUP * CKD_GROUP * inputs + row % CKD_GROUP;
        for (size_t column = 0; column < columns; column++) to[column * CKD_GROUP] = *values++;
    }
}

void ckd_scale(const int8_t *values, const float *scales, size_t rows, size_t columns, float *out) {
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) *out++ = (float)*values++ * scales[row];
}
