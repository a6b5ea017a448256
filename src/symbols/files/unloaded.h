/* unloaded.h - modules that are not in memory, for a symboliser: each gets its
 * own range of addresses. */
#ifndef RDL_SYMBOLS_FILES_UNLOADED_H
#define RDL_SYMBOLS_FILES_UNLOADED_H

#include "base/shared.h"

/* The entry of a module table for the file `path`, whose number is `number`.
 * An offset in the file's code is at out->base + offset. */
void rdl_unloaded_module(struct rdl_module *out, uint32_t number,
                         const char *path, const uint8_t *build_id,
                         size_t build_id_size);

#endif
