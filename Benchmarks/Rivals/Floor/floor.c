/*
 * The floor: the least that a folder of JPEGs can cost with libjpeg-turbo. Scaled decode, box shrink, encode,
 * write; no orientation, no color management, no metadata. A lower bound to compare with, not a tool to use.
 *
 *     floor SIZE QUALITY OUTDIR THREADS [FILE...]     (without FILE: one path a line on standard input)
 *
 * SIZE is the longest side in pixels, never enlarged; QUALITY is libjpeg's 1..100, 4:4:4. Each output has the file
 * name of its input. Exit code 1 when a file failed, 2 for wrong arguments.
 */
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jpeglib.h>

#include "box.h"

enum { ROWS = 16 };

static struct {
    size_t size;
    int quality;
    const char *folder;
    char **paths;
    size_t count;
} job;
static atomic_size_t next_path, failures;

/* What a thread keeps from picture to picture. */
typedef struct worker {
    struct jpeg_decompress_struct decoder;
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    box box;
    uint8_t *input, *rows, *line, *output;
    size_t input_room, rows_room, line_room, output_room;
} worker;

static void fail(j_common_ptr codec) { longjmp(((worker *)codec->client_data)->failed, 1); }

static void keep_quiet(j_common_ptr codec, int level) { (void)codec, (void)level; }

static void grow(worker *w, uint8_t **buffer, size_t *room, size_t need) {
    if (need <= *room) return;
    free(*buffer);
    *buffer = malloc(need);
    *room = *buffer ? need : 0;
    if (!*buffer) longjmp(w->failed, 1);
}

static size_t read_file(worker *w, const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0) longjmp(w->failed, 1);
    if (fstat(file, &status) == 0) grow(w, &w->input, &w->input_room, (size_t)status.st_size);
    ssize_t length = read(file, w->input, w->input_room);
    close(file);
    if (length <= 0) longjmp(w->failed, 1);
    return (size_t)length;
}

static void write_file(worker *w, const char *source, const uint8_t *bytes, size_t length) {
    char path[4096];
    const char *slash = strrchr(source, '/');
    snprintf(path, sizeof path, "%s/%s", job.folder, slash ? slash + 1 : source);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) longjmp(w->failed, 1);
    ssize_t written = write(file, bytes, length);
    if (close(file) != 0 || written != (ssize_t)length) longjmp(w->failed, 1);
}

static size_t rounded(size_t side, size_t longest) {
    size_t out = (side * job.size * 2 + longest) / (longest * 2);
    return out ? out : 1;
}

static void shrink(worker *w, const char *path) {
    struct jpeg_decompress_struct *in = &w->decoder;
    struct jpeg_compress_struct *out = &w->encoder;

    size_t input = read_file(w, path);
    jpeg_mem_src(in, w->input, input);
    jpeg_read_header(in, TRUE);
    size_t width = in->image_width, height = in->image_height;
    size_t longest = width > height ? width : height;
    if (longest > job.size) width = rounded(width, longest), height = rounded(height, longest);
    in->out_color_space = JCS_RGB;
    for (in->scale_denom = 8; in->scale_denom > 1; in->scale_denom /= 2) {
        jpeg_calc_output_dimensions(in);
        if (in->output_width >= width && in->output_height >= height) break;
    }
    jpeg_start_decompress(in);

    size_t stride = (size_t)in->output_width * 3;
    grow(w, &w->rows, &w->rows_room, stride * ROWS);
    grow(w, &w->line, &w->line_room, width * 3 + 8);
    grow(w, &w->output, &w->output_room, width * height * 3 + 65536);
    if (box_begin(&w->box, in->output_width, in->output_height, width, height)) longjmp(w->failed, 1);
    JSAMPROW rows[ROWS];
    for (size_t i = 0; i < ROWS; i++) rows[i] = w->rows + i * stride;

    unsigned char *bytes = w->output;
    unsigned long length = w->output_room;
    jpeg_mem_dest(out, &bytes, &length);
    out->image_width = (JDIMENSION)width, out->image_height = (JDIMENSION)height;
    out->input_components = 3, out->in_color_space = JCS_RGB;
    jpeg_set_defaults(out);
    jpeg_set_quality(out, job.quality, TRUE);
    out->comp_info[0].h_samp_factor = out->comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(out, TRUE);

    int same = in->output_width == width && in->output_height == height;
    while (in->output_scanline < in->output_height) {
        JDIMENSION count = jpeg_read_scanlines(in, rows, ROWS);
        if (same) {
            jpeg_write_scanlines(out, rows, count);
            continue;
        }
        for (JDIMENSION i = 0; i < count; i++)
            if (box_add(&w->box, rows[i], w->line)) jpeg_write_scanlines(out, &w->line, 1);
    }
    jpeg_finish_compress(out);
    jpeg_finish_decompress(in);
    write_file(w, path, bytes, length);
}

static void *work(void *unused) {
    worker *w = calloc(1, sizeof *w);
    if (!w) exit(1);
    w->decoder.err = w->encoder.err = jpeg_std_error(&w->errors);
    w->errors.error_exit = fail, w->errors.emit_message = keep_quiet;
    w->decoder.client_data = w->encoder.client_data = w;
    jpeg_create_decompress(&w->decoder);
    jpeg_create_compress(&w->encoder);
    for (size_t i; (i = atomic_fetch_add(&next_path, 1)) < job.count;) {
        if (setjmp(w->failed) == 0) {
            shrink(w, job.paths[i]);
        } else {
            fprintf(stderr, "floor: cannot shrink %s\n", job.paths[i]);
            atomic_fetch_add(&failures, 1);
            jpeg_abort_decompress(&w->decoder);
            jpeg_abort_compress(&w->encoder);
        }
    }
    jpeg_destroy_decompress(&w->decoder);
    jpeg_destroy_compress(&w->encoder);
    box_free(&w->box);
    free(w->input), free(w->rows), free(w->line), free(w->output), free(w);
    return unused;
}

static void read_list(void) {
    size_t room = 0, line_room = 0;
    char *line = NULL;
    for (ssize_t length; (length = getline(&line, &line_room, stdin)) > 0;) {
        if (line[length - 1] == '\n') line[--length] = 0;
        if (length == 0) continue;
        if (job.count == room) job.paths = realloc(job.paths, (room = room * 2 + 64) * sizeof *job.paths);
        if (!job.paths) exit(1);
        job.paths[job.count++] = strdup(line);
    }
    free(line);
}

int main(int count, char **arguments) {
    if (count < 5 || atoi(arguments[1]) < 1 || atoi(arguments[2]) < 1 || atoi(arguments[4]) < 1) {
        fprintf(stderr, "usage: floor SIZE QUALITY OUTDIR THREADS [FILE...] (or paths on standard input)\n");
        return 2;
    }
    job.size = (size_t)atoi(arguments[1]), job.quality = atoi(arguments[2]), job.folder = arguments[3];
    job.paths = arguments + 5, job.count = (size_t)count - 5;
    if (job.count == 0) job.paths = NULL, read_list();
    /* Keep freed memory: giving it back and faulting it in again costs more than the box shrink. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);

    int threads = atoi(arguments[4]);
    pthread_t ids[256];
    if (threads > 256) threads = 256;
    for (int i = 1; i < threads; i++)
        if (pthread_create(&ids[i], NULL, work, NULL)) return 1;
    work(NULL);
    for (int i = 1; i < threads; i++) pthread_join(ids[i], NULL);
    return atomic_load(&failures) ? 1 : 0;
}
