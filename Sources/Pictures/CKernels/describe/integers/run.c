/* The steps of the network in integers, two groups of channels at a time, so that their planes stay near. */
#include "lanes.h"

enum { TOGETHER = 2 };

cki_inputs cki_map(const uint8_t *map, size_t side, size_t channels) {
    size_t rest = channels % CKI_GROUP / 4;
    return (cki_inputs){.bytes = map, .parts = channels / CKI_GROUP + (rest > 0), .quads = 4, .rest = rest,
                        .part = side * side * CKI_GROUP, .row = side * CKI_GROUP, .step = CKI_GROUP};
}

cki_inputs cki_picture(const uint8_t *picture) {
    size_t row = (CKI_SIDE + 2) * 3;
    return (cki_inputs){.bytes = picture, .parts = 3, .quads = 3, .rest = 0, .part = row, .row = 2 * row, .step = 6};
}

void cki_frame(const uint8_t *rgb, uint8_t *picture) {
    size_t row = (CKI_SIDE + 2) * 3;
    memset(picture, 127, CKI_FRAMED);
    for (size_t y = 0; y < CKI_SIDE; y++) memcpy(picture + y * row, rgb + y * CKI_SIDE * 3, CKI_SIDE * 3);
}

/* Pixels of a side with the border of zeros, and how many of them lie left and above. */
static size_t bordered(const cki_block *block) { return block->side + block->kernel - block->stride; }

static size_t plane(const cki_block *block) { return bordered(block) * bordered(block) * CKI_GROUP + CKI_SLACK; }

static size_t filtered(const cki_block *block) {
    return block->side / block->stride * (block->side / block->stride) * CKI_GROUP;
}

size_t cki_scratch(const cki_block *block) {
    return TOGETHER * plane(block) + block->filter.groups * filtered(block) + CKI_SLACK;
}

void cki_run(const cki_version *version, const cki_block *block, const cki_inputs *in, const uint8_t *residual,
             uint8_t *scratch, uint8_t *out) {
    size_t pitch = bordered(block) * CKI_GROUP, groups = block->filter.groups, half = block->side / block->stride;
    size_t before = (block->kernel - block->stride) / 2, inside = before * pitch + before * CKI_GROUP;
    size_t weights = version->filter_weight * CKI_FILTER_WEIGHTS(CKI_GROUP, block->kernel, block->stride);
    uint8_t *kept = scratch + TOGETHER * plane(block);
    /* The border; the rest is written for every group. */
    memset(scratch, 0, TOGETHER * plane(block));
    for (size_t group = 0, count; group < groups; group += count) {
        count = groups - group < TOGETHER ? groups - group : TOGETHER;
        version->mix(in, block->side, &block->widen, group, count, NULL, scratch + inside, pitch, plane(block));
        for (size_t i = group; i < group + count; i++)
            version->filter(scratch + (i - group) * plane(block), pitch, half, block->kernel, block->stride,
                            block->filter.weights + i * weights, block->filter.scales + i, kept + i * filtered(block));
    }
    const cki_inputs narrow = cki_map(kept, half, groups * CKI_GROUP);
    version->mix(&narrow, half, &block->narrow, 0, block->narrow.groups, residual, out, half * CKI_GROUP,
                 filtered(block));
}

void cki_sums(const uint8_t *map, size_t pixels, size_t groups, int32_t *sums) {
    for (size_t group = 0; group < groups; group++, sums += CKI_GROUP) {
        memset(sums, 0, CKI_GROUP * sizeof *sums);
        for (size_t pixel = 0; pixel < pixels; pixel++)
            for (size_t channel = 0; channel < CKI_GROUP; channel++) sums[channel] += *map++;
    }
}

void cki_head(const cki_version *version, const cki_layer *layer, const cki_inputs *in, size_t side, uint8_t *scratch,
              int32_t *sums) {
    for (size_t group = 0, count; group < layer->groups; group += count) {
        count = layer->groups - group < TOGETHER ? layer->groups - group : TOGETHER;
        version->mix(in, side, layer, group, count, NULL, scratch, side * CKI_GROUP, side * side * CKI_GROUP);
        cki_sums(scratch, side * side, count, sums + group * CKI_GROUP);
    }
}
