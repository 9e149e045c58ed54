#include <math.h>
#include <string.h>

#include "segment.h"

size_t cks_scratch_bytes(void) { return sizeof(cks_scratch); }

void cks_size(size_t width, size_t height, int32_t *small_width, int32_t *small_height) {
    size_t longest = width > height ? width : height;
    size_t side = longest < CKS_SIDE ? longest : CKS_SIDE;
    size_t w = (2 * width * side + longest) / (2 * longest), h = (2 * height * side + longest) / (2 * longest);
    *small_width = (int32_t)(w ? w : 1);
    *small_height = (int32_t)(h ? h : 1);
}

/* Area average along one row or column: out[j] = sum of coverage * in, in units of 1/target of a source pixel. */
static void shrink_into(cks_scratch *s, const uint8_t *pixels, size_t width, size_t height, size_t channels,
                        uint8_t *rgb) {
    const size_t w = (size_t)s->width, h = (size_t)s->height;
    uint32_t *row = (uint32_t *)s->queue; /* 3 w sums of one row */
    uint64_t *total = (uint64_t *)s->inner;
    const uint64_t area = (uint64_t)width * height;
    size_t y = 0;
    for (size_t j = 0; j < h; j++) {
        memset(total, 0, 3 * w * sizeof *total);
        for (y = j * height / h; y < height && y * h < (j + 1) * height; y++) {
            size_t low = y * h > j * height ? y * h : j * height;
            size_t high = (y + 1) * h < (j + 1) * height ? (y + 1) * h : (j + 1) * height;
            const uint64_t share = high - low;
            const uint8_t *line = pixels + y * width * channels;
            for (size_t i = 0; i < w; i++) {
                uint32_t sum[3] = {0, 0, 0};
                for (size_t x = i * width / w; x < width && x * w < (i + 1) * width; x++) {
                    size_t from = x * w > i * width ? x * w : i * width;
                    size_t to = (x + 1) * w < (i + 1) * width ? (x + 1) * w : (i + 1) * width;
                    const uint32_t part = (uint32_t)(to - from);
                    const uint8_t *p = line + x * channels;
                    if (channels == 4) {
                        const uint32_t alpha = p[3];
                        for (int c = 0; c < 3; c++) {
                            sum[c] += part * ((p[c] * alpha + 255 * (255 - alpha) + 127) / 255);
                        }
                    } else {
                        for (int c = 0; c < 3; c++) sum[c] += part * p[c];
                    }
                }
                for (int c = 0; c < 3; c++) row[3 * i + (size_t)c] = sum[c];
            }
            for (size_t i = 0; i < 3 * w; i++) total[i] += share * row[i];
        }
        for (size_t i = 0; i < 3 * w; i++) rgb[3 * j * w + i] = (uint8_t)((total[i] + area / 2) / area);
    }
}

static float root(float t) { return t > 0.008856452f ? cbrtf(t) : 7.787037f * t + 0.13793103f; }

static void to_lab(cks_scratch *s, const uint8_t *rgb) {
    float linear[256], roots[1025];
    for (int v = 0; v < 256; v++) {
        float c = (float)v / 255;
        linear[v] = c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
    }
    for (int i = 0; i <= 1024; i++) roots[i] = root((float)i / 1024);
    const int n = s->width * s->height;
    for (int i = 0; i < n; i++) {
        const float r = linear[rgb[3 * i]], g = linear[rgb[3 * i + 1]], b = linear[rgb[3 * i + 2]];
        float t[3] = {(0.4124564f * r + 0.3575761f * g + 0.1804375f * b) / 0.95047f,
                      0.2126729f * r + 0.7151522f * g + 0.0721750f * b,
                      (0.0193339f * r + 0.1191920f * g + 0.9503041f * b) / 1.08883f};
        float f[3];
        for (int c = 0; c < 3; c++) {
            float at = t[c] * 1024;
            int low = (int)at;
            if (low > 1023) low = 1023;
            f[c] = roots[low] + (roots[low + 1] - roots[low]) * (at - (float)low);
        }
        s->rough[0][i] = (int16_t)lrintf(4 * (116 * f[1] - 16));
        s->rough[1][i] = (int16_t)lrintf(4 * 500 * (f[0] - f[1]));
        s->rough[2][i] = (int16_t)lrintf(4 * 200 * (f[1] - f[2]));
    }
}

/* 1-2-1 along both axes with one rounding, so that it does not matter which comes first. */
static void smooth(const int16_t *in, int width, int height, int16_t *out) {
    for (int y = 0; y < height; y++) {
        const int16_t *mid = in + y * width, *up = y > 0 ? mid - width : mid,
                      *down = y + 1 < height ? mid + width : mid;
        int16_t *to = out + y * width;
        for (int x = 0; x < width; x++) {
            const int l = x > 0 ? x - 1 : x, r = x + 1 < width ? x + 1 : x;
            const int sum =
                up[l] + 2 * up[x] + up[r] + 2 * (mid[l] + 2 * mid[x] + mid[r]) + down[l] + 2 * down[x] + down[r];
            to[x] = (int16_t)((sum + 8) >> 4);
        }
    }
}

static uint16_t distance(const cks_scratch *s, int i, int j) {
    int sum = 0;
    for (int c = 0; c < 3; c++) {
        const int d = s->plane[c][i] - s->plane[c][j];
        sum += d * d;
    }
    const int root = (int)sqrtf((float)sum);
    return (uint16_t)cks_min(root, CKS_LEVELS - 1);
}

void cks_load(cks_scratch *s, const uint8_t *pixels, size_t width, size_t height, size_t channels) {
    cks_size(width, height, &s->width, &s->height);
    uint8_t *rgb = (uint8_t *)s->label;
    shrink_into(s, pixels, width, height, channels, rgb);
    to_lab(s, rgb);
    for (int c = 0; c < 3; c++) smooth(s->rough[c], s->width, s->height, s->plane[c]);
    const int w = s->width, h = s->height;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            const int i = y * w + x;
            s->weight[0][i] = x + 1 < w ? distance(s, i, i + 1) : 0;
            s->weight[1][i] = y + 1 < h ? distance(s, i, i + w) : 0;
        }
    }
}
