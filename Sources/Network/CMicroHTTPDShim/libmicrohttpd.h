#ifndef CMH_LIBMICROHTTPD_H
#define CMH_LIBMICROHTTPD_H

#include <microhttpd.h>

/*
 * Every function of libmicrohttpd that the shim calls.
 *
 * The library is opened when the first server starts, and not linked: it brings those of TLS along, which cost each
 * start of a process 3 ms, and most commands serve nothing.
 */
#define CMH_FUNCTIONS(X)                                                                                               \
    X(MHD_add_connection)                                                                                              \
    X(MHD_add_response_header)                                                                                         \
    X(MHD_create_response_from_buffer)                                                                                 \
    X(MHD_destroy_response)                                                                                            \
    X(MHD_get_connection_info)                                                                                         \
    X(MHD_get_connection_values_n)                                                                                     \
    X(MHD_get_version)                                                                                                 \
    X(MHD_queue_response)                                                                                              \
    X(MHD_resume_connection)                                                                                           \
    X(MHD_start_daemon)                                                                                                \
    X(MHD_stop_daemon)                                                                                                 \
    X(MHD_suspend_connection)

typedef struct cmh_library {
#define CMH_MEMBER(name) __typeof__(&name) name;
    CMH_FUNCTIONS(CMH_MEMBER)
#undef CMH_MEMBER
} cmh_library;

/* Set by cmh_open_library, before anything else of the shim is called. */
extern cmh_library cmh_mhd;

#endif
