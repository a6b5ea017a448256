/* snapshot.h - everything as it is at main, and the way back to it: memory
 * (image.h), the runtime's own variables (statics.h), stacks, and the parts of
 * list.h.  Called on the loop's stack only (rewind.c). */
#ifndef RDL_RUNTIME_REWIND_SNAPSHOT_H
#define RDL_RUNTIME_REWIND_SNAPSHOT_H

/* main_sp: where main's stack is abandoned; all above it is kept.  NULL, or
 * why this process cannot be rewound. */
const char *rdl_snapshot_save(void *main_sp);
void rdl_snapshot_restore(void);

#endif
