/* maps.h - the kind of mapping that contains an address. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_MAPS_H
#define RDL_RUNTIME_REWIND_IMAGE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_map {
    uintptr_t start, end;
    int protection;
    bool anonymous; /* private, without a file: zero where not present */
    bool shared;
    bool nameless; /* without a file */
    bool stack;    /* main's stack */
    bool device;   /* shared, and not plain memory */
    bool lasts;    /* shared, and lives longer than the process */
    bool drivers;  /* shared with raddle's driver */
};

struct rdl_maps { /* a position in /proc/self/maps */
    int fd;
    size_t at, filled;
    struct rdl_map latest;
    char text[4096];
};

void rdl_maps_open(struct rdl_maps *maps);
/* The mapping that contains addr; addresses must ascend from call to call.  If
 * it is unknown: one to the end of memory that may belong to a file. */
const struct rdl_map *rdl_maps_find(struct rdl_maps *maps, uintptr_t addr);
/* The next mapping; NULL after the last. */
const struct rdl_map *rdl_maps_next(struct rdl_maps *maps);
void rdl_maps_close(struct rdl_maps *maps);

#endif
