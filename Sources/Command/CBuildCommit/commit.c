#include "cbuildcommit.h"

#define QUOTED(text) #text
#define EXPANDED(text) QUOTED(text)

/* Package.swift defines MAGPIE_COMMIT in a Git checkout. */
const char *cbc_commit(void) {
#ifdef MAGPIE_COMMIT
    return EXPANDED(MAGPIE_COMMIT);
#else
    return "";
#endif
}
