#include "cdescriptordata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "former.bin"
#pragma clang diagnostic pop
};

const uint8_t *cdd_former(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
