/* maps.h - what kind of mapping an address lies in. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_MAPS_H
#define RDL_RUNTIME_REWIND_IMAGE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_map {
    uintptr_t start, end;
    int protection;
    bool anonymous; /* private, no file's: zero where nothing is present */
    bool shared;
    bool nameless; /* no file's */
    bool stack;    /* main's */
    bool device;   /* shared, and no plain memory */
    bool lasts;    /* shared, and outlives the process */
    bool drivers;  /* shared with raddle's driver */
};

struct rdl_maps { /* a position in /proc/self/maps */
    int fd;
    size_t at, filled;
    struct rdl_map latest;
    char text[4096];
};

void rdl_maps_open(struct rdl_maps *maps);
/* The mapping that addr lies in; addresses ascend from call to call.  If it is
 * not known: one to the end of memory that may be a file's. */
const struct rdl_map *rdl_maps_find(struct rdl_maps *maps, uintptr_t addr);
/* One after the other; NULL behind the last. */
const struct rdl_map *rdl_maps_next(struct rdl_maps *maps);
void rdl_maps_close(struct rdl_maps *maps);

#endif
