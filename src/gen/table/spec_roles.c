/* spec_roles.c - lines of a spec that say what functions are for. */
#include "gen/table/spec_apply.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_spec_role(struct rdl_gen_function *f, enum rdl_gen_role role, int of)
{
    f->role = role;
    f->of = of;
    f->partner = -1;
    f->inside = -1;
    /* Names proposed that it cannot be called; the author knows better. */
    if (!f->out_by_types) {
        free(f->out_reason);
        f->out_reason = NULL;
    }
}

bool rdl_spec_handle(const struct rdl_spec_apply *a)
{
    size_t size;
    char *type, *known;
    FILE *out = rdl_alloc_stream(&type, &size);
    int found = -1;

    for (size_t w = 0; w < a->line->n_words; w++) {
        if (strcmp(a->line->words[w], "*") != 0)
            fprintf(out, "%s%s", w > 0 ? " " : "", a->line->words[w]);
    }
    fclose(out);
    out = rdl_alloc_stream(&known, &size);
    for (size_t i = 0; i < a->t->n_handles; i++) {
        fprintf(out, "%s%s", i > 0 ? ", " : "", a->t->handles[i].type);
        if (strcmp(a->t->handles[i].type, type) == 0)
            found = (int)i;
    }
    fclose(out);
    if (found >= 0)
        a->t->handle = found;
    else
        rdl_spec_bad(a, "no function takes %s *; it has %s", type,
                     known[0] != '\0' ? known : "no such type at all");
    free(known);
    free(type);
    return found >= 0;
}

/* The type that a function makes; -1: none. */
static int apply_makes(const struct rdl_gen_table *t,
                       const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_MADE ||
            f->params[i].kind == RDL_GEN_STORAGE)
            return f->params[i].handle;
    }
    if (f->result == RDL_GEN_HANDLE)
        return f->result_handle;
    return strcmp(f->result_type, "void *") == 0 ? t->handle : -1;
}

bool rdl_spec_made_by(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f = rdl_spec_function(a, a->line->words[0]);
    int of;

    if (f == NULL)
        return false;
    of = apply_makes(a->t, f);
    if (of < 0)
        return rdl_spec_bad(a, "%s returns %s, which is not a new object",
                            f->name, f->result_type);
    rdl_spec_role(f, RDL_GEN_MAKER, of);
    return true;
}

static int apply_first_handle(const struct rdl_gen_function *f)
{
    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_HANDLE)
            return f->params[i].handle;
    }
    return -1;
}

static bool apply_takes_one(const struct rdl_spec_apply *a,
                            enum rdl_gen_role role)
{
    struct rdl_gen_function *f = rdl_spec_function(a, a->line->words[0]);

    if (f == NULL)
        return false;
    if (apply_first_handle(f) < 0)
        return rdl_spec_bad(a, "%s does not take an object", f->name);
    rdl_spec_role(f, role, apply_first_handle(f));
    return true;
}

bool rdl_spec_ended_by(const struct rdl_spec_apply *a)
{
    return apply_takes_one(a, RDL_GEN_ENDER);
}

bool rdl_spec_retained_by(const struct rdl_spec_apply *a)
{
    return apply_takes_one(a, RDL_GEN_RETAINER);
}

static bool apply_init_one(const struct rdl_spec_apply *a,
                           struct rdl_gen_function *f, void *data)
{
    (void)data;
    if (f->n_params > 0)
        return rdl_spec_bad(a, "%s has parameters; write a wrap without any",
                            f->name);
    rdl_spec_role(f, RDL_GEN_INIT, -1);
    return true;
}

bool rdl_spec_init(const struct rdl_spec_apply *a)
{
    return rdl_spec_each(a, 0, apply_init_one, NULL);
}

bool rdl_spec_pair(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f = rdl_spec_function(a, a->line->words[0]), *g;

    if (f == NULL)
        return false;
    g = rdl_spec_function(a, a->line->words[1]);
    if (g == NULL)
        return false;
    if (f == g || apply_first_handle(f) != apply_first_handle(g))
        return rdl_spec_bad(a, "%s and %s do not take the same object", f->name,
                            g->name);
    rdl_spec_role(f, RDL_GEN_LOCK, -1);
    rdl_spec_role(g, RDL_GEN_UNLOCK, -1);
    f->partner = (int)(g - a->t->functions);
    g->partner = (int)(f - a->t->functions);
    return true;
}

static bool apply_method_one(const struct rdl_spec_apply *a,
                             struct rdl_gen_function *f, void *data)
{
    (void)data;
    (void)a;
    rdl_spec_role(f, RDL_GEN_OTHER, -1);
    return true;
}

bool rdl_spec_method(const struct rdl_spec_apply *a)
{
    return rdl_spec_each(a, 0, apply_method_one, NULL);
}

static bool apply_inside_one(const struct rdl_spec_apply *a,
                             struct rdl_gen_function *f, void *data)
{
    const int *lock = data;

    (void)a;
    rdl_spec_role(f, RDL_GEN_BARE, -1);
    f->inside = *lock;
    return true;
}

bool rdl_spec_inside(const struct rdl_spec_apply *a)
{
    size_t next;
    struct rdl_gen_function *lock = rdl_spec_head(a, &next);
    int index;

    if (lock == NULL)
        return false;
    if (lock->role != RDL_GEN_LOCK)
        return rdl_spec_bad(a,
                            "%s is not the first of a pair; write 'pair %s "
                            "FUNCTION' too",
                            lock->name, lock->name);
    index = (int)(lock - a->t->functions);
    return rdl_spec_each(a, next, apply_inside_one, &index);
}
