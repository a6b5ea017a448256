/* mappings.h - the part of the rewind that brings mappings back: what an
 * execution mapped is unmapped, what it unmapped, replaced or protected is as
 * it was at main. */
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
