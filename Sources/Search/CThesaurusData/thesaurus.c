#include "cthesaurusdata.h"

static const uint8_t bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "thesaurus.bin"
#pragma clang diagnostic pop
};

const uint8_t *ctd_thesaurus(size_t *count) {
    *count = sizeof bytes;
    return bytes;
}
