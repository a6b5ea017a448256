/* external_effects.h - what an execution leaves outside the process, where no
 * isolation can undo it: files, System V objects, data sent to a peer.
 *
 * Reported once, and only what is still there when the execution ends: raddle
 * does not complain about a test that removes its temporary files. */
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
