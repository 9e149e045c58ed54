#include "internal.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vips/vips.h>

double cvs_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static gpointer tune_once(gpointer unused) {
  (void)unused;
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 2);
  /* Whole frames go back to the system at once; rows, tables and pictures of up to 1024 pixels are used again. */
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
  return NULL;
}

void cvs_tune_memory(void) {
  static GOnce once = G_ONCE_INIT;
  g_once(&once, tune_once, NULL);
}

void cvs_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void cvs_free(void *bytes) { free(bytes); }

/* What libvips has to say about a picture is in the result; it must not appear on the caller's terminal. */
static void stay_silent(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer unused) {
  (void)domain, (void)level, (void)message, (void)unused;
}

/* The formats that a caller may opt in to are let through again: Magpie names each loader itself. */
static gpointer start_once(gpointer unused) {
  (void)unused;
  cvs_tune_memory();
  if (vips_init("magpie")) return GINT_TO_POINTER(-1);
  atexit(vips_shutdown);
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, stay_silent, NULL);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoadMatrix", TRUE);
  vips_operation_block_set("VipsForeignLoadSvg", FALSE);
  vips_operation_block_set("VipsForeignLoadPdf", FALSE);
  vips_operation_block_set("VipsForeignLoadJxl", FALSE);
  return GINT_TO_POINTER(0);
}

int cvs_start(void) {
  static GOnce once = G_ONCE_INIT;
  return GPOINTER_TO_INT(g_once(&once, start_once, NULL));
}

void cvs_take_message(char *message) {
  char *text = vips_error_buffer_copy();
  g_strlcpy(message, g_strstrip(text), CVS_MESSAGE_SIZE);
  g_free(text);
}
