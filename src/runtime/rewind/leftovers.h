/* leftovers.h - what an execution leaves in the world outside the process, and
 * no isolation brings back: files, System V objects, what a peer was told.
 *
 * Said once, and only of what is still there when the execution ends: a test
 * that removes its temporary files is not blamed for them. */
#ifndef RDL_RUNTIME_REWIND_LEFTOVERS_H
#define RDL_RUNTIME_REWIND_LEFTOVERS_H

#include "runtime/rewind/calls.h"

/* By system call; see calls.c. */
rdl_calls_note rdl_leftovers_opened, rdl_leftovers_named, rdl_leftovers_renamed,
    rdl_leftovers_removed, rdl_leftovers_altered, rdl_leftovers_bound,
    rdl_leftovers_connected, rdl_leftovers_sent, rdl_leftovers_object,
    rdl_leftovers_object_control, rdl_leftovers_queue;

/* The first kind of thing that persists is told, and no other. */
void rdl_leftovers_say(const char *what, uintptr_t pc);
/* Executions side by side would meet there: told once. */
void rdl_leftovers_meet(const char *what, uintptr_t pc);
/* A name is about to be removed or changed: whose is it? */
void rdl_leftovers_before(long number, const long arg[6]);
/* The execution ends. */
void rdl_leftovers_end(void);

#endif
