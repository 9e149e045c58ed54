#include "nearest.h"

static uint32_t dot_cost(int32_t dot) { return (uint32_t)CK_DOT_COST - (uint32_t)dot; }

/* The allowed ones of 64 slots from `at`, of which `count` exist. */
static uint64_t word(const uint64_t *allowed, size_t at, size_t count) {
    return count >= 64 ? allowed[at / 64] : allowed[at / 64] & (((uint64_t)1 << count) - 1);
}

typedef struct ck_waiting {
    const int8_t *rows[64];
    size_t slots[64], count;
} ck_waiting;

static void offer_waiting(ck_isa isa, const int8_t *query, size_t stride, ck_waiting *waiting, ck_nearest *nearest) {
    int32_t dots[64];
    make_room(nearest);
    ck_dots_at(isa)(query, waiting->rows, stride, waiting->count, dots);
    for (size_t i = 0; i < waiting->count; i++) offer(nearest, dot_cost(dots[i]), waiting->slots[i]);
    waiting->count = 0;
}

void ck_scan_rows(ck_isa isa, const int8_t *query, const int8_t *rows, size_t stride, size_t first, size_t count,
                  const uint64_t *allowed, ck_nearest *nearest) {
    const ck_dots_fn dots_of = ck_dots(isa);
    int32_t dots[64];
    /* The rows of words with few of them wait until they are enough. */
    ck_waiting waiting = {.count = 0};
    for (size_t at = 0; at < count; at += 64) {
        uint64_t set = word(allowed, at, count - at);
        if (!set) continue;
        const int8_t *base = rows + at * stride;
        if (__builtin_popcountll(set) > 32) {
            const size_t here = count - at < 64 ? count - at : 64;
            make_room(nearest);
            dots_of(query, base, stride, here, dots);
            for (; set; set &= set - 1) {
                const size_t row = (size_t)__builtin_ctzll(set);
                offer(nearest, dot_cost(dots[row]), first + at + row);
            }
            continue;
        }
        for (; set; set &= set - 1) {
            const size_t row = (size_t)__builtin_ctzll(set);
            waiting.rows[waiting.count] = base + row * stride;
            waiting.slots[waiting.count++] = first + at + row;
            prefetch(base + row * stride, 0, stride);
        }
        if (waiting.count > 32) offer_waiting(isa, query, stride, &waiting, nearest);
    }
    offer_waiting(isa, query, stride, &waiting, nearest);
}

void ck_scan_rows4(ck_isa isa, const int8_t *queries, const int8_t *rows, size_t stride, size_t first, size_t count,
                   const uint64_t *allowed, ck_nearest *const *nearest) {
    const ck_dots4_fn dots_of = ck_dots4(isa);
    int32_t dots[4 * 64];
    for (size_t at = 0; at < count; at += 64) {
        const uint64_t set = word(allowed, at, count - at);
        if (!set) continue;
        const size_t here = count - at < 64 ? count - at : 64;
        dots_of(queries, rows + at * stride, stride, here, dots);
        for (size_t q = 0; q < 4; q++) {
            make_room(nearest[q]);
            for (uint64_t rest = set; rest; rest &= rest - 1) {
                const size_t row = (size_t)__builtin_ctzll(rest);
                offer(nearest[q], dot_cost(dots[q * here + row]), first + at + row);
            }
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

/* Lists are short and far apart: they are prefetched so many in advance. */
enum { LISTS_AHEAD = 4 };

static void prefetch_list(const ck_lists *lists, size_t bytes, size_t list) {
    const size_t start = (size_t)lists->starts[list] * CK_BLOCK_ROWS;
    const size_t rows = (size_t)lists->starts[list + 1] * CK_BLOCK_ROWS - start;
    prefetch(lists->codes + start * bytes, 0, (rows < 128 ? rows : 128) * bytes);
    prefetch(lists->factors + 2 * start, 0, (rows < 128 ? rows : 128) * 2 * sizeof *lists->factors);
}

/* Drops the keys from `first` on without a row, and those whose slots are not set in both maps. */
static void keep_valid(ck_nearest *nearest, size_t first, const uint64_t *allowed, const uint64_t *valid) {
    size_t kept = first;
    for (size_t i = first; i < nearest->count; i++) {
        const uint32_t slot = (uint32_t)nearest->keys[i];
        nearest->keys[kept] = nearest->keys[i];
        if (slot == UINT32_MAX) continue;
        kept += !allowed || (allowed[slot / 64] & valid[slot / 64]) >> slot % 64 & 1;
    }
    nearest->count = kept;
}

/* The weight of a list by the dot product of its center. */
static int32_t weight_of(const ck_probe *probe, int64_t dot) {
    const int64_t product = dot * probe->weight >> 24, most = INT16_MAX;
    return (int32_t)(product > most ? most : product < -most ? -most : product);
}

void ck_scan_near(ck_isa isa, const ck_probe *probe, const ck_lists *lists, int32_t dot, uint32_t gap,
                  ck_nearest *nearest) {
    const ck_estimate_fn estimate = ck_estimate(isa);
    const size_t bytes = probe->bytes, most_blocks = CK_ESTIMATED_ROWS / CK_BLOCK_ROWS, end = (size_t)lists->starts[1];
    const int32_t weight = weight_of(probe, dot);
    uint64_t *keys = nearest->keys, best = (uint64_t)(UINT32_MAX - gap) << 32;
    size_t count = 0;
    for (size_t b = 0; b < end; b += most_blocks) {
        const size_t here = end - b < most_blocks ? end - b : most_blocks, first = b * CK_BLOCK_ROWS;
        const uint32_t limit = (uint32_t)(best >> 32) + gap;
        const size_t more = estimate(probe, lists->codes + first * bytes, lists->factors + 2 * first,
                                     lists->slots + first, here, weight, limit, keys + count);
        /* Blocks end with places for no row. */
        for (size_t i = count, last = count + more; i < last; i++) {
            keys[count] = keys[i];
            if ((uint32_t)keys[i] == UINT32_MAX) continue;
            best = keys[i] < best ? keys[i] : best;
            count++;
        }
    }
    const uint64_t limit = (uint64_t)((uint32_t)(best >> 32) + gap) << 32 | UINT32_MAX;
    nearest->count = 0;
    for (size_t i = 0; i < count; i++) {
        keys[nearest->count] = keys[i];
        nearest->count += keys[i] <= limit;
    }
}

void ck_scan_lists(ck_isa isa, const ck_probe *probe, const ck_lists *lists, const uint64_t *keys, size_t count,
                   const uint64_t *allowed, const uint64_t *valid, ck_nearest *nearest) {
    const ck_estimate_fn estimate = ck_estimate(isa);
    const size_t bytes = probe->bytes, most_blocks = CK_ESTIMATED_ROWS / CK_BLOCK_ROWS;
    size_t checked = nearest->count;
    for (size_t i = 0; i < count && i < LISTS_AHEAD; i++) prefetch_list(lists, bytes, (uint32_t)keys[i]);
    for (size_t i = 0; i < count; i++) {
        if (i + LISTS_AHEAD < count) prefetch_list(lists, bytes, (uint32_t)keys[i + LISTS_AHEAD]);
        const int32_t weight = weight_of(probe, CK_DOT_COST - (int64_t)(keys[i] >> 32));
        const size_t list = (uint32_t)keys[i], end = (size_t)lists->starts[list + 1];
        for (size_t b = (size_t)lists->starts[list]; b < end; b += most_blocks) {
            const size_t here = end - b < most_blocks ? end - b : most_blocks, first = b * CK_BLOCK_ROWS;
            if (here == most_blocks) prefetch(lists->codes + first * bytes, 128 * bytes, 64 * bytes);
            if (nearest->count + CK_ESTIMATED_ROWS > nearest->capacity) {
                keep_valid(nearest, checked, allowed, valid);
                if (nearest->count > nearest->wanted) ck_nearest_shrink(nearest);
                checked = nearest->count;
            }
            nearest->count += estimate(probe, lists->codes + first * bytes, lists->factors + 2 * first,
                                       lists->slots + first, here, weight, nearest->limit,
                                       nearest->keys + nearest->count);
        }
    }
    keep_valid(nearest, checked, allowed, valid);
}
