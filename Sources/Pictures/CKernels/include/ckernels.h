/*
 * Pixel loops. No allocation, no libraries, no global state but the choice of the instruction set.
 *
 * Every function is exact integer arithmetic: the scalar version in scalar/ is the specification, and each
 * vector version gives the same bytes.
 */
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Fixed point of resampling weights: the weights of one output pixel add up to 1 << CK_WEIGHT_BITS. */
#define CK_WEIGHT_BITS 14
/* Readable bytes that must follow the last pixel of any row handed to a kernel. */
#define CK_ROW_PADDING 64

/*
 * The instruction sets that a kernel may be asked for by name (tests), or CK_BEST. CK_AVX512 stands for the F, BW, VL,
 * VBMI and VNNI parts together (Ice Lake, Zen 4 and later). CK_BEST is the one that the environment names in MAGPIE_ISA
 * (avx512, avx2, neon or scalar), read once; the fastest of this machine where it names none.
 */
typedef enum ck_isa { CK_BEST = 0, CK_SCALAR = 1, CK_AVX2 = 2, CK_NEON = 3, CK_AVX512 = 4 } ck_isa;

/* 1 when this machine can run the kernels of `isa`, else 0. */
int ck_supports(ck_isa isa);

/* The name of an instruction set in MAGPIE_ISA. */
const char *ck_isa_name(ck_isa isa);

/* The set that CK_BEST stands for. A wrong name in MAGPIE_ISA is told on standard error, once. */
ck_isa ck_resolve(ck_isa isa);

/* What MAGPIE_ISA names where this machine cannot run it, or no set has that name; else NULL. */
const char *ck_unusable_isa(void);

/*
 * Vertical step of a resize: dst[i] = clamp8((sum over t of weights[t] * row(t)[i] + half) >> CK_WEIGHT_BITS).
 * row(t) is at ring + ((first + t) % ring_rows) * stride. `taps` >= 1; `bytes` is the length of a row.
 * dst and every ring row are followed by CK_ROW_PADDING bytes that may be read and, in dst, written. A stride that is
 * an odd multiple of 64 keeps the rows from competing for the same cache lines.
 */
typedef void (*ck_blend_rows_fn)(const uint8_t *ring, size_t stride, size_t ring_rows, size_t first,
                                 const int16_t *weights, size_t taps, uint8_t *dst, size_t bytes);
ck_blend_rows_fn ck_blend_rows(ck_isa isa);

/*
 * Horizontal step of a resize: output pixel x is the weighted sum of the source pixels starts[x] ..
 * starts[x] + taps - 1 with the weights weights[x * taps] .. , rounded and clamped as above.
 * `channels` is 1, 3 or 4, interleaved. `taps` is the same for all x and a multiple of 4: pad with zero weights, and
 * near the right edge start further left, so that starts[x] + taps is at most the width of the source plus 3.
 * src is followed by CK_ROW_PADDING readable bytes, dst by CK_ROW_PADDING writable ones. RGB with 8 to 24 taps is the
 * fastest case.
 */
typedef void (*ck_blend_columns_fn)(const uint8_t *src, const int32_t *starts, const int16_t *weights, size_t taps,
                                    size_t channels, uint8_t *dst, size_t width);
ck_blend_columns_fn ck_blend_columns(ck_isa isa);

/*
 * Turns stored pixels upright. `orientation` is the EXIF value 1..8; width and height are those of src.
 * dst holds the same number of pixels; for 5..8 its sides are swapped. Rows without padding.
 */
void ck_orient(const uint8_t *src, size_t width, size_t height, size_t channels, int orientation, uint8_t *dst);

/* Repeats one gray channel into three. */
void ck_gray_to_rgb(const uint8_t *src, uint8_t *dst, size_t pixels);

/*
 * Lays RGBA with straight alpha over a background color; dst is RGB. Rounds to nearest. Returns 1 where no pixel lets
 * the background through, else 0.
 */
int ck_flatten(const uint8_t *src, uint8_t *dst, size_t pixels, uint8_t red, uint8_t green, uint8_t blue);

#endif
