#define _GNU_SOURCE
#include "CMicroHTTPDShim.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24) == 127;
    if (address->sa_family == AF_INET6) return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
    return false;
}

static uint16_t port_of(const struct sockaddr_storage *bound) {
    return ntohs(bound->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)bound)->sin6_port
                                              : ((const struct sockaddr_in *)bound)->sin_port);
}

static bool bind_to(const struct addrinfo *address, cmh_socket *out) {
    int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return false;
    int on = 1;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(descriptor, address->ai_addr, address->ai_addrlen) != 0 || listen(descriptor, SOMAXCONN) != 0 ||
        getsockname(descriptor, (struct sockaddr *)&bound, &size) != 0) {
        out->error = errno;
        close(descriptor);
        return false;
    }
    out->descriptor = descriptor;
    out->port = port_of(&bound);
    return true;
}

cmh_listening cmh_adopt(int descriptor, bool only_loopback, cmh_socket *out) {
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound, length = sizeof(int);
    int listens = 0;
    *out = (cmh_socket){.descriptor = -1};
    if (getsockname(descriptor, (struct sockaddr *)&bound, &size) != 0 ||
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0) {
        out->error = errno;
        return CMH_NOT_BOUND;
    }
    if (!listens || (bound.ss_family != AF_INET && bound.ss_family != AF_INET6)) {
        out->error = listens ? EAFNOSUPPORT : EINVAL;
        return CMH_NOT_BOUND;
    }
    if (only_loopback && !is_loopback((struct sockaddr *)&bound)) return CMH_NOT_LOOPBACK;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    out->descriptor = descriptor;
    out->port = port_of(&bound);
    return CMH_LISTENING;
}

cmh_listening cmh_listen(const char *host, uint16_t port, bool only_loopback, cmh_socket *out) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    *out = (cmh_socket){.descriptor = -1};
    if (getaddrinfo(host, service, &hints, &found) != 0) return CMH_UNKNOWN_HOST;
    cmh_listening result = CMH_NOT_BOUND;
    for (const struct addrinfo *each = found; each && result != CMH_LISTENING; each = each->ai_next) {
        if (only_loopback && !is_loopback(each->ai_addr))
            result = CMH_NOT_LOOPBACK;
        else
            result = bind_to(each, out) ? CMH_LISTENING : CMH_NOT_BOUND;
    }
    freeaddrinfo(found);
    return result;
}

void cmh_close(int descriptor) { close(descriptor); }
void cmh_shutdown(int descriptor) { shutdown(descriptor, SHUT_RDWR); }

bool cmh_has_ended(int descriptor) {
    char byte;
    return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

cmh_presence cmh_presence_of(int descriptor) {
    struct pollfd state = {.fd = descriptor, .events = POLLRDHUP};
    if (poll(&state, 1, 0) <= 0) return CMH_PRESENT;
    if (state.revents & (POLLHUP | POLLERR | POLLNVAL)) return CMH_GONE;
    return state.revents & POLLRDHUP ? CMH_HALF_CLOSED : CMH_PRESENT;
}

uint64_t cmh_raise_open_files(uint64_t files) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < files) {
        rlim_t before = limit.rlim_cur;
        limit.rlim_cur = files < limit.rlim_max ? files : limit.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
    }
    return limit.rlim_cur;
}
