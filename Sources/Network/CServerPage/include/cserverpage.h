/*
 * The files of the page that the server shows in a browser, linked into the program. They stand beside the Swift code that
 * serves them, in SearchServer/Page: a compiler of Swift takes half a minute for as many bytes in an array literal.
 */
#ifndef CSERVERPAGE_H
#define CSERVERPAGE_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the file at this place, which live as long as the program; its name goes to `name`, their number to
 * `count`. Null behind the last one. */
const uint8_t *csp_file(size_t index, const char **name, size_t *count);

#endif
