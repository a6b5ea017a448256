/* mappings.h - the restorer of mappings: unmaps what an execution mapped, and
 * makes what it unmapped, replaced or protected as it was at main. */
#ifndef RDL_RUNTIME_REWIND_MAPPINGS_H
#define RDL_RUNTIME_REWIND_MAPPINGS_H

#include "runtime/effects/effects.h"

#include <stddef.h>
#include <stdint.h>

/* By system call: see syscalls/list.h. */
rdl_effects_note rdl_mappings_mapped, rdl_mappings_unmapped, rdl_mappings_moved,
    rdl_mappings_protected, rdl_mappings_advised, rdl_mappings_break,
    rdl_mappings_attached, rdl_mappings_detached, rdl_mappings_locked;

#endif
