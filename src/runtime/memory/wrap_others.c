/* wrap_others.c - functions of all kinds that use memory, called by
 * instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"

#include "runtime/observe/race.h"

#include <aio.h>
#include <getopt.h>
#include <netdb.h>
#include <sched.h>
#include <signal.h>

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

/* --- Requests that a thread of the C library carries out
 * ------------------------------------------------------- */

/* The answer that it is done comes from that thread, through memory of the
 * library. */
#define DONE(name, request)                                                    \
    {                                                                          \
        int result = REAL(name)(request);                                      \
                                                                               \
        rdl_call_unseen(RDL_UNSEEN #name, RDL_PC);                             \
        rdl_race_outside();                                                    \
        return result;                                                         \
    }

CALL(int, aio_error, const struct aiocb *request)
DONE(aio_error, request)

CALL(int, gai_error, struct gaicb *request)
DONE(gai_error, request)

/* --- Sets of signals ------------------------------------------------------ */

#define SET_SIZE (NSIG / 8) /* what libc uses of a sigset_t */

CALL(int, sigemptyset, sigset_t *set)
{
    writes(set, SET_SIZE, RDL_PC);
    return REAL(sigemptyset)(set);
}

CALL(int, sigfillset, sigset_t *set)
{
    writes(set, SET_SIZE, RDL_PC);
    return REAL(sigfillset)(set);
}

/* The word with the signal's bit; NULL: it is none, and libc says so. */
static unsigned long *sets_word(const sigset_t *set, int signo)
{
    return signo > 0 && signo < NSIG
               ? (unsigned long *)set->__val + (signo - 1) / 64
               : NULL;
}

/* Adds or removes it with `change`, between a read and a write. */
static int sets_change(sigset_t *set, int signo, int (*change)(sigset_t *, int),
                       uintptr_t pc)
{
    unsigned long *word = sets_word(set, signo), was;

    if (word == NULL)
        return change(set, signo);
    reads(word, sizeof(*word), pc);
    was = *word;
    writes(word, sizeof(*word), pc);
    *word = was;
    return change(set, signo);
}

CALL(int, sigaddset, sigset_t *set, int signo)
{
    return sets_change(set, signo, REAL(sigaddset), RDL_PC);
}

CALL(int, sigdelset, sigset_t *set, int signo)
{
    return sets_change(set, signo, REAL(sigdelset), RDL_PC);
}

CALL(int, sigismember, const sigset_t *set, int signo)
{
    const unsigned long *word = sets_word(set, signo);

    if (word != NULL)
        reads(word, sizeof(*word), RDL_PC);
    return REAL(sigismember)(set, signo);
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
