/* Carries the compiler and linker flags of libvips; the verbs live in CVipsShim. */
