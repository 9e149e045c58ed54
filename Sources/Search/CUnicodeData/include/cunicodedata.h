/*
 * The compatibility decompositions of Unicode, which neither Swift's library nor FoundationEssentials has.
 * Made by Benchmarks/Learning/compatibility.py, which describes the format; SOURCES.md beside this folder names the
 * source.
 */
#ifndef CUNICODEDATA_H
#define CUNICODEDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of compatibility.txt, which live as long as the program; their number goes to `count`. */
const uint8_t *cud_compatibility(size_t *count);

#endif
