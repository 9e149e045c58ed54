#include "cserverpage.h"

#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t api_js[] = {
#embed "../SearchServer/Page/api.js"
};
static const uint8_t app_js[] = {
#embed "../SearchServer/Page/app.js"
};
static const uint8_t bird_svg[] = {
#embed "../SearchServer/Page/bird.svg"
};
static const uint8_t branches_js[] = {
#embed "../SearchServer/Page/branches.js"
};
static const uint8_t colors_js[] = {
#embed "../SearchServer/Page/colors.js"
};
static const uint8_t comparison_js[] = {
#embed "../SearchServer/Page/comparison.js"
};
static const uint8_t controls_js[] = {
#embed "../SearchServer/Page/controls.js"
};
static const uint8_t crop_js[] = {
#embed "../SearchServer/Page/crop.js"
};
static const uint8_t csv_js[] = {
#embed "../SearchServer/Page/csv.js"
};
static const uint8_t dialogs_js[] = {
#embed "../SearchServer/Page/dialogs.js"
};
static const uint8_t docs_css[] = {
#embed "../SearchServer/Page/docs.css"
};
static const uint8_t docs_html[] = {
#embed "../SearchServer/Page/docs.html"
};
static const uint8_t docs_js[] = {
#embed "../SearchServer/Page/docs.js"
};
static const uint8_t dom_js[] = {
#embed "../SearchServer/Page/dom.js"
};
static const uint8_t facets_js[] = {
#embed "../SearchServer/Page/facets.js"
};
static const uint8_t hits_js[] = {
#embed "../SearchServer/Page/hits.js"
};
static const uint8_t index_html[] = {
#embed "../SearchServer/Page/index.html"
};
static const uint8_t indexing_js[] = {
#embed "../SearchServer/Page/indexing.js"
};
static const uint8_t intake_js[] = {
#embed "../SearchServer/Page/intake.js"
};
static const uint8_t less_js[] = {
#embed "../SearchServer/Page/less.js"
};
static const uint8_t notes_js[] = {
#embed "../SearchServer/Page/notes.js"
};
static const uint8_t operator_css[] = {
#embed "../SearchServer/Page/operator.css"
};
static const uint8_t operator_html[] = {
#embed "../SearchServer/Page/operator.html"
};
static const uint8_t operator_js[] = {
#embed "../SearchServer/Page/operator.js"
};
static const uint8_t overview_js[] = {
#embed "../SearchServer/Page/overview.js"
};
static const uint8_t page_css[] = {
#embed "../SearchServer/Page/page.css"
};
static const uint8_t programs_js[] = {
#embed "../SearchServer/Page/programs.js"
};
static const uint8_t recommended_js[] = {
#embed "../SearchServer/Page/recommended.js"
};
static const uint8_t request_js[] = {
#embed "../SearchServer/Page/request.js"
};
static const uint8_t sending_js[] = {
#embed "../SearchServer/Page/sending.js"
};
static const uint8_t stage_js[] = {
#embed "../SearchServer/Page/stage.js"
};
static const uint8_t state_js[] = {
#embed "../SearchServer/Page/state.js"
};
static const uint8_t steps_js[] = {
#embed "../SearchServer/Page/steps.js"
};
static const uint8_t subject_js[] = {
#embed "../SearchServer/Page/subject.js"
};
static const uint8_t traffic_js[] = {
#embed "../SearchServer/Page/traffic.js"
};
static const uint8_t variants_js[] = {
#embed "../SearchServer/Page/variants.js"
};
static const uint8_t wall_js[] = {
#embed "../SearchServer/Page/wall.js"
};
static const uint8_t words_js[] = {
#embed "../SearchServer/Page/words.js"
};
#pragma clang diagnostic pop

static const struct {
    const char *name;
    const uint8_t *bytes;
    size_t count;
} files[] = {
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"bird.svg", bird_svg, sizeof bird_svg},
    {"branches.js", branches_js, sizeof branches_js},
    {"colors.js", colors_js, sizeof colors_js},
    {"comparison.js", comparison_js, sizeof comparison_js},
    {"controls.js", controls_js, sizeof controls_js},
    {"crop.js", crop_js, sizeof crop_js},
    {"csv.js", csv_js, sizeof csv_js},
    {"dialogs.js", dialogs_js, sizeof dialogs_js},
    {"docs.css", docs_css, sizeof docs_css},
    {"docs.html", docs_html, sizeof docs_html},
    {"docs.js", docs_js, sizeof docs_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"facets.js", facets_js, sizeof facets_js},
    {"hits.js", hits_js, sizeof hits_js},
    {"index.html", index_html, sizeof index_html},
    {"indexing.js", indexing_js, sizeof indexing_js},
    {"intake.js", intake_js, sizeof intake_js},
    {"less.js", less_js, sizeof less_js},
    {"notes.js", notes_js, sizeof notes_js},
    {"operator.css", operator_css, sizeof operator_css},
    {"operator.html", operator_html, sizeof operator_html},
    {"operator.js", operator_js, sizeof operator_js},
    {"overview.js", overview_js, sizeof overview_js},
    {"page.css", page_css, sizeof page_css},
    {"programs.js", programs_js, sizeof programs_js},
    {"recommended.js", recommended_js, sizeof recommended_js},
    {"request.js", request_js, sizeof request_js},
    {"sending.js", sending_js, sizeof sending_js},
    {"stage.js", stage_js, sizeof stage_js},
    {"state.js", state_js, sizeof state_js},
    {"steps.js", steps_js, sizeof steps_js},
    {"subject.js", subject_js, sizeof subject_js},
    {"traffic.js", traffic_js, sizeof traffic_js},
    {"variants.js", variants_js, sizeof variants_js},
    {"wall.js", wall_js, sizeof wall_js},
    {"words.js", words_js, sizeof words_js},
};

const uint8_t *csp_file(size_t index, const char **name, size_t *count) {
    if (index >= sizeof files / sizeof *files) {
        return NULL;
    }
    *name = files[index].name;
    *count = files[index].count;
    return files[index].bytes;
}
