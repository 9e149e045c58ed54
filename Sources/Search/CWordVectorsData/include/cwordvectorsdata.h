/*
 * The built-in vectors of words, linked into the program and searched in place: they need no file and no parsing at run
 * time. Made by Benchmarks/Learning/wordvectors.py, which describes the format; SOURCES.md beside this folder names the
 * sources.
 */
#ifndef CWORDVECTORSDATA_H
#define CWORDVECTORSDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of wordvectors.bin, which live as long as the program; their number goes to `count`. */
const uint8_t *cwv_vectors(size_t *count);

#endif
