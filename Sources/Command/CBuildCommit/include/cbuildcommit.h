/*
 * The commit that the program was built from.
 */
#ifndef CBUILDCOMMIT_H
#define CBUILDCOMMIT_H

/* The hash in hexadecimal digits, and a line break; empty where the sources are no Git checkout, or that of a branch other
 * than main. */
const char *cbc_commit(void);

#endif
