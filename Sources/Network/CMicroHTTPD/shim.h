/* Carries the flags of libmicrohttpd to CMicroHTTPDShim; its types stay there. */
