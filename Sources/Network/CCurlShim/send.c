#include "CCurlShim.h"
#include "libcurl.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#ifdef __linux__
#include <linux/tcp.h>
#endif

#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif

struct ccl_handle {
    const ccl_libcurl *library;
    CURL *curl;
};

typedef struct transfer {
    const ccl_request *request;
    const ccl_callbacks *callbacks;
    bool stopped, is_too_much;
    int descriptor; /* of the last connection; below 0 before it */
    int shortage; /* the system's number where there was no descriptor or no memory for a connection; 0 before */
} transfer;

ccl_handle *ccl_create(char *reason) {
    const ccl_libcurl *library = ccl_open_libcurl(reason);
    ccl_handle *handle = library ? calloc(1, sizeof *handle) : NULL;
    if (!handle) return NULL;
    handle->library = library;
    handle->curl = library->curl_easy_init();
    if (handle->curl) return handle;
    free(handle);
    return NULL;
}

void ccl_free(ccl_handle *handle) {
    handle->library->curl_easy_cleanup(handle->curl);
    free(handle);
}

/* True if the numeric text is this address. */
static bool is_address(const char *text, const struct sockaddr *address) {
    struct in_addr four;
    struct in6_addr six;
    if (address->sa_family == AF_INET)
        return inet_pton(AF_INET, text, &four) == 1 &&
               memcmp(&four, &((const struct sockaddr_in *)address)->sin_addr, sizeof four) == 0;
    if (address->sa_family == AF_INET6)
        return inet_pton(AF_INET6, text, &six) == 1 &&
               memcmp(&six, &((const struct sockaddr_in6 *)address)->sin6_addr, sizeof six) == 0;
    return false;
}

static curl_socket_t new_socket(transfer *transfer, const struct curl_sockaddr *to) {
    int descriptor = socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
    if (descriptor < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS))
        transfer->shortage = errno == ENOBUFS ? ENOMEM : errno;
    return descriptor;
}

/* With a pin the last word on where bytes go, whatever libcurl made of the URL. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
    transfer *transfer = context;
    const ccl_pin *pin = transfer->request->pin;
    char text[INET6_ADDRSTRLEN];
    if (purpose != CURLSOCKTYPE_IPCXN) return CURL_SOCKET_BAD;
    if (!pin) return new_socket(transfer, to);
    for (const char *rest = pin->addresses; *rest;) {
        size_t length = strcspn(rest, ",");
        if (length < sizeof text) {
            memcpy(text, rest, length);
            text[length] = 0;
            if (is_address(text, &to->addr)) return transfer->descriptor = new_socket(transfer, to);
        }
        rest += length + (rest[length] == ',');
    }
    return CURL_SOCKET_BAD;
}

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    const ccl_callbacks *callbacks = transfer->callbacks;
    if (callbacks->line(callbacks->context, (const uint8_t *)bytes, size * count)) return size * count;
    transfer->stopped = true;
    return 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    const ccl_callbacks *callbacks = transfer->callbacks;
    if (size * count == 0 || callbacks->body(callbacks->context, (const uint8_t *)bytes, size * count))
        return size * count;
    transfer->stopped = true;
    return 0;
}

/* All that came, below TLS and HTTP; 0 where the system does not say. */
static int64_t bytes_received(int descriptor) {
#ifdef __linux__
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (descriptor >= 0 && getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
        size >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
        return (int64_t)info.tcpi_bytes_received;
#endif
    (void)descriptor;
    return 0;
}

static int look(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    transfer *transfer = context;
    const ccl_callbacks *callbacks = transfer->callbacks;
    if (!callbacks->waits(callbacks->context)) transfer->stopped = true;
    const ccl_pin *pin = transfer->request->pin;
    transfer->is_too_much = pin && bytes_received(transfer->descriptor) > pin->most_bytes;
    return transfer->stopped || transfer->is_too_much ? 1 : 0;
}

static ccl_end ending(CURLcode code) {
    switch (code) {
    case CURLE_OK: return CCL_DONE;
    case CURLE_OPERATION_TIMEDOUT: return CCL_TIMED_OUT;
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9 */
    case CURLE_BAD_CONTENT_ENCODING: return CCL_CUT_OFF;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR: return CCL_INSECURE;
    case CURLE_OUT_OF_MEMORY: return CCL_SHORTAGE;
    default: return CCL_UNREACHABLE;
    }
}

/* Before 7.75.0 such entries stay for as long as the handle, and it grows with each host. */
#if LIBCURL_VERSION_NUM >= 0x074b00
#define EXPIRING "+"
#else
#define EXPIRING ""
#endif

/*
 * The name at its port has the addresses of the pin, for libcurl too: `+name:port:a,[b]`. With the plus, the entry
 * leaves the handle's cache after a minute; without it, it would outlive the request and even curl_easy_reset.
 */
static struct curl_slist *entries(const ccl_libcurl *library, const ccl_pin *pin) {
    size_t room = sizeof EXPIRING + strlen(pin->name) + 2 * strlen(pin->addresses) + 16;
    char *text = malloc(room);
    if (!text) return NULL;
    int used = snprintf(text, room, EXPIRING "%s:%u:", pin->name, pin->port);
    for (const char *rest = pin->addresses; *rest;) {
        size_t length = strcspn(rest, ",");
        bool is_six = memchr(rest, ':', length) != NULL;
        used += snprintf(text + used, room - (size_t)used, is_six ? "[%.*s]" : "%.*s", (int)length, rest);
        rest += length;
        if (*rest == ',') text[used++] = *rest++;
    }
    text[used] = 0;
    struct curl_slist *list = library->curl_slist_append(NULL, text);
    free(text);
    return list;
}

/* The list with the lines of a text; NULL without memory, and the list is freed. */
static struct curl_slist *appending(const ccl_libcurl *library, struct curl_slist *list, const char *lines) {
    char *text = strdup(lines), *rest = text;
    bool is_complete = text != NULL;
    for (char *line; is_complete && (line = strsep(&rest, "\n"));) {
        if (!*line) continue;
        struct curl_slist *longer = library->curl_slist_append(list, line);
        if (longer) list = longer;
        is_complete = longer != NULL;
    }
    free(text);
    if (is_complete) return list;
    library->curl_slist_free_all(list);
    return NULL;
}

#define SET(option, value)                                                                                             \
    do {                                                                                                               \
        CURLcode code = handle->library->curl_easy_setopt(handle->curl, option, value);                                \
        if (code != CURLE_OK) return code;                                                                             \
    } while (0)

/* One connection for this request alone, to the addresses of the pin only, without proxies. */
static CURLcode set_pin(const ccl_handle *handle, struct curl_slist *pinned) {
    SET(CURLOPT_PROXY, ""); /* also none of the environment */
    SET(CURLOPT_FORBID_REUSE, 1L);
    SET(CURLOPT_FRESH_CONNECT, 1L);
    if (pinned) SET(CURLOPT_RESOLVE, pinned);
    return CURLE_OK;
}

static CURLcode set_method(const ccl_handle *handle, const ccl_request *request) {
    if (strcmp(request->method, "GET") == 0) {
        SET(CURLOPT_HTTPGET, 1L);
        return CURLE_OK;
    }
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_bytes);
    SET(CURLOPT_POSTFIELDS, request->body ? (const char *)request->body : "");
    return CURLE_OK;
}

static CURLcode describe(const ccl_handle *handle, transfer *transfer, struct curl_slist *head) {
    const ccl_request *request = transfer->request;
    SET(CURLOPT_URL, request->url);
#if LIBCURL_VERSION_NUM >= 0x075500
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    SET(CURLOPT_QUICK_EXIT, 1L); /* at the end of the time, also while a name is looked up */
#endif

    SET(CURLOPT_USERAGENT, "magpie");
    SET(CURLOPT_HTTPHEADER, head);
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);

    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (request->certificates) SET(CURLOPT_CAINFO, request->certificates);

    SET(CURLOPT_TIMEOUT_MS, request->milliseconds);
    SET(CURLOPT_LOW_SPEED_LIMIT, request->slow_bytes);
    SET(CURLOPT_LOW_SPEED_TIME, request->slow_seconds);
    SET(CURLOPT_HEADERFUNCTION, take_line);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, look);
    SET(CURLOPT_XFERINFODATA, transfer);
    return CURLE_OK;
}

static CURLcode set_reason(const ccl_handle *handle, char *reason) {
    SET(CURLOPT_ERRORBUFFER, reason);
    return CURLE_OK;
}

ccl_end ccl_send(ccl_handle *handle, const ccl_request *request, const ccl_callbacks *callbacks, char *reason) {
    transfer transfer = {.request = request, .callbacks = callbacks, .descriptor = -1};
    const ccl_pin *pin = request->pin;
    const ccl_libcurl *library = handle->library;
    *reason = 0;
    /* No wait for a "100 Continue" before a large body. */
    struct curl_slist *head = appending(library, library->curl_slist_append(NULL, "Expect:"), request->headers);
    struct curl_slist *pinned = pin && pin->name ? entries(library, pin) : NULL;
    CURLcode code = head && (pinned || !pin || !pin->name) ? CURLE_OK : CURLE_OUT_OF_MEMORY;
    if (code == CURLE_OK && pin) code = set_pin(handle, pinned);
    if (code == CURLE_OK) code = set_method(handle, request);
    if (code == CURLE_OK) code = describe(handle, &transfer, head);
    if (code == CURLE_OK) code = set_reason(handle, reason);
    ccl_end end = code == CURLE_OUT_OF_MEMORY ? CCL_SHORTAGE : CCL_FAULT;
    if (code == CURLE_OK) {
        code = library->curl_easy_perform(handle->curl);
        end = ending(code);
        if (!*reason) snprintf(reason, CCL_REASON_BYTES, "%s", library->curl_easy_strerror(code));
        if (end == CCL_UNREACHABLE && transfer.shortage) end = CCL_SHORTAGE;
        if (transfer.is_too_much) end = CCL_TOO_MUCH;
        if (transfer.stopped) end = CCL_STOPPED;
    }
    if (end == CCL_SHORTAGE)
        snprintf(reason, CCL_REASON_BYTES, "%s", strerror(transfer.shortage ? transfer.shortage : ENOMEM));
    /* Nothing of this request stays but open connections and the certificates that were read. */
    library->curl_easy_reset(handle->curl);
    library->curl_slist_free_all(head);
    library->curl_slist_free_all(pinned);
    return end;
}
