/* Carries the compiler flags for the headers of libvips; CVipsShim loads its functions when needed. */
