/* random.h - deterministic randomness for the target (io/random.c).
 *
 * It depends only on the campaign's seed, not on the execution: different
 * schedules see the same input.  Each thread has its own stream, so what it
 * draws does not depend on the order in which threads draw. */
#ifndef RDL_RUNTIME_IO_RANDOM_H
#define RDL_RUNTIME_IO_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Replaces /dev/random and /dev/urandom: returns a descriptor whose contents
 * are taken from the stream, or -errno.  `flags` as for open (O_CLOEXEC,
 * O_NONBLOCK). */
int rdl_random_open(int flags);
/* The same for /proc/sys/kernel/random/uuid. */
int rdl_random_open_uuid(int flags);
/* Seed for the next temporary name of the calling thread. */
uint64_t rdl_random_name(void);

#endif
