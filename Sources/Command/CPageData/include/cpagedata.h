/*
 * Styles, scripts and drawings of the pages that the command writes, linked into the program: a page loads nothing.
 */
#ifndef CPAGEDATA_H
#define CPAGEDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the file with this name, which live as long as the program; their number goes to `count`. Null for a
 * name that is not in the folder of this target. */
const uint8_t *cpd_page(const char *name, size_t *count);

#endif
