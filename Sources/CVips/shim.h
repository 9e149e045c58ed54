/* Carries the compiler flags for the headers of libvips; its functions are looked up by CVipsShim when needed. */
