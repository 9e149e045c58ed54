#include "coded.h"
#include "rotate.h"

static int32_t dot(const int8_t *query, const int8_t *row, size_t stride) {
    int32_t sum = 0;
    for (size_t i = 0; i < stride; i++) sum += query[i] * row[i];
    return sum;
}

void ck_dots_scalar(const int8_t *query, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    for (size_t i = 0; i < count; i++) dots[i] = dot(query, rows + i * stride, stride);
}

void ck_dots4_scalar(const int8_t *queries, const int8_t *rows, size_t stride, size_t count, int32_t *dots) {
    for (size_t q = 0; q < 4; q++) ck_dots_scalar(queries + q * stride, rows, stride, count, dots + q * count);
}

void ck_dots_at_scalar(const int8_t *query, const int8_t *const *rows, size_t stride, size_t count, int32_t *dots) {
    for (size_t i = 0; i < count; i++) dots[i] = dot(query, rows[i], stride);
}

uint64_t ck_hamming_scalar(const uint64_t *query, const uint64_t *codes, size_t words, size_t blocks, uint32_t limit,
                           uint16_t *distances) {
    uint64_t passing = 0;
    for (size_t b = 0; b < blocks; b++, codes += words * CK_BLOCK_ROWS) {
        for (size_t r = 0; r < CK_BLOCK_ROWS; r++) {
            uint32_t distance = 0;
            for (size_t w = 0; w < words; w++) {
                distance += (uint32_t)__builtin_popcountll(query[w] ^ codes[w * CK_BLOCK_ROWS + r]);
            }
            distances[b * CK_BLOCK_ROWS + r] = (uint16_t)distance;
            passing |= (uint64_t)(distance <= limit) << (b * CK_BLOCK_ROWS + r);
        }
    }
    return passing;
}

void ck_rotate_scalar(int32_t *values, size_t count, const int32_t *signs) { rotate(values, count, signs); }

void ck_widen(const int8_t *values, size_t count, int32_t *wide) {
    for (size_t i = 0; i < count; i++) wide[i] = values[i] * 256;
}

void ck_write_code(const int32_t *values, size_t words, uint64_t *code, size_t step) {
    for (size_t w = 0; w < words; w++) {
        uint64_t word = 0;
        for (size_t i = 0; i < 64; i++) word |= (uint64_t)(values[64 * w + i] >= 0) << i;
        code[w * step] = word;
    }
}

size_t ck_estimate_scalar(const ck_probe *probe, const uint64_t *codes, const int16_t *factors,
                          const uint32_t *slots, size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    uint16_t distances[CK_PLANES][64];
    for (size_t p = 0; p < CK_PLANES; p++) {
        ck_hamming_scalar(probe->planes + p * probe->words, codes, probe->words, blocks, 0, distances[p]);
    }
    return weigh(distances, probe->words, factors, slots, blocks, weight, limit, keys);
}

void ck_code_row_scalar(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint64_t *code,
                        size_t step, int16_t *factors) {
    code_row(row, center, stride, signs, code, step, factors);
}

void ck_aim_scalar(const int32_t *values, size_t words, uint64_t *planes, ck_probe *probe) {
    aim(values, words, planes, probe);
}

void ck_assign_scalar(const int8_t *rows, size_t count, const int8_t *centers, size_t tally, size_t stride,
                      uint32_t first, int32_t *best, uint32_t *nearest) {
    int32_t dots[4 * 64];
    for (size_t c = 0; c < tally; c += 64) {
        const size_t here = tally - c < 64 ? tally - c : 64;
        for (size_t r = 0; r < count; r += 4) {
            ck_dots4_scalar(rows + r * stride, centers + c * stride, stride, here, dots);
            for (size_t i = 0; i < 4 && r + i < count; i++) {
                const size_t found = largest(dots + i * here, here);
                if (dots[i * here + found] <= best[r + i]) continue;
                best[r + i] = dots[i * here + found];
                nearest[r + i] = first + (uint32_t)(c + found);
            }
        }
    }
}
