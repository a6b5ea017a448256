/* resident.h - which pages of this process are present.
 *
 * A page of an anonymous mapping that was never present reads as zero; reading
 * it would make the kernel allocate it. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_RESIDENT_H
#define RDL_RUNTIME_REWIND_IMAGE_RESIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_resident { /* a window of /proc/self/pagemap */
    int fd;
    size_t first, n; /* page numbers, from address 0 on */
    uint64_t entries[256];
};

void rdl_resident_open(struct rdl_resident *p);
/* In memory or swapped out.  Also true if that is unknown. */
bool rdl_resident_at(struct rdl_resident *p, uintptr_t addr);
void rdl_resident_close(struct rdl_resident *p);

#endif
