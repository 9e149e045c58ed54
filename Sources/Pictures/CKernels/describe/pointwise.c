/* The 1x1 convolution: scalar specification, AVX2 and NEON versions, and the choice. */
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
#elif defined(__aarch64__)
CKD_VARIANT(neon)
#endif

ckd_pointwise_fn ckd_pointwise(ck_isa isa) {
#if defined(__x86_64__)
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
