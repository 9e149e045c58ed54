#ifndef CCURLSHIM_LIBCURL_H
#define CCURLSHIM_LIBCURL_H

/* The checks of types are macros, which would get in the way of members of the same name. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/*
 * Every function of libcurl that the shim calls.
 *
 * libcurl is opened when the first request needs it, and not linked: it brings two dozen libraries along, which cost
 * each start of a process 5 ms of CPU, and most commands send no request.
 */
#define CCL_CURL_FUNCTIONS(X)                                                                                          \
    X(curl_global_init)                                                                                                \
    X(curl_easy_init)                                                                                                  \
    X(curl_easy_setopt)                                                                                                \
    X(curl_easy_perform)                                                                                               \
    X(curl_easy_reset)                                                                                                 \
    X(curl_easy_strerror)                                                                                              \
    X(curl_easy_cleanup)                                                                                               \
    X(curl_slist_append)                                                                                               \
    X(curl_slist_free_all)

typedef struct ccl_libcurl {
#define CCL_MEMBER(name) __typeof__(&name) name;
    CCL_CURL_FUNCTIONS(CCL_MEMBER)
#undef CCL_MEMBER
} ccl_libcurl;

/* NULL where it cannot be used; `reason` has room for CCL_REASON_BYTES. */
const ccl_libcurl *ccl_open_libcurl(char *reason);

#endif
