/* snapshot.h - saves and restores the state at main: memory
 * (rewind/image/image.h), the runtime's own variables (statics.h), stacks, and
 * the restorers of list.h.  Call these only on the loop's stack (rewind.c). */
#ifndef RDL_RUNTIME_REWIND_SNAPSHOT_H
#define RDL_RUNTIME_REWIND_SNAPSHOT_H

#include <stdint.h>

/* For main's thread: main_sp is where its stack is abandoned (all above is
 * saved), main_fs its FS base, because the caller may run with another one.
 * Returns NULL, or why this process cannot be rewound. */
const char *rdl_snapshot_save(void *main_sp, uintptr_t main_fs);
void rdl_snapshot_restore(void);

#endif
