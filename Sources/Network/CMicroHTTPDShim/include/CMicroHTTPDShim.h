/*
 * The complete list of what Magpie uses of libmicrohttpd, with fixed argument types and opaque handles.
 *
 * Callbacks come on the threads of the server, those of one connection one at a time. Bytes and texts that they get
 * live until they return.
 */
#ifndef CMICROHTTPDSHIM_H
#define CMICROHTTPDSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CMH_ENUM __attribute__((enum_extensibility(closed)))
#define CMH_NAME(name) __attribute__((swift_name(#name)))

typedef struct cmh_server cmh_server;
typedef struct MHD_Connection cmh_connection;
typedef struct MHD_Response cmh_response;

/* ---- Listening ---- */

typedef enum CMH_ENUM cmh_listening {
    CMH_LISTENING CMH_NAME(listening) = 0,
    CMH_UNKNOWN_HOST CMH_NAME(unknownHost) = 1,
    CMH_NOT_LOOPBACK CMH_NAME(notLoopback) = 2, /* only_loopback was set */
    CMH_NOT_BOUND CMH_NAME(notBound) = 3 /* error is the reason */
} cmh_listening;

typedef struct cmh_socket {
    int descriptor;
    uint16_t port; /* the one that was bound, where 0 was requested */
    int error; /* errno */
} cmh_socket;

/// The bytes that were read from a connection since it began, whatever they were; below 0 where the system does not say.
int64_t cmh_bytes_read(int descriptor);

/* Opens a listening socket on a name or a numeric address. */
cmh_listening cmh_listen(const char *host, uint16_t port, bool only_loopback, cmh_socket *out);
/* The same with a socket that listens already; one that does not, or of another family, is CMH_NOT_BOUND. */
cmh_listening cmh_adopt(int descriptor, bool only_loopback, cmh_socket *out);
void cmh_close(int descriptor);
/* Ends both directions of a connection's socket; its thread notices and closes it. */
void cmh_shutdown(int descriptor);
/* The other side has ended what it sends, and all of it was read. */
bool cmh_has_ended(int descriptor);
typedef enum { CMH_PRESENT, CMH_HALF_CLOSED, CMH_GONE } cmh_presence;
/* Whether the other side may still read: it has ended what it sends, or both directions. */
cmh_presence cmh_presence_of(int descriptor);
/* Raises the soft limit of open files towards `files`; gives what it is now. */
uint64_t cmh_raise_open_files(uint64_t files);

/* ---- The server ---- */

enum { CMH_REASON_BYTES = 256 };

/* Opens libmicrohttpd, once in a process; everything below needs it. False where it cannot be used; `reason` has room for
 * CMH_REASON_BYTES. */
bool cmh_open_library(char *reason);

typedef struct cmh_settings {
    int descriptor; /* of cmh_listen */
    unsigned threads;
    unsigned connections, connections_per_address; /* 0: no limit per address */
    const char *_Nullable exempt; /* numeric addresses with commas between them, to which the second does not apply */
    size_t memory_per_connection; /* bytes for the head of a request, and to read bodies through */
    const char *_Nullable certificate; /* PEM texts, both or none */
    const char *_Nullable key;
} cmh_settings;

typedef enum CMH_ENUM cmh_step {
    CMH_CONTINUE CMH_NAME(proceed) = 0,
    CMH_CLOSE CMH_NAME(close) = 1 /* at once, without an answer */
} cmh_step;

typedef struct cmh_callbacks {
    void *context;
    /* A connection came; the result is handed to the others as `peer`. The address is numeric. */
    void *_Nullable (*_Nonnull opened)(void *context, int descriptor, const char *address);
    void (*closed)(void *context, void *peer);
    /* A request line came; the result is handed to the others as `request`. */
    void *_Nullable (*_Nonnull began)(void *context, void *peer, const char *target, size_t length);
    /* First with no bytes when the head is there; then for each piece of the body; then with no bytes at its end, and
     again with no bytes after cmh_resume. */
    cmh_step (*proceeded)(void *context, cmh_connection *connection, void *request, const char *method,
                          const char *version, const uint8_t *_Nullable bytes, size_t count);
    /* The last call for this request; `whole` where its answer was sent to the end. */
    void (*ended)(void *context, void *request, bool whole);
} cmh_callbacks;

cmh_server *_Nullable cmh_start(const cmh_settings *settings, const cmh_callbacks *callbacks);
/* Accepts no more connections: new ones are refused. */
void cmh_stop_listening(cmh_server *server);
/* Connections that come from now on get another certificate; those that there are keep theirs. Not while it stops. False
   where the certificate and the key do not serve: then nothing changes. */
bool cmh_renew_certificate(cmh_server *server, const char *certificate, const char *key);
/* The number of connections that were closed at once because there were too many, in all or from their address. */
uint64_t cmh_refused_connections(cmh_server *server);
/* Closes all connections; none may be suspended. Callbacks have ended when this returns. */
void cmh_stop(cmh_server *server);

/* Holds a connection at the end of its body until cmh_resume, which any thread may call. */
void cmh_suspend(cmh_connection *connection);
void cmh_resume(cmh_connection *connection);

/* ---- The head of a request ---- */

typedef struct cmh_head {
    bool is_malformed; /* the lines violate RFC 9112: see cmh_read_head */
    bool is_http_1_0;
    bool is_chunked; /* one Transfer-Encoding, and it is "chunked" */
    bool expects_continue;
    unsigned hosts, lengths, encodings; /* how many such headers there are */
    int64_t length; /* the Content-Length, or -1 */
} cmh_head;

/*
 * Visits the headers in order, and checks what the library lets pass: lines that end in a bare LF, folded lines,
 * NUL and other control characters, names that are no tokens, more than one blank in the request line.
 */
cmh_head
cmh_read_head(cmh_connection *connection, const char *method, const char *version, size_t target_length, void *into,
              void (*header)(void *into, const char *name, size_t name_length, const char *value, size_t value_length));

/* ---- Bytes ---- */

/* The position of the first occurrence of a pattern, or -1. */
int64_t cmh_find(const void *_Nullable bytes, size_t count, const void *_Nullable pattern, size_t pattern_count);

/* ---- The answer ---- */

/* Copies the bytes; nil where there is no memory. */
cmh_response *_Nullable cmh_response_create(const void *_Nullable bytes, size_t count);
void cmh_response_add(cmh_response *response, const char *name, const char *value);
/* Takes the response over. False where it cannot be sent any more. */
bool cmh_response_queue(cmh_connection *connection, unsigned status, cmh_response *response);

#pragma clang assume_nonnull end

#endif
