/*
 * The parameters of the built-in descriptor, linked into the program: it needs no file at run time.
 * Made by Benchmarks/Learning; SOURCES.md beside this folder names what they were learned from.
 */
#ifndef CDESCRIPTORDATA_H
#define CDESCRIPTORDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of descriptor.bin, which live as long as the program; their number goes to `count`. */
const uint8_t *cdd_descriptor(size_t *count);

/* The same of former.bin, the parameters of the version before: stores that were made with them keep answering. */
const uint8_t *cdd_former(size_t *count);

#endif
