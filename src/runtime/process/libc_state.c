/* libc_state.c - calls that share hidden state of the C library: the
 * environment, strtok, the sequence of rand.
 *
 * The library itself is not instrumented.  Without these interceptors no other
 * thread would ever run between two such calls, and raddle would miss their
 * races. */
#include "runtime/core/interceptor.h"
#include "runtime/sched/sched.h"

#include "runtime/process/asked_variables.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RDL_REAL(char *, getenv, const char *);
RDL_REAL(char *, secure_getenv, const char *);
RDL_REAL(int, setenv, const char *, const char *, int);
RDL_REAL(int, unsetenv, const char *);
RDL_REAL(int, putenv, char *);
RDL_REAL(int, clearenv, void);
RDL_REAL(char *, strtok, char *, const char *);
RDL_REAL(int, rand, void);
RDL_REAL(void, srand, unsigned);
RDL_REAL(long, random, void);
RDL_REAL(void, srandom, unsigned);

/* The address of the state is unknown; that of a function names it. */
#define STRTOK ((void *)(uintptr_t)REAL(strtok))
static char *strtok_rest; /* where the next call goes on */
#define SEQUENCE ((void *)(uintptr_t)REAL(random))

/* The C library reads the text in the step that the thread has just taken,
 * although it was announced as a step of its own before. */
static void libc_state_text(const char *text, uintptr_t pc)
{
    if (text != NULL && rdl_controlled())
        rdl_call_scans(text, strlen(text) + 1, /*writes=*/false, pc);
}

static void libc_state_touch(enum rdl_op op, const volatile void *state,
                             uintptr_t pc)
{
    if (rdl_controlled())
        rdl_point(op, state, sizeof(void *), pc);
}

/* The environment's list changes in the step that the thread has just taken.
 * Code of the program may read it without getenv. */
static void libc_state_list(void)
{
    size_t n = 0;

    if (!rdl_controlled())
        return;
    while (environ != NULL && environ[n] != NULL)
        n++;
    rdl_call_touches(environ, (n + 1) * sizeof(*environ), /*writes=*/true);
}

static char *libc_state_variable(const char *name, char *(*get)(const char *),
                                 uintptr_t pc)
{
    char *value;

    rdl_call_reads_text(name, pc);
    libc_state_touch(RDL_OP_READ, &environ, pc);
    libc_state_text(name, pc);
    rdl_asked_variable(name);
    value = get(name);
    if (rdl_controlled())
        rdl_value((uintptr_t)value);
    return value;
}

RDL_EXPORT char *getenv(const char *name)
{
    return libc_state_variable(name, REAL(getenv), RDL_PC);
}

RDL_EXPORT char *secure_getenv(const char *name)
{
    return libc_state_variable(name, REAL(secure_getenv), RDL_PC);
}

RDL_EXPORT int setenv(const char *name, const char *value, int overwrite)
{
    rdl_call_reads_text(name, RDL_PC);
    rdl_call_reads_text(value, RDL_PC);
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    libc_state_text(name, RDL_PC);
    libc_state_text(value, RDL_PC);
    libc_state_list();
    return REAL(setenv)(name, value, overwrite);
}

RDL_EXPORT int unsetenv(const char *name)
{
    rdl_call_reads_text(name, RDL_PC);
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    libc_state_text(name, RDL_PC);
    libc_state_list();
    return REAL(unsetenv)(name);
}

RDL_EXPORT int putenv(char *string)
{
    rdl_call_reads_text(string, RDL_PC);
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    libc_state_list();
    /* The program may change the string. */
    rdl_call_unseen(RDL_UNSEEN "putenv", RDL_PC);
    return REAL(putenv)(string);
}

RDL_EXPORT int clearenv(void)
{
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    return REAL(clearenv)();
}

/* What strtok reads and writes from `s` on.  Where it writes depends on what it
 * reads. */
static void libc_state_token(const char *s, const char *separators,
                             uintptr_t pc)
{
    const char *begin, *end;

    libc_state_text(separators, pc);
    if (s == NULL)
        return;
    begin = s + strspn(s, separators);
    end = begin + strcspn(begin, separators);
    rdl_call_scans(s, (size_t)(end - s) + 1, /*writes=*/true, pc);
}

RDL_EXPORT char *strtok(char *string, const char *separators)
{
    rdl_call_reads_text(separators, RDL_PC);
    libc_state_touch(RDL_OP_WRITE, STRTOK, RDL_PC);
    if (string != NULL)
        strtok_rest = string;
    libc_state_token(strtok_rest, separators, RDL_PC);
    return strtok_r(NULL, separators, &strtok_rest);
}

RDL_EXPORT int rand(void)
{
    libc_state_touch(RDL_OP_WRITE, SEQUENCE, RDL_PC);
    return REAL(rand)();
}

RDL_EXPORT void srand(unsigned seed)
{
    libc_state_touch(RDL_OP_WRITE, SEQUENCE, RDL_PC);
    REAL(srand)(seed);
}

/* Unlike rand() these two are for several threads: the C library locks. */
static void libc_state_draw(uintptr_t pc)
{
    if (rdl_controlled())
        rdl_point_atomic(RDL_OP_RMW, SEQUENCE, sizeof(void *), pc,
                         RDL_ORDER_SEQ_CST);
}

RDL_EXPORT long random(void)
{
    libc_state_draw(RDL_PC);
    return REAL(random)();
}

RDL_EXPORT void srandom(unsigned seed)
{
    libc_state_draw(RDL_PC);
    REAL(srandom)(seed);
}
