#define _GNU_SOURCE
#include "cvipsshim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

cvs_code cvs_child_start(const char *path, char *const *arguments, cvs_child *child) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return CVS_FAILED;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t actions;
    pid_t process = 0;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = posix_spawn_file_actions_adddup2(&actions, ends[1], 0) ||
                 posix_spawn_file_actions_adddup2(&actions, ends[1], 1) ||
                 posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) ||
                 posix_spawn(&process, path, &actions, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return CVS_FAILED;
    }
    child->process = (int)process;
    child->socket = ends[0];
    return CVS_OK;
}

/* 1 when the socket is ready, 0 when the time is up. */
static int wait_for(int socket, short events, double until) {
    struct pollfd entry = {socket, events, 0};
    for (;;) {
        double left = until - cvs_now();
        if (left <= 0) return 0;
        int ready = poll(&entry, 1, (int)(left * 1000) + 1);
        if (ready > 0) return 1;
        if (ready < 0 && errno != EINTR) return 1;
    }
}

cvs_code cvs_child_send(cvs_child child, const uint8_t *bytes, size_t count, double until, size_t *sent) {
    *sent = 0;
    while (*sent < count) {
        ssize_t done = send(child.socket, bytes + *sent, count - *sent, MSG_NOSIGNAL);
        if (done > 0) {
            *sent += (size_t)done;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!wait_for(child.socket, POLLOUT, until)) return CVS_TIMED_OUT;
        } else if (errno != EINTR) {
            return CVS_FAILED;
        }
    }
    return CVS_OK;
}

void cvs_child_finish_sending(cvs_child child) { shutdown(child.socket, SHUT_WR); }

cvs_code cvs_child_receive(cvs_child child, uint8_t *bytes, size_t count, double until, size_t *got) {
    *got = 0;
    while (*got < count) {
        ssize_t done = recv(child.socket, bytes + *got, count - *got, 0);
        if (done > 0) {
            *got += (size_t)done;
        } else if (done == 0) {
            return CVS_TRUNCATED;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!wait_for(child.socket, POLLIN, until)) return CVS_TIMED_OUT;
        } else if (errno != EINTR) {
            return CVS_TRUNCATED;
        }
    }
    return CVS_OK;
}

void cvs_child_end(cvs_child child) {
    close(child.socket);
    kill(child.process, SIGKILL);
    while (waitpid(child.process, NULL, 0) < 0 && errno == EINTR) continue;
}
