/* What Linux can refuse a process that asks for it. */
#ifndef CCHILDPROCESS_FILTER_H
#define CCHILDPROCESS_FILTER_H

/*
 * Refuses to change files, and to look into other processes. Does nothing where the system has no Landlock: the filter
 * of calls refuses most of it as well.
 */
void ccp_restrict_files(void);
/* 0 once the system refuses the calls that the process has no need of. Holds for all of its threads. */
int ccp_filter_calls(void);

#endif
