/*
 * What Magpie uses of zlib: unpacking a stream, and its checksum.
 *
 * zlib is opened by its usual name when a packed table is read, and neither linked nor needed to build. It is there
 * wherever libvips is. A stream belongs to one thread at a time.
 */
#ifndef CINFLATESHIM_H
#define CINFLATESHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CIN_ENUM __attribute__((enum_extensibility(closed)))
#define CIN_NAME(name) __attribute__((swift_name(#name)))

typedef enum CIN_ENUM cin_code {
    CIN_OK CIN_NAME(ok) = 0, /* there may be more */
    CIN_END CIN_NAME(end) = 1, /* the stream is whole; what follows it was not used */
    CIN_DAMAGED CIN_NAME(damaged) = 2,
    CIN_NO_MEMORY CIN_NAME(noMemory) = 3,
    CIN_NO_LIBRARY CIN_NAME(noLibrary) = 4
} cin_code;

/* A stream that is being unpacked. */
typedef struct cin_stream cin_stream;

/* Begins a stream with the frame of gzip, whose checksum is compared, or one without a frame. */
cin_code cin_open(int is_gzip, cin_stream *_Nullable *_Nonnull stream);
/* Unpacks as much as there is and as there is room for; `used` and `made` say how much that was. */
cin_code cin_unpack(cin_stream *stream, const uint8_t *_Nullable bytes, size_t count, size_t *used, uint8_t *target,
                    size_t room, size_t *made);
/* Adds bytes that are stored as they are to the checksum. */
void cin_count(cin_stream *stream, const uint8_t *_Nullable bytes, size_t count);
/* The CRC-32 of what was unpacked or counted so far. */
uint32_t cin_checksum(const cin_stream *stream);
void cin_close(cin_stream *stream);

#pragma clang assume_nonnull end
#endif
