/* The functions of LibRaw that are used, as its C API has them from 0.19 on. */
#ifndef CRAWSHIM_LIBRARY_H
#define CRAWSHIM_LIBRARY_H

#include "crawshim.h"

/* LibRaw's own types: a handle of which nothing is read, and a picture in memory. */
typedef struct craw_handle craw_handle;
typedef struct craw_memory {
    int type;
    unsigned short height, width, colors, bits;
    unsigned int data_size;
    unsigned char data[];
} craw_memory;
/* Later versions give the offset 64 bits, of which the lower ones are enough. */
typedef void (*craw_data_handler)(void *context, const char *file, int offset);

#define CRAW_FUNCTIONS(use)                                                                                            \
    use(craw_handle *, libraw_init, (unsigned int flags))                                                              \
    use(int, libraw_open_buffer, (craw_handle *, const void *bytes, size_t count))                                     \
    use(int, libraw_unpack, (craw_handle *))                                                                           \
    use(int, libraw_get_raw_width, (craw_handle *))                                                                    \
    use(int, libraw_get_raw_height, (craw_handle *))                                                                   \
    use(int, libraw_get_iwidth, (craw_handle *))                                                                       \
    use(int, libraw_get_iheight, (craw_handle *))                                                                      \
    use(int, libraw_adjust_sizes_info_only, (craw_handle *))                                                           \
    use(float, libraw_get_cam_mul, (craw_handle *, int index))                                                         \
    use(void, libraw_set_user_mul, (craw_handle *, int index, float value))                                            \
    use(void, libraw_set_output_color, (craw_handle *, int value))                                                     \
    use(void, libraw_set_output_bps, (craw_handle *, int value))                                                       \
    use(void, libraw_set_dataerror_handler, (craw_handle *, craw_data_handler handler, void *context))                 \
    use(int, libraw_dcraw_process, (craw_handle *))                                                                    \
    use(craw_memory *, libraw_dcraw_make_mem_image, (craw_handle *, int *code))                                        \
    use(void, libraw_dcraw_clear_mem, (craw_memory *))                                                                 \
    use(void, libraw_close, (craw_handle *))                                                                           \
    use(const char *, libraw_strerror, (int code))

#define CRAW_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct craw_library {
    CRAW_FUNCTIONS(CRAW_MEMBER)
    void (*set_threads)(int count); /* of OpenMP; NULL where LibRaw works on one core */
} craw_library;
#undef CRAW_MEMBER

/* Opens the library and finds its functions. It stays open for as long as the process. */
craw_code craw_find(const char *names, craw_library *library, char *message);

#endif
