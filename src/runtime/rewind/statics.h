/* statics.h - the runtime's own variables at a rewind (see
 * runtime/core/persistent.h). */
#ifndef RDL_RUNTIME_REWIND_STATICS_H
#define RDL_RUNTIME_REWIND_STATICS_H

#include <stdbool.h>
#include <stdint.h>

/* The range of the runtime's own variables. */
void rdl_statics_range(uintptr_t *from, uintptr_t *to);
/* Adds all that is not persistent to the image, and copies the tables. */
void rdl_statics_save(void);
/* Folds the addresses of the tables' copies, which are read-only, into
 * `sum`. */
uint64_t rdl_statics_checksum(uint64_t sum);
/* Before memory is restored: notes how much of each table is in use. */
void rdl_statics_leave(void);
void rdl_statics_arrive(void);

#endif
