/* The convolution and the matrix product: scalar specification, AVX2 and NEON versions, and the choice. */
#include "layers.h"

/* One strip: CKD_STRIP output pixels by CKD_GROUP output channels, with the bias, before residual and ReLU. */
typedef void (*strip_fn)(const float *in, size_t row, size_t step, size_t inputs, const float *weights,
                         const float *bias, float sums[CKD_STRIP][CKD_GROUP]);

static void strip_scalar(const float *in, size_t row, size_t step, size_t inputs, const float *weights,
                         const float *bias, float sums[CKD_STRIP][CKD_GROUP]) {
    for (size_t pixel = 0; pixel < CKD_STRIP; pixel++) memcpy(sums[pixel], bias, sizeof sums[pixel]);
    for (size_t ky = 0; ky < 3; ky++)
        for (size_t tap = 0; tap < 3 * inputs; tap++, weights += CKD_GROUP)
            for (size_t pixel = 0; pixel < CKD_STRIP; pixel++) {
                float value = in[ky * row + pixel * step + tap];
                for (size_t channel = 0; channel < CKD_GROUP; channel++)
                    sums[pixel][channel] += value * weights[channel];
            }
}

#if defined(__x86_64__)
CKD_AVX2 static void strip_avx2(const float *in, size_t row, size_t step, size_t inputs, const float *weights,
                                const float *bias, float sums[CKD_STRIP][CKD_GROUP]) {
    __m256 low[CKD_STRIP], high[CKD_STRIP];
    for (int pixel = 0; pixel < CKD_STRIP; pixel++) {
        low[pixel] = _mm256_loadu_ps(bias);
        high[pixel] = _mm256_loadu_ps(bias + 8);
    }
    for (size_t ky = 0; ky < 3; ky++) {
        const float *at = in + ky * row;
        for (size_t tap = 0; tap < 3 * inputs; tap++, at++, weights += CKD_GROUP) {
            __m256 first = _mm256_loadu_ps(weights), second = _mm256_loadu_ps(weights + 8);
            for (int pixel = 0; pixel < CKD_STRIP; pixel++) {
                __m256 value = _mm256_broadcast_ss(at + (size_t)pixel * step);
                low[pixel] = _mm256_fmadd_ps(value, first, low[pixel]);
                high[pixel] = _mm256_fmadd_ps(value, second, high[pixel]);
            }
        }
    }
    for (int pixel = 0; pixel < CKD_STRIP; pixel++) {
        _mm256_storeu_ps(sums[pixel], low[pixel]);
        _mm256_storeu_ps(sums[pixel] + 8, high[pixel]);
    }
}
#elif defined(__aarch64__)
static void strip_neon(const float *in, size_t row, size_t step, size_t inputs, const float *weights, const float *bias,
                       float sums[CKD_STRIP][CKD_GROUP]) {
    float32x4_t sum[CKD_STRIP][4];
    for (int pixel = 0; pixel < CKD_STRIP; pixel++)
        for (int quad = 0; quad < 4; quad++) sum[pixel][quad] = vld1q_f32(bias + 4 * quad);
    for (size_t ky = 0; ky < 3; ky++) {
        const float *at = in + ky * row;
        for (size_t tap = 0; tap < 3 * inputs; tap++, at++, weights += CKD_GROUP)
            for (int pixel = 0; pixel < CKD_STRIP; pixel++)
                for (int quad = 0; quad < 4; quad++)
                    sum[pixel][quad] =
                        vfmaq_n_f32(sum[pixel][quad], vld1q_f32(weights + 4 * quad), at[(size_t)pixel * step]);
    }
    for (int pixel = 0; pixel < CKD_STRIP; pixel++)
        for (int quad = 0; quad < 4; quad++) vst1q_f32(sums[pixel] + 4 * quad, sum[pixel][quad]);
}
#endif

/* Walks the strips of the output; inlined into each version so that the strip is called directly. */
__attribute__((always_inline)) static inline void convolve(strip_fn strip, const float *in, size_t side, size_t inputs,
                                                           size_t outputs, size_t stride, int residual,
                                                           const float *weights, const float *bias, float *out) {
    size_t half = side / stride, row = (side + 2) * inputs, out_row = (half + 2) * outputs;
    memset(out, 0, CKD_BORDERED(half, outputs) * sizeof *out);
    for (size_t group = 0; group < outputs; group += CKD_GROUP)
        for (size_t y = 0; y < half; y++)
            for (size_t x = 0; x < half; x += CKD_STRIP) {
                float sums[CKD_STRIP][CKD_GROUP];
                const float *from = in + y * stride * row + x * stride * inputs;
                strip(from, row, stride * inputs, inputs, weights + group * 9 * inputs, bias + group, sums);
                for (size_t pixel = 0; pixel < CKD_STRIP; pixel++) {
                    const float *same = from + row + (pixel + 1) * inputs + group;
                    float *to = out + (y + 1) * out_row + (x + pixel + 1) * outputs + group;
                    for (size_t channel = 0; channel < CKD_GROUP; channel++) {
                        float sum = sums[pixel][channel] + (residual ? same[channel] : 0);
                        to[channel] = sum > 0 ? sum : 0;
                    }
                }
            }
}

static void convolve_scalar(const float *in, size_t side, size_t inputs, size_t outputs, size_t stride, int residual,
                            const float *weights, const float *bias, float *out) {
    convolve(strip_scalar, in, side, inputs, outputs, stride, residual, weights, bias, out);
}

static void project_scalar(const float *in, size_t columns, const float *matrix, const float *offset, size_t rows,
                           float *out) {
    for (size_t r = 0; r < rows; r++) {
        float sum = offset[r];
        for (size_t c = 0; c < columns; c++) sum += matrix[r * columns + c] * in[c];
        out[r] = sum;
    }
}

#if defined(__x86_64__)
static void convolve_avx2(const float *in, size_t side, size_t inputs, size_t outputs, size_t stride, int residual,
                          const float *weights, const float *bias, float *out) {
    convolve(strip_avx2, in, side, inputs, outputs, stride, residual, weights, bias, out);
}

CKD_AVX2 static void project_avx2(const float *in, size_t columns, const float *matrix, const float *offset,
                                  size_t rows, float *out) {
    for (size_t r = 0; r < rows; r++) {
        const float *line = matrix + r * columns;
        __m256 a = _mm256_setzero_ps(), b = _mm256_setzero_ps();
        size_t c = 0;
        for (; c + 16 <= columns; c += 16) {
            a = _mm256_fmadd_ps(_mm256_loadu_ps(line + c), _mm256_loadu_ps(in + c), a);
            b = _mm256_fmadd_ps(_mm256_loadu_ps(line + c + 8), _mm256_loadu_ps(in + c + 8), b);
        }
        float parts[8], sum = offset[r];
        _mm256_storeu_ps(parts, _mm256_add_ps(a, b));
        for (int lane = 0; lane < 8; lane++) sum += parts[lane];
        for (; c < columns; c++) sum += line[c] * in[c];
        out[r] = sum;
    }
}
#elif defined(__aarch64__)
static void convolve_neon(const float *in, size_t side, size_t inputs, size_t outputs, size_t stride, int residual,
                          const float *weights, const float *bias, float *out) {
    convolve(strip_neon, in, side, inputs, outputs, stride, residual, weights, bias, out);
}
#endif

ckd_convolve_fn ckd_convolve(ck_isa isa) {
#if defined(__x86_64__)
    if (ckd_runs_avx2(isa)) return convolve_avx2;
#elif defined(__aarch64__)
    if (ck_resolve(isa) == CK_NEON) return convolve_neon;
#endif
    (void)isa;
    return convolve_scalar;
}

ckd_project_fn ckd_project(ck_isa isa) {
#if defined(__x86_64__)
    if (ckd_runs_avx2(isa)) return project_avx2;
#endif
    (void)isa;
    return project_scalar;
}
