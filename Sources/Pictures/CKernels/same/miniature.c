/* Miniatures, and their eight positions. */
#include "ckernels_same.h"

static uint8_t rounded(float value) {
    if (value <= 0) return 0;
    return value >= 255 ? 255 : (uint8_t)(value + 0.5f);
}

/* Luma and chroma as JPEG has them (ITU-T T.871). */
void ckm_miniature(const uint8_t *rgb, size_t side, uint8_t *miniature) {
    size_t small = CKM_CHROMA_SIDE, step = side / small;
    for (size_t i = 0; i < side * side; i++) {
        const uint8_t *p = rgb + 3 * i;
        miniature[i] = rounded(0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]);
    }
    uint8_t *blue = miniature + side * side, *red = blue + small * small;
    for (size_t y = 0; y < small; y++) {
        for (size_t x = 0; x < small; x++) {
            float r = 0, g = 0, b = 0;
            for (size_t v = y * step; v < (y + 1) * step; v++) {
                for (size_t u = x * step; u < (x + 1) * step; u++) {
                    const uint8_t *p = rgb + 3 * (v * side + u);
                    r += p[0], g += p[1], b += p[2];
                }
            }
            float part = 1.0f / (float)(step * step);
            blue[y * small + x] = rounded(128 + part * (-0.168736f * r - 0.331264f * g + 0.5f * b));
            red[y * small + x] = rounded(128 + part * (0.5f * r - 0.418688f * g - 0.081312f * b));
        }
    }
}

static void turn_plane(const uint8_t *from, size_t side, int turn, uint8_t *to) {
    for (size_t y = 0; y < side; y++) {
        for (size_t x = 0; x < side; x++) {
            size_t u = turn & 1 ? side - 1 - x : x, v = turn & 2 ? side - 1 - y : y;
            to[y * side + x] = turn & 4 ? from[u * side + v] : from[v * side + u];
        }
    }
}

void ckm_turn(const uint8_t *miniature, size_t side, int turn, uint8_t *turned) {
    size_t luma = side * side, chroma = CKM_CHROMA_SIDE * CKM_CHROMA_SIDE;
    turn_plane(miniature, side, turn, turned);
    turn_plane(miniature + luma, CKM_CHROMA_SIDE, turn, turned + luma);
    turn_plane(miniature + luma + chroma, CKM_CHROMA_SIDE, turn, turned + luma + chroma);
}
