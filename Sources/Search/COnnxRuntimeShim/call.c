#include "call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cor_code cor_call_create(cor_session *session, cor_call **out, char *message) {
    message[0] = 0;
    cor_call *call = calloc(1, sizeof *call);
    if (!call) return COR_NO_MEMORY;
    call->session = session;
    const cor_library *library = session->library;
    cor_code code = cor_take(library, library->CreateRunOptions(&call->options), COR_FAILED, NULL, message);
    if (code == COR_OK)
        *out = call;
    else
        cor_call_free(call);
    return code;
}

static size_t width(int32_t type) {
    switch (type) {
    case UINT8: return 1;
    case FLOAT16: return 2;
    case FLOAT32:
    case INT32: return 4;
    case INT64: return 8;
    default: return 0;
    }
}

cor_code cor_call_add(cor_call *call, const char *name, int32_t type, const int64_t *shape, size_t sides,
                      const void *bytes, size_t count, char *message) {
    message[0] = 0;
    const cor_library *library = call->session->library;
    size_t values = sides <= COR_MOST_SIDES ? cor_product(shape, sides) : 0, needed = 0;
    if (__builtin_mul_overflow(values, width(type), &needed) || needed == 0 || needed != count) {
        snprintf(message, COR_MESSAGE_SIZE, "%zu bytes are not the values of the shape", count);
        return COR_INVALID_INPUT;
    }
    if (call->count == MOST_INPUTS) {
        snprintf(message, COR_MESSAGE_SIZE, "at most %d inputs are possible", MOST_INPUTS);
        return COR_INVALID_INPUT;
    }
    size_t index = call->count;
    call->names[index] = strdup(name);
    call->bytes[index] = malloc(count);
    call->count = index + 1;
    if (!call->names[index] || !call->bytes[index]) return COR_NO_MEMORY;
    memcpy(call->bytes[index], bytes, count);
    return cor_take(library,
                    library->CreateTensorWithDataAsOrtValue(library->memory, call->bytes[index], count, shape, sides,
                                                            type, &call->inputs[index]),
                    COR_INVALID_INPUT, NULL, message);
}

cor_code cor_call_run(cor_call *call, const char *output, size_t most_bytes, char *message) {
    message[0] = 0;
    const cor_library *library = call->session->library;
    int kind = 0;
    OrtStatus *status = library->Run(call->session->session, call->options, (const char *const *)call->names,
                                     (const OrtValue *const *)call->inputs, call->count, &output, 1, &call->output);
    cor_code code = cor_take(library, status, COR_FAILED, &kind, message);
    if (code == COR_OK) code = cor_call_look(call, most_bytes, message);
    if (code == COR_OK) return COR_OK;
    /* Memory first: a limit on the output is there to bound it. */
    if (call->output) library->ReleaseValue(call->output);
    call->output = NULL;
    call->values = 0;
    if (status && atomic_load(&call->is_stopped)) return COR_STOPPED;
    return code == COR_FAILED && kind == COR_ORT_INVALID_ARGUMENT ? COR_INVALID_INPUT : code;
}

void cor_call_stop(cor_call *call) {
    const cor_library *library = call->session->library;
    atomic_store(&call->is_stopped, 1);
    OrtStatus *status = library->RunOptionsSetTerminate(call->options);
    if (status) library->ReleaseStatus(status);
}

void cor_call_free(cor_call *call) {
    const cor_library *library = call->session->library;
    for (size_t i = 0; i < call->count; i++) {
        if (call->inputs[i]) library->ReleaseValue(call->inputs[i]);
        free(call->bytes[i]);
        free(call->names[i]);
    }
    if (call->output) library->ReleaseValue(call->output);
    if (call->options) library->ReleaseRunOptions(call->options);
    free(call);
}
