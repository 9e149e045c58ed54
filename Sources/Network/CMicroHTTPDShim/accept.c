#define _GNU_SOURCE /* accept4 */
#include "internal.h"
#include "libmicrohttpd.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static void hand_over(cmh_server *server, int connection, const struct sockaddr *from, socklen_t size) {
    if (!cmh_admit(&server->admission, from)) {
        close(connection);
        return;
    }
    pthread_mutex_lock(&server->lock);
    cmh_daemon *daemon = server->daemon;
    daemon->open += 1;
    pthread_mutex_unlock(&server->lock);
    /* Closes the socket where it takes no more. */
    if (cmh_mhd.MHD_add_connection(daemon->handle, connection, from, size) == MHD_YES) return;
    pthread_mutex_lock(&server->lock);
    daemon->open -= 1;
    pthread_mutex_unlock(&server->lock);
    cmh_release(&server->admission, from);
}

/*
 * Connections are accepted here and dealt out: the library's threads, each of which would accept from the same socket,
 * let one of them have all that come at the same time, and the others stand idle for as long as these live.
 */
static void *accept_all(void *context) {
    cmh_server *server = context;
    struct pollfd waiting = {.fd = server->listening, .events = POLLIN};
    for (;;) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int connection = accept4(server->listening, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (connection >= 0) {
            hand_over(server, connection, (struct sockaddr *)&from, size);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            poll(&waiting, 1, -1);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* The connection waits in the queue of the socket until something was given back. */
            poll(NULL, 0, 10);
        } else if (errno == EINVAL || errno == EBADF) {
            return NULL; /* shut down */
        }
    }
}

bool cmh_start_accepting(cmh_server *server) {
    const int failed = pthread_create(&server->acceptor, NULL, accept_all, server);
    if (failed) errno = failed;
    return failed == 0;
}

void cmh_stop_listening(cmh_server *server) { cmh_shutdown(server->listening); }
