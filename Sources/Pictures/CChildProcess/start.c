#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Two ends that no other child inherits. */
static int make_ends(int ends[2]) {
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

/* No signal is blocked: a thread of a pool may block most of them, and the program would inherit that. */
static int spawn_with(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int end, char **arguments,
                      int is_heard, pid_t *process) {
    sigset_t none;
    sigemptyset(&none);
    int failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed) failed = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK);
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, end, 0);
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, end, 1);
    if (!failed && !is_heard) failed = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
    if (!failed) failed = posix_spawn(process, arguments[0], actions, attributes, arguments, environ);
    return failed;
}

static int spawn(const char *words, size_t count, int end, int is_heard, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **arguments = calloc(count + 1, sizeof *arguments);
    if (!arguments) return ENOMEM;
    for (size_t i = 0; i < count; i++) {
        /* posix_spawn changes none of them. */
        arguments[i] = (char *)words;
        words += strlen(words) + 1;
    }
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = posix_spawnattr_init(&attributes);
        if (!failed) {
            failed = spawn_with(&actions, &attributes, end, arguments, is_heard, process);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    free(arguments);
    return failed;
}

static ccp_code start(const char *words, size_t count, int is_heard, ccp_child *child) {
    int ends[2];
    if (make_ends(ends)) return CCP_FAILED;
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t process = 0;
    const int failed = spawn(words, count, ends[1], is_heard, &process);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        errno = failed;
        return CCP_FAILED;
    }
    child->process = (int)process;
    child->socket = ends[0];
    return CCP_OK;
}

ccp_code ccp_start(const char *words, size_t count, ccp_child *child) { return start(words, count, 0, child); }

ccp_code ccp_start_heard(const char *words, size_t count, ccp_child *child) { return start(words, count, 1, child); }

/* Waits until the socket may be ready; 0 when the time is up, or a signal came. */
static int wait_for(int socket, short events, double seconds) {
    struct pollfd entry = {socket, events, 0};
    const double longest = 1e6;
    const int milliseconds = seconds > 0 ? (int)((seconds < longest ? seconds : longest) * 1000) + 1 : 0;
    return poll(&entry, 1, milliseconds) > 0;
}

/* The result of send or recv that gave `done`. */
static ccp_code outcome(ssize_t done, size_t *count) {
    *count = done > 0 ? (size_t)done : 0;
    if (done > 0) return CCP_OK;
    const int waits = done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return waits ? CCP_TIMED_OUT : CCP_ENDED;
}

ccp_code ccp_send(ccp_child child, const uint8_t *bytes, size_t count, double seconds, size_t *sent) {
    ccp_code code = outcome(send(child.socket, bytes, count, MSG_NOSIGNAL), sent);
    if (code != CCP_TIMED_OUT || !wait_for(child.socket, POLLOUT, seconds)) return code;
    return outcome(send(child.socket, bytes, count, MSG_NOSIGNAL), sent);
}

void ccp_finish_sending(ccp_child child) { shutdown(child.socket, SHUT_WR); }

ccp_code ccp_receive(ccp_child child, uint8_t *bytes, size_t count, double seconds, size_t *got) {
    ccp_code code = outcome(recv(child.socket, bytes, count, 0), got);
    if (code != CCP_TIMED_OUT || !wait_for(child.socket, POLLIN, seconds)) return code;
    return outcome(recv(child.socket, bytes, count, 0), got);
}

void ccp_kill(ccp_child child) { kill(child.process, SIGKILL); }

ccp_end ccp_end_child(ccp_child child) {
    close(child.socket);
    /* Changes nothing where the end has begun: the way of it stays. */
    kill(child.process, SIGKILL);
    int status = 0;
    pid_t ended;
    do ended = waitpid(child.process, &status, 0);
    while (ended < 0 && errno == EINTR);
    ccp_end end = {0, 0};
    if (ended < 0) return end;
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
    return end;
}
