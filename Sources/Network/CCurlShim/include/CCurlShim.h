/*
 * The complete list of what Magpie uses of libcurl, with fixed argument types: one GET that blocks its thread, goes to
 * the given addresses only, and passes on the bytes as they came.
 */
#ifndef CCURLSHIM_H
#define CCURLSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CCL_ENUM __attribute__((enum_extensibility(closed)))
#define CCL_NAME(name) __attribute__((swift_name(#name)))

/* Keeps the system's certificates in memory between requests. One request at a time may use it. */
typedef struct ccl_handle ccl_handle;

ccl_handle *_Nullable ccl_create(void);
void ccl_free(ccl_handle *handle);

typedef struct ccl_request {
    const char *url; /* http or https */
    /* The host of the URL if it is a name; NULL if it is an address. */
    const char *_Nullable name;
    uint16_t port;
    /* Numeric, separated by commas, version 6 without brackets. No other address is connected to. */
    const char *addresses;
    const char *header; /* one more line of the head, without its end */
    const char *_Nullable certificates; /* a PEM file of the roots to trust; NULL: the system's */
    long milliseconds; /* for all of it */
    long slow_bytes, slow_seconds; /* fewer bytes a second for so long end it */
    /* Of all that comes over the connection: libcurl drops what is around the data of chunks without a word. */
    int64_t most_bytes;
} ccl_request;

typedef struct ccl_callbacks {
    void *context;
    /* A line of the head, or of a trailer, with its end. False ends the request, as in those that follow. */
    bool (*line)(void *context, const uint8_t *bytes, size_t count);
    /* A piece of the body, at most 16 KiB: chunks are joined, nothing is decompressed. */
    bool (*body)(void *context, const uint8_t *bytes, size_t count);
    /* About once a second, and when something came. */
    bool (*waits)(void *context);
} ccl_callbacks;

typedef enum CCL_ENUM ccl_end {
    CCL_DONE CCL_NAME(done) = 0,
    CCL_STOPPED CCL_NAME(stopped) = 1, /* by a callback */
    CCL_UNREACHABLE CCL_NAME(unreachable) = 2,
    CCL_INSECURE CCL_NAME(insecure) = 3, /* no TLS, or a certificate that is not trusted */
    CCL_CUT_OFF CCL_NAME(cutOff) = 4, /* the answer ended too early, or is no HTTP */
    CCL_TIMED_OUT CCL_NAME(timedOut) = 5,
    CCL_TOO_MUCH CCL_NAME(tooMuch) = 7, /* more than `most_bytes` */
    CCL_FAULT CCL_NAME(fault) = 6 /* no memory, or a libcurl without an option that safety needs */
} ccl_end;

/* Redirects are not followed; proxies, cookies and passwords of the environment are not used. */
ccl_end ccl_get(ccl_handle *handle, const ccl_request *request, const ccl_callbacks *callbacks);

#pragma clang assume_nonnull end
#endif
