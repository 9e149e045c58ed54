#include "cvipsshim.h"
