#include "png.h"

#include <math.h>
#include <pthread.h>

/*
 * Gray of 16 bits to 8 as libvips does it, so that the same file gives the same picture whoever decodes it: through light,
 * of which 256 levels have an exact place on the curve of sRGB, with straight lines between them.
 */
static uint8_t levels[65536];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
    float places[257];
    for (int i = 0; i < 257; i++) {
        const double light = fmin(i / 255.0, 1);
        places[i] = (float)rint(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055));
    }
    for (int i = 0; i < 65536; i++) {
        const double sample = i / 65535.0;
        const float light = (float)(sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4));
        /* The weights of red, green and blue, in single precision. */
        const float step = (0.2F * light + 0.7F * light + 0.1F * light) * 255;
        const int low = (int)step;
        levels[i] = (uint8_t)rintf(places[low] + (places[low + 1] - places[low]) * (step - (float)low));
    }
}

const uint8_t *png_gray_levels(void) {
    pthread_once(&once, make);
    return levels;
}
