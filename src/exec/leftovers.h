/* leftovers.h - removes the temporary files of an execution that could not do
 * it itself, because its process was killed. */
#ifndef RDL_EXEC_LEFTOVERS_H
#define RDL_EXEC_LEFTOVERS_H

#include "base/shared.h"

/* The process is gone, and `shared` is settled. */
void rdl_leftovers_remove(struct rdl_shared *shared);

#endif
