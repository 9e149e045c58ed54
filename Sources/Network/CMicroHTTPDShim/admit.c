#include "internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/*
 * The number of connections, in all and from each address, counted from the moment that they are accepted.
 *
 * The library counts a connection only when the thread that it was passed to begins with it, and up to 0.9.77 that
 * thread locks itself up for ever when it finds that the limit is reached. So the limit is kept here, before a
 * connection is passed on, and the library's own can never be reached.
 */
struct cmh_seat {
    cmh_address address;
    unsigned open;
    struct cmh_seat *next;
};

/* Of version 6 only the network: a host has all of its 2^64 addresses. IPAddress.sender says the same in Swift. */
static cmh_address address_of(const struct sockaddr *from) {
    cmh_address address = {0};
    if (from->sa_family == AF_INET) {
        address.network = ((const struct sockaddr_in *)from)->sin_addr.s_addr;
    } else if (from->sa_family == AF_INET6) {
        const struct in6_addr *whole = &((const struct sockaddr_in6 *)from)->sin6_addr;
        address.is_version_6 = !IN6_IS_ADDR_V4MAPPED(whole);
        if (address.is_version_6)
            memcpy(&address.network, whole->s6_addr, 8);
        else
            memcpy(&address.network, whole->s6_addr + 12, 4);
    }
    return address;
}

static bool is_same(cmh_address a, cmh_address b) { return a.network == b.network && a.is_version_6 == b.is_version_6; }

static struct cmh_seat **seat_of(cmh_admission *admission, cmh_address address) {
    uint64_t hash = (address.network ^ admission->seed) * 0x9E3779B97F4A7C15u;
    struct cmh_seat **seat = &admission->seats[hash >> 54];
    while (*seat && !is_same((*seat)->address, address)) seat = &(*seat)->next;
    return seat;
}

static bool is_exempt(const cmh_admission *admission, cmh_address address) {
    for (size_t i = 0; i < admission->exempt_count; i++)
        if (is_same(admission->exempt[i], address)) return true;
    return false;
}

static size_t count_of(const char *texts) {
    size_t count = 1;
    for (const char *each = texts; *each; each++) count += *each == ',';
    return count;
}

bool cmh_admission_open(cmh_admission *admission, const cmh_settings *settings) {
    const char *list = settings->exempt ? settings->exempt : "";
    char *texts = strdup(list), *rest = NULL;
    admission->exempt = calloc(count_of(list), sizeof *admission->exempt);
    if (!texts || !admission->exempt) {
        free(texts);
        free(admission->exempt);
        return false;
    }
    pthread_mutex_init(&admission->lock, NULL);
    admission->limit = settings->connections;
    admission->limit_per_address = settings->connections_per_address;
    admission->seed = (uintptr_t)admission ^ (uint64_t)settings->descriptor << 32;
    for (char *text = strtok_r(texts, ",", &rest); text; text = strtok_r(NULL, ",", &rest)) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6};
        struct sockaddr_in four = {.sin_family = AF_INET};
        if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
            admission->exempt[admission->exempt_count++] = address_of((struct sockaddr *)&four);
        else if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
            admission->exempt[admission->exempt_count++] = address_of((struct sockaddr *)&six);
    }
    free(texts);
    return true;
}

void cmh_admission_close(cmh_admission *admission) {
    free(admission->exempt);
    for (size_t i = 0; i < CMH_SEATS; i++)
        for (struct cmh_seat *seat = admission->seats[i], *next; seat; seat = next) {
            next = seat->next;
            free(seat);
        }
    pthread_mutex_destroy(&admission->lock);
}

bool cmh_admit(cmh_admission *admission, const struct sockaddr *from) {
    cmh_address address = address_of(from);
    bool admitted = false;
    pthread_mutex_lock(&admission->lock);
    if (admission->open < admission->limit) {
        struct cmh_seat **seat = seat_of(admission, address);
        if (!*seat && (*seat = calloc(1, sizeof **seat))) (*seat)->address = address;
        admitted = *seat && (admission->limit_per_address == 0 || (*seat)->open < admission->limit_per_address ||
                             is_exempt(admission, address));
        if (admitted) (*seat)->open += 1, admission->open += 1;
    }
    if (!admitted) admission->refused += 1;
    pthread_mutex_unlock(&admission->lock);
    return admitted;
}

void cmh_release(cmh_admission *admission, const struct sockaddr *from) {
    pthread_mutex_lock(&admission->lock);
    struct cmh_seat **seat = seat_of(admission, address_of(from)), *gone = *seat;
    if (gone) {
        admission->open -= 1;
        gone->open -= 1;
        if (gone->open == 0) {
            *seat = gone->next;
            free(gone);
        }
    }
    pthread_mutex_unlock(&admission->lock);
}

uint64_t cmh_refused_connections(cmh_server *server) {
    pthread_mutex_lock(&server->admission.lock);
    uint64_t refused = server->admission.refused;
    pthread_mutex_unlock(&server->admission.lock);
    return refused;
}
