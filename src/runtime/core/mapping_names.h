/* mapping_names.h - stable names for the target's mappings: each gets a number
 * in order of creation. */
#ifndef RDL_RUNTIME_CORE_MAPPING_NAMES_H
#define RDL_RUNTIME_CORE_MAPPING_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* If addr lies in a mapping that the target made, returns true and its number
 * and offset. */
bool rdl_mapping_find(uintptr_t addr, uint64_t *number, size_t *offset);

/* For memory/map.c: add() enters [start, start + size) as a new mapping,
 * remove() removes that range, move() moves a mapping, which keeps its
 * number. */
void rdl_mapping_add(uintptr_t start, size_t size);
void rdl_mapping_remove(uintptr_t start, size_t size);
void rdl_mapping_move(uintptr_t from, size_t old_size, uintptr_t to,
                      size_t new_size);

#endif
