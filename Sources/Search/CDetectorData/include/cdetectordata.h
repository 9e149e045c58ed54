/*
 * The parameters of the detection head, linked into the program: it needs no file at run time.
 * Made by Benchmarks/Learning/detector; SOURCES.md beside this folder names what they were learned from.
 */
#ifndef CDETECTORDATA_H
#define CDETECTORDATA_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of detector.bin, which live as long as the program; their number goes to `count`. */
const uint8_t *cdt_detector(size_t *count);

/* The bytes of scorer.bin, which ranks what may be objects. */
const uint8_t *cdt_scorer(size_t *count);

#endif
