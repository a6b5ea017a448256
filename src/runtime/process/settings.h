/* settings.h - the restorer of what the kernel stores about the process itself:
 * working directory, umask, limits, niceness, ... */
#ifndef RDL_RUNTIME_PROCESS_SETTINGS_H
#define RDL_RUNTIME_PROCESS_SETTINGS_H

#include "runtime/effects/effects.h"

/* By system call; see rewind/effects.c. */
rdl_effects_note rdl_settings_directory, rdl_settings_umask, rdl_settings_limit,
    rdl_settings_priority, rdl_settings_io_priority, rdl_settings_personality,
    rdl_settings_prctl, rdl_settings_owner, rdl_settings_group,
    rdl_settings_traced;

#endif
