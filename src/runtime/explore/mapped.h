/* mapped.h - can exploration read there? */
#ifndef RDL_RUNTIME_EXPLORE_MAPPED_H
#define RDL_RUNTIME_EXPLORE_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

/* An execution begins. */
void rdl_mapped_begin(void);
/* Reading there cannot fault.  A system call for each page of an execution: the
 * step may be the one that shows that a pointer is wrong. */
bool rdl_mapped(uintptr_t addr);

#endif
