/* time.h - the driver's clock: real time, which must not reach a target. */
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

/* A time-out for the runtime, rounded to at least 1; 0 means no time-out. */
static inline uint32_t rdl_time_out_ms(uint64_t ns)
{
    uint64_t ms = ns / 1000000;

    return ms == 0 ? 1 : ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

#endif
