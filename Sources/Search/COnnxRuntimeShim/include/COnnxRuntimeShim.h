/*
 * The complete list of what Magpie uses of ONNX Runtime, with fixed argument types and opaque handles.
 *
 * The library is opened by its path or its usual names, and neither linked nor needed to build: its functions are found
 * in the table that it hands out. A library stays open for as long as the process. A session may run calls on several
 * threads at once; a call belongs to one thread, but for cor_call_stop.
 *
 * Functions that can fail return COR_OK or another code, and write their results only on COR_OK. Messages receive
 * COR_MESSAGE_SIZE bytes at most, with the final zero; names of the model in them are as the file has them.
 */
#ifndef CONNXRUNTIMESHIM_H
#define CONNXRUNTIMESHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define COR_ENUM __attribute__((enum_extensibility(closed)))
#define COR_NAME(name) __attribute__((swift_name(#name)))

typedef enum COR_ENUM cor_code {
    COR_OK COR_NAME(ok) = 0,
    COR_NO_LIBRARY COR_NAME(noLibrary) = 1, /* not there, another library, or one that does not start */
    COR_OLD_LIBRARY COR_NAME(oldLibrary) = 2, /* before 1.17; the message is its version */
    COR_INVALID_MODEL COR_NAME(invalidModel) = 3, /* the library refused the model */
    COR_INVALID_INPUT COR_NAME(invalidInput) = 4, /* the model refused the input */
    COR_OTHER_OUTPUT COR_NAME(otherOutput) = 5, /* neither float32 nor float16; the message names the type */
    COR_TOO_LARGE COR_NAME(tooLarge) = 6, /* more bytes than allowed; the message is their number */
    COR_STOPPED COR_NAME(stopped) = 7, /* by cor_call_stop */
    COR_NO_MEMORY COR_NAME(noMemory) = 8,
    COR_FAILED COR_NAME(failed) = 9
} cor_code;

/* Length of every message buffer, with the final zero. */
#define COR_MESSAGE_SIZE 512
/* The most sides of a tensor, and the most inputs and outputs of a model. */
#define COR_MOST_SIDES 16
#define COR_MOST_PORTS 1024

/* ---- the library ---- */

typedef struct cor_library cor_library;

/*
 * Opens and starts a library once, and gives the same one the next time. NULL as path: the usual names, of which the
 * first that opens decides. Without any, the message is about the first.
 */
cor_code cor_open(const char *_Nullable path, cor_library *_Nullable *_Nonnull out, char *message);
/* The version of the library, such as 1.21.0; alive as long as the process. */
const char *cor_version(const cor_library *library);

/* ---- models ---- */

/* An input or an output. */
typedef struct cor_port {
    const char *name;
    int32_t type; /* the number in the ONNX format, such as 1 for float32; 0 where the value is no tensor */
    size_t sides;
    const int64_t *_Nullable shape; /* `sides` numbers; -1 for a side that the input decides */
} cor_port;

typedef struct cor_session cor_session;

/* Files of tensors beside the model are opened by their locations in it: look at these before. */
cor_code cor_session_open(cor_library *library, const char *path, int threads, cor_session *_Nullable *_Nonnull out,
                          char *message);
/* The bytes are copied. */
cor_code cor_session_read(cor_library *library, const uint8_t *bytes, size_t count, int threads,
                          cor_session *_Nullable *_Nonnull out, char *message);
/* Ports are alive as long as the session. */
size_t cor_session_inputs(const cor_session *session);
size_t cor_session_outputs(const cor_session *session);
cor_port cor_session_input(const cor_session *session, size_t index);
cor_port cor_session_output(const cor_session *session, size_t index);
/*
 * The value for a key in the metadata of the model, to be given back to cor_session_release; NULL for a key that it
 * does not have. The value ends with a zero; one with a zero inside ends there.
 */
cor_code cor_session_look_up(const cor_session *session, const char *key, char *_Nullable *_Nonnull out, char *message);
void cor_session_release(const cor_session *session, char *value);
/* No call may be left. */
void cor_session_close(cor_session *session);

/* ---- runs ---- */

/* One run of a session. */
typedef struct cor_call cor_call;

cor_code cor_call_create(cor_session *session, cor_call *_Nullable *_Nonnull out, char *message);
/*
 * Copies a tensor of type float32 (1), uint8 (2), int32 (6), int64 (7) or float16 (10). COR_INVALID_INPUT where the
 * bytes are not as many as the type and the sides say, or where there are none.
 */
cor_code cor_call_add(cor_call *call, const char *name, int32_t type, const int64_t *shape, size_t sides,
                      const void *bytes, size_t count, char *message);
/*
 * Runs the model once, for one output. `most_bytes` counts its values as float32: the memory in between and the output
 * itself, before its size is known, are bounded by the limits of the process alone.
 */
cor_code cor_call_run(cor_call *call, const char *output, size_t most_bytes, char *message);
/* From any thread: the run ends before its next operator, also one that begins later. */
void cor_call_stop(cor_call *call);
/* The shape and the number of values of the output, after COR_OK. */
size_t cor_call_shape(const cor_call *call, int64_t *shape);
size_t cor_call_values(const cor_call *call);
/* Writes all values as float32. */
void cor_call_copy(const cor_call *call, float *values);
void cor_call_free(cor_call *call);

#pragma clang assume_nonnull end
#endif
