#ifndef CVIPSSHIM_H
#define CVIPSSHIM_H
#endif
