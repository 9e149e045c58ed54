#include "internal.h"
#include "libmicrohttpd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void *peer_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        cmh_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void connection_changed(void *context, struct MHD_Connection *connection, void **peer,
                               enum MHD_ConnectionNotificationCode code) {
    cmh_daemon *daemon = context;
    const cmh_callbacks *callbacks = &daemon->server->callbacks;
    const struct sockaddr *from =
        cmh_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        char address[INET6_ADDRSTRLEN] = "";
        socklen_t size = from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        getnameinfo(from, size, address, sizeof address, NULL, 0, NI_NUMERICHOST);
        int descriptor = cmh_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *peer = callbacks->opened(callbacks->context, descriptor, address);
        return;
    }
    cmh_release(&daemon->server->admission, from);
    if (*peer) callbacks->closed(callbacks->context, *peer);
    *peer = NULL;
    pthread_mutex_lock(&daemon->server->lock);
    daemon->open -= 1;
    pthread_mutex_unlock(&daemon->server->lock);
}

static void *request_began(void *context, const char *target, struct MHD_Connection *connection) {
    const cmh_callbacks *callbacks = &((cmh_daemon *)context)->server->callbacks;
    void *peer = peer_of(connection);
    void *request = peer ? callbacks->began(callbacks->context, peer, target, strlen(target)) : NULL;
    /* The library must not take the query apart: it makes a note of each parameter in the memory of the connection, and
     when that is full, the request gets no answer. The text is in the library's own buffer, which it changes too. */
    char *query = strchr(target, '?');
    if (query) query[1] = 0;
    return request;
}

static enum MHD_Result request_proceeded(void *context, struct MHD_Connection *connection, const char *path,
                                         const char *method, const char *version, const char *bytes, size_t *count,
                                         void **request) {
    const cmh_callbacks *callbacks = &((cmh_daemon *)context)->server->callbacks;
    size_t given = *count;
    (void)path;
    if (!*request) return MHD_NO;
    *count = 0;
    return callbacks->proceeded(callbacks->context, connection, *request, method, version, (const uint8_t *)bytes,
                                given) == CMH_CONTINUE
               ? MHD_YES
               : MHD_NO;
}

static void request_ended(void *context, struct MHD_Connection *connection, void **request,
                          enum MHD_RequestTerminationCode code) {
    const cmh_callbacks *callbacks = &((cmh_daemon *)context)->server->callbacks;
    (void)connection;
    if (!*request) return;
    callbacks->ended(callbacks->context, *request, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    *request = NULL;
}

/* Paths and queries are decoded by the caller, who gets them as they came. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

/* TLS 1.2 with ephemeral keys and authenticated ciphers only, 1.3, and the order of this side. */
static const char priorities[] =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM:"
    "+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD:%SERVER_PRECEDENCE";

static void free_daemon(cmh_daemon *daemon) {
    if (daemon->handle) cmh_mhd.MHD_stop_daemon(daemon->handle);
    if (daemon->key) explicit_bzero(daemon->key, strlen(daemon->key));
    free(daemon->certificate);
    free(daemon->key);
    free(daemon);
}

static cmh_daemon *start_daemon(cmh_server *server, const char *certificate, const char *key) {
    cmh_daemon *daemon = calloc(1, sizeof *daemon);
    if (!daemon) return NULL;
    daemon->server = server;
    errno = 0;
    struct MHD_OptionItem options[16];
    size_t used = 0;
#define OPTION(name, number, pointer) options[used++] = (struct MHD_OptionItem){name, (intptr_t)(number), pointer}
    /* Each thread may have all connections: see admit.c. */
    OPTION(MHD_OPTION_CONNECTION_LIMIT, (server->admission.limit + 64) * server->threads, NULL);
    OPTION(MHD_OPTION_CONNECTION_MEMORY_LIMIT, server->memory_per_connection, NULL);
    OPTION(MHD_OPTION_NOTIFY_CONNECTION, connection_changed, daemon);
    OPTION(MHD_OPTION_NOTIFY_COMPLETED, request_ended, daemon);
    OPTION(MHD_OPTION_URI_LOG_CALLBACK, request_began, daemon);
    OPTION(MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL);
    if (server->threads > 1) OPTION(MHD_OPTION_THREAD_POOL_SIZE, server->threads, NULL);
#if MHD_VERSION >= 0x00097701
    OPTION(MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL);
#endif
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    if (certificate && key) {
        flags |= MHD_USE_TLS;
        daemon->certificate = strdup(certificate);
        daemon->key = strdup(key);
        if (!daemon->certificate || !daemon->key) {
            free_daemon(daemon);
            errno = ENOMEM;
            return NULL;
        }
        OPTION(MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities);
        OPTION(MHD_OPTION_HTTPS_MEM_CERT, 0, daemon->certificate);
        OPTION(MHD_OPTION_HTTPS_MEM_KEY, 0, daemon->key);
    }
    OPTION(MHD_OPTION_END, 0, NULL);
#undef OPTION
    daemon->handle =
        cmh_mhd.MHD_start_daemon(flags, 0, NULL, NULL, request_proceeded, daemon, MHD_OPTION_ARRAY, options,
                                 MHD_OPTION_END);
    if (daemon->handle) return daemon;
    const int error = errno;
    free_daemon(daemon);
    errno = error;
    return NULL;
}

cmh_server *cmh_start(const cmh_settings *settings, const cmh_callbacks *callbacks) {
    cmh_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->callbacks = *callbacks;
    server->listening = settings->descriptor;
    server->threads = settings->threads > 0 ? settings->threads : 1;
    server->memory_per_connection = settings->memory_per_connection;
    pthread_mutex_init(&server->lock, NULL);
    if (!cmh_admission_open(&server->admission, settings)) {
        pthread_mutex_destroy(&server->lock);
        free(server);
        return NULL;
    }
    server->daemon = start_daemon(server, settings->certificate, settings->key);
    if (server->daemon && cmh_start_accepting(server)) return server;
    const int error = errno;
    if (server->daemon) free_daemon(server->daemon);
    cmh_admission_close(&server->admission);
    pthread_mutex_destroy(&server->lock);
    free(server);
    errno = error;
    return NULL;
}

/* Takes the daemons out of the list that are not the first one and have no connection left. */
static cmh_daemon *take_empty(cmh_server *server) {
    cmh_daemon *empty = NULL;
    pthread_mutex_lock(&server->lock);
    for (cmh_daemon **each = &server->daemon->before; *each;) {
        cmh_daemon *daemon = *each;
        if (daemon->open > 0) {
            each = &daemon->before;
        } else {
            *each = daemon->before;
            daemon->before = empty;
            empty = daemon;
        }
    }
    pthread_mutex_unlock(&server->lock);
    return empty;
}

bool cmh_renew_certificate(cmh_server *server, const char *certificate, const char *key) {
    cmh_daemon *daemon = start_daemon(server, certificate, key);
    if (!daemon) return false;
    pthread_mutex_lock(&server->lock);
    daemon->before = server->daemon;
    server->daemon = daemon;
    pthread_mutex_unlock(&server->lock);
    for (cmh_daemon *each = take_empty(server), *next; each; each = next) {
        next = each->before;
        free_daemon(each);
    }
    return true;
}

void cmh_stop(cmh_server *server) {
    cmh_stop_listening(server);
    pthread_join(server->acceptor, NULL);
    cmh_close(server->listening);
    for (cmh_daemon *each = server->daemon, *next; each; each = next) {
        next = each->before;
        free_daemon(each);
    }
    cmh_admission_close(&server->admission);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

void cmh_suspend(cmh_connection *connection) { cmh_mhd.MHD_suspend_connection(connection); }
void cmh_resume(cmh_connection *connection) { cmh_mhd.MHD_resume_connection(connection); }

cmh_response *cmh_response_create(const void *bytes, size_t count) {
    return cmh_mhd.MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

void cmh_response_add(cmh_response *response, const char *name, const char *value) {
    cmh_mhd.MHD_add_response_header(response, name, value);
}

bool cmh_response_queue(cmh_connection *connection, unsigned status, cmh_response *response) {
    enum MHD_Result result = cmh_mhd.MHD_queue_response(connection, status, response);
    cmh_mhd.MHD_destroy_response(response);
    return result == MHD_YES;
}
