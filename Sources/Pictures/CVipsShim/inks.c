#include "libvips.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t inks[] = {
#embed "Inks/inks.icc"
};

const uint8_t *cvs_inks(size_t *size) {
    *size = sizeof inks;
    return inks;
}
