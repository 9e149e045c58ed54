#ifndef CFUZZDRIVER_H
#define CFUZZDRIVER_H

#include <stddef.h>
#include <stdint.h>

/// Hands inputs of libFuzzer to `function` until its options in `arguments` say that it is enough.
///
/// Returns its exit status; -1 where the program was built without libFuzzer.
int cfd_run(int count, char **arguments, int (*function)(const uint8_t *bytes, size_t count));

#endif
