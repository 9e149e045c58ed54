/*
 * What Magpie uses of zlib and of libdeflate: packing and unpacking, in portions or at once, and checksums.
 *
 * Both are opened by their usual names when they are needed, and neither linked nor needed to build. zlib is there wherever
 * libvips is. libdeflate is two to three times as fast, wants all bytes at once, and may be missing. A stream belongs to one
 * thread at a time.
 */
#ifndef CDEFLATESHIM_H
#define CDEFLATESHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CDF_ENUM __attribute__((enum_extensibility(closed)))
#define CDF_NAME(name) __attribute__((swift_name(#name)))

typedef enum CDF_ENUM cdf_code {
    CDF_OK CDF_NAME(ok) = 0, /* there may be more */
    CDF_END CDF_NAME(end) = 1, /* the stream is whole; what follows it was not used */
    CDF_DAMAGED CDF_NAME(damaged) = 2,
    CDF_NO_MEMORY CDF_NAME(noMemory) = 3,
    CDF_NO_LIBRARY CDF_NAME(noLibrary) = 4
} cdf_code;

/* What is around the packed data. */
typedef enum CDF_ENUM cdf_frame {
    CDF_BARE CDF_NAME(bare) = 0,
    CDF_GZIP CDF_NAME(gzip) = 1, /* whose checksum is compared */
    CDF_ZLIB CDF_NAME(zlib) = 2 /* as in a PNG, which has sums of its own: that of the frame is not compared in portions */
} cdf_frame;

/* ---- in portions, by zlib ---- */

/* A stream that is being packed or unpacked. */
typedef struct cdf_stream cdf_stream;

/* Begins a stream that is unpacked. */
cdf_code cdf_open(cdf_frame frame, cdf_stream *_Nullable *_Nonnull stream);
/* Unpacks as much as there is and as there is room for; `used` and `made` say how much that was. */
cdf_code cdf_unpack(cdf_stream *stream, const uint8_t *_Nullable bytes, size_t count, size_t *used, uint8_t *target,
                    size_t room, size_t *made);
/* Adds bytes that are stored as they are to the checksum. */
void cdf_count(cdf_stream *stream, const uint8_t *_Nullable bytes, size_t count);
/* The CRC-32 of what was unpacked or counted so far; not for the frame of zlib. */
uint32_t cdf_checksum(const cdf_stream *stream);
/* Begins a stream with the frame of zlib that is packed, at a level of 1 to 9. */
cdf_code cdf_open_packing(int level, cdf_stream *_Nullable *_Nonnull stream);
/* Packs as much as there is room for; with `is_last` to the end of the stream, which CDF_END tells. */
cdf_code cdf_pack(cdf_stream *stream, const uint8_t *bytes, size_t count, int is_last, size_t *used, uint8_t *target,
                  size_t room, size_t *made);
void cdf_close(cdf_stream *stream);

/* ---- at once, by libdeflate ---- */

/* 1 where libdeflate is there. */
int cdf_has_whole(void);
/* Unpacks data in the frame of zlib that give exactly `size` bytes. CDF_END, or why not. */
cdf_code cdf_unpack_whole(const uint8_t *bytes, size_t count, uint8_t *target, size_t size);
/* The most bytes that `count` bytes are packed to. */
size_t cdf_bound(size_t count);
/* Packs into the frame of zlib, at a level of 1 to 12. CDF_END, or why not; `room` is at least cdf_bound(count). */
cdf_code cdf_pack_whole(int level, const uint8_t *bytes, size_t count, uint8_t *target, size_t room, size_t *made);

/* ---- by either ---- */

/* The CRC-32 of bytes behind those that `sum` is of; 0 to begin. Without both libraries it is 0. */
uint32_t cdf_crc(uint32_t sum, const uint8_t *bytes, size_t count);

#pragma clang assume_nonnull end
#endif
