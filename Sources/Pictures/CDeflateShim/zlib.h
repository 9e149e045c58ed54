/* The interface of zlib as it has been since version 1.0.4; its own header is not needed. */
#ifndef CDEFLATESHIM_ZLIB_H
#define CDEFLATESHIM_ZLIB_H

#include "CDeflateShim.h"

typedef struct z_state {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned, unsigned);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler, reserved;
} z_state;

typedef struct cdf_zlib {
    int (*begin)(z_state *, int, const char *, int);
    int (*check)(z_state *, int); /* NULL in old versions */
    int (*unpack)(z_state *, int);
    int (*end)(z_state *);
    int (*begin_packing)(z_state *, int, const char *, int);
    int (*pack)(z_state *, int);
    int (*end_packing)(z_state *);
    const char *(*version)(void);
    unsigned long (*crc)(unsigned long, const uint8_t *, unsigned);
} cdf_zlib;

/* Opens zlib once, whoever comes first; NULL where it is not there. */
const cdf_zlib *cdf_find_zlib(void);

#endif
