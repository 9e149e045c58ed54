#include "cbuildcommit.h"

#include <string.h>

/* Read by the compiler, so that another commit compiles this file again. A define of the package would be stale: SwiftPM
 * keeps a manifest until its text changes. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char head[] = {
#if __has_embed("../../../.git/HEAD")
#embed "../../../.git/HEAD" suffix(, )
#endif
    0};
static const char main_branch[] = {
#if __has_embed("../../../.git/refs/heads/main")
#embed "../../../.git/refs/heads/main" suffix(, )
#endif
    0};
#pragma clang diagnostic pop

const char *cbc_commit(void) {
    if (strcmp(head, "ref: refs/heads/main\n") == 0) {
        return main_branch;
    }
    /* A checkout of a commit or a tag, such as SwiftPM makes of a dependency. */
    return strncmp(head, "ref:", 4) == 0 ? "" : head;
}
