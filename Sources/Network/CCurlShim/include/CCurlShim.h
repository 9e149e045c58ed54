/*
 * The complete list of what Magpie uses of libcurl, with fixed argument types: one request that blocks its thread and
 * passes on the bytes as they came.
 */
#ifndef CCURLSHIM_H
#define CCURLSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CCL_REASON_BYTES 256 /* CURL_ERROR_SIZE */

#define CCL_ENUM __attribute__((enum_extensibility(closed)))
#define CCL_NAME(name) __attribute__((swift_name(#name)))

/* Keeps open connections and the system's certificates between requests. One request at a time may use it. */
typedef struct ccl_handle ccl_handle;

/* NULL without memory, and where libcurl cannot be opened: then `reason`, which has room for CCL_REASON_BYTES, says why. */
ccl_handle *_Nullable ccl_create(char *reason);
void ccl_free(ccl_handle *handle);

/* Where a request may go. It has a connection of its own, without a proxy. */
typedef struct ccl_pin {
    /* The host of the URL if it is a name; NULL if it is an address. */
    const char *_Nullable name;
    uint16_t port;
    /* Numeric, separated by commas, version 6 without brackets. No other address is connected to. */
    const char *addresses;
    /* Of all that comes over the connection: libcurl drops what is around the data of chunks without a word. */
    int64_t most_bytes;
} ccl_pin;

typedef struct ccl_request {
    const char *url; /* http or https */
    const char *headers; /* lines of the head, each with "\n" */
    const char *method; /* in capitals; a GET has no body, all others have one */
    const uint8_t *_Nullable body;
    size_t body_bytes;
    const ccl_pin *_Nullable pin; /* NULL: to any address, over a connection that is open, by the proxies of the system */
    const char *_Nullable certificates; /* a PEM file of the roots to trust; NULL: the system's */
    long milliseconds; /* for all of it */
    long slow_bytes, slow_seconds; /* fewer bytes a second for so long end it; 0: no such limit */
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
    CCL_FAULT CCL_NAME(fault) = 6, /* a libcurl without an option that safety needs */
    CCL_SHORTAGE CCL_NAME(shortage) = 8 /* no memory or no descriptor left; `reason` is the system's text */
} ccl_end;

/*
 * Redirects are not followed; cookies and passwords of the environment are not used. `reason` has room for
 * CCL_REASON_BYTES and gets the words of libcurl, or the system's for a shortage.
 */
ccl_end ccl_send(ccl_handle *handle, const ccl_request *request, const ccl_callbacks *callbacks, char *reason);

#pragma clang assume_nonnull end
#endif
