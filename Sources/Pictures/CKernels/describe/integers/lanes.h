/* What the versions of the network in integers share. Private to integers/. */
#ifndef CKI_LANES_H
#define CKI_LANES_H

#include "ckernels_integers.h"

#include "../../kernels.h"

#include <string.h>

#define CKI_INLINE __attribute__((always_inline)) static inline
/* Registers have no numbers: the sums stay in them only where no loop over them is left. */
#define CKI_UNROLL _Pragma("clang loop unroll(full)")

/* The channel whose number stands at `place` in a cki_scales and in packed weights. */
static inline size_t cki_channel(size_t place) {
    static const size_t quarters[4] = {0, 8, 4, 12};
    return quarters[place / 4] + place % 4;
}

/* The place of a channel of a group: the same order backwards. */
static inline size_t cki_place(size_t channel) { return cki_channel(channel); }

#define CKI_DECLARE(name)                                                                                              \
    void cki_mix_##name(const cki_inputs *in, size_t side, const cki_layer *layer, size_t from, size_t groups,         \
                        const uint8_t *residual, uint8_t *out, size_t pitch, size_t plane);                            \
    void cki_filter_##name(const uint8_t *in, size_t pitch, size_t side, size_t kernel, size_t stride,                 \
                           const int8_t *weights, const cki_scales *scales, uint8_t *out);

CKI_DECLARE(plain)
#if defined(__x86_64__)
CKI_DECLARE(avx2)
CKI_DECLARE(avxvnni)
CKI_DECLARE(avx512)
#elif defined(__aarch64__)
CKI_DECLARE(neon)
CKI_DECLARE(neondot)
#endif

#endif
