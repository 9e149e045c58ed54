#ifndef CMH_INTERNAL_H
#define CMH_INTERNAL_H

#include <pthread.h>

#include "CMicroHTTPDShim.h"

struct sockaddr;

/* ---- admit.c ---- */

enum { CMH_SEATS = 1024 };

typedef struct cmh_address {
    uint64_t network;
    bool is_version_6;
} cmh_address;

typedef struct cmh_admission {
    pthread_mutex_t lock;
    unsigned limit, limit_per_address;
    unsigned open; /* accepted and not closed yet, whether or not the library has begun with them */
    uint64_t refused;
    uint64_t seed; /* so that nobody can choose addresses that share a slot */
    size_t exempt_count;
    cmh_address *exempt; /* from the limit per address */
    struct cmh_seat *seats[CMH_SEATS];
} cmh_admission;

/* False where there is no memory; then there is nothing to close. */
bool cmh_admission_open(cmh_admission *admission, const cmh_settings *settings);
void cmh_admission_close(cmh_admission *admission);
/* Counts a new connection; false where the limit is reached. */
bool cmh_admit(cmh_admission *admission, const struct sockaddr *from);
/* Gives the place back. To be called once for each connection that was admitted, when it is closed. */
void cmh_release(cmh_admission *admission, const struct sockaddr *from);

/* ---- server.c, accept.c ---- */

/*
 * One daemon of the library. A change of certificate starts another; those before it keep their connections, and are
 * let go at the first change, or at the end, that finds them without any.
 */
typedef struct cmh_daemon {
    struct MHD_Daemon *handle;
    struct cmh_server *server;
    unsigned open; /* connections that are handed over and not closed; under the server's lock */
    char *certificate, *key;
    struct cmh_daemon *before;
} cmh_daemon;

struct cmh_server {
    cmh_callbacks callbacks;
    cmh_admission admission;
    int listening;
    unsigned threads;
    size_t memory_per_connection;
    pthread_t acceptor;
    pthread_mutex_t lock;
    cmh_daemon *daemon; /* that takes new connections, with those before it behind it */
};

bool cmh_start_accepting(cmh_server *server);

#endif
