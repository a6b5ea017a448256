/* restore.c - the heap's part of the rewind: what is not in its ranges
 * (rdl_heap_ranges) is forgotten. */
#include "runtime/core/restorer.h"

#include "runtime/heap/heap.h"

const struct rdl_restorer rdl_restorer_heap = {
    .name = "heap",
    .save = rdl_heap_save,
    .leave = rdl_heap_forget,
};
