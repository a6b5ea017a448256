/* restore.c - the heap's restorer: drops what is not in the heap's ranges
 * (rdl_heap_ranges). */
#include "runtime/core/restorer.h"

#include "runtime/heap/heap.h"

const struct rdl_restorer rdl_restorer_heap = {
    .name = "heap",
    .save = rdl_heap_save,
    .leave = rdl_heap_forget,
};
