#ifndef CMH_INTERNAL_H
#define CMH_INTERNAL_H

#include <pthread.h>

#include "CMicroHTTPDShim.h"

struct cmh_server {
  struct MHD_Daemon *daemon;
  cmh_callbacks callbacks;
  char *certificate, *key;
  int listening;
  pthread_t acceptor;
};

bool cmh_start_accepting(cmh_server *server);

#endif
