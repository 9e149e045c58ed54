#ifndef CONNXRUNTIMESHIM_SESSION_H
#define CONNXRUNTIMESHIM_SESSION_H

#include "library.h"

typedef struct ports {
    size_t count;
    cor_port *all;
} ports;

struct cor_session {
    const cor_library *library;
    OrtSession *session;
    ports inputs, outputs;
};

#endif
