#include "match.h"

void ck_nearest_start(ck_nearest *nearest, size_t wanted) {
    nearest->count = 0;
    nearest->wanted = wanted;
    nearest->limit = UINT32_MAX;
}

/* Moves the keys that are < middle to the front and those that are > last to the end; gives the bounds between. */
static void split(uint64_t *keys, size_t *first, size_t *end, uint64_t middle, uint64_t last) {
    size_t low = *first, at = *first, high = *end;
    while (at < high) {
        const uint64_t key = keys[at];
        if (key < middle) {
            keys[at++] = keys[low];
            keys[low++] = key;
        } else if (key > last) {
            keys[at] = keys[--high];
            keys[high] = key;
        } else {
            at++;
        }
    }
    *first = low;
    *end = high;
}

/*
 * Brings the keys up to a pivot to the front, without a branch for each; gives their number. The pivot is that of a
 * sample of 64 keys which a few more than `wanted` of all keys should reach.
 */
static size_t cut(uint64_t *keys, size_t count, size_t wanted) {
    enum { SAMPLE = 64 };
    uint64_t sample[SAMPLE];
    for (size_t i = 0; i < SAMPLE; i++) {
        const uint64_t key = keys[i * count / SAMPLE];
        size_t at = i;
        for (; at > 0 && sample[at - 1] > key; at--) sample[at] = sample[at - 1];
        sample[at] = key;
    }
    const uint64_t pivot = sample[wanted * SAMPLE / count * 3 / 2 + 4];
    size_t low = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = keys[i];
        keys[i] = keys[low];
        keys[low] = key;
        low += key <= pivot;
    }
    return low;
}

void ck_smallest(uint64_t *keys, size_t count, size_t wanted) {
    enum { BINS = 256, BITS = 8 };
    if (wanted == 0 || wanted >= count) return;
    /* The boundary lies between `first` and `end`; each turn counts their leading bits and keeps one bin of them. */
    size_t first = 0, end = count;
    if (count > 512 && wanted < count / 4) {
        const size_t front = cut(keys, count, wanted);
        if (front >= wanted) end = front;
        if (end == wanted) return;
    }
    while (end - first > 1) {
        uint64_t least = UINT64_MAX, most = 0;
        for (size_t i = first; i < end; i++) {
            least = keys[i] < least ? keys[i] : least;
            most = keys[i] > most ? keys[i] : most;
        }
        if (least == most) return;
        const int width = 64 - __builtin_clzll(most - least), shift = width > BITS ? width - BITS : 0;
        uint32_t bins[BINS] = {0};
        for (size_t i = first; i < end; i++) bins[(keys[i] - least) >> shift]++;
        size_t bin = 0, seen = first;
        while (seen + bins[bin] < wanted) seen += bins[bin++];
        const uint64_t middle = least + ((uint64_t)bin << shift), rest = ((uint64_t)1 << shift) - 1;
        split(keys, &first, &end, middle, rest < most - middle ? middle + rest : most);
        if (end == wanted) return;
    }
}

void ck_nearest_finish(ck_nearest *nearest) {
    ck_smallest(nearest->keys, nearest->count, nearest->wanted);
    if (nearest->count > nearest->wanted) nearest->count = nearest->wanted;
}

/* Drops the keys that are not among the best, and lowers the limit to the worst of those. */
void ck_nearest_shrink(ck_nearest *nearest) {
    ck_nearest_finish(nearest);
    uint32_t worst = 0;
    for (size_t i = 0; i < nearest->count; i++) {
        const uint32_t cost = (uint32_t)(nearest->keys[i] >> 32);
        worst = cost > worst ? cost : worst;
    }
    if (nearest->count == nearest->wanted) nearest->limit = worst;
}
