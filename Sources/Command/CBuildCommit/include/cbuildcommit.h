/*
 * The commit that the program was built from. It stands alone, so that another commit compiles one file again.
 */
#ifndef CBUILDCOMMIT_H
#define CBUILDCOMMIT_H

/* The hash in hexadecimal digits; empty where the sources are no Git checkout. */
const char *cbc_commit(void);

#endif
