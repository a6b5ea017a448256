/* operators.c - see operators.h. */
#include "regress/operators.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *operators_after(const char *text, const char *begin)
{
    const size_t n = strlen(begin);

    return strncmp(text, begin, n) == 0 ? text + n : NULL;
}

/* An access of instrumented code: "unaligned_volatile_read4" and the like. */
static enum rdl_operator operators_access(const char *what)
{
    const char *rest = operators_after(what, "unaligned_");

    if (rest != NULL)
        what = rest;
    rest = operators_after(what, "volatile_");
    if (rest != NULL)
        what = rest;
    if (operators_after(what, "read") != NULL)
        return RDL_OPERATOR_READ;
    if (operators_after(what, "write") != NULL)
        return RDL_OPERATOR_WRITE;
    /* A fence is not an access. */
    if (operators_after(what, "atomic") != NULL &&
        strstr(what, "_fence") == NULL)
        return RDL_OPERATOR_ATOMIC;
    return RDL_OPERATOR_OTHER;
}

/* "lock", "timedlock", "trywrlock" ...: the name without its family. */
static enum rdl_operator operators_lock(const char *what)
{
    if (strncmp(what, "un", 2) == 0 || strstr(what, "lock") == NULL)
        return RDL_OPERATOR_OTHER;
    return strncmp(what, "try", 3) == 0 ? RDL_OPERATOR_TRYLOCK
                                        : RDL_OPERATOR_LOCK;
}

enum rdl_operator rdl_operator_of(const char *called)
{
    static const char *const families[] = { "pthread_mutex_", "pthread_rwlock_",
                                            "pthread_spin_", "mtx_",
                                            "g_mutex_" };
    const char *what = operators_after(called, "__tsan_");

    if (what != NULL)
        return operators_access(what);
    for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
        what = operators_after(called, families[i]);
        if (what != NULL)
            return operators_lock(what);
    }
    return RDL_OPERATOR_OTHER;
}

const char *rdl_operator_word(const char *called)
{
    static const char *const words[] = {
        [RDL_OPERATOR_READ] = "read",       [RDL_OPERATOR_WRITE] = "write",
        [RDL_OPERATOR_ATOMIC] = "atomic",   [RDL_OPERATOR_LOCK] = "lock",
        [RDL_OPERATOR_TRYLOCK] = "trylock",
    };
    const enum rdl_operator op = rdl_operator_of(called);

    return op == RDL_OPERATOR_OTHER ? called : words[op];
}
