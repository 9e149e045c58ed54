/* Carries the flags of libcurl to CCurlShim; its types stay there. */
