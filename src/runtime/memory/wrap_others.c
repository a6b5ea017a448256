/* wrap_others.c - functions of all kinds that use memory, called by
 * instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"

#include <getopt.h>
#include <sched.h>

/* It keeps its place in the arguments, and changes their order. */
#define OPTIONS(name, call)                                                    \
    {                                                                          \
        rdl_call_unseen(RDL_UNSEEN #name, RDL_PC);                             \
        return call;                                                           \
    }

CALL(int, getopt, int n, char *const *arguments, const char *options)
OPTIONS(getopt, REAL(getopt)(n, arguments, options))

CALL(int, getopt_long, int n, char *const *arguments, const char *options,
     const struct option *names, int *which)
OPTIONS(getopt_long, REAL(getopt_long)(n, arguments, options, names, which))

CALL(int, getopt_long_only, int n, char *const *arguments, const char *options,
     const struct option *names, int *which)
OPTIONS(getopt_long_only,
        REAL(getopt_long_only)(n, arguments, options, names, which))

CALL(int, __sched_cpucount, size_t size, const cpu_set_t *set)
{
    reads(set, size, RDL_PC);
    return REAL(__sched_cpucount)(size, set);
}

/* --- std::thread: only an identity, which they clear at the end ----------- */

CALL(void, _ZNSt6thread4joinEv, pthread_t *thread)
{
    reads(thread, sizeof(*thread), RDL_PC);
    REAL(_ZNSt6thread4joinEv)(thread);
    rdl_call_touches(thread, sizeof(*thread), /*writes=*/true);
}

CALL(void, _ZNSt6thread6detachEv, pthread_t *thread)
{
    reads(thread, sizeof(*thread), RDL_PC);
    REAL(_ZNSt6thread6detachEv)(thread);
    rdl_call_touches(thread, sizeof(*thread), /*writes=*/true);
}
