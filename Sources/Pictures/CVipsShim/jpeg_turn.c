#include "jpeg.h"

#include <stdlib.h>

/* How the blocks of a picture, and the coefficients inside each block, change places. */
struct turn {
    int mirrors_x, mirrors_y; /* along the axes of the input */
    int swaps_axes; /* after the mirroring */
    unsigned char from[DCTSIZE2]; /* the place that a coefficient of the turned block has in the block of the input */
    JCOEF sign[DCTSIZE2];
};

/* All orientations are: mirror one axis, both or none; then swap the axes or do not. */
static struct turn turn_of(int orientation) {
    struct turn turn = {
        .mirrors_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8,
        .mirrors_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7,
        .swaps_axes = orientation >= 5,
    };
    for (int row = 0; row < DCTSIZE; row++) {
        for (int column = 0; column < DCTSIZE; column++) {
            int x = turn.swaps_axes ? row : column, y = turn.swaps_axes ? column : row;
            /* A cosine of odd frequency changes its sign with the direction; one of even frequency is symmetric. */
            int is_negative = (turn.mirrors_x && x % 2 == 1) != (turn.mirrors_y && y % 2 == 1);
            turn.from[row * DCTSIZE + column] = (unsigned char)(y * DCTSIZE + x);
            turn.sign[row * DCTSIZE + column] = is_negative ? -1 : 1;
        }
    }
    return turn;
}

/* The last block of a side may reach beyond the picture. Mirrored, what lies beyond would come first. */
static int is_whole(cvs_jpeg *jpeg, const char *name, unsigned side, int factor) {
    unsigned step = (unsigned)factor * DCTSIZE;
    if (side % step == 0) return 1;
    snprintf(jpeg->message, sizeof jpeg->message, "the %s of %u does not end with a whole block of %u", name, side,
             step);
    return 0;
}

static int is_possible(cvs_jpeg *jpeg, const struct turn *turn) {
    const struct jpeg_decompress_struct *in = &jpeg->in;
    if (in->num_components != 1 && in->num_components != 3) {
        snprintf(jpeg->message, sizeof jpeg->message, "a JPEG of %d components is not turned", in->num_components);
        return 0;
    }
    /* A single component is not interleaved, so its sampling factors mean nothing. */
    int is_gray = in->num_components == 1;
    int across = is_gray ? 1 : in->max_h_samp_factor, down = is_gray ? 1 : in->max_v_samp_factor;
    return (!turn->mirrors_x || is_whole(jpeg, "width", in->image_width, across)) &&
           (!turn->mirrors_y || is_whole(jpeg, "height", in->image_height, down));
}

static void swap_axes(struct jpeg_compress_struct *out, const struct turn *turn) {
    JDIMENSION width = out->image_width;
    out->image_width = out->image_height;
    out->image_height = width;
    for (int i = 0; i < out->num_components; i++) {
        jpeg_component_info *component = &out->comp_info[i];
        int factor = component->h_samp_factor;
        component->h_samp_factor = component->v_samp_factor;
        component->v_samp_factor = factor;
    }
    for (int i = 0; i < NUM_QUANT_TBLS; i++) {
        JQUANT_TBL *table = out->quant_tbl_ptrs[i];
        if (!table) continue;
        JQUANT_TBL stored = *table;
        for (int place = 0; place < DCTSIZE2; place++) table->quantval[place] = stored.quantval[turn->from[place]];
    }
}

static const jpeg_scan_info scan_per_component[3] = {
    {1, {0}, 0, DCTSIZE2 - 1, 0, 0}, {1, {1}, 0, DCTSIZE2 - 1, 0, 0}, {1, {2}, 0, DCTSIZE2 - 1, 0, 0}};

/* Everything but the coefficients. */
static void set_parameters(struct jpeg_compress_struct *out, j_decompress_ptr in, const struct turn *turn) {
    jpeg_copy_critical_parameters(in, out);
    /* The resolution is metadata, too; and it would have to be turned. */
    out->density_unit = 0;
    out->X_density = out->Y_density = 1;
    if (turn->swaps_axes) swap_axes(out, turn);
#if JPEG_LIB_VERSION >= 70
    out->jpeg_width = out->image_width;
    out->jpeg_height = out->image_height;
#endif
    if (out->num_components == 1) out->comp_info[0].h_samp_factor = out->comp_info[0].v_samp_factor = 1;
    out->optimize_coding = TRUE;
    int blocks = 0;
    for (int i = 0; i < out->num_components; i++) {
        blocks += out->comp_info[i].h_samp_factor * out->comp_info[i].v_samp_factor;
    }
    if (blocks > C_MAX_BLOCKS_IN_MCU) {
        /* Too many to be interleaved, which both other kinds of file do; so it becomes one scan for each component. */
        out->scan_info = scan_per_component;
        out->num_scans = out->num_components;
    } else if (in->progressive_mode) {
        jpeg_simple_progression(out);
    }
}

/* libjpeg counts blocks up to a whole group of a component; those beyond the picture stay zero, and are not written. */
static jvirt_barray_ptr make_blocks(struct jpeg_compress_struct *out, const jpeg_component_info *source,
                                    const jpeg_component_info *target, const struct turn *turn) {
    JDIMENSION columns = turn->swaps_axes ? source->height_in_blocks : source->width_in_blocks;
    JDIMENSION rows = turn->swaps_axes ? source->width_in_blocks : source->height_in_blocks;
    JDIMENSION across = (JDIMENSION)target->h_samp_factor, down = (JDIMENSION)target->v_samp_factor;
    return out->mem->request_virt_barray((j_common_ptr)out, JPOOL_IMAGE, TRUE, columns + across - 1, rows + down - 1,
                                         down);
}

/* Fills the blocks of one component, from the top down as libjpeg demands of a new array. */
static void move_blocks(j_decompress_ptr in, jvirt_barray_ptr from, struct jpeg_compress_struct *out,
                        jvirt_barray_ptr to, int index, const struct turn *turn) {
    const jpeg_component_info *source = &in->comp_info[index], *target = &out->comp_info[index];
    for (JDIMENSION row = 0; row < target->height_in_blocks; row++) {
        out->progress->progress_monitor((j_common_ptr)out);
        JBLOCKROW made = out->mem->access_virt_barray((j_common_ptr)out, to, row, 1, TRUE)[0];
        for (JDIMENSION column = 0; column < target->width_in_blocks; column++) {
            JDIMENSION x = turn->swaps_axes ? row : column, y = turn->swaps_axes ? column : row;
            if (turn->mirrors_x) x = source->width_in_blocks - 1 - x;
            if (turn->mirrors_y) y = source->height_in_blocks - 1 - y;
            const JCOEF *block = in->mem->access_virt_barray((j_common_ptr)in, from, y, 1, FALSE)[0][x];
            for (int i = 0; i < DCTSIZE2; i++) made[column][i] = (JCOEF)(turn->sign[i] * block[turn->from[i]]);
        }
    }
}

/* libjpeg writes into a larger buffer of its own when ours is full; the larger one is kept in any case. */
static void keep_larger_buffer(cvs_jpeg *jpeg) {
    if (jpeg->written == jpeg->buffer) return;
    free(jpeg->buffer);
    jpeg->buffer = jpeg->written;
    jpeg->capacity = jpeg->written_size;
}

static cvs_code transcode(cvs_jpeg *jpeg, const uint8_t *file, size_t count, struct jpeg_compress_struct *out,
                          const struct turn *turn) {
    struct jpeg_decompress_struct *in = &jpeg->in;
    if (setjmp(jpeg->escape)) {
        /* libjpeg names a larger buffer at the end of a file only, and forgets it otherwise. */
        if (jpeg->is_writing) out->dest->term_destination(out);
        keep_larger_buffer(jpeg);
        if (jpeg->reason != CVS_OK) return jpeg->reason;
        /* What was read whole and cannot be written, such as tables that change between scans, can be decoded. */
        return jpeg->is_writing ? CVS_FAILED : CVS_UNDECODABLE;
    }
    /* A fresh decoder: a file that lacks tables must not be read with those of the file before. */
    jpeg_destroy_decompress(in);
    jpeg_create_decompress(in);
    in->progress = &jpeg->progress;
    jpeg_mem_src(in, file, count);
    jpeg_read_header(in, TRUE);
    jpeg->has_one_scan = !jpeg_has_multiple_scans(in);
    if (!is_possible(jpeg, turn)) return CVS_FAILED;
    jvirt_barray_ptr *stored = jpeg_read_coefficients(in);
    if (jpeg->truncated) return CVS_TRUNCATED;
    jpeg->written_size = jpeg->capacity;
    jpeg_create_compress(out);
    out->progress = &jpeg->progress;
    jpeg_mem_dest(out, &jpeg->written, &jpeg->written_size);
    jpeg->is_writing = 1;
    set_parameters(out, in, turn);
    jvirt_barray_ptr turned[3];
    for (int i = 0; i < out->num_components; i++) {
        turned[i] = make_blocks(out, &in->comp_info[i], &out->comp_info[i], turn);
    }
    jpeg_write_coefficients(out, turned);
    for (int i = 0; i < out->num_components; i++) move_blocks(in, stored[i], out, turned[i], i, turn);
    jpeg_finish_compress(out);
    keep_larger_buffer(jpeg);
    return CVS_OK;
}

cvs_code cvs_jpeg_turn(cvs_jpeg *jpeg, const uint8_t *file, size_t count, int orientation, int max_scans,
                       cvs_stop stop, const uint8_t **result, size_t *size) {
    jpeg->message[0] = 0;
    jpeg->reason = CVS_OK;
    jpeg->has_one_scan = jpeg->at_end = jpeg->truncated = jpeg->is_writing = 0;
    jpeg->max_scans = max_scans;
    jpeg->stop = stop;
    jpeg->written = jpeg->buffer;
    if (orientation < 2 || orientation > 8) {
        snprintf(jpeg->message, sizeof jpeg->message, "orientation %d turns nothing", orientation);
        return CVS_FAILED;
    }
    struct turn turn = turn_of(orientation);
    /*
     * An encoder of its own: libjpeg leaves the Huffman tables that it optimizes in the encoder, where they would be
     * taken for the standard ones of the next picture.
     */
    struct jpeg_compress_struct out = {.err = &jpeg->errors, .client_data = jpeg, .progress = &jpeg->progress};
    cvs_code code = transcode(jpeg, file, count, &out, &turn);
    jpeg_destroy_compress(&out);
    jpeg_abort_decompress(&jpeg->in);
    if (code != CVS_OK) return code;
    *result = jpeg->buffer;
    *size = jpeg->written_size;
    return CVS_OK;
}
