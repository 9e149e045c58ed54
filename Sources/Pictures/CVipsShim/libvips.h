#ifndef CVIPSSHIM_LIBVIPS_H
#define CVIPSSHIM_LIBVIPS_H

#include "cvipsshim.h"

#include <stdbool.h>
#include <vips/vips.h>

/* Newer versions of GLib wrap these in macros, which would get in the way of members of the same name. */
#undef g_object_ref
#undef g_free

/*
 * Every function of libvips, GLib and GObject that the shim calls.
 *
 * libvips is opened when the first picture needs it, and not linked: it brings a hundred libraries along, which cost
 * each start of a process 30 ms of CPU, also where it only reads JPEGs or no picture at all.
 */
#define CVS_VIPS_FUNCTIONS(X)                                                                                          \
    X(vips_init)                                                                                                       \
    X(vips_version_string)                                                                                             \
    X(vips_shutdown)                                                                                                   \
    X(vips_thread_shutdown)                                                                                            \
    X(vips_concurrency_set)                                                                                            \
    X(vips_cache_set_max)                                                                                              \
    X(vips_block_untrusted_set)                                                                                        \
    X(vips_operation_block_set)                                                                                        \
    X(vips_error_buffer)                                                                                               \
    X(vips_error_buffer_copy)                                                                                          \
    X(vips_type_find)                                                                                                  \
    X(vips_operation_new)                                                                                              \
    X(vips_object_build)                                                                                               \
    X(vips_object_unref_outputs)                                                                                       \
    X(vips_object_local_array)                                                                                         \
    X(vips_blob_new)                                                                                                   \
    X(vips_area_unref)                                                                                                 \
    X(vips_image_new)                                                                                                  \
    X(vips_image_new_from_memory)                                                                                      \
    X(vips_image_copy_memory)                                                                                          \
    X(vips_image_write_to_memory)                                                                                      \
    X(vips_image_get_page_height)                                                                                      \
    X(vips_image_set_int)                                                                                              \
    X(vips_image_set_array_int)                                                                                        \
    X(vips_image_hasalpha)                                                                                             \
    X(vips_image_guess_interpretation)                                                                                 \
    X(vips_image_get_typeof)                                                                                           \
    X(vips_image_get_blob)                                                                                             \
    X(vips_image_set_blob_copy)                                                                                        \
    X(vips_region_new)                                                                                                 \
    X(vips_region_prepare)                                                                                             \
    X(vips_copy)                                                                                                       \
    X(vips_extract_band)                                                                                               \
    X(vips_extract_area)                                                                                               \
    X(vips_addalpha)                                                                                                   \
    X(vips_embed)                                                                                                      \
    X(vips_bandjoin2)                                                                                                  \
    X(vips_unpremultiply)                                                                                              \
    X(vips_rshift_const1)                                                                                              \
    X(vips_linear1)                                                                                                    \
    X(vips_cast_uchar)                                                                                                 \
    X(vips_cast_ushort)                                                                                                \
    X(vips_colourspace)                                                                                                \
    X(vips_maplut)                                                                                                     \
    X(vips_icc_transform)                                                                                              \
    X(vips_pngsave_buffer)                                                                                             \
    X(vips_webpsave_buffer)                                                                                            \
    X(vips_gifsave_buffer)                                                                                             \
    X(vips_heifsave_buffer)                                                                                            \
    X(vips_jxlsave_buffer)                                                                                             \
    X(vips_image_set_progress)                                                                                         \
    X(vips_image_set_kill)                                                                                             \
    X(g_signal_connect_data)                                                                                           \
    X(g_log_set_handler)                                                                                               \
    X(g_object_get)                                                                                                    \
    X(g_object_ref)                                                                                                    \
    X(g_object_set)                                                                                                    \
    X(g_object_unref)                                                                                                  \
    X(g_free)

/* The functions by their names, with the types of the headers. */
typedef struct cvs_vips {
#define CVS_MEMBER(name) __typeof__(name) *_Nonnull name;
    CVS_VIPS_FUNCTIONS(CVS_MEMBER)
#undef CVS_MEMBER
} cvs_vips;

/*
 * Opens and starts libvips once, whoever comes first. NULL when it is not there or does not start; `message` then
 * says why.
 */
const cvs_vips *_Nullable cvs_libvips(char *_Nonnull message);

/* The code where cvs_libvips gave NULL: CVS_NO_MEMORY where libvips is there and there is no room for it. */
cvs_code cvs_no_libvips(void);

/* True where libvips, or a module of it with a format, is there and this process had no room for it. */
bool cvs_lacks_memory(void);

/*
 * The profile of inks that say nothing of themselves. With the relative intent their colors are the same with each version of
 * libvips; with the perceptual one newer versions make black blacker, whatever they are told.
 */
const uint8_t *_Nonnull cvs_inks(size_t *_Nonnull size);

/* Takes the text out of libvips' error buffer, which all threads share: it may be another thread's, or empty. */
void cvs_take_message(const cvs_vips *_Nonnull vips, char *_Nonnull message);

/*
 * Takes the text of a call that failed, and returns CVS_NO_MEMORY where memory was the reason, `otherwise` where it was
 * not. The caller has set errno to 0 before the call: the decoders that libvips uses give most often no reason.
 */
cvs_code cvs_take_failure(const cvs_vips *_Nonnull vips, cvs_code otherwise, char *_Nonnull message);

#endif
