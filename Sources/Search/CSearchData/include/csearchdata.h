/*
 * The files that are linked into programs, which need none at run time. Benchmarks/Learning makes them, except for the
 * words of phrases and the codes of languages, and SOURCES.md beside each names its sources.
 */
#ifndef CSEARCHDATA_H
#define CSEARCHDATA_H

#include <stddef.h>
#include <stdint.h>

/* The list of the files. A new one has a line here and three in data.c. */
#define CSD_FILES(FILE)                                                                                               \
    FILE(classes)       /* the classes that pictures show */                                                          \
    FILE(compatibility) /* the decompositions of Unicode that Swift's library lacks */                                \
    FILE(descriptor)    /* the parameters of the built-in descriptor */                                               \
    FILE(former)        /* those of the version before: stores that were made with them keep answering */             \
    FILE(detector)      /* the parameters of the detection head */                                                    \
    FILE(languages)     /* the codes of languages */                                                                  \
    FILE(phrases)       /* English words that make conditions of typed phrases */                                     \
    FILE(phrases_de)    /* German words of phrases, stop words and endings */                                         \
    FILE(phrases_fr)    /* French words of phrases, stop words and endings */                                         \
    FILE(phrases_es)    /* Spanish words of phrases, stop words and endings */                                        \
    FILE(phrases_it)    /* Italian words of phrases, stop words and endings */                                        \
    FILE(phrases_nl)    /* Dutch words of phrases, stop words and endings */                                          \
    FILE(scorer)        /* the parameters that rank possible objects */                                               \
    FILE(thesaurus)     /* English terms and their senses */                                                          \
    FILE(wordvectors)   /* the vectors of English words */

/* csd_NAME returns the bytes of a file, which live as long as the program; their number goes to `count`. */
#define CSD_DECLARATION(name) const uint8_t *csd_##name(size_t *count);
CSD_FILES(CSD_DECLARATION)

#endif
