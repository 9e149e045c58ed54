#ifndef CVIPSSHIM_JPEG_H
#define CVIPSSHIM_JPEG_H

#include "cvipsshim.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

struct cvs_jpeg {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    char message[CVS_MESSAGE_SIZE];
    struct jpeg_decompress_struct in;
    struct jpeg_compress_struct out;
    cvs_code reason; /* why the library was left, when not because of the data */
    int has_one_scan;
    int at_end; /* the file ended, with or without its pixels */
    int truncated; /* rows are missing; reported once */
    int max_scans;
    cvs_stop stop;
    unsigned char *buffer; /* holds the last encoded file */
    unsigned long capacity;
    unsigned char *written; /* where libjpeg wrote: buffer, or a larger one of its own */
    unsigned long written_size;
    int has_own_tables; /* libjpeg keeps the Huffman tables of a progressive file for the next one */
    int is_writing; /* libjpeg has the buffer */
    jvirt_barray_ptr arrays; /* of coefficients, of the picture that is read */
    void *mapping; /* holds them */
    size_t mapped;
    void (*realize_others)(j_common_ptr); /* libjpeg's own */
};

/* Has the decoder keep the coefficients of progressive pictures in a mapping. For a new decoder. */
void cvs_jpeg_take_memory(cvs_jpeg *jpeg);

/* Returns the mapping; nobody may use the coefficients any more. */
void cvs_jpeg_free_memory(cvs_jpeg *jpeg);

#endif
