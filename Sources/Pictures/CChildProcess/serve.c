#define _GNU_SOURCE
#include "CChildProcess.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define MOST_DESCRIPTORS 256

static void close_from_3(void) {
#ifdef __linux__
    const long close_range_number = 436;
    if (!syscall(close_range_number, 3u, ~0u, 0u)) return;
#endif
    struct rlimit limit;
    int end = 4096;
    if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < (rlim_t)end) end = (int)limit.rlim_cur;
    for (int i = 3; i < end; i++) close(i);
}

int ccp_take_socket(void) {
    /* A closed socket and a full file are errors of the call; an interrupt from the keyboard is for the other process,
       whose end is this one's. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    close_from_3();
    const int taken = fcntl(0, F_DUPFD_CLOEXEC, 3);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (taken < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0) return -1;
    close(nothing);
    return taken;
}

void ccp_await_close(int socket) {
#ifdef POLLRDHUP
    struct pollfd entry = {socket, POLLRDHUP, 0};
#else
    struct pollfd entry = {socket, 0, 0};
#endif
    while (poll(&entry, 1, -1) < 0 && errno == EINTR) continue;
}

static int limit(int resource, rlim_t value) {
    struct rlimit present;
    if (!getrlimit(resource, &present) && present.rlim_max < value) value = present.rlim_max;
    const struct rlimit wanted = {value, value};
    return setrlimit(resource, &wanted);
}

/* Where memory is short the system ends this process before the one that it works for. */
static void offer_memory(void) {
    const char most[] = "1000";
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, most, sizeof most - 1) < 0) errno = 0;
    close(file);
}

ccp_code ccp_confine(uint64_t memory) {
    offer_memory();
    int failed = limit(RLIMIT_CORE, 0) | limit(RLIMIT_FSIZE, 0) | limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
    if (memory) failed |= limit(RLIMIT_AS, (rlim_t)memory);
#ifdef __linux__
    /* Not the signal at the end of the parent: that comes with the end of the thread that started this process. */
    failed |= prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ccp_restrict_files();
    failed |= ccp_filter_calls();
#else
    failed = -1;
#endif
    return failed ? CCP_FAILED : CCP_OK;
}
