/* The network in integers in plain C. */
#include "lanes.h"

#define CKI_TARGET
#define CKI_NAME(name) name##_plain
enum { AT_ONCE = 4, GROUPS_AT_ONCE = 1, FILTER_WEIGHT = 1 };

typedef struct lanes { int32_t sum[CKI_GROUP]; } lanes;
/* The four values that all sums are made of; and four for each sum. */
typedef struct bytes { int32_t value[4]; } bytes;
typedef struct taps { uint8_t value[CKI_GROUP][4]; } taps;
typedef struct four { uint8_t pixel[4][CKI_GROUP]; } four;

static inline lanes begin(const cki_scales *scales) {
    lanes out;
    memcpy(out.sum, scales->bias, sizeof out.sum);
    return out;
}

static inline bytes same(const uint8_t *quad) { return (bytes){{quad[0], quad[1], quad[2], quad[3]}}; }

static inline taps columns(const uint8_t *pixels) {
    taps out;
    for (size_t place = 0; place < CKI_GROUP; place++)
        for (size_t column = 0; column < 4; column++)
            out.value[place][column] = pixels[column * CKI_GROUP + cki_channel(place)];
    return out;
}

static inline lanes dot(lanes sums, bytes values, const int8_t *weights) {
    for (size_t place = 0; place < CKI_GROUP; place++, weights += 4)
        sums.sum[place] += values.value[0] * weights[0] + values.value[1] * weights[1] + values.value[2] * weights[2] +
                           values.value[3] * weights[3];
    return sums;
}

static inline lanes dot_columns(lanes sums, taps values, const int8_t *weights) {
    for (size_t place = 0; place < CKI_GROUP; place++)
        for (size_t column = 0; column < 4; column++)
            sums.sum[place] += values.value[place][column] * weights[place * 4 + column];
    return sums;
}

static inline int32_t between(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

static inline four narrowed(const lanes sums[4], const cki_scales *scales, int32_t zero, const uint8_t *residual) {
    four out;
    for (size_t pixel = 0; pixel < 4; pixel++)
        for (size_t place = 0; place < CKI_GROUP; place++) {
            /* Right shifts of negative numbers round down, as all compilers that build this have it. */
            int32_t sum = between(sums[pixel].sum[place] >> scales->shift[place], INT16_MIN, INT16_MAX);
            size_t channel = cki_channel(place);
            int32_t base = residual ? residual[pixel * CKI_GROUP + channel] : zero;
            out.pixel[pixel][channel] =
                (uint8_t)between(((sum * scales->factor[place] + (1 << 14)) >> 15) + base, 0, UINT8_MAX);
        }
    return out;
}

static inline void put(four pixels, size_t from, size_t count, uint8_t *out) {
    memcpy(out, pixels.pixel[from], count * CKI_GROUP);
}

#include "walk.h"
