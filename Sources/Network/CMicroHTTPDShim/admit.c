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

static struct cmh_seat **seat_of(cmh_door *door, cmh_address address) {
    uint64_t hash = (address.network ^ door->seed) * 0x9E3779B97F4A7C15u;
    struct cmh_seat **seat = &door->seats[hash >> 54];
    while (*seat && !is_same((*seat)->address, address)) seat = &(*seat)->next;
    return seat;
}

static bool is_exempt(const cmh_door *door, cmh_address address) {
    for (size_t i = 0; i < door->exempt_count; i++)
        if (is_same(door->exempt[i], address)) return true;
    return false;
}

static size_t count_of(const char *texts) {
    size_t count = 1;
    for (const char *each = texts; *each; each++) count += *each == ',';
    return count;
}

bool cmh_door_open(cmh_door *door, const cmh_settings *settings) {
    const char *list = settings->exempt ? settings->exempt : "";
    char *texts = strdup(list), *rest = NULL;
    door->exempt = calloc(count_of(list), sizeof *door->exempt);
    if (!texts || !door->exempt) {
        free(texts);
        free(door->exempt);
        return false;
    }
    pthread_mutex_init(&door->lock, NULL);
    door->limit = settings->connections;
    door->limit_per_address = settings->connections_per_address;
    door->seed = (uintptr_t)door ^ (uint64_t)settings->descriptor << 32;
    for (char *text = strtok_r(texts, ",", &rest); text; text = strtok_r(NULL, ",", &rest)) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6};
        struct sockaddr_in four = {.sin_family = AF_INET};
        if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
            door->exempt[door->exempt_count++] = address_of((struct sockaddr *)&four);
        else if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
            door->exempt[door->exempt_count++] = address_of((struct sockaddr *)&six);
    }
    free(texts);
    return true;
}

void cmh_door_close(cmh_door *door) {
    free(door->exempt);
    for (size_t i = 0; i < CMH_SEATS; i++)
        for (struct cmh_seat *seat = door->seats[i], *next; seat; seat = next) {
            next = seat->next;
            free(seat);
        }
    pthread_mutex_destroy(&door->lock);
}

bool cmh_admit(cmh_door *door, const struct sockaddr *from) {
    cmh_address address = address_of(from);
    bool admitted = false;
    pthread_mutex_lock(&door->lock);
    if (door->open < door->limit) {
        struct cmh_seat **seat = seat_of(door, address);
        if (!*seat && (*seat = calloc(1, sizeof **seat))) (*seat)->address = address;
        admitted = *seat && (door->limit_per_address == 0 || (*seat)->open < door->limit_per_address ||
                             is_exempt(door, address));
        if (admitted) (*seat)->open += 1, door->open += 1;
    }
    if (!admitted) door->refused += 1;
    pthread_mutex_unlock(&door->lock);
    return admitted;
}

void cmh_release(cmh_door *door, const struct sockaddr *from) {
    pthread_mutex_lock(&door->lock);
    struct cmh_seat **seat = seat_of(door, address_of(from)), *gone = *seat;
    if (gone) {
        door->open -= 1;
        gone->open -= 1;
        if (gone->open == 0) {
            *seat = gone->next;
            free(gone);
        }
    }
    pthread_mutex_unlock(&door->lock);
}

uint64_t cmh_refused_connections(cmh_server *server) {
    pthread_mutex_lock(&server->door.lock);
    uint64_t refused = server->door.refused;
    pthread_mutex_unlock(&server->door.lock);
    return refused;
}
