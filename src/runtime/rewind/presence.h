/* presence.h - which pages of this process are there at all.
 *
 * A page of an anonymous mapping that never was there reads as zero; to look
 * at it would make the kernel put something there. */
#ifndef RDL_RUNTIME_REWIND_PRESENCE_H
#define RDL_RUNTIME_REWIND_PRESENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_presence { /* a window of /proc/self/pagemap */
    int fd;
    size_t first, n; /* pages, by number from address 0 on */
    uint64_t entries[256];
};

void rdl_presence_open(struct rdl_presence *p);
/* In memory or swapped out.  True also if that cannot be known. */
bool rdl_presence_at(struct rdl_presence *p, uintptr_t addr);
void rdl_presence_close(struct rdl_presence *p);

#endif
