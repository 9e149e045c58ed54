#include "cunicodedata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "compatibility.txt"
#pragma clang diagnostic pop
};

const uint8_t *cud_compatibility(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
