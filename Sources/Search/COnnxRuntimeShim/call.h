#ifndef CONNXRUNTIMESHIM_CALL_H
#define CONNXRUNTIMESHIM_CALL_H

#include "session.h"

#include <stdatomic.h>

/* Types by their numbers in the ONNX format. */
enum { FLOAT32 = 1, UINT8 = 2, INT32 = 6, INT64 = 7, FLOAT16 = 10 };
enum { MOST_INPUTS = 8 };

struct cor_call {
    const cor_session *session;
    OrtRunOptions *options;
    atomic_int is_stopped;
    size_t count;
    char *names[MOST_INPUTS];
    void *bytes[MOST_INPUTS];
    OrtValue *inputs[MOST_INPUTS];
    OrtValue *output;
    int type; /* of the output */
    void *data;
    size_t sides, values;
    int64_t shape[COR_MOST_SIDES];
};

/* The product of the sides; 0 also where it does not fit, or where a side is below 0. */
static inline size_t cor_product(const int64_t *shape, size_t sides) {
    size_t all = 1;
    for (size_t i = 0; i < sides; i++)
        if (shape[i] < 0 || __builtin_mul_overflow(all, (uint64_t)shape[i], &all)) return 0;
    return all;
}

/* Reads type, shape and place of the output; an error where it may not leave the shim. */
cor_code cor_call_look(cor_call *call, size_t most_bytes, char *message);

#endif
