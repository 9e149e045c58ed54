#if defined(__x86_64__)
#include <immintrin.h>

#include "match.h"

#define AVX2 __attribute__((target("avx2")))

/* Centers that rows meet at once, in two registers, and bytes of a center beside those of the others. */
enum { TILE = 16, GROUP = 4, LANES = 2, ROWS = 4, SLICE_BYTES = 1 << 16 };
/* Rows count from -128, without signs: two products with values up to this one, at most 2 * 255 * 64, fit into 16 bits. */
enum { LARGEST = 64 };

/* Centers in this order: four bytes of each, then the next four. What is more than LARGEST is added by groups more. */
typedef struct ck_tile {
    _Alignas(32) int8_t values[2 * TILE * CK_ROW_LIMIT];
    /* The group of bytes of each group of values. */
    uint16_t places[2 * CK_ROW_LIMIT / GROUP];
    size_t groups;
    /* -128 times the sum of each center, which takes the offset of the rows off again. */
    _Alignas(32) int32_t starts[TILE];
} ck_tile;

static void fill(ck_tile *tile, const int8_t *centers, size_t stride, size_t count) {
    size_t more = stride / GROUP;
    for (size_t c = 0; c < TILE; c++) {
        const int8_t *center = centers + (c < count ? c : 0) * stride;
        int32_t sum = 0;
        for (size_t i = 0; i < stride; i++) sum += center[i];
        tile->starts[c] = -128 * sum;
    }
    for (size_t g = 0; g < stride / GROUP; g++) {
        int8_t *const values = tile->values + g * TILE * GROUP, *const rest = tile->values + more * TILE * GROUP;
        int is_large = 0;
        for (size_t c = 0; c < TILE; c++) memcpy(values + GROUP * c, centers + (c < count ? c : 0) * stride + GROUP * g, GROUP);
        for (size_t i = 0; i < TILE * GROUP; i++) {
            const int8_t value = values[i];
            values[i] = value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
            rest[i] = (int8_t)(value - values[i]);
            is_large |= rest[i];
        }
        tile->places[g] = (uint16_t)g;
        tile->places[more] = (uint16_t)g;
        more += is_large != 0;
    }
    tile->groups = more;
}

/* Four rows, which count from -128, meet a tile. */
AVX2 static inline void meet(const uint8_t *rows, size_t stride, const ck_tile *tile, __m256i sums[ROWS][LANES]) {
    const __m256i one = _mm256_set1_epi16(1);
    for (int r = 0; r < ROWS; r++) {
        for (int l = 0; l < LANES; l++) sums[r][l] = _mm256_load_si256((const __m256i *)tile->starts + l);
    }
    const int8_t *values = tile->values;
    for (size_t g = 0; g < tile->groups; g++, values += TILE * GROUP) {
        __m256i centers[LANES];
        for (int l = 0; l < LANES; l++) centers[l] = _mm256_load_si256((const __m256i *)values + l);
        const uint8_t *bytes = rows + GROUP * (size_t)tile->places[g];
        for (size_t r = 0; r < ROWS; r++) {
            int32_t four;
            memcpy(&four, bytes + r * stride, GROUP);
            const __m256i row = _mm256_set1_epi32(four);
            for (int l = 0; l < LANES; l++) {
                const __m256i pairs = _mm256_maddubs_epi16(row, centers[l]);
                sums[r][l] = _mm256_add_epi32(sums[r][l], _mm256_madd_epi16(pairs, one));
            }
        }
    }
}

/* Keeps the largest of the first `used` sums, and its number, where it is more than the best so far. */
AVX2 static inline void keep(const __m256i sums[LANES], size_t used, uint32_t first, int32_t *best, uint32_t *nearest) {
    const __m256i bound = _mm256_set1_epi32(*best);
    const __m256i more = _mm256_or_si256(_mm256_cmpgt_epi32(sums[0], bound), _mm256_cmpgt_epi32(sums[1], bound));
    if (_mm256_testz_si256(more, more)) return;
    int32_t all[TILE];
    for (int l = 0; l < LANES; l++) _mm256_storeu_si256((__m256i *)all + l, sums[l]);
    for (size_t c = 0; c < used; c++) {
        if (all[c] <= *best) continue;
        *best = all[c];
        *nearest = first + (uint32_t)c;
    }
}

AVX2 void ck_assign_avx2(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                         uint32_t first, int32_t *best, uint32_t *nearest) {
    ck_tile tile;
    _Alignas(32) uint8_t offset[SLICE_BYTES];
    const size_t slice = SLICE_BYTES / stride / ROWS * ROWS;
    for (size_t s = 0; s < count; s += slice) {
        const size_t here = count - s < slice ? count - s : slice, whole = (here + ROWS - 1) / ROWS * ROWS;
        for (size_t i = 0; i < whole * stride; i++) offset[i] = (uint8_t)rows[s * stride + i] ^ 0x80;
        for (size_t c = 0; c < tally; c += TILE) {
            const size_t used = tally - c < TILE ? tally - c : TILE;
            fill(&tile, centers + c * stride, stride, used);
            for (size_t r = 0; r < here; r += ROWS) {
                __m256i sums[ROWS][LANES];
                meet(offset + r * stride, stride, &tile, sums);
                for (size_t i = 0; i < ROWS && r + i < here; i++) {
                    keep(sums[i], used, first + (uint32_t)c, best + s + r + i, nearest + s + r + i);
                }
            }
        }
    }
}
#endif
