#include "CFuzzDriver.h"

#ifdef FUZZING
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*function)(const uint8_t *, size_t));
#endif

int cfd_run(int count, char **arguments, int (*function)(const uint8_t *, size_t)) {
#ifdef FUZZING
    return LLVMFuzzerRunDriver(&count, &arguments, function);
#else
    (void)count, (void)arguments, (void)function;
    return -1;
#endif
}
