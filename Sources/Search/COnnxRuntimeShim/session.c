#include "session.h"

#include <stdio.h>
#include <stdlib.h>

enum { TENSOR = 1 };

static cor_code take(const cor_library *library, OrtStatus *status, char *message) {
    return cor_take(library, status, COR_INVALID_MODEL, NULL, message);
}

static cor_code describe_tensor(const cor_library *library, const OrtTypeInfo *info, cor_port *port, char *message) {
    const OrtShapeInfo *shape = NULL;
    int type = 0;
    size_t sides = 0;
    OrtStatus *status = library->CastTypeInfoToTensorInfo(info, &shape);
    if (!status && !shape) return COR_OK;
    if (!status) status = library->GetTensorElementType(shape, &type);
    if (!status) status = library->GetDimensionsCount(shape, &sides);
    if (status) return take(library, status, message);
    if (sides > COR_MOST_SIDES) {
        snprintf(message, COR_MESSAGE_SIZE, "a tensor has %zu sides; at most %d are possible", sides, COR_MOST_SIDES);
        return COR_INVALID_MODEL;
    }
    int64_t *numbers = calloc(sides ? sides : 1, sizeof *numbers);
    if (!numbers) return COR_NO_MEMORY;
    port->shape = numbers;
    cor_code code = take(library, library->GetDimensions(shape, numbers, sides), message);
    if (code != COR_OK) return code;
    for (size_t i = 0; i < sides; i++)
        if (numbers[i] < 0) numbers[i] = -1;
    port->sides = sides;
    port->type = type;
    return COR_OK;
}

static cor_code describe(const cor_session *session, int is_input, size_t index, cor_port *port, char *message) {
    const cor_library *library = session->library;
    OrtTypeInfo *info = NULL;
    int kind = 0;
    char *name = NULL;
    OrtStatus *status = is_input ? library->SessionGetInputName(session->session, index, library->allocator, &name)
                                 : library->SessionGetOutputName(session->session, index, library->allocator, &name);
    if (status) return take(library, status, message);
    port->name = name;
    status = is_input ? library->SessionGetInputTypeInfo(session->session, index, &info)
                      : library->SessionGetOutputTypeInfo(session->session, index, &info);
    if (!status) status = library->GetOnnxTypeFromTypeInfo(info, &kind);
    cor_code code = take(library, status, message);
    if (code == COR_OK && kind == TENSOR) code = describe_tensor(library, info, port, message);
    if (info) library->ReleaseTypeInfo(info);
    return code;
}

static cor_code describe_all(const cor_session *session, int is_input, ports *ports, char *message) {
    const cor_library *library = session->library;
    size_t count = 0;
    cor_code code = take(library,
                         is_input ? library->SessionGetInputCount(session->session, &count)
                                  : library->SessionGetOutputCount(session->session, &count),
                         message);
    if (code != COR_OK) return code;
    if (count > COR_MOST_PORTS) {
        snprintf(message, COR_MESSAGE_SIZE, "the model has %zu %s; at most %d are possible", count,
                 is_input ? "inputs" : "outputs", COR_MOST_PORTS);
        return COR_INVALID_MODEL;
    }
    ports->all = calloc(count ? count : 1, sizeof *ports->all);
    if (!ports->all) return COR_NO_MEMORY;
    ports->count = count;
    for (size_t i = 0; i < count && code == COR_OK; i++) code = describe(session, is_input, i, &ports->all[i], message);
    return code;
}

static OrtStatus *set(const cor_library *library, OrtSessionOptions *options, int threads) {
    enum { sequential = 0, all = 99 };
    OrtStatus *status = library->SetIntraOpNumThreads(options, threads);
    if (!status) status = library->SetInterOpNumThreads(options, 1);
    if (!status) status = library->SetSessionExecutionMode(options, sequential);
    /* The arena keeps the memory of the largest run for ever. */
    if (!status) status = library->DisableCpuMemArena(options);
    if (!status) status = library->SetSessionGraphOptimizationLevel(options, all);
    /* Threads that wait for the next run in a loop would take the cores from everything else. */
    if (!status) status = library->AddSessionConfigEntry(options, "session.intra_op.allow_spinning", "0");
    /* The other format of the library has tensors in files too, of which nobody has seen the locations. */
    if (!status) status = library->AddSessionConfigEntry(options, "session.load_model_format", "ONNX");
    return status;
}

/* From the path, or from the bytes where it is NULL. */
static cor_code make(cor_library *library, const char *path, const uint8_t *bytes, size_t count, int threads,
                     cor_session **out, char *message) {
    message[0] = 0;
    cor_session *session = calloc(1, sizeof *session);
    if (!session) return COR_NO_MEMORY;
    session->library = library;
    OrtSessionOptions *options = NULL;
    cor_code code = cor_take(library, library->CreateSessionOptions(&options), COR_FAILED, NULL, message);
    if (code == COR_OK) code = cor_take(library, set(library, options, threads), COR_FAILED, NULL, message);
    if (code == COR_OK)
        code =
            take(library,
                 path ? library->CreateSession(library->environment, path, options, &session->session)
                      : library->CreateSessionFromArray(library->environment, bytes, count, options, &session->session),
                 message);
    if (options) library->ReleaseSessionOptions(options);
    if (code == COR_OK) code = describe_all(session, 1, &session->inputs, message);
    if (code == COR_OK) code = describe_all(session, 0, &session->outputs, message);
    if (code == COR_OK)
        *out = session;
    else
        cor_session_close(session);
    return code;
}

cor_code cor_session_open(cor_library *library, const char *path, int threads, cor_session **out, char *message) {
    return make(library, path, NULL, 0, threads, out, message);
}

cor_code cor_session_read(cor_library *library, const uint8_t *bytes, size_t count, int threads, cor_session **out,
                          char *message) {
    return make(library, NULL, bytes, count, threads, out, message);
}

size_t cor_session_inputs(const cor_session *session) { return session->inputs.count; }
size_t cor_session_outputs(const cor_session *session) { return session->outputs.count; }
cor_port cor_session_input(const cor_session *session, size_t index) { return session->inputs.all[index]; }
cor_port cor_session_output(const cor_session *session, size_t index) { return session->outputs.all[index]; }

cor_code cor_session_look_up(const cor_session *session, const char *key, char **out, char *message) {
    message[0] = 0;
    const cor_library *library = session->library;
    OrtModelMetadata *metadata = NULL;
    char *value = NULL;
    OrtStatus *status = library->SessionGetModelMetadata(session->session, &metadata);
    if (!status)
        status = library->ModelMetadataLookupCustomMetadataMap(metadata, library->allocator, key, &value);
    if (metadata) library->ReleaseModelMetadata(metadata);
    cor_code code = take(library, status, message);
    if (code == COR_OK) *out = value;
    return code;
}

void cor_session_release(const cor_session *session, char *value) {
    const cor_library *library = session->library;
    OrtStatus *status = library->AllocatorFree(library->allocator, value);
    if (status) library->ReleaseStatus(status);
}

static void release(const cor_library *library, ports *ports) {
    for (size_t i = 0; i < ports->count; i++) {
        cor_port *port = &ports->all[i];
        OrtStatus *status = port->name ? library->AllocatorFree(library->allocator, (void *)port->name) : NULL;
        if (status) library->ReleaseStatus(status);
        free((void *)port->shape);
    }
    free(ports->all);
}

void cor_session_close(cor_session *session) {
    release(session->library, &session->inputs);
    release(session->library, &session->outputs);
    if (session->session) session->library->ReleaseSession(session->session);
    free(session);
}
