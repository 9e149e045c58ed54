/*
 * The files of the pages that the server shows and of those that the command writes, linked into the program: a page
 * loads nothing from elsewhere, and a compiler of Swift takes half a minute for as many bytes in an array literal.
 */
#ifndef CPAGEFILES_H
#define CPAGEFILES_H

#include <stddef.h>
#include <stdint.h>

/* A file by its path below the folder of this target, such as "Server/app.js". It lives as long as the program. */
typedef struct {
    const char *path;
    const uint8_t *bytes;
    size_t count;
} cpf_file;

/* The file at this place; null behind the last one. */
const cpf_file *cpf_file_at(size_t index);

#endif
