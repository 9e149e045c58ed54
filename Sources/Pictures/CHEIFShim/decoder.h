/* Both decoders: dav1d.c and de265.c fill the parts of their own. */
#ifndef CHEIF_DECODER_H
#define CHEIF_DECODER_H

#include "cheifshim.h"

/* Memory of pictures, used again: a picture of a grid follows the other. */
typedef struct cheif_block {
    size_t capacity;
} cheif_block;

typedef struct cheif_dav1d cheif_dav1d;
typedef struct cheif_de265 cheif_de265;

struct cheif_decoder {
    cheif_codec codec;
    int skips_filters;
    const cheif_dav1d *dav1d;
    const cheif_de265 *de265;
    void *context; /* of the picture that the planes belong to; NULL for none */
    void *picture; /* of dav1d, which has a reference of its own */
    cheif_block *spare;
};

/* NULL where the library is not there, or not one that is known. Opened once, and for as long as the process. */
const cheif_dav1d *cheif_find_dav1d(const char **version);
const cheif_de265 *cheif_find_de265(const char **version);

int cheif_dav1d_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                       cheif_planes *planes);
int cheif_de265_decode(cheif_decoder *decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                       cheif_planes *planes);
/* Gives the last picture back. */
void cheif_dav1d_release(cheif_decoder *decoder);
void cheif_de265_release(cheif_decoder *decoder);

/* Opens the first of the names, which have a zero behind each and an empty one at the end. */
void *cheif_open_any(const char *names);

#endif
