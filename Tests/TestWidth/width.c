// The number of tests that run at a time: twice the cores. Swift Testing starts all at once otherwise, and the time limit
// of each then counts the wait for all others, so that a limit of minutes fails on a busy machine. It reads the variable
// before the first test; whoever sets it keeps it.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void limit_width(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char width[24];
    snprintf(width, sizeof width, "%ld", cores < 2 ? 4 : 2 * cores);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
