/* random.h - deterministic randomness for the target (io/random.c).
 *
 * Derived from the campaign's seed alone, not from the execution: different
 * schedules see the same input.  Each thread has a stream of its own, so what
 * it draws does not depend on the order in which threads draw. */
#ifndef RDL_RUNTIME_IO_RANDOM_H
#define RDL_RUNTIME_IO_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Stands for /dev/random and /dev/urandom: a descriptor whose content is taken
 * from the stream.  `flags` as for open (O_CLOEXEC, O_NONBLOCK).  -errno. */
int rdl_random_open(int flags);
/* Seed for the next temporary name of the calling thread. */
uint64_t rdl_random_name(void);

#endif
