#include "cdetectordata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "scorer.bin"
#pragma clang diagnostic pop
};

const uint8_t *cdt_scorer(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
