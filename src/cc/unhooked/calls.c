/* calls.c - see calls.h. */
#include "cc/unhooked/calls.h"

#include "base/text.h"
#include "cc/unhooked/jumps.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX "__tsan_"
#define ESCAPES 64 /* bytes that a callee may write from an address on */

static bool calls_skip(const char **text, const char *word)
{
    const size_t n = strlen(word);

    if (strncmp(*text, word, n) != 0)
        return false;
    *text += n;
    return true;
}

/* "read4", "unaligned_volatile_write8", "write_range", "read_write2", ... of a
 * hook's name; 0 if it announces nothing. */
static unsigned calls_announces(const char *name, int64_t *size)
{
    unsigned kinds = 0;

    *size = sizeof(void *);
    /* clang leaves the load of an atomic one behind; nothing uses it. */
    if (calls_skip(&name, "atomic")) {
        *size = strtol(name, NULL, 10) / 8;
        return RDL_HOOK_READS;
    }
    if (strcmp(name, "vptr_read") == 0)
        return RDL_HOOK_READS;
    if (strcmp(name, "vptr_update") == 0)
        return RDL_HOOK_WRITES;
    calls_skip(&name, "unaligned_");
    calls_skip(&name, "volatile_");
    if (calls_skip(&name, "read_write"))
        kinds = RDL_HOOK_READS | RDL_HOOK_WRITES;
    else if (calls_skip(&name, "read"))
        kinds = RDL_HOOK_READS;
    else if (calls_skip(&name, "write"))
        kinds = RDL_HOOK_WRITES;
    if (calls_skip(&name, "_range"))
        *size = 0;
    else
        *size = strtol(name, NULL, 10);
    return kinds;
}

static void calls_announce(struct rdl_effects *e, struct rdl_state *s,
                           const char *name)
{
    int64_t size, given;
    const unsigned kinds = calls_announces(name, &size);

    if (kinds == 0)
        return;
    if (strncmp(name, "atomic", 6) == 0)
        s->n_hooks = 0; /* no access waits for it */
    if (size == 0)
        size = rdl_values_is_number(&e->values, s->reg[RDL_STATE_RSI], &given)
                   ? given
                   : RDL_HOOK_OPEN;
    rdl_state_announce(s, s->reg[RDL_STATE_RDI], size, kinds);
}

/* A function may write through each address in the frame that it or an earlier
 * one got. */
static void calls_forget(struct rdl_effects *e, struct rdl_state *s)
{
    for (size_t k = 0; k < RDL_LEAKS_ARGUMENTS; k++)
        rdl_effects_escape(e, &e->escaped, s->reg[rdl_leaks_arguments[k]]);
    for (size_t k = 0; k < e->escaped.n; k++)
        rdl_state_forget(s, &e->values, e->escaped.address[k], ESCAPES);
}

/* An atomic operation stores its second argument, or its third. */
static void calls_stores(struct rdl_effects *e, const struct rdl_state *s,
                         const char *name)
{
    if (strncmp(name, "atomic", 6) != 0)
        return;
    if (strstr(name, "compare_exchange") == NULL)
        rdl_effects_leak(e, s->reg[RDL_STATE_RSI]);
    else
        rdl_effects_leak(e, s->reg[RDL_STATE_RDX]);
}

static bool calls_among(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

/* Does it copy as many bytes from its second argument as the third says? */
static bool calls_copies_exactly(const char *name)
{
    static const char *const names[] = {
        "memcpy",        "memmove",       "mempcpy", "__memcpy_chk", "write",
        "__memmove_chk", "__mempcpy_chk", "pwrite",  "send",         "sendto",
    };

    return calls_among(name, names, sizeof(names) / sizeof(names[0]));
}

/* A function of a library may copy what its arguments point to. */
static void calls_copy(struct rdl_effects *e, const struct rdl_state *s,
                       const char *name)
{
    int64_t size;

    if (calls_copies_exactly(name) &&
        rdl_values_is_number(&e->values, s->reg[RDL_STATE_RDX], &size)) {
        rdl_leaks_copy(&e->leaks, &e->values, s->reg[RDL_STATE_RSI], size);
        return;
    }
    if (strcmp(name, "memset") == 0)
        return;
    for (size_t k = 0; k < RDL_LEAKS_ARGUMENTS; k++)
        rdl_leaks_copy(&e->leaks, &e->values, s->reg[rdl_leaks_arguments[k]],
                       RDL_LEAKS_OPEN);
}

void rdl_calls_give(struct rdl_effects *e, const struct rdl_state *s,
                    uint64_t goal, const char *name)
{
    if (strcmp(name, "pthread_create") == 0) {
        rdl_effects_escape(e, &e->shared, s->reg[RDL_STATE_RCX]);
        rdl_effects_leak(e, s->reg[RDL_STATE_RCX]);
    } else if (strcmp(name, "thrd_create") == 0) {
        rdl_effects_escape(e, &e->shared, s->reg[RDL_STATE_RDX]);
        rdl_effects_leak(e, s->reg[RDL_STATE_RDX]);
    } else if (goal != 0) {
        rdl_leaks_call(&e->leaks, &e->values, s->reg, goal);
    } else if (!rdl_leaks_library(name)) {
        for (size_t k = 0; k < RDL_LEAKS_ARGUMENTS; k++)
            rdl_effects_leak(e, s->reg[rdl_leaks_arguments[k]]);
    } else {
        calls_copy(e, s, name);
    }
}

/* Compilers know that these do not change memory, and move accesses past them;
 * they are not steps either. */
static bool calls_passed(const char *name)
{
    static const char *const names[] = {
        "pthread_self",        "pthread_equal",       "thrd_current",
        "thrd_equal",          "__errno_location",    "__ctype_b_loc",
        "__ctype_tolower_loc", "__ctype_toupper_loc", "__tls_get_addr",
    };

    return calls_among(name, names, sizeof(names) / sizeof(names[0]));
}

/* Functions of libc without a hook that access what their first argument points
 * to, and nothing else. */
static bool calls_accesses(const char *name)
{
    static const char *const families[] = {
        "pthread_attr_",       "pthread_mutexattr_",   "pthread_condattr_",
        "pthread_rwlockattr_", "pthread_barrierattr_", RDL_JUMPS,
    };

    return rdl_text_begins(name, families,
                           sizeof(families) / sizeof(families[0]));
}

void rdl_calls_step(struct rdl_effects *e, struct rdl_state *s,
                    const struct rdl_effects_instruction *i)
{
    static const int lost[] = { RDL_STATE_RAX,
                                RDL_STATE_RCX,
                                RDL_STATE_RDX,
                                RDL_STATE_RSI,
                                RDL_STATE_RDI,
                                8,
                                9,
                                10,
                                11 };
    const char *name;
    uint64_t goal;
    unsigned flags = 0;

    if (!rdl_effects_goal(e, i, &goal, &name) || name == NULL)
        name = "";
    if (e->found != NULL && calls_accesses(name) &&
        (rdl_values_flags(&e->values, s->reg[RDL_STATE_RDI]) &
         (RDL_ATOM_FRAME | RDL_ATOM_OWN)) == 0)
        e->found(e->data, i->at, s->reg[RDL_STATE_RDI]);
    if (strncmp(name, PREFIX, strlen(PREFIX)) == 0) {
        calls_announce(e, s, name + strlen(PREFIX));
        calls_stores(e, s, name + strlen(PREFIX));
        if (calls_copies_exactly(name + strlen(PREFIX)))
            calls_copy(e, s, name + strlen(PREFIX));
    } else if (!calls_passed(name)) {
        rdl_calls_give(e, s, goal, name);
        s->n_hooks = 0;
        calls_forget(e, s);
    }
    if (strcmp(name, "__tls_get_addr") == 0)
        flags = RDL_ATOM_OWN;
    for (size_t k = 0; k < sizeof(lost) / sizeof(lost[0]); k++)
        s->reg[lost[k]] =
            rdl_values_atom(&e->values, RDL_ATOM_MADE, i->at, (uint64_t)lost[k],
                            0, lost[k] == RDL_STATE_RAX ? flags : 0);
}

bool rdl_effects_returns(const char *name)
{
    static const char *const ends[] = {
        "abort",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "__assert_fail",
        "__stack_chk_fail",
        "pthread_exit",
        "thrd_exit",
        "longjmp",
        "siglongjmp",
        "_longjmp",
        "_Unwind_Resume",
        "__cxa_rethrow",
        "__cxa_throw",
        "__assert",
        "__longjmp_chk",
        "__chk_fail",
        "__fortify_fail",
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        if (strcmp(name, ends[i]) == 0)
            return false;
    }
    return true;
}
