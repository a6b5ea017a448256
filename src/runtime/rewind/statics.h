/* statics.h - the runtime's own variables at a rewind (see
 * runtime/core/persistent.h). */
#ifndef RDL_RUNTIME_REWIND_STATICS_H
#define RDL_RUNTIME_REWIND_STATICS_H

#include <stdbool.h>
#include <stdint.h>

/* Where the runtime's own variables lie. */
void rdl_statics_range(uintptr_t *from, uintptr_t *to);
/* Names all that is not kept to the image, and copies the tables. */
void rdl_statics_save(void);
/* Folds where the copies of the tables lie, which are read-only, into `sum`. */
uint64_t rdl_statics_checksum(uint64_t sum);
/* Before memory is brought back: how much of each table is in use. */
void rdl_statics_leave(void);
void rdl_statics_arrive(void);

#endif
