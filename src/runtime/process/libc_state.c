/* libc_state.c - calls that share hidden state of the C library: the
 * environment, strtok, the sequence of rand.
 *
 * The library itself is not instrumented.  Without these interceptors no other
 * thread would ever run between two such calls, and raddle would miss their
 * races. */
#include "runtime/core/interceptor.h"

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
#define SEQUENCE ((void *)(uintptr_t)REAL(random))

static void libc_state_touch(enum rdl_op op, const volatile void *state,
                             uintptr_t pc)
{
    if (rdl_controlled())
        rdl_point(op, state, sizeof(void *), pc);
}

static char *libc_state_variable(const char *name, char *(*get)(const char *),
                                 uintptr_t pc)
{
    char *value;

    libc_state_touch(RDL_OP_READ, &environ, pc);
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
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    return REAL(setenv)(name, value, overwrite);
}

RDL_EXPORT int unsetenv(const char *name)
{
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    return REAL(unsetenv)(name);
}

RDL_EXPORT int putenv(char *string)
{
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    return REAL(putenv)(string);
}

RDL_EXPORT int clearenv(void)
{
    libc_state_touch(RDL_OP_WRITE, &environ, RDL_PC);
    return REAL(clearenv)();
}

RDL_EXPORT char *strtok(char *string, const char *separators)
{
    libc_state_touch(RDL_OP_WRITE, STRTOK, RDL_PC);
    return REAL(strtok)(string, separators);
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

RDL_EXPORT long random(void)
{
    libc_state_touch(RDL_OP_WRITE, SEQUENCE, RDL_PC);
    return REAL(random)();
}

RDL_EXPORT void srandom(unsigned seed)
{
    libc_state_touch(RDL_OP_WRITE, SEQUENCE, RDL_PC);
    REAL(srandom)(seed);
}
