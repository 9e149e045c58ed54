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

void ck_rotate_scalar(int32_t *values, size_t count, const int32_t *signs) { rotate(values, count, signs); }

void ck_widen(const int8_t *values, size_t count, int32_t *wide) {
    for (size_t i = 0; i < count; i++) wide[i] = values[i] * 256;
}

void ck_write_code(const int32_t *values, size_t count, uint8_t *code, size_t step) {
    for (size_t b = 0; b < count / 8; b++) {
        unsigned byte = 0;
        for (size_t i = 0; i < 8; i++) byte |= (unsigned)(values[8 * b + i] >= 0) << i;
        code[b * step] = (uint8_t)byte;
    }
}

size_t ck_estimate_scalar(const ck_probe *probe, const uint8_t *codes, const int16_t *factors, const uint32_t *slots,
                          size_t blocks, int32_t weight, uint32_t limit, uint64_t *keys) {
    const uint8_t *low = probe->tables, *high = low + CK_TABLE_BYTES * probe->bytes;
    const int32_t all = all_levels(probe);
    size_t count = 0;
    for (size_t b = 0; b < blocks; b++, codes += CK_BLOCK_ROWS * probe->bytes) {
        for (size_t r = 0; r < CK_BLOCK_ROWS; r++, factors += 2, slots++) {
            int32_t sum = 0;
            for (size_t i = 0; i < probe->bytes; i++) {
                const uint8_t code = codes[CK_BLOCK_ROWS * i + r];
                sum += low[CK_TABLE_BYTES * i + (code & 15)] + high[CK_TABLE_BYTES * i + (code >> 4)];
            }
            const int32_t value = factors[0] * (all - 2 * sum) + factors[1] * weight;
            const uint32_t cost = (uint32_t)CK_DOT_COST - (uint32_t)value;
            keys[count] = (uint64_t)cost << 32 | *slots;
            count += cost <= limit;
        }
    }
    return count;
}

void ck_code_row_scalar(const int8_t *row, const ck_center *center, size_t stride, const int32_t *signs, uint8_t *code,
                        size_t step, int16_t *factors) {
    code_row(row, center, stride, signs, code, step, factors);
}

void ck_aim_scalar(const int32_t *values, size_t count, uint8_t *tables, ck_probe *probe) {
    aim(values, count, tables, probe);
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
