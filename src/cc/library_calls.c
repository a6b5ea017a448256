/* library_calls.c - see library_calls.h. */
#include "cc/library_calls.h"

#include "base/text.h"
#include "cc/unhooked/jumps.h"
#include "symbols/files/imports.h"
#include "util/alloc.h"
#include "util/demangle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions without state that another thread can notice: computations,
 * initialisation of objects, thread identity, output of what is in no memory
 * that threads share. */
static const char *const harmless[] = {
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "sqrt",
    "pow",
    "fabs",
    "floor",
    "ceil",
    "fmod",
    "exp",
    "log",
    "log2",
    "sin",
    "cos",
    "tan",
    "toupper",
    "tolower",
    "isalpha",
    "isdigit",
    "isspace",
    "isalnum",
    "isupper",
    "islower",
    "strerror",
    "sysconf",
    "getpagesize",
    "__libc_current_sigrtmin",
    "ffs",
    "htonl",
    "htons",
    "ntohl",
    "ntohs",
    /* output */
    "putchar",
    "fputc",
    "putc",
    "fflush",
    "setlinebuf",
    "__errno_location",
    "__stack_chk_fail",
    "__tls_get_addr",
    "thrd_current",
    "thrd_equal",
    "thrd_yield",
    "mtx_init",
    "cnd_init",
    "sem_init",
    RDL_JUMPS,
    "syscall",
};

/* Families of such functions.  Not the guards of C++ statics (__cxa_guard_*):
 * threads wait for each other there. */
static const char *const families[] = {
    "raddle_", "rdl_", "__ctype_", "__cxa_atexit", "__cxa_finalize",
    "__cxa_throw", "__cxa_begin_catch", "__cxa_end_catch", "__cxa_rethrow",
    "__cxa_allocate_exception", "__cxa_free_exception", "__cxa_pure_virtual",
    "__once_proxy", "__gxx_", "_Unwind_", "__tsan_", "__sanitizer_",
    "pthread_attr_", "pthread_mutexattr_", "pthread_condattr_",
    "pthread_rwlockattr_", "pthread_barrierattr_", "pthread_mutex_init",
    "pthread_rwlock_init", "pthread_cond_init", "pthread_barrier_init",
    "pthread_spin_init", "pthread_self", "pthread_equal", "pthread_atfork",
    /* C++: allocation, threads, conditions, exceptions */
    "_Znw", "_Zna", "_Zdl", "_Zda", "_ZNSt6thread", "_ZNSt18condition_variable",
    "_ZNSt9exception", "_ZNKSt9exception", "_ZNSt15__exception_ptr",
    "_ZSt9terminate", "_ZSt20__throw_", "_ZSt17__throw_", "_ZSt16__throw_",
    "_ZSt19__throw_", "_ZSt24__throw_", "_ZSt25__throw_", "_ZSt28__throw_",
    "_ZNSt28__atomic_futex", "_ZNSt13__future_base", "_ZNSt12__basic_file",
    "_ZNSt8ios_base4Init", /* before main */
};

struct calls {
    struct rdl_library_calls found;
    void (*place)(void *data, const char *symbol, char *out, size_t size);
    void *data;
    char **intercepted; /* sorted */
    size_t n, size;
};

static int calls_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void calls_intercepted(void *data, const char *name)
{
    struct calls *c = data;

    if (c->n == c->size) {
        c->size = c->size == 0 ? 512 : 2 * c->size;
        c->intercepted =
            rdl_grow(c->intercepted, c->size * sizeof(c->intercepted[0]));
    }
    c->intercepted[c->n++] = rdl_strdup(name);
}

static bool calls_wrapped(const char *name)
{
    static const char *const names[] = {
#define WRAP(call) #call,
#include "hooks/wraps.h"
#undef WRAP
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static bool calls_harmless(const char *name)
{
    for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++) {
        if (strcmp(name, harmless[i]) == 0)
            return true;
    }
    return rdl_text_begins(name, families,
                           sizeof(families) / sizeof(families[0]));
}

/* Several functions of C++ may have one name. */
static bool calls_named(const struct rdl_library_calls *found, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = found->names; (at = strstr(at, name)) != NULL; at++) {
        if ((at == found->names || at[-1] == ' ') &&
            (at[n] == ',' || at[n] == ' ' || at[n] == '\0'))
            return true;
    }
    return false;
}

static void calls_name(struct calls *c, const char *name)
{
    struct rdl_library_calls *found = &c->found;
    char *plain = rdl_demangle_short(name);
    const size_t used = strlen(found->names);
    const size_t room = sizeof(found->names) - used;
    char place[160] = "";
    int n;

    if (!calls_named(found, plain)) {
        c->place(c->data, name, place, sizeof(place));
        found->n++;
        n = snprintf(found->names + used, room, "%s%s%s%s",
                     used > 0 ? ", " : "", plain,
                     place[0] != '\0' ? " at " : "", place);
        if (found->named + 1 == found->n && n >= 0 && (size_t)n < room)
            found->named++;
        else
            found->names[used] = '\0';
    }
    free(plain);
}

static void calls_look(void *data, const char *name)
{
    struct calls *c = data;

    if (calls_harmless(name) || calls_wrapped(name) ||
        (c->n > 0 && bsearch(&name, c->intercepted, c->n,
                             sizeof(c->intercepted[0]), calls_compare) != NULL))
        return;
    calls_name(c, name);
}

struct rdl_library_calls rdl_library_calls_of(
    const char *path, const char *runtime,
    void (*place)(void *data, const char *symbol, char *out, size_t size),
    void *data)
{
    struct calls c = { .place = place, .data = data };

    rdl_imports_each(runtime, true, calls_intercepted, &c);
    if (c.n > 0)
        qsort(c.intercepted, c.n, sizeof(c.intercepted[0]), calls_compare);
    rdl_imports_each(path, false, calls_look, &c);
    for (size_t i = 0; i < c.n; i++)
        free(c.intercepted[i]);
    free(c.intercepted);
    return c.found;
}
