/* leaks.c - see leaks.h. */
#include "cc/unhooked/leaks.h"

#include "base/text.h"
#include "util/alloc.h"

#include <dlfcn.h>
#include <stdlib.h>

const int rdl_leaks_arguments[RDL_LEAKS_ARGUMENTS] = {
    RDL_STATE_RDI, RDL_STATE_RSI, RDL_STATE_RDX, RDL_STATE_RCX, 8, 9
};

unsigned rdl_leaks_parameters(const struct rdl_values *v, int value)
{
    const struct rdl_value *x = &v->values[value];
    unsigned parameters = 0;

    for (unsigned i = 0; i < x->n; i++) {
        const struct rdl_atom *a = &v->atoms[x->term[i].atom];

        for (unsigned k = 0; k < RDL_LEAKS_ARGUMENTS; k++) {
            if (a->kind == RDL_ATOM_ENTRY && x->term[i].times == 1 &&
                a->a == (uint64_t)rdl_leaks_arguments[k])
                parameters |= 1U << k;
        }
    }
    return parameters;
}

/* Is it an address in the frame, or a parameter? */
static bool leaks_matters(const struct rdl_values *v, int value)
{
    return (rdl_values_flags(v, value) & RDL_ATOM_FRAME) != 0 ||
           rdl_leaks_parameters(v, value) != 0;
}

static void leaks_give(struct rdl_leaks *l, const struct rdl_leaks_given *g)
{
    for (size_t i = 0; i < l->n_given; i++) {
        if (l->given[i].goal == g->goal && l->given[i].value == g->value &&
            l->given[i].argument == g->argument)
            return;
    }
    l->given = rdl_grow(l->given, (l->n_given + 1) * sizeof(l->given[0]));
    l->given[l->n_given++] = *g;
}

void rdl_leaks_call(struct rdl_leaks *l, const struct rdl_values *v,
                    const int *reg, uint64_t goal)
{
    for (unsigned k = 0; k < RDL_LEAKS_ARGUMENTS; k++) {
        const int value = reg[rdl_leaks_arguments[k]];
        const struct rdl_leaks_given given = { goal, k, value };

        if (leaks_matters(v, value))
            leaks_give(l, &given);
    }
}

void rdl_leaks_keep(struct rdl_leaks *l, const struct rdl_values *v,
                    int address, int value, bool hooked)
{
    for (size_t i = 0; i < l->n_kept; i++) {
        if (l->kept[i].address == address && l->kept[i].value == value &&
            l->kept[i].hooked == hooked)
            return;
    }
    if (!leaks_matters(v, value))
        return;
    l->kept = rdl_grow(l->kept, (l->n_kept + 1) * sizeof(l->kept[0]));
    l->kept[l->n_kept++] = (struct rdl_leaks_kept){ address, value, hooked };
}

static void leaks_add(struct rdl_leaks_stored **list, size_t *n, int address,
                      int64_t size)
{
    for (size_t i = 0; i < *n; i++) {
        if ((*list)[i].address == address && (*list)[i].size >= size)
            return;
    }
    *list = rdl_grow(*list, (*n + 1) * sizeof(**list));
    (*list)[(*n)++] = (struct rdl_leaks_stored){ address, size };
}

void rdl_leaks_store(struct rdl_leaks *l, int address, int64_t size)
{
    leaks_add(&l->stored, &l->n_stored, address, size);
}

void rdl_leaks_copy(struct rdl_leaks *l, const struct rdl_values *v,
                    int address, int64_t size)
{
    if ((rdl_values_flags(v, address) & RDL_ATOM_FRAME) != 0)
        leaks_add(&l->copied, &l->n_copied, address, size);
}

/* The address in a frame, without what an index adds: which frame, and how far
 * from where its address is known.  Of a pointer that differs between paths,
 * such as one that a loop moves, it is not. */
static bool leaks_place(const struct rdl_values *v, int value, int *frame,
                        int64_t *distance)
{
    const struct rdl_value *x = &v->values[value];

    for (unsigned i = 0; i < x->n; i++) {
        const struct rdl_atom *a = &v->atoms[x->term[i].atom];

        if (x->term[i].times != 1 || (a->flags & RDL_ATOM_FRAME) == 0 ||
            a->kind == RDL_ATOM_JOINED)
            continue;
        *frame = x->term[i].atom;
        *distance = x->number;
        return true;
    }
    return false;
}

bool rdl_leaks_own(const struct rdl_leaks *l, const struct rdl_values *v,
                   int address, int64_t size)
{
    int frame, other;
    int64_t at, from;

    if (!leaks_place(v, address, &frame, &at))
        return false;
    for (size_t i = 0; i < l->n_stored; i++) {
        if (leaks_place(v, l->stored[i].address, &other, &from) &&
            other == frame && at < from + l->stored[i].size && from < at + size)
            return true;
    }
    return false;
}

/* The return address is at 0 of the frame that the function began with; behind
 * it is what its caller passes. */
bool rdl_leaks_behind(const struct rdl_values *v, int from, int address,
                      int64_t size)
{
    int frame, other;
    int64_t at, begin;

    return leaks_place(v, from, &frame, &begin) &&
           leaks_place(v, address, &other, &at) && frame == other &&
           begin < at + size && (at >= 0) == (begin >= 0);
}

bool rdl_leaks_copied(const struct rdl_leaks *l, const struct rdl_values *v,
                      int address)
{
    int frame, other;
    int64_t at, from;

    if (!leaks_place(v, address, &frame, &at))
        return false;
    for (size_t i = 0; i < l->n_copied; i++) {
        const struct rdl_leaks_stored *c = &l->copied[i];

        if (c->size == RDL_LEAKS_OPEN
                ? rdl_leaks_behind(v, c->address, address, 1)
                : leaks_place(v, c->address, &other, &from) && other == frame &&
                      from <= at && at < from + c->size)
            return true;
    }
    return false;
}

static const void *leaks_module(const void *address)
{
    Dl_info found;

    return address != NULL && dladdr(address, &found) != 0 ? found.dli_fbase
                                                           : NULL;
}

/* Not in another library that raddle itself uses: the program may have a
 * function of that name.  A sanitizer has some of libc's in raddle itself. */
static bool leaks_is_libc(const char *name)
{
    const void *module = leaks_module(dlsym(RTLD_DEFAULT, name));

    return module != NULL &&
           (module ==
                leaks_module(dlsym(RTLD_DEFAULT, "gnu_get_libc_version")) ||
            module == leaks_module(rdl_leaks_arguments));
}

bool rdl_leaks_library(const char *name)
{
    static const char *const families[] = {
        "__tsan_",         "raddle_", "__cxa_", "__gxx_",
        "_Unwind_",        "_ZNSt",   "_ZNKSt", "_ZN9__gnu_",
        "_ZN10__cxxabiv1", "_ZSt",    "_Zn",    "_Zd",
    };
    /* They keep an argument, or hand it on. */
    static const char *const keep[] = { "sigqueue", "pthread_sigqueue",
                                        "on_exit", "insque" };

    if (rdl_text_begins(name, keep, sizeof(keep) / sizeof(keep[0])))
        return false;

    return rdl_text_begins(name, families,
                           sizeof(families) / sizeof(families[0])) ||
           leaks_is_libc(name);
}

void rdl_leaks_report(const struct rdl_leaks *l, const struct rdl_values *v,
                      unsigned returned, const struct rdl_leaks_reports *r)
{
    for (size_t k = 0; k < l->n_given; k++) {
        if ((rdl_values_flags(v, l->given[k].value) & RDL_ATOM_FRAME) != 0)
            r->shares(r->data, l->given[k].goal, l->given[k].argument);
    }
    for (unsigned p = 0; p < RDL_LEAKS_ARGUMENTS; p++) {
        if ((l->parameters >> p & 1) != 0)
            r->gives(r->data, p, 0, 0);
        if ((returned >> p & 1) != 0)
            r->returns(r->data, p);
        for (size_t k = 0; k < l->n_given; k++) {
            const struct rdl_leaks_given *g = &l->given[k];

            if ((rdl_leaks_parameters(v, g->value) >> p & 1) != 0)
                r->gives(r->data, p, g->goal, g->argument);
        }
    }
}

void rdl_leaks_clear(struct rdl_leaks *l)
{
    free(l->given);
    free(l->stored);
    free(l->kept);
    free(l->copied);
    *l = (struct rdl_leaks){ .n_given = 0 };
}
