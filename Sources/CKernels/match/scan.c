#include "nearest.h"

static uint32_t dot_cost(int32_t dot) { return (uint32_t)CK_DOT_COST - (uint32_t)dot; }

/* The allowed ones of 64 slots from `at`, of which `count` exist. */
static uint64_t word(const uint64_t *allowed, size_t at, size_t count) {
    return count >= 64 ? allowed[at / 64] : allowed[at / 64] & (((uint64_t)1 << count) - 1);
}

void ck_scan_rows(ck_isa isa, const int8_t *query, const int8_t *rows, size_t stride, size_t first, size_t count,
                  const uint64_t *allowed, ck_nearest *nearest) {
    const ck_dots_fn dots_of = ck_dots(isa);
    const ck_dots_at_fn dots_at = ck_dots_at(isa);
    int32_t dots[64];
    for (size_t at = 0; at < count; at += 64) {
        uint64_t set = word(allowed, at, count - at);
        if (!set) continue;
        make_room(nearest);
        const int8_t *base = rows + at * stride;
        if (__builtin_popcountll(set) > 32) {
            const size_t here = count - at < 64 ? count - at : 64;
            dots_of(query, base, stride, here, dots);
            for (; set; set &= set - 1) {
                const size_t row = (size_t)__builtin_ctzll(set);
                offer(nearest, dot_cost(dots[row]), first + at + row);
            }
        } else {
            const int8_t *some[64];
            uint8_t which[64];
            size_t found = 0;
            for (; set; set &= set - 1) {
                which[found] = (uint8_t)__builtin_ctzll(set);
                some[found] = base + which[found] * stride;
                found++;
            }
            dots_at(query, some, stride, found, dots);
            for (size_t i = 0; i < found; i++) offer(nearest, dot_cost(dots[i]), first + at + which[i]);
        }
    }
}

void ck_scan_slots(ck_isa isa, const int8_t *query, const int8_t *const *chunks, size_t shift, size_t stride,
                   const uint64_t *keys, size_t count, ck_nearest *nearest) {
    const ck_dots_at_fn dots_at = ck_dots_at(isa);
    const size_t mask = ((size_t)1 << shift) - 1;
    const int8_t *rows[2][64];
    int32_t dots[64];
    /* Rows are prefetched one round before they are read, so that loading overlaps with computing. */
    for (size_t at = 0; at < count + 64; at += 64) {
        const int8_t **next = rows[at / 64 % 2], **now = rows[(at / 64 + 1) % 2];
        for (size_t i = at; i < count && i < at + 64; i++) {
            const size_t slot = (uint32_t)keys[i];
            next[i - at] = chunks[slot >> shift] + (slot & mask) * stride;
            for (size_t line = 0; line < stride; line += 64) __builtin_prefetch(next[i - at] + line);
        }
        if (at == 0) continue;
        const size_t before = at - 64, here = count - before < 64 ? count - before : 64;
        make_room(nearest);
        dots_at(query, now, stride, here, dots);
        for (size_t i = 0; i < here; i++) offer(nearest, dot_cost(dots[i]), (uint32_t)keys[before + i]);
    }
}

void ck_scan_codes(ck_isa isa, const uint64_t *query, const uint64_t *codes, size_t words, size_t first, size_t count,
                   const uint64_t *allowed, ck_nearest *nearest) {
    const ck_hamming_fn hamming = ck_hamming(isa);
    uint16_t distances[64];
    for (size_t at = 0; at < count; at += 64) {
        const uint64_t set = word(allowed, at, count - at);
        if (!set) continue;
        prefetch(codes + at * words, CK_AHEAD, 64 * words * sizeof *codes);
        const size_t blocks = count - at < 64 ? (count - at + CK_BLOCK_ROWS - 1) / CK_BLOCK_ROWS : 8;
        uint64_t passing = set & hamming(query, codes + at * words, words, blocks, nearest->limit, distances);
        if (!passing) continue;
        make_room(nearest);
        for (; passing; passing &= passing - 1) {
            const size_t row = (size_t)__builtin_ctzll(passing);
            offer(nearest, distances[row], first + at + row);
        }
        lower_limit(nearest);
    }
}

/* Scans one list; prefetches the codes of the next one. */
static void scan_list(ck_hamming_fn hamming, const uint64_t *query, const uint64_t *codes, size_t words,
                      const uint32_t *slots, size_t blocks, const uint64_t *next, const uint64_t *allowed,
                      const uint64_t *valid, ck_nearest *nearest) {
    uint16_t distances[64];
    for (size_t b = 0; b < blocks; b += 8) {
        const size_t here = blocks - b < 8 ? blocks - b : 8, first = b * CK_BLOCK_ROWS;
        prefetch(next + first * words, 0, 64 * words * sizeof *codes);
        uint64_t passing = hamming(query, codes + first * words, words, here, nearest->limit, distances);
        if (!passing) continue;
        make_room(nearest);
        for (; passing; passing &= passing - 1) {
            const size_t row = (size_t)__builtin_ctzll(passing);
            const uint32_t slot = slots[first + row];
            if (slot == UINT32_MAX || !(allowed[slot / 64] & valid[slot / 64] & (uint64_t)1 << slot % 64)) continue;
            offer(nearest, distances[row], slot);
        }
        lower_limit(nearest);
    }
}

void ck_scan_lists(ck_isa isa, const uint64_t *query, const uint64_t *codes, size_t words, const uint32_t *slots,
                   const int32_t *starts, const uint64_t *lists, size_t count, const uint64_t *allowed,
                   const uint64_t *valid, ck_nearest *nearest) {
    const ck_hamming_fn hamming = ck_hamming(isa);
    for (size_t i = 0; i < count; i++) {
        const size_t list = (uint32_t)lists[i], next = (uint32_t)lists[i + 1 < count ? i + 1 : i];
        const size_t start = (size_t)starts[list] * CK_BLOCK_ROWS, then = (size_t)starts[next] * CK_BLOCK_ROWS;
        scan_list(hamming, query, codes + start * words, words, slots + start,
                  (size_t)(starts[list + 1] - starts[list]), codes + then * words, allowed, valid, nearest);
    }
}
