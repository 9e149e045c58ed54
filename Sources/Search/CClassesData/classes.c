#include "cclassesdata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "classes.bin"
#pragma clang diagnostic pop
};

const uint8_t *ccd_classes(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
