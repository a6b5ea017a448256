/* rewind.h - the process returns to main instead of ending.
 *
 * rewind.c owns the loop, rewind/image/image.c the memory, and the restorers of
 * list.h the rest. */
#ifndef RDL_RUNTIME_REWIND_REWIND_H
#define RDL_RUNTIME_REWIND_REWIND_H

/* For start/start.c, when the driver asks the server to run in place.  Calls
 * establish() (handlers, timer and dispatch) and takes the snapshot; returns on
 * main's stack, once for each execution. */
void rdl_rewind_serve(int control, void (*establish)(void));
#endif
