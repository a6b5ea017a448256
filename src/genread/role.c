/* role.c - what each function is for, by its name and types.  Names only
 * propose: learning by running decides, and the spec file overrules both. */
#include "genread/genread.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static const char *const end_words[] = { "free",    "destroy", "unref",
                                         "delete",  "decref",  "dispose",
                                         "cleanup", "del",     NULL };
/* Words that end an object only where no function with a word above does: a
 * queue may be closed and freed. */
static const char *const weak_end_words[] = { "close",   "fini",   "term",
                                              "release", "deinit", NULL };
static const char *const retain_words[] = { "ref", "incref", "retain", "addref",
                                            NULL };
static const char *const make_words[] = { "new",   "create", "make",
                                          "alloc", "open",   NULL };
static const char *const init_words[] = { "init", "initialize", "initialise",
                                          "startup", NULL };

static bool role_last_word(const char *name, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        if (rdl_gr_last_word(name, words[i]))
            return true;
    }
    return false;
}

bool rdl_gr_ends(const char *function)
{
    return role_last_word(function, end_words) ||
           role_last_word(function, weak_end_words);
}

/* The type of its only parameter, if that is a handle; else -1. */
static int role_only_handle(const struct rdl_gen_function *f)
{
    return f->n_params == 1 && f->params[0].kind == RDL_GEN_HANDLE
               ? f->params[0].handle
               : -1;
}

static bool role_takes(const struct rdl_gen_function *f, int handle)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_HANDLE &&
            f->params[i].handle == handle)
            return true;
    }
    return false;
}

/* The type that it makes; -1: none. */
static int role_makes(const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_MADE ||
            f->params[i].kind == RDL_GEN_STORAGE)
            return f->params[i].handle;
    }
    if (f->result != RDL_GEN_HANDLE ||
        strncmp(f->result_type, "const ", 6) == 0)
        return -1;
    /* A pool may have a parent; a copy is a method of what is copied. */
    if (role_takes(f, f->result_handle) &&
        !rdl_gr_has_any_word(f->name, make_words))
        return -1;
    return f->result_handle;
}

/* The function with this name whose last `cut` characters are replaced. */
static int role_twin(const struct rdl_gen_table *t, const char *name,
                     size_t cut, const char *end)
{
    char *twin = rdl_format("%.*s%s", (int)(strlen(name) - cut), name, end);
    const int at = rdl_gen_table_find(t, twin);

    free(twin);
    return at;
}

static void role_lock(struct rdl_gen_table *t, size_t i)
{
    struct rdl_gen_function *f = &t->functions[i];
    int twin;

    if (role_only_handle(f) < 0 || !rdl_gr_last_word(f->name, "lock"))
        return;
    twin = role_twin(t, f->name, strlen("lock"), "unlock");
    if (twin < 0 ||
        role_only_handle(&t->functions[twin]) != role_only_handle(f))
        return;
    f->role = RDL_GEN_LOCK;
    f->partner = twin;
    t->functions[twin].role = RDL_GEN_UNLOCK;
    t->functions[twin].partner = (int)i;
}

/* ring_free() may return how much is free: a size, or what is asked of a const
 * object, is an answer. */
static bool role_ends(const struct rdl_gen_function *f,
                      const char *const *words)
{
    const bool answers = strcmp(f->result_type, "size_t") == 0 ||
                         strncmp(f->result_type, "unsigned", 8) == 0;

    return role_only_handle(f) >= 0 && role_last_word(f->name, words) &&
           (f->result == RDL_GEN_NONE ||
            (f->result == RDL_GEN_NUMBER && !answers &&
             strncmp(f->params[0].type, "const ", 6) != 0));
}

static bool role_ended(const struct rdl_gen_table *t, int handle)
{
    for (size_t i = 0; i < t->n_functions; i++) {
        if (role_only_handle(&t->functions[i]) == handle &&
            role_ends(&t->functions[i], end_words))
            return true;
    }
    return false;
}

static enum rdl_gen_role role_of(const struct rdl_gen_table *t,
                                 struct rdl_gen_function *f)
{
    const int handle = role_only_handle(f);

    if (f->n_params == 0 && role_last_word(f->name, init_words) &&
        (f->result == RDL_GEN_NONE || f->result == RDL_GEN_NUMBER))
        return RDL_GEN_INIT;
    f->of = handle;
    if (handle >= 0 && role_last_word(f->name, retain_words) &&
        (f->result == RDL_GEN_NONE || f->result_handle == handle))
        return RDL_GEN_RETAINER;
    if (role_ends(f, end_words) ||
        (role_ends(f, weak_end_words) && !role_ended(t, handle)))
        return RDL_GEN_ENDER;
    f->of = role_makes(f);
    return f->of >= 0 ? RDL_GEN_MAKER : RDL_GEN_OTHER;
}

/* Functions that need a lock which their caller holds. */
static void role_bare(struct rdl_gen_table *t, struct rdl_gen_function *f)
{
    const bool bare = rdl_gr_last_word(f->name, "unlocked") ||
                      rdl_gr_last_word(f->name, "nolock") ||
                      strncmp(f->name, "__", 2) == 0;

    if (!bare || f->n_params == 0 || f->params[0].kind != RDL_GEN_HANDLE)
        return;
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *lock = &t->functions[i];

        if (lock->role != RDL_GEN_LOCK ||
            lock->params[0].handle != f->params[0].handle)
            continue;
        f->role = RDL_GEN_BARE;
        f->inside = (int)i;
        return;
    }
    rdl_gen_leave_out(f, "needs a lock, by its name, and no function takes "
                         "one");
}

/* Numbers that a maker gets are sizes more often than not: with 0 or -1 it
 * makes nothing, and with little room tests show less.  (A queue with a bug,
 * five seeds, median of the tests until raddle found it: 1,066 with 0 1 2 -1,
 * 375 with these.) */
static void role_sizes(struct rdl_gen_function *f)
{
    static const char *const sizes[] = { "4", "1", "2" };
    static const char *const others[] = { "flags", "flag", "mode",    "type",
                                          "kind",  "attr", "options", NULL };

    for (size_t i = 0; f->role == RDL_GEN_MAKER && i < f->n_params; i++) {
        struct rdl_gen_param *p = &f->params[i];

        if (p->kind != RDL_GEN_NUMBER || p->is_float || p->n_values < 3 ||
            strcmp(p->values[0], "0") != 0 ||
            rdl_gr_has_any_word(p->name, others))
            continue;
        rdl_gen_text_clear(&p->values, &p->n_values);
        for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
            rdl_gen_text_add(&p->values, &p->n_values, sizes[k]);
    }
}

/* g_async_queue_unref_and_unlock(): nobody can call this at any time. */
static void role_ends_and_more(struct rdl_gen_function *f)
{
    static const char *const words[] = { "unref", "decref", "destroy", NULL };

    if (f->role == RDL_GEN_OTHER && role_only_handle(f) >= 0 &&
        rdl_gr_has_any_word(f->name, words))
        rdl_gen_leave_out(f, "ends the object, by its name, and does more");
}

/* map_close(&map) beside others would take the object away from them. */
static void role_takes_away(struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].by_address && f->role != RDL_GEN_ENDER)
            rdl_gen_leave_out(f, "takes the address of a pointer to an object, "
                                 "and is not what ends one");
    }
}

/* The type that most functions have as their first parameter; one that can be
 * made if there is any. */
static int role_handle(const struct rdl_gen_table *t)
{
    int best = -1;
    size_t most = 0;

    for (size_t h = 0; h < t->n_handles; h++) {
        size_t n = 0;

        for (size_t i = 0; i < t->n_functions; i++) {
            const struct rdl_gen_function *f = &t->functions[i];

            n += f->n_params > 0 && (size_t)f->params[0].handle == h;
        }
        if (n > 0 && t->handles[h].makeable)
            n += t->n_functions;
        if (n > most) {
            most = n;
            best = (int)h;
        }
    }
    return best;
}

void rdl_gr_roles(struct rdl_gen_table *t)
{
    for (size_t i = 0; i < t->n_functions; i++)
        role_lock(t, i);
    for (size_t i = 0; i < t->n_functions; i++) {
        struct rdl_gen_function *f = &t->functions[i];

        if (f->role == RDL_GEN_OTHER)
            f->role = role_of(t, f);
        if (f->role != RDL_GEN_MAKER && f->role != RDL_GEN_ENDER &&
            f->role != RDL_GEN_RETAINER)
            f->of = -1;
    }
    for (size_t i = 0; i < t->n_functions; i++)
        role_bare(t, &t->functions[i]);
    for (size_t i = 0; i < t->n_functions; i++) {
        role_ends_and_more(&t->functions[i]);
        role_takes_away(&t->functions[i]);
        role_sizes(&t->functions[i]);
    }
    rdl_gen_table_settle(t);
    t->handle = role_handle(t);
    rdl_gen_table_settle(t);
}
