/*
 * The built-in thesaurus, linked into the program and searched in place: it needs no file and no parsing at run time.
 * Made by Benchmarks/Learning/thesaurus.py, which describes its format; SOURCES.md beside this folder names its source.
 */
#ifndef CTHESAURUSDATA_H
#define CTHESAURUSDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of thesaurus.bin, which live as long as the program; their number goes to `count`. */
const uint8_t *ctd_thesaurus(size_t *count);

#endif
