/* raw.h - a system call by the runtime itself, from its own text (which Syscall
 * User Dispatch lets through).  Returns the value or -errno. */
#ifndef RDL_RUNTIME_MACHINE_RAW_H
#define RDL_RUNTIME_MACHINE_RAW_H

#include <stdbool.h>

static inline long rdl_raw6(long n, long a, long b, long c, long d, long e,
                            long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#define rdl_raw_pick(n, a, b, c, d, e, f, ...)                                 \
    rdl_raw6((n), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e),       \
             (long)(f))
/* rdl_raw(SYS_x, up to six arguments) */
#define rdl_raw(...) rdl_raw_pick(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/* Is the result an error?  Also for calls that return addresses. */
static inline bool rdl_raw_failed(long result)
{
    return result < 0 && result > -4096;
}

#endif
