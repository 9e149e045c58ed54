#include "cpagedata.h"

#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t bird_svg[] = {
#embed "bird.svg"
};
static const uint8_t duplicates_css[] = {
#embed "duplicates.css"
};
static const uint8_t hits_css[] = {
#embed "hits.css"
};
static const uint8_t hits_js[] = {
#embed "hits.js"
};
static const uint8_t lens_svg[] = {
#embed "lens.svg"
};
static const uint8_t recommend_css[] = {
#embed "recommend.css"
};
static const uint8_t report_css[] = {
#embed "report.css"
};
static const uint8_t report_js[] = {
#embed "report.js"
};
static const uint8_t scene_css[] = {
#embed "scene.css"
};
static const uint8_t scene_js[] = {
#embed "scene.js"
};
static const uint8_t searches_css[] = {
#embed "searches.css"
};
#pragma clang diagnostic pop

static const struct {
    const char *name;
    const uint8_t *bytes;
    size_t count;
} files[] = {
    {"bird.svg", bird_svg, sizeof bird_svg},
    {"duplicates.css", duplicates_css, sizeof duplicates_css},
    {"hits.css", hits_css, sizeof hits_css},
    {"hits.js", hits_js, sizeof hits_js},
    {"lens.svg", lens_svg, sizeof lens_svg},
    {"recommend.css", recommend_css, sizeof recommend_css},
    {"report.css", report_css, sizeof report_css},
    {"report.js", report_js, sizeof report_js},
    {"scene.css", scene_css, sizeof scene_css},
    {"scene.js", scene_js, sizeof scene_js},
    {"searches.css", searches_css, sizeof searches_css},
};

const uint8_t *cpd_page(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].name, name) == 0) {
            *count = files[index].count;
            return files[index].bytes;
        }
    }
    *count = 0;
    return NULL;
}
