/*
 * Compares the vector loops of the descriptor on the machine that it runs on with the scalar ones, on random values:
 * sums of floats may differ by rounding. Ends with status 0 and the largest difference, or 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ckernels_describe.h"

static uint64_t state = 1;
static float largest = 0;

/* A random value from -1 to 1 (SplitMix64). */
static float roll(void) {
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return (float) ((mixed ^ (mixed >> 31)) >> 40) / (float) (1 << 23) - 1;
}

static float *values(size_t count) {
    float *out = malloc(count * sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = roll();
    return out;
}

static void compare(const float *expected, const float *found, size_t count, const char *what) {
    float scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = expected[i] > scale ? expected[i] : -expected[i] > scale ? -expected[i] : scale;
    for (size_t i = 0; i < count; i++) {
        float apart = (expected[i] > found[i] ? expected[i] - found[i] : found[i] - expected[i]) / scale;
        largest = apart > largest ? apart : largest;
        if (apart > 1e-5f) {
            printf("%s: value %zu is %g, not %g\n", what, i, (double) found[i], (double) expected[i]);
            exit(1);
        }
    }
}

static void convolution(size_t side, size_t inputs, size_t outputs, size_t stride) {
    size_t count = CKD_BORDERED(side / stride, outputs);
    float *in = values(CKD_BORDERED(side, inputs)), *weights = values(9 * inputs * outputs), *bias = values(outputs);
    float *expected = malloc(count * sizeof *expected), *found = malloc(count * sizeof *found);
    int residual = stride == 1;
    ckd_convolve(CK_SCALAR)(in, side, inputs, outputs, stride, residual, weights, bias, expected);
    ckd_convolve(CK_BEST)(in, side, inputs, outputs, stride, residual, weights, bias, found);
    compare(expected, found, count, "convolution");
    free(in), free(weights), free(bias), free(expected), free(found);
}

static void pointwise(size_t pixels, size_t inputs, size_t outputs, int clip) {
    size_t count = pixels * outputs;
    float *in = values(pixels * inputs), *weights = values(inputs * outputs), *bias = values(outputs);
    float *residual = clip ? NULL : values(count);
    float *expected = malloc(count * sizeof *expected), *found = malloc(count * sizeof *found);
    ckd_pointwise(CK_SCALAR)(in, pixels, inputs, outputs, weights, bias, residual, clip, expected);
    ckd_pointwise(CK_BEST)(in, pixels, inputs, outputs, weights, bias, residual, clip, found);
    compare(expected, found, count, "pointwise");
    free(in), free(weights), free(bias), free(residual), free(expected), free(found);
}

static void depthwise(size_t side, size_t channels, size_t kernel, size_t stride) {
    size_t count = side / stride * (side / stride) * channels;
    float *in = values(side * side * channels), *weights = values(kernel * kernel * channels), *bias = values(channels);
    float *expected = malloc(count * sizeof *expected), *found = malloc(count * sizeof *found);
    ckd_depthwise(CK_SCALAR)(in, side, channels, kernel, stride, weights, bias, expected);
    ckd_depthwise(CK_BEST)(in, side, channels, kernel, stride, weights, bias, found);
    compare(expected, found, count, "depthwise");
    free(in), free(weights), free(bias), free(expected), free(found);
}

static void product(size_t columns, size_t rows) {
    float *in = values(columns), *matrix = values(columns * rows), *offset = values(rows);
    float *expected = malloc(rows * sizeof *expected), *found = malloc(rows * sizeof *found);
    ckd_project(CK_SCALAR)(in, columns, matrix, offset, rows, expected);
    ckd_project(CK_BEST)(in, columns, matrix, offset, rows, found);
    compare(expected, found, rows, "product");
    free(in), free(matrix), free(offset), free(expected), free(found);
}

int main(void) {
    convolution(96, 3, 32, 2);
    for (size_t side = 12; side <= 48; side *= 2)
        for (size_t channels = 16; channels <= 128; channels *= 2) {
            convolution(side, channels, 16, 2);
            convolution(side, channels, channels, 1);
        }
    for (size_t pixels = 6; pixels < 20; pixels++)
        for (size_t inputs = 1; inputs < 300; inputs += 37) {
            pointwise(pixels, inputs, 32, 0);
            pointwise(pixels, inputs, 32, 1);
        }
    for (size_t side = 2; side <= 20; side += 2)
        for (size_t kernel = 3; kernel <= 5; kernel += 2) {
            depthwise(side, 48, kernel, 1);
            depthwise(side, 48, kernel, 2);
        }
    for (size_t columns = 1; columns < 70; columns++)
        product(columns, 5);
    product(1440, 56);
    printf("same but for rounding: at most %g of the largest value apart\n", (double) largest);
}
