#include "write.h"

#include <stdlib.h>

enum {
    LARGEST_WHOLE = 48 << 20, /* bytes of rows, 16 megapixels: libdeflate is not to be stopped */
    PORTION = 1 << 16,
    SMALL = 1 << 18,
    USUAL = 6,
    USUAL_OF_PHOTOS = 1, /* 6 takes twice the time for files that are 2 % smaller */
    BANDS = 4
};

bool png_grow(png_file *file, size_t more) {
    if (file->room - file->count >= more) return true;
    const size_t room = file->count + more + file->count / 2;
    uint8_t *bytes = realloc(file->bytes, room);
    if (!bytes) return false;
    file->bytes = bytes;
    file->room = room;
    return true;
}

void png_seal(png_file *file, size_t start, const char *name) {
    uint8_t *chunk = file->bytes + start;
    const size_t count = file->count - start - 8;
    png_put_number(chunk, (uint32_t)count);
    memcpy(chunk + 4, name, 4);
    png_put_number(file->bytes + file->count, cdf_crc(0, chunk + 4, count + 4));
    file->count += 4;
}

bool png_put_chunk(png_file *file, const char *name, const uint8_t *data, size_t count) {
    if (!png_grow(file, count + 12)) return false;
    const size_t start = file->count;
    if (count > 0) memcpy(file->bytes + start + 8, data, count);
    file->count += 8 + count;
    png_seal(file, start, name);
    return true;
}

typedef struct job {
    png_lines lines;
    int height, level;
    cpn_stop stop;
    png_file file;
} job;

static bool is_over(const job *j) { return j->stop.is_over && j->stop.is_over(j->stop.context); }

/* ---- at once ---- */

/* Packs all that there is. CPN_NO_LIBRARY without any. */
static cpn_code pack(int level, const uint8_t *bytes, size_t count, uint8_t *target, size_t room, size_t *made) {
    cdf_code code = cdf_pack_whole(level, bytes, count, target, room, made);
    if (code != CDF_NO_LIBRARY) return code == CDF_END ? CPN_OK : CPN_NO_MEMORY;
    cdf_stream *stream = NULL;
    code = cdf_open_packing(level, &stream);
    if (code != CDF_OK) return code == CDF_NO_MEMORY ? CPN_NO_MEMORY : CPN_NO_LIBRARY;
    size_t used = 0;
    code = cdf_pack(stream, bytes, count, 1, &used, target, room, made);
    cdf_close(stream);
    return code == CDF_END ? CPN_OK : CPN_NO_MEMORY;
}

/* Puts some rows into `rows`. */
static cpn_code put_lines(job *j, int first, int count, bool is_filtered, uint8_t *rows) {
    png_restart_lines(&j->lines);
    for (int y = 0; y < count; y++) {
        if (y % 64 == 0 && is_over(j)) return CPN_TIMED_OUT;
        png_put_line(&j->lines, first + y, is_filtered, rows + (size_t)y * (j->lines.bytes + 1));
    }
    return CPN_OK;
}

/* Packs all rows as the data of a chunk of pixels. */
static cpn_code pack_rows(job *j, bool is_filtered, uint8_t *rows, size_t count) {
    cpn_code code = put_lines(j, 0, j->height, is_filtered, rows);
    if (code == CPN_OK && !png_grow(&j->file, cdf_bound(count) + 24)) code = CPN_NO_MEMORY;
    if (code == CPN_OK && is_over(j)) code = CPN_TIMED_OUT;
    if (code != CPN_OK) return code;
    const size_t start = j->file.count;
    size_t made = 0;
    code = pack(j->level, rows, count, j->file.bytes + start + 8, cdf_bound(count), &made);
    if (code != CPN_OK) return code;
    j->file.count += 8 + made;
    png_seal(&j->file, start, "IDAT");
    return CPN_OK;
}

/* Packs the rows both ways, and leaves the smaller one. */
static cpn_code pack_both(job *j, uint8_t *rows, size_t count) {
    const size_t start = j->file.count;
    cpn_code code = pack_rows(j, false, rows, count);
    if (code != CPN_OK) return code;
    const size_t middle = j->file.count;
    code = pack_rows(j, true, rows, count);
    if (code != CPN_OK) return code;
    const size_t plain = middle - start, filtered = j->file.count - middle;
    if (filtered < plain) memmove(j->file.bytes + start, j->file.bytes + middle, filtered);
    j->file.count = start + (filtered < plain ? filtered : plain);
    return CPN_OK;
}

/* The bytes that some bands of rows are packed to, quickly. */
static cpn_code measure(job *j, bool is_filtered, uint8_t *rows, int rows_of_band, uint8_t *packed, size_t room,
                        size_t *size) {
    *size = 0;
    for (int band = 0; band < BANDS; band++) {
        const int first = (int)((int64_t)(j->height - rows_of_band) * band / (BANDS - 1));
        cpn_code code = put_lines(j, first, rows_of_band, is_filtered, rows);
        size_t made = 0;
        if (code == CPN_OK) code = pack(1, rows, (size_t)rows_of_band * (j->lines.bytes + 1), packed, room, &made);
        if (code != CPN_OK) return code;
        *size += made;
    }
    return CPN_OK;
}

/* Measures a fifteenth of the rows with filters and without. */
static cpn_code compare(job *j, size_t *plain, size_t *filtered) {
    int rows_of_band = j->height / 60;
    if (rows_of_band < 8) rows_of_band = j->height < 8 ? j->height : 8;
    const size_t bytes = (size_t)rows_of_band * (j->lines.bytes + 1), room = cdf_bound(bytes);
    uint8_t *rows = malloc(bytes + room);
    if (!rows) return CPN_NO_MEMORY;
    cpn_code code = measure(j, false, rows, rows_of_band, rows + bytes, room, plain);
    if (code == CPN_OK) code = measure(j, true, rows, rows_of_band, rows + bytes, room, filtered);
    free(rows);
    return code;
}

static cpn_code write_whole(job *j, size_t count) {
    size_t plain = 1, filtered = 1;
    const cpn_code compared = count > SMALL ? compare(j, &plain, &filtered) : CPN_OK;
    if (compared != CPN_OK) return compared;
    uint8_t *rows = png_block(count);
    if (!rows) return CPN_NO_MEMORY;
    /* Photos are far smaller with filters, and are not packed twice. */
    const bool is_clear = 10 * filtered < 9 * plain || 10 * plain < 9 * filtered;
    if (j->level == 0) j->level = is_clear && filtered < plain ? USUAL_OF_PHOTOS : USUAL;
    const cpn_code code = is_clear ? pack_rows(j, filtered < plain, rows, count) : pack_both(j, rows, count);
    free(rows);
    return code;
}

/* ---- in portions ---- */

/* Packs some bytes, into as many chunks as they fill. */
static cpn_code stream_bytes(job *j, cdf_stream *stream, const uint8_t *bytes, size_t count, bool is_last,
                             size_t *start) {
    for (;;) {
        if (!png_grow(&j->file, PORTION + 24)) return CPN_NO_MEMORY;
        const size_t filled = j->file.count - *start - 8;
        size_t used = 0, made = 0;
        const cdf_code code = cdf_pack(stream, bytes, count, is_last, &used, j->file.bytes + j->file.count,
                                       PORTION - filled, &made);
        bytes += used, count -= used;
        j->file.count += made;
        if (code != CDF_OK && code != CDF_END) return CPN_NO_MEMORY;
        if (filled + made == PORTION || code == CDF_END) {
            png_seal(&j->file, *start, "IDAT");
            *start = j->file.count;
            j->file.count += code == CDF_END ? 0 : 8;
        }
        if (code == CDF_END || (count == 0 && !is_last && filled + made < PORTION)) return CPN_OK;
    }
}

static cpn_code write_portions(job *j) {
    size_t plain = 0, filtered = 0, start = j->file.count;
    if (j->level == 0) j->level = USUAL;
    cpn_code code = compare(j, &plain, &filtered);
    if (code != CPN_OK) return code;
    cdf_stream *stream = NULL;
    const cdf_code opened = cdf_open_packing(j->level, &stream);
    if (opened != CDF_OK) return opened == CDF_NO_MEMORY ? CPN_NO_MEMORY : CPN_NO_LIBRARY;
    uint8_t *row = malloc(j->lines.bytes + 1);
    if (!row || !png_grow(&j->file, PORTION + 24)) code = CPN_NO_MEMORY;
    j->file.count += 8;
    png_restart_lines(&j->lines);
    for (int y = 0; y < j->height && code == CPN_OK; y++) {
        if (is_over(j)) code = CPN_TIMED_OUT;
        if (code == CPN_OK) png_put_line(&j->lines, y, filtered < plain, row);
        if (code == CPN_OK) code = stream_bytes(j, stream, row, j->lines.bytes + 1, y + 1 == j->height, &start);
    }
    free(row);
    cdf_close(stream);
    return code;
}

/* ---- the file ---- */

/* The profile, packed, behind a name. */
static cpn_code put_profile(job *j, const uint8_t *icc, size_t count) {
    static const uint8_t name[] = "icc\0";
    const size_t start = j->file.count, room = cdf_bound(count);
    if (!png_grow(&j->file, sizeof name + room + 24)) return CPN_NO_MEMORY;
    memcpy(j->file.bytes + start + 8, name, sizeof name);
    size_t made = 0;
    const cpn_code code = pack(USUAL, icc, count, j->file.bytes + start + 8 + sizeof name, room, &made);
    if (code != CPN_OK) return code;
    j->file.count += 8 + sizeof name + made;
    png_seal(&j->file, start, "iCCP");
    return CPN_OK;
}

cpn_code cpn_write(const uint8_t *rgb, int width, int height, int level, const uint8_t *icc, size_t icc_size,
                   cpn_stop stop, uint8_t **out, size_t *size) {
    job j = {.height = height, .level = level, .stop = stop};
    const size_t count = ((size_t)width * 3 + 1) * (size_t)height;
    uint8_t head[13] = {[8] = 8, [9] = PNG_RGB};
    png_put_number(head, (uint32_t)width);
    png_put_number(head + 4, (uint32_t)height);
    bool has_room = png_begin_lines(&j.lines, rgb, width) && png_grow(&j.file, 64);
    if (has_room) memcpy(j.file.bytes, "\x89PNG\r\n\x1A\n", 8), j.file.count = 8;
    has_room = has_room && png_put_chunk(&j.file, "IHDR", head, sizeof head);
    cpn_code code = has_room ? CPN_OK : CPN_NO_MEMORY;
    if (code == CPN_OK && icc_size > 0) code = put_profile(&j, icc, icc_size);
    if (code == CPN_OK) {
        code = count <= LARGEST_WHOLE && cdf_has_whole() ? write_whole(&j, count) : write_portions(&j);
    }
    png_end_lines(&j.lines);
    if (code == CPN_OK && !png_put_chunk(&j.file, "IEND", NULL, 0)) code = CPN_NO_MEMORY;
    if (code != CPN_OK) free(j.file.bytes), j.file.bytes = NULL;
    *out = j.file.bytes;
    *size = j.file.count;
    return code;
}

void cpn_free(uint8_t *bytes) { free(bytes); }
