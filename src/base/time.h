/* time.h - the driver's clock: real time, which nothing in a target may see. */
#ifndef RDL_BASE_TIME_H
#define RDL_BASE_TIME_H

#include <stdint.h>
#include <time.h>

/* Monotonic nanoseconds. */
static inline uint64_t rdl_time_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A time-out as the runtime takes it: at least one, 0 means none. */
static inline uint32_t rdl_time_out_ms(uint64_t ns)
{
    uint64_t ms = ns / 1000000;

    return ms == 0 ? 1 : ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

#endif
