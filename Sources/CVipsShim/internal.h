#ifndef CVIPSSHIM_INTERNAL_H
#define CVIPSSHIM_INTERNAL_H

#include "cvipsshim.h"

/* Starts libvips once, whoever comes first. 0 or -1. */
int cvs_start(void);
/* Takes the text out of libvips' error buffer, which all threads share: it may be another thread's, or empty. */
void cvs_take_message(char *message);

#endif
