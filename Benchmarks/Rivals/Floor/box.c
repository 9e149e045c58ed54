#include "box.h"

#include <stdlib.h>
#include <string.h>

typedef uint16_t lanes __attribute__((vector_size(16)));
typedef uint32_t wide __attribute__((vector_size(32)));

/* Grows *buffer to `count` values of `size` bytes; what it held is lost. */
static int room(void **buffer, size_t *have, size_t count, size_t size) {
    if (count <= *have) return 0;
    free(*buffer);
    *buffer = malloc(count * size);
    *have = *buffer ? count : 0;
    return *buffer ? 0 : -1;
}

/* The part of source pixel `i` that lies in output pixel `o`, in units of 1 / out of a source pixel. */
static size_t overlap(size_t i, size_t o, size_t source, size_t out) {
    size_t left = i * out > o * source ? i * out : o * source;
    size_t right = (i + 1) * out < (o + 1) * source ? (i + 1) * out : (o + 1) * source;
    return right > left ? right - left : 0;
}

static int plan_columns(box *b) {
    b->taps = (b->width + b->out_width - 1) / b->out_width + 1;
    if (room((void **)&b->starts, &b->plan_room, b->out_width, sizeof *b->starts) ||
        room((void **)&b->weights, &b->weights_room, b->out_width * b->taps, sizeof *b->weights))
        return -1;
    for (size_t o = 0; o < b->out_width; o++) {
        size_t first = o * b->width / b->out_width;
        if (first + b->taps > b->width) first = b->width > b->taps ? b->width - b->taps : 0;
        b->starts[o] = (uint32_t)first;
        for (size_t t = 0; t < b->taps; t++)
            b->weights[o * b->taps + t] = (uint16_t)(overlap(first + t, o, b->width, b->out_width) * 65535 / b->width);
    }
    return 0;
}

int box_begin(box *b, size_t width, size_t height, size_t out_width, size_t out_height) {
    b->width = width, b->height = height, b->out_width = out_width, b->out_height = out_height;
    b->row = b->out_row = 0;
    size_t values = (width + 2) * 3 + 8;
    if (room((void **)&b->sums, &b->sums_room, values, sizeof *b->sums)) return -1;
    memset(b->sums, 0, values * sizeof *b->sums);
    return plan_columns(b);
}

static void add(uint16_t *sums, const uint8_t *row, size_t count, uint16_t weight) {
    for (size_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + row[i] * weight);
}

static void set(uint16_t *sums, const uint8_t *row, size_t count, uint16_t weight) {
    for (size_t i = 0; i < count; i++) sums[i] = (uint16_t)(row[i] * weight);
}

/* Each pixel is loaded as eight values, of which the first three count. */
static void shrink_columns(const box *b, uint8_t *out) {
    const uint16_t *weights = b->weights;
    for (size_t o = 0; o < b->out_width; o++, out += 3) {
        const uint16_t *pixel = b->sums + b->starts[o] * 3;
        lanes sum = {128, 128, 128};
        for (size_t t = 0; t < b->taps; t++, pixel += 3) {
            lanes value;
            memcpy(&value, pixel, sizeof value);
            wide product = __builtin_convertvector(value, wide) * *weights++;
            sum += __builtin_convertvector(product >> 16, lanes);
        }
        sum >>= 8;
        out[0] = (uint8_t)sum[0], out[1] = (uint8_t)sum[1], out[2] = (uint8_t)sum[2];
    }
}

int box_add(box *b, const uint8_t *row, uint8_t *out) {
    size_t count = b->width * 3, y = b->row++;
    /* Edges of the output row, rounded to 1/256 of it, so that its weights add up to exactly 256. */
    size_t before = y * b->out_height * 256 / b->height, after = (y + 1) * b->out_height * 256 / b->height;
    size_t end = (b->out_row + 1) * 256;
    if (after < end) {
        add(b->sums, row, count, (uint16_t)(after - before));
        return 0;
    }
    add(b->sums, row, count, (uint16_t)(end - before));
    shrink_columns(b, out);
    b->out_row++;
    set(b->sums, row, count, (uint16_t)(after - end));
    return 1;
}

void box_free(box *b) { free(b->sums), free(b->starts), free(b->weights); }
