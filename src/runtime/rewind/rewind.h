/* rewind.h - the process goes back to main instead of ending.
 *
 * rewind.c owns the loop; rewind/image/image.c the memory; the parts of list.h
 * the rest. */
#ifndef RDL_RUNTIME_REWIND_REWIND_H
#define RDL_RUNTIME_REWIND_REWIND_H

/* start/start.c: the server was asked to run in place.  Calls
 * establish() (handlers, timer and dispatch) and takes the snapshot; returns,
 * on main's stack, once for each execution. */
void rdl_rewind_serve(int control, void (*establish)(void));
#endif
