/*
 * The built-in classes that pictures show, linked into the program. Made by Benchmarks/Learning/classes.py, which
 * describes the format; SOURCES.md beside this folder names the sources.
 */
#ifndef CCLASSESDATA_H
#define CCLASSESDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of classes.bin, which live as long as the program; their number goes to `count`. */
const uint8_t *ccd_classes(size_t *count);

#endif
