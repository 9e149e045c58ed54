#include "cdescriptordata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "descriptor.bin"
#pragma clang diagnostic pop
};

const uint8_t *cdd_descriptor(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
