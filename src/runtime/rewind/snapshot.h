/* snapshot.h - everything as it is at main, and the way back to it: memory
 * (rewind/image/image.h), the runtime's own variables (statics.h), stacks, and
 * the parts of list.h.  Called on the loop's stack only (rewind.c). */
#ifndef RDL_RUNTIME_REWIND_SNAPSHOT_H
#define RDL_RUNTIME_REWIND_SNAPSHOT_H

#include <stdint.h>

/* Of main's thread: where its stack is abandoned (all above is kept) and its
 * FS base, for the caller may have come from another.  NULL, or why this
 * process cannot be rewound. */
const char *rdl_snapshot_save(void *main_sp, uintptr_t main_fs);
void rdl_snapshot_restore(void);

#endif
