#ifndef CONNXRUNTIMESHIM_LIBRARY_H
#define CONNXRUNTIMESHIM_LIBRARY_H

#include "COnnxRuntimeShim.h"

/* Handles of the library, which nobody looks into. */
typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtValue OrtValue;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtAllocator OrtAllocator;
typedef struct OrtTypeInfo OrtTypeInfo;
typedef struct OrtShapeInfo OrtShapeInfo; /* OrtTensorTypeAndShapeInfo */
typedef struct OrtModelMetadata OrtModelMetadata;

typedef void (*cor_log)(void *context, int level, const char *category, const char *id, const char *place,
                        const char *message);

/*
 * Every function that the shim calls: its name, its place in the table, its result and its arguments.
 *
 * The table begins with version 1, and later versions only add to its end. The places are those of
 * `onnxruntime_c_api.h` of 1.17, and equal in 1.21 and 1.29: offsetof(OrtApi, name) / sizeof(void *).
 */
#define COR_FUNCTIONS(X)                                                                                               \
    X(GetErrorCode, 1, int, (const OrtStatus *))                                                                       \
    X(GetErrorMessage, 2, const char *, (const OrtStatus *))                                                           \
    X(CreateEnvWithCustomLogger, 4, OrtStatus *, (cor_log, void *, int level, const char *id, OrtEnv **))              \
    X(DisableTelemetryEvents, 6, OrtStatus *, (const OrtEnv *))                                                        \
    X(CreateSession, 7, OrtStatus *, (const OrtEnv *, const char *path, const OrtSessionOptions *, OrtSession **))     \
    X(CreateSessionFromArray, 8, OrtStatus *,                                                                          \
      (const OrtEnv *, const void *bytes, size_t count, const OrtSessionOptions *, OrtSession **))                     \
    X(Run, 9, OrtStatus *,                                                                                             \
      (OrtSession *, const OrtRunOptions *, const char *const *names, const OrtValue *const *inputs, size_t count,     \
       const char *const *output_names, size_t output_count, OrtValue **outputs))                                      \
    X(CreateSessionOptions, 10, OrtStatus *, (OrtSessionOptions **))                                                   \
    X(SetSessionExecutionMode, 13, OrtStatus *, (OrtSessionOptions *, int mode))                                       \
    X(DisableCpuMemArena, 19, OrtStatus *, (OrtSessionOptions *))                                                      \
    X(SetSessionGraphOptimizationLevel, 23, OrtStatus *, (OrtSessionOptions *, int level))                             \
    X(SetIntraOpNumThreads, 24, OrtStatus *, (OrtSessionOptions *, int threads))                                       \
    X(SetInterOpNumThreads, 25, OrtStatus *, (OrtSessionOptions *, int threads))                                       \
    X(SessionGetInputCount, 30, OrtStatus *, (const OrtSession *, size_t *))                                           \
    X(SessionGetOutputCount, 31, OrtStatus *, (const OrtSession *, size_t *))                                          \
    X(SessionGetInputTypeInfo, 33, OrtStatus *, (const OrtSession *, size_t index, OrtTypeInfo **))                    \
    X(SessionGetOutputTypeInfo, 34, OrtStatus *, (const OrtSession *, size_t index, OrtTypeInfo **))                   \
    X(SessionGetInputName, 36, OrtStatus *, (const OrtSession *, size_t index, OrtAllocator *, char **))               \
    X(SessionGetOutputName, 37, OrtStatus *, (const OrtSession *, size_t index, OrtAllocator *, char **))              \
    X(CreateRunOptions, 39, OrtStatus *, (OrtRunOptions **))                                                           \
    X(RunOptionsSetTerminate, 46, OrtStatus *, (OrtRunOptions *))                                                      \
    X(CreateTensorWithDataAsOrtValue, 49, OrtStatus *,                                                                 \
      (const OrtMemoryInfo *, void *bytes, size_t count, const int64_t *shape, size_t sides, int type, OrtValue **))   \
    X(IsTensor, 50, OrtStatus *, (const OrtValue *, int *))                                                            \
    X(GetTensorMutableData, 51, OrtStatus *, (OrtValue *, void **))                                                    \
    X(CastTypeInfoToTensorInfo, 55, OrtStatus *, (const OrtTypeInfo *, const OrtShapeInfo **))                         \
    X(GetOnnxTypeFromTypeInfo, 56, OrtStatus *, (const OrtTypeInfo *, int *))                                          \
    X(GetTensorElementType, 60, OrtStatus *, (const OrtShapeInfo *, int *))                                            \
    X(GetDimensionsCount, 61, OrtStatus *, (const OrtShapeInfo *, size_t *))                                           \
    X(GetDimensions, 62, OrtStatus *, (const OrtShapeInfo *, int64_t *shape, size_t sides))                            \
    X(GetTensorTypeAndShape, 65, OrtStatus *, (const OrtValue *, OrtShapeInfo **))                                     \
    X(CreateCpuMemoryInfo, 69, OrtStatus *, (int allocator, int kind, OrtMemoryInfo **))                               \
    X(AllocatorFree, 76, OrtStatus *, (OrtAllocator *, void *))                                                        \
    X(GetAllocatorWithDefaultOptions, 78, OrtStatus *, (OrtAllocator **))                                              \
    X(ReleaseStatus, 93, void, (OrtStatus *))                                                                          \
    X(ReleaseSession, 95, void, (OrtSession *))                                                                        \
    X(ReleaseValue, 96, void, (OrtValue *))                                                                            \
    X(ReleaseRunOptions, 97, void, (OrtRunOptions *))                                                                  \
    X(ReleaseTypeInfo, 98, void, (OrtTypeInfo *))                                                                      \
    X(ReleaseTensorTypeAndShapeInfo, 99, void, (OrtShapeInfo *))                                                       \
    X(ReleaseSessionOptions, 100, void, (OrtSessionOptions *))                                                         \
    X(SessionGetModelMetadata, 111, OrtStatus *, (const OrtSession *, OrtModelMetadata **))                            \
    X(ModelMetadataLookupCustomMetadataMap, 116, OrtStatus *,                                                          \
      (const OrtModelMetadata *, OrtAllocator *, const char *key, char **value))                                       \
    X(ReleaseModelMetadata, 118, void, (OrtModelMetadata *))                                                           \
    X(AddSessionConfigEntry, 130, OrtStatus *, (OrtSessionOptions *, const char *key, const char *value))

/* The lowest version of the table that the shim takes. */
#define COR_API 17

struct cor_library {
    struct cor_library *next; /* of those that are open */
    void *handle; /* of dlopen */
    const char *version;
    OrtEnv *environment;
    OrtMemoryInfo *memory;
    OrtAllocator *allocator; /* for names */
#define COR_MEMBER(name, place, result, arguments) result(*name) arguments;
    COR_FUNCTIONS(COR_MEMBER)
#undef COR_MEMBER
};

/* The error codes of the library that the shim tells apart. */
enum { COR_ORT_INVALID_ARGUMENT = 2 };

/*
 * COR_OK without an error; else takes its text, frees it, and gives COR_NO_MEMORY where it says so, or `otherwise`.
 * `kind` may be NULL; it gets the error code of the library.
 */
cor_code cor_take(const cor_library *library, OrtStatus *status, cor_code otherwise, int *kind, char *message);

#endif
