#include "csearchdata.h"

/* Each file and its function have sections of their own, so that a linker drops those that nobody calls. */
#ifdef __ELF__
#define SECTION(name) __attribute__((section(name)))
#else
#define SECTION(name)
#endif

#define BYTES(name) SECTION(".rodata.csd_" #name) static const uint8_t name[]
#define FUNCTION(name)                                                                                                \
    SECTION(".text.csd_" #name) const uint8_t *csd_##name(size_t *count) {                                            \
        *count = sizeof name;                                                                                         \
        return name;                                                                                                  \
    }

#pragma clang diagnostic ignored "-Wc23-extensions"
BYTES(classes) = {
#embed "Classes/classes.bin"
};
BYTES(compatibility) = {
#embed "Unicode/compatibility.txt"
};
BYTES(descriptor) = {
#embed "Descriptor/descriptor.bin"
};
BYTES(former) = {
#embed "Descriptor/former.bin"
};
BYTES(detector) = {
#embed "Detector/detector.bin"
};
BYTES(languages) = {
#embed "Unicode/languages.txt"
};
BYTES(phrases) = {
#embed "Thesaurus/phrases.json"
};
BYTES(phrases_de) = {
#embed "Thesaurus/phrases-de.json"
};
BYTES(phrases_fr) = {
#embed "Thesaurus/phrases-fr.json"
};
BYTES(phrases_es) = {
#embed "Thesaurus/phrases-es.json"
};
BYTES(phrases_it) = {
#embed "Thesaurus/phrases-it.json"
};
BYTES(phrases_nl) = {
#embed "Thesaurus/phrases-nl.json"
};
BYTES(scorer) = {
#embed "Detector/scorer.bin"
};
BYTES(thesaurus) = {
#embed "Thesaurus/thesaurus.bin"
};
BYTES(wordvectors) = {
#embed "WordVectors/wordvectors.bin"
};

CSD_FILES(FUNCTION)
