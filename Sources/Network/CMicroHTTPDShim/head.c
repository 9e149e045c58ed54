#define _GNU_SOURCE /* memmem */
#include "CMicroHTTPDShim.h"
#include "libmicrohttpd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * libmicrohttpd takes a head apart in place, in the buffer that it read it into, and accepts more than RFC 9112
 * allows. What it hands out tells where each piece lay: in a well-formed head the pieces follow one another with
 * exactly the separators between them. A line that ended in a bare LF leaves a gap that is one byte too small, a
 * NUL, a dropped line or a second blank one that is too large, and a folded line lies somewhere else altogether.
 * Only addresses are compared; nothing outside the pieces is read.
 */
typedef struct walk {
    cmh_head head;
    bool checks_places;
    const char *end; /* of the piece before */
    void *into;
    void (*header)(void *, const char *, size_t, const char *, size_t);
} walk;

static bool is_token_character(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_token(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_token_character((unsigned char)text[i])) return false;
    return length > 0;
}

static bool has_control(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f) return true;
    }
    return false;
}

/* Not the whole grammar: what would make two readers see two hosts in it. */
static bool is_host(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (strchr(" \t/@,?#\\", text[i])) return false;
    return true;
}

static bool is(const char *name, size_t length, const char *wanted) {
    return length == strlen(wanted) && strncasecmp(name, wanted, length) == 0;
}

/* The value has no blanks at its ends, except that of a Transfer-Encoding: the library takes them for a part of it. */
static void note(cmh_head *head, const char *name, size_t name_length, const char *value, size_t length) {
    if (is(name, name_length, "Host")) {
        head->hosts += 1;
        if (!is_host(value, length)) head->is_malformed = true;
    } else if (is(name, name_length, "Content-Length")) {
        head->lengths += 1;
        char *end = NULL;
        head->length = strtoll(value, &end, 10); /* the largest number where it is larger */
        if (length == 0 || value[0] < '0' || value[0] > '9' || *end != 0) head->is_malformed = true;
    } else if (is(name, name_length, "Transfer-Encoding")) {
        head->encodings += 1;
        head->is_chunked = strcasecmp(value, "chunked") == 0;
    } else if (is(name, name_length, "Expect")) {
        head->expects_continue = is(value, length, "100-continue");
    }
}

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                             const char *value, size_t value_length) {
    walk *each = context;
    (void)kind;
    if (!value) value = name + name_length, value_length = 0;
    uintptr_t start = (uintptr_t)name, name_end = start + name_length, at = (uintptr_t)value;
    if (each->checks_places && (start != (uintptr_t)each->end + 2 || at <= name_end || at > name_end + 1024))
        each->head.is_malformed = true;
    each->end = value + value_length;
    if (!is_token(name, name_length) || has_control(value, value_length)) each->head.is_malformed = true;
    while (value_length > 0 && (value[value_length - 1] == ' ' || value[value_length - 1] == '\t')) value_length--;
    note(&each->head, name, name_length, value, value_length);
    each->header(each->into, name, name_length, value, value_length);
    return MHD_YES;
}

/* The library that runs may be a newer one than that whose header this was compiled with. From 0.9.77.1 on it refuses
   such heads itself, and moves the pieces about. */
static bool shows_places(void) {
    int numbers[4] = {0};
    sscanf(cmh_mhd.MHD_get_version(), "%d.%d.%d.%d", &numbers[0], &numbers[1], &numbers[2], &numbers[3]);
    const int first[4] = {0, 9, 77, 1};
    for (int i = 0; i < 4; i++)
        if (numbers[i] != first[i]) return numbers[i] < first[i];
    return false;
}

cmh_head cmh_read_head(cmh_connection *connection, const char *method, const char *version, size_t target_length,
                       void *into, void (*header)(void *, const char *, size_t, const char *, size_t)) {
    walk each = {.head = {.length = -1}, .into = into, .header = header};
    static int knows_places = -1; /* written with the same value by every thread */
    if (__atomic_load_n(&knows_places, __ATOMIC_RELAXED) < 0)
        __atomic_store_n(&knows_places, shows_places(), __ATOMIC_RELAXED);
    each.checks_places = __atomic_load_n(&knows_places, __ATOMIC_RELAXED) == 1;
    size_t method_length = strlen(method), version_length = strlen(version);
    each.end = version + version_length;
    each.head.is_http_1_0 = strcmp(version, "HTTP/1.0") == 0;
    if (!is_token(method, method_length)) each.head.is_malformed = true;
    cmh_mhd.MHD_get_connection_values_n(connection, MHD_HEADER_KIND, visit, &each);
    if (!each.checks_places) return each.head;
    const union MHD_ConnectionInfo *info =
        cmh_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    uintptr_t start = (uintptr_t)method;
    if ((uintptr_t)version != start + method_length + 1 + target_length + 1 || !info ||
        (uintptr_t)each.end + 4 != start + info->header_size)
        each.head.is_malformed = true;
    return each.head;
}

int64_t cmh_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count) {
    const char *found = memmem(bytes, count, pattern, pattern_count);
    return found ? found - (const char *)bytes : -1;
}
