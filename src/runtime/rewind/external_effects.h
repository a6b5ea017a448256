/* external_effects.h - what an execution leaves in the world outside the
 * process, and no isolation brings back: files, System V objects, what a peer
 * was told.
 *
 * Said once, and only of what is still there when the execution ends: a test
 * that removes its temporary files is not blamed for them. */
#ifndef RDL_RUNTIME_REWIND_EXTERNAL_EFFECTS_H
#define RDL_RUNTIME_REWIND_EXTERNAL_EFFECTS_H

#include "runtime/effects/effects.h"

/* By system call; see rewind/effects.c. */
rdl_effects_note rdl_external_effects_opened, rdl_external_effects_named,
    rdl_external_effects_renamed, rdl_external_effects_removed,
    rdl_external_effects_altered, rdl_external_effects_bound,
    rdl_external_effects_connected, rdl_external_effects_sent,
    rdl_external_effects_object, rdl_external_effects_object_control,
    rdl_external_effects_queue;

#endif
