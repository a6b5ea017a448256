/* shared_map.h - the driver's side of the shared memory (base/shared.h).
 *
 * The target can write anywhere in it, on purpose or by a wild pointer.  So the
 * driver has its own copy of the layout.  After each execution
 * rdl_shared_map_settle() restores or clamps whatever the driver is going to
 * use: counts within their tables, strings terminated, enums in range.  Nothing
 * may read the memory between the end of an execution and that call. */
#ifndef RDL_EXEC_SHARED_MAP_H
#define RDL_EXEC_SHARED_MAP_H

#include "base/shared.h"
#include "util/error.h"

/* More steps need more address space than a target can spare. */
#define RDL_MOST_STEPS UINT64_C(100000000)

struct rdl_shared_map {
    int fd; /* close-on-exec; launch.c passes it on */
    struct rdl_shared *shared;
    uint64_t size;
    struct rdl_region layout[RDL_N_REGIONS];
    struct rdl_config config; /* of the latest execution */
};

/* Makes room for executions and replays of max_steps each, and `explore` bytes
 * for an exploration.  Sparse: only used
 * parts take memory.  On failure the caller frees nothing. */
bool rdl_shared_map_make(struct rdl_shared_map *m, uint64_t max_steps,
                         uint64_t explore, struct rdl_error *error);
void rdl_shared_map_free(struct rdl_shared_map *m);

/* Resets outcome and recording for one request with this `config`. */
void rdl_shared_map_prepare(struct rdl_shared_map *m,
                            const struct rdl_config *config);
/* Call before a process starts: forgets the modules and reports of the one
 * before.  A process that rewinds keeps both from request to request. */
void rdl_shared_map_process(struct rdl_shared_map *m);
/* If the target overwrote parts that no runtime writes, nothing else can be
 * trusted: the state becomes RDL_UNABLE, with a note. */
void rdl_shared_map_settle(struct rdl_shared_map *m);

#endif
