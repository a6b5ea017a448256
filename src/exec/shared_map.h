/* shared_map.h - the driver's side of the shared memory (base/shared.h).
 *
 * The target can write anywhere in it, on purpose or by a wild pointer.  So
 * the layout is kept here as well, and after each execution
 * rdl_shared_map_settle() puts back or clamps whatever the driver is going to
 * use: counts within their tables, strings ended, enums in range.  Nobody
 * reads the memory between the end of an execution and that call. */
#ifndef RDL_EXEC_SHARED_MAP_H
#define RDL_EXEC_SHARED_MAP_H

#include "base/shared.h"
#include "util/error.h"

/* More steps than that need more address space than a target can spare. */
#define RDL_MOST_STEPS UINT64_C(100000000)

struct rdl_shared_map {
    int fd; /* close-on-exec; launch.c passes it on */
    struct rdl_shared *shared;
    uint64_t size;
    struct rdl_region layout[RDL_N_REGIONS];
    struct rdl_config config; /* of the latest execution */
};

/* Room for executions and replays of max_steps each.  Sparse: only what is
 * used takes memory.  On failure nothing is to be freed. */
bool rdl_shared_map_make(struct rdl_shared_map *m, uint64_t max_steps,
                         struct rdl_error *error);
void rdl_shared_map_free(struct rdl_shared_map *m);

/* A fresh outcome and an empty record, for one request as `config` says. */
void rdl_shared_map_prepare(struct rdl_shared_map *m,
                            const struct rdl_config *config);
/* A process is about to start: it has no modules, and has told nothing.  One
 * that rewinds keeps both from request to request. */
void rdl_shared_map_process(struct rdl_shared_map *m);
/* If what no runtime writes was overwritten, nothing else can be believed:
 * the state becomes RDL_UNABLE, with a note that says so. */
void rdl_shared_map_settle(struct rdl_shared_map *m);

#endif
