/*
 * Compares the vector kernels of the machine that it runs on, byte by byte, with the scalar ones, on random rows of
 * every width up to 200 and some longer ones. Buffers end exactly where the contract says, so that an address
 * sanitizer finds any access beyond. Ends with status 0 and the number of comparisons, or 1 and the first difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ckernels.h"
#include "ckernels_match.h"

static uint64_t state = 1;

/* SplitMix64. */
static uint64_t roll(void) {
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

/*
 * Random bytes; one buffer in four only has the extremes, so that sums leave 0 to 255, and one in four only those of
 * bytes with a sign.
 */
static uint8_t *random_bytes(size_t count) {
    static const uint8_t extremes[2][2] = {{0, 255}, {127, 128}};
    uint8_t *bytes = malloc(count);
    const uint64_t kind = roll() % 4;
    for (size_t i = 0; i < count; i++) bytes[i] = kind < 2 ? extremes[kind][roll() & 1] : (uint8_t)roll();
    return bytes;
}

/* Weights between -1/2 and 1 of the fixed point; they need not add up to it for a comparison. */
static int16_t *random_weights(size_t count) {
    int16_t *weights = malloc(count * sizeof *weights);
    for (size_t i = 0; i < count; i++) weights[i] = (int16_t)((int)(roll() % 24577) - 8192);
    return weights;
}

static size_t comparisons = 0;

static void compare(const uint8_t *expected, const uint8_t *found, size_t bytes, const char *what, size_t taps) {
    comparisons++;
    for (size_t i = 0; i < bytes; i++) {
        if (expected[i] == found[i]) continue;
        printf("%s, %zu taps, %zu bytes: byte %zu is %d, not %d\n", what, taps, bytes, i, found[i], expected[i]);
        exit(1);
    }
}

static void try_rows(ck_isa isa, size_t bytes, size_t taps) {
    const size_t rows = taps + roll() % 4, stride = bytes + CK_ROW_PADDING + roll() % 5, first = roll() % (2 * rows);
    uint8_t *ring = random_bytes(rows * stride), *expected = malloc(bytes + CK_ROW_PADDING);
    uint8_t *found = malloc(bytes + CK_ROW_PADDING);
    int16_t *weights = random_weights(taps);
    ck_blend_rows(CK_SCALAR)(ring, stride, rows, first, weights, taps, expected, bytes);
    ck_blend_rows(isa)(ring, stride, rows, first, weights, taps, found, bytes);
    compare(expected, found, bytes, "blend_rows", taps);
    free(ring), free(expected), free(found), free(weights);
}

static void try_columns(ck_isa isa, size_t width, size_t taps, size_t channels) {
    const size_t source = 1 + roll() % (2 * width + taps), last = source + 3 > taps ? source + 3 - taps : 0;
    if (source + 3 < taps) return;
    uint8_t *row = random_bytes(source * channels + CK_ROW_PADDING);
    uint8_t *expected = malloc(width * channels + CK_ROW_PADDING), *found = malloc(width * channels + CK_ROW_PADDING);
    int16_t *weights = random_weights(width * taps);
    int32_t *starts = malloc(width * sizeof *starts);
    for (size_t x = 0; x < width; x++) starts[x] = (int32_t)(roll() % (last + 1));
    starts[width - 1] = (int32_t)last;
    ck_blend_columns(CK_SCALAR)(row, starts, weights, taps, channels, expected, width);
    ck_blend_columns(isa)(row, starts, weights, taps, channels, found, width);
    compare(expected, found, width * channels, "blend_columns", taps);
    free(row), free(expected), free(found), free(weights), free(starts);
}

static void try_dots(ck_isa isa, size_t stride, size_t count) {
    int8_t *queries = (int8_t *)random_bytes(4 * stride), *rows = (int8_t *)random_bytes(count * stride);
    /* What has no -128 takes another way. */
    const int has_least = roll() % 2;
    for (size_t i = 0; i < 4 * stride; i++) queries[i] += !has_least && queries[i] == -128;
    const int8_t **some = malloc(count * sizeof *some);
    for (size_t i = 0; i < count; i++) some[i] = rows + roll() % count * stride;
    int32_t *expected = malloc(4 * count * sizeof *expected), *found = malloc(4 * count * sizeof *found);
    ck_dots(CK_SCALAR)(queries, rows, stride, count, expected);
    ck_dots(isa)(queries, rows, stride, count, found);
    compare((uint8_t *)expected, (uint8_t *)found, count * sizeof *found, "dots", stride);
    ck_dots_at(CK_SCALAR)(queries, some, stride, count, expected);
    ck_dots_at(isa)(queries, some, stride, count, found);
    compare((uint8_t *)expected, (uint8_t *)found, count * sizeof *found, "dots_at", stride);
    ck_dots4(CK_SCALAR)(queries, rows, stride, count, expected);
    ck_dots4(isa)(queries, rows, stride, count, found);
    compare((uint8_t *)expected, (uint8_t *)found, 4 * count * sizeof *found, "dots4", stride);
    free(queries), free(rows), free(some), free(expected), free(found);
}

static void try_assign(ck_isa isa, size_t stride, size_t tally) {
    int8_t *rows = (int8_t *)random_bytes(8 * stride), *centers = (int8_t *)random_bytes(tally * stride);
    int32_t expected[7], found[7];
    uint32_t one[7] = {0}, other[7] = {0};
    for (size_t i = 0; i < 7; i++) expected[i] = found[i] = INT32_MIN;
    ck_assign(CK_SCALAR)(rows, 7, centers, tally, stride, 5, expected, one);
    ck_assign(isa)(rows, 7, centers, tally, stride, 5, found, other);
    compare((uint8_t *)expected, (uint8_t *)found, sizeof found, "assign", stride);
    compare((uint8_t *)one, (uint8_t *)other, sizeof one, "assign, nearest", stride);
    free(rows), free(centers);
}

static void try_estimate(ck_isa isa, size_t bytes, size_t blocks) {
    int32_t *values = malloc(bytes * 8 * 4);
    uint8_t *tables = malloc(2 * CK_TABLE_BYTES * bytes), *others = malloc(2 * CK_TABLE_BYTES * bytes);
    for (size_t i = 0; i < bytes * 8; i++) values[i] = (int32_t)(roll() % 65536) - 32768;
    ck_probe probe, other_probe;
    ck_aim(CK_SCALAR)(values, bytes * 8, tables, &probe), ck_aim(isa)(values, bytes * 8, others, &other_probe);
    compare(tables, others, 2 * CK_TABLE_BYTES * bytes, "aim", bytes);
    compare((uint8_t *)&probe.weight, (uint8_t *)&other_probe.weight, 8, "aim, weight", bytes);
    uint8_t *codes = random_bytes(bytes * blocks * CK_BLOCK_ROWS);
    int16_t *factors = (int16_t *)random_bytes(blocks * CK_BLOCK_ROWS * 4);
    uint32_t slots[CK_ESTIMATED_ROWS];
    uint64_t expected[CK_ESTIMATED_ROWS], found[CK_ESTIMATED_ROWS + 8];
    for (uint32_t i = 0; i < CK_ESTIMATED_ROWS; i++) slots[i] = 3 * i;
    const int32_t weight = (int32_t)(roll() % 2000) - 1000;
    const uint64_t one = ck_estimate(CK_SCALAR)(&probe, codes, factors, slots, blocks, weight, CK_DOT_COST, expected);
    const uint64_t other = ck_estimate(isa)(&probe, codes, factors, slots, blocks, weight, CK_DOT_COST, found);
    compare((const uint8_t *)&one, (const uint8_t *)&other, 8, "estimate, passing", bytes);
    compare((uint8_t *)expected, (uint8_t *)found, one * 8, "estimate", bytes);
    free(values), free(tables), free(others), free(codes), free(factors);
}

static void try_rotate(ck_isa isa, size_t count) {
    int32_t *signs = malloc(4 * count * 4), *expected = malloc(count * 4), *found = malloc(count * 4);
    for (size_t i = 0; i < 4 * count; i++) signs[i] = -(int32_t)(roll() & 1);
    for (size_t i = 0; i < count; i++) expected[i] = found[i] = ((int32_t)(roll() % 255) - 127) * 256;
    ck_rotate(CK_SCALAR)(expected, count, signs), ck_rotate(isa)(found, count, signs);
    compare((uint8_t *)expected, (uint8_t *)found, count * 4, "rotate", count);
    free(signs), free(expected), free(found);
}

int main(void) {
    static const ck_isa vector[] = {CK_AVX2, CK_AVX512, CK_NEON};
    static const size_t long_rows[] = {255, 256, 511, 777, 1024, 4097};
    static const size_t channels[] = {1, 3, 4};
    size_t tried = 0;
    for (size_t v = 0; v < 3; v++) {
        if (!ck_supports(vector[v])) continue;
        tried++;
        for (size_t stride = CK_ROW_BYTES; stride <= 1024; stride += CK_ROW_BYTES) {
            for (size_t count = 1; count <= 70; count++) try_dots(vector[v], stride, count);
            for (size_t blocks = 1; blocks <= 4; blocks++) try_estimate(vector[v], stride / 8, blocks);
            for (size_t tally = 1; tally <= 130; tally += 43) try_assign(vector[v], stride, tally);
            try_rotate(vector[v], stride);
        }
        try_estimate(vector[v], CK_ROW_LIMIT / 8, 4);
        for (size_t i = 1; i <= 206; i++) {
            const size_t length = i <= 200 ? i : long_rows[i - 201];
            for (size_t taps = 1; taps <= 40; taps += 1 + roll() % 3) try_rows(vector[v], length, taps);
            for (size_t c = 0; c < 3; c++) {
                for (size_t taps = 4; taps <= 64; taps += 4) try_columns(vector[v], length, taps, channels[c]);
            }
        }
    }
    printf("%zu instruction sets, %zu comparisons, all equal\n", tried, comparisons);
    return tried == 0;
}
