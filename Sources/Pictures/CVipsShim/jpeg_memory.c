/*
 * The coefficients of a progressive JPEG, of which all scans must be read before the first row: two to six bytes a pixel
 * that are touched once or twice. libjpeg takes them in pieces of a megabyte with pages of 4 KiB. Here they are one
 * mapping with huge pages, which saves a tenth of the CPU of such a picture.
 */
#define _GNU_SOURCE
#include "jpeg.h"

#include <stdlib.h>
#include <sys/mman.h>

#include <jerror.h>

enum { HUGE_PAGE = 2 << 20 };

/* libjpeg knows the type by name alone. */
struct jvirt_barray_control {
    JBLOCKARRAY rows; /* nil until all arrays are asked for */
    JDIMENSION count, width, most;
    struct jvirt_barray_control *next;
};

static cvs_jpeg *owner(j_common_ptr common) { return common->client_data; }

static jvirt_barray_ptr ask(j_common_ptr common, int pool, boolean is_zero, JDIMENSION width, JDIMENSION count,
                            JDIMENSION most) {
    (void)is_zero; /* new pages are */
    cvs_jpeg *jpeg = owner(common);
    jvirt_barray_ptr array = common->mem->alloc_small(common, pool, sizeof *array);
    *array = (struct jvirt_barray_control){NULL, count, width, most, jpeg->arrays};
    jpeg->arrays = array;
    return array;
}

static void fail(j_common_ptr common) {
    common->err->msg_code = JERR_OUT_OF_MEMORY;
    common->err->msg_parm.i[0] = 0;
    common->err->error_exit(common);
}

static void map(j_common_ptr common) {
    cvs_jpeg *jpeg = owner(common);
    size_t blocks = 0;
    for (jvirt_barray_ptr array = jpeg->arrays; array; array = array->next)
        if (!array->rows) blocks += (size_t)array->width * array->count;
    if (blocks > 0) {
        /* Libraries before 3 realize once a picture, later ones too: a second mapping would have no place to be kept. */
        if (jpeg->mapping) fail(common);
        const size_t size = blocks * sizeof(JBLOCK), room = size < HUGE_PAGE ? size : size + HUGE_PAGE;
        void *start = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start == MAP_FAILED) fail(common);
        jpeg->mapping = start;
        jpeg->mapped = room;
        JBLOCKROW row = start;
        if (room > size) {
            row = (JBLOCKROW)(((uintptr_t)start + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
#ifdef MADV_HUGEPAGE
            madvise(row, size, MADV_HUGEPAGE);
#endif
        }
        for (jvirt_barray_ptr array = jpeg->arrays; array; array = array->next) {
            if (array->rows) continue;
            array->rows = common->mem->alloc_small(common, JPOOL_IMAGE, array->count * sizeof(JBLOCKROW));
            for (JDIMENSION y = 0; y < array->count; y++, row += array->width) array->rows[y] = row;
        }
    }
    jpeg->realize_others(common);
}

static JBLOCKARRAY access_rows(j_common_ptr common, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count,
                               boolean is_written) {
    (void)is_written;
    if (!array->rows || count > array->most || first > array->count || count > array->count - first) {
        common->err->msg_code = JERR_BAD_VIRTUAL_ACCESS;
        common->err->error_exit(common);
    }
    return array->rows + first;
}

void cvs_jpeg_take_memory(cvs_jpeg *jpeg) {
    struct jpeg_memory_mgr *memory = jpeg->in.mem;
    jpeg->realize_others = memory->realize_virt_arrays;
    memory->request_virt_barray = ask;
    memory->realize_virt_arrays = map;
    memory->access_virt_barray = access_rows;
}

void cvs_jpeg_free_memory(cvs_jpeg *jpeg) {
    if (jpeg->mapping) munmap(jpeg->mapping, jpeg->mapped);
    jpeg->mapping = NULL;
    jpeg->arrays = NULL;
}
