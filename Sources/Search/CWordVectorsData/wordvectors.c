#include "cwordvectorsdata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "wordvectors.bin"
#pragma clang diagnostic pop
};

const uint8_t *cwv_vectors(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
