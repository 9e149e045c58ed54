#include "ckernels_gif.h"

#include <string.h>

enum { most_codes = 4096, most_bits = 12 };

/* The next bits of the blocks, the first of them lowest. */
typedef struct stream {
    const uint8_t *next, *end; /* of all bytes */
    const uint8_t *end_of_block;
    uint64_t bits;
    int count;
} stream;

/* Takes the length of the next block. 0 at the end. */
static int open_block(stream *s) {
    if (s->next >= s->end || *s->next == 0) return 0;
    const size_t length = *s->next;
    if ((size_t)(s->end - s->next) <= length) return 0;
    s->end_of_block = ++s->next + length;
    return 1;
}

static inline uint64_t word(const uint8_t *bytes) {
    uint64_t value = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&value, bytes, 8);
#else
    for (int i = 0; i < 8; i++) value |= (uint64_t)bytes[i] << (8 * i);
#endif
    return value;
}

/* At least a code of bits, unless the blocks end before. */
static inline void fill(stream *s) {
    if (s->end_of_block - s->next >= 8) {
        /* Bits that are there already are read once more, and are the same. */
        s->bits |= word(s->next) << s->count;
        s->next += (63 - s->count) >> 3;
        s->count |= 56;
        return;
    }
    while (s->count <= 48) {
        if (s->next == s->end_of_block && !open_block(s)) return;
        s->bits |= (uint64_t)*s->next++ << s->count;
        s->count += 8;
    }
}

/*
 * A text of the table. One of up to 7 indexes holds them, the first one lowest, with their number in the highest byte. A
 * longer one has 0 there, and tells where it stands in the indexes already: the start in the lower half, the length above.
 */
typedef uint64_t text;

enum { most_held = 7 };

static inline uint32_t length_of(text t) { return t >> 56 ? (uint32_t)(t >> 56) : (uint32_t)(t >> 32); }

/* Copies a text to where it is written again, which may be within itself. Up to 15 bytes more are written. */
static inline void copy(uint8_t *to, const uint8_t *from, size_t length) {
    if (to - from >= 16) {
        for (size_t i = 0; i < length; i += 16) memcpy(to + i, from + i, 16);
    } else {
        for (size_t i = 0; i < length; i++) to[i] = from[i];
    }
}

static inline void store(uint8_t *to, uint64_t value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, &value, 8);
#else
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(value >> (8 * i));
#endif
}

int ck_gif_decode(const uint8_t *bytes, size_t count, int bits, uint8_t *indexes, size_t pixels) {
    if (bits < 2 || bits > 8 || pixels == 0 || pixels > UINT32_MAX / 2) return 0;
    text texts[most_codes];
    stream s = {bytes, bytes + count, bytes, 0, 0};
    const unsigned clear = 1u << bits, first = clear + 2;
    for (unsigned i = 0; i < clear; i++) texts[i] = i | (text)1 << 56;
    int width = bits + 1;
    /* The code that the next text gets: the one before with the first index of this one. 0 before the first clear. */
    unsigned next = 0;
    size_t made = 0;
    /* The text before, its first index and its place; 0 behind a clear. */
    text last = 0;
    uint64_t last_head = 0;
    uint32_t last_start = 0;
    while (made < pixels) {
        if (s.count < most_bits) fill(&s);
        if (s.count < width) return 0;
        const unsigned code = (unsigned)s.bits & ((1u << width) - 1);
        s.bits >>= width;
        s.count -= width;
        if (code == clear) {
            width = bits + 1;
            next = first;
            last = 0;
            continue;
        }
        if (next == 0 || code == clear + 1 || code > next || (last == 0 && code > clear)) return 0;
        /* With a full table, no code reaches `next`. */
        text found = code < next ? texts[code] : 0;
        const uint64_t head = found == 0 ? last_head : found >> 56 ? found & 255 : indexes[(uint32_t)found];
        if (last != 0 && next < most_codes) {
            const uint32_t length = length_of(last);
            const text made_text = length < most_held
                                       ? (last & (((text)1 << 56) - 1)) | head << (8 * length) | (text)(length + 1) << 56
                                       : last_start | (text)(length + 1) << 32;
            texts[next] = made_text;
            if (code == next) found = made_text;
            if (++next == 1u << width && width < most_bits) width++;
        }
        last = found;
        last_head = head;
        last_start = (uint32_t)made;
        if (found >> 56) {
            store(indexes + made, found);
            made += found >> 56;
        } else {
            const size_t length = length_of(found), room = pixels - made;
            copy(indexes + made, indexes + (uint32_t)found, length < room ? length : room);
            made += length;
        }
    }
    return 1;
}

int ck_gif_largest(const uint8_t *indexes, size_t pixels) {
    uint8_t largest = 0;
    for (size_t i = 0; i < pixels; i++) largest = indexes[i] > largest ? indexes[i] : largest;
    return largest;
}

void ck_gif_colors(const uint8_t *indexes, size_t pixels, const uint8_t *palette, int channels, uint8_t *out) {
    if (channels == 4) {
        for (size_t i = 0; i < pixels; i++) memcpy(out + 4 * i, palette + 4 * indexes[i], 4);
        return;
    }
    size_t i = 0;
    /* The fourth byte is that of the next pixel, which is written after it. */
    for (; i + 1 < pixels; i++) memcpy(out + 3 * i, palette + 4 * indexes[i], 4);
    if (i < pixels) memcpy(out + 3 * i, palette + 4 * indexes[i], 3);
}
