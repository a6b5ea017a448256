/* spec_limits.c - lines of a spec that limit how functions are called, and how
 * their results are compared. */
#include "gen/table/spec_apply.h"

#include "gen/table/spec_names.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* For those that only set a bool. */
static bool apply_flag_one(const struct rdl_spec_apply *a,
                           struct rdl_gen_function *f, void *data)
{
    const size_t *offset = data;

    (void)a;
    *(bool *)((char *)f + *offset) = true;
    return true;
}

static bool apply_flag(const struct rdl_spec_apply *a, size_t offset)
{
    return rdl_spec_each(a, 0, apply_flag_one, &offset);
}

bool rdl_spec_alone(const struct rdl_spec_apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, alone));
}

bool rdl_spec_one_thread(const struct rdl_spec_apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, one_thread));
}

bool rdl_spec_blocks(const struct rdl_spec_apply *a)
{
    return apply_flag(a, offsetof(struct rdl_gen_function, blocks));
}

static bool apply_beside_one(const struct rdl_spec_apply *a,
                             struct rdl_gen_function *g, void *data)
{
    struct rdl_gen_function *f = data;

    f->alone_with =
        rdl_grow(f->alone_with, (f->n_alone_with + 1) * sizeof(*f->alone_with));
    f->alone_with[f->n_alone_with++] = (int)(g - a->t->functions);
    return true;
}

bool rdl_spec_alone_with(const struct rdl_spec_apply *a)
{
    size_t next;
    struct rdl_gen_function *f = rdl_spec_head(a, &next);

    return f != NULL && rdl_spec_each(a, next, apply_beside_one, f);
}

static bool apply_weak_one(const struct rdl_spec_apply *a,
                           struct rdl_gen_function *f, void *data)
{
    const unsigned *slack = data;

    if (*slack > 0 && (f->result != RDL_GEN_NUMBER || f->result_is_float))
        return rdl_spec_bad(a, "%s does not return an integer", f->name);
    f->compare = *slack > 0 ? RDL_GEN_NEAR : RDL_GEN_WEAK;
    f->slack = *slack;
    return true;
}

bool rdl_spec_weak(const struct rdl_spec_apply *a)
{
    struct rdl_gen_spec_line line = *a->line;
    struct rdl_spec_apply without = *a;
    unsigned slack = 0;
    const char *last = line.words[line.n_words - 1];

    if (strncmp(last, "+-", 2) == 0) {
        char *end;
        const unsigned long n = strtoul(last + 2, &end, 10);

        if (end == last + 2 || *end != '\0' || n == 0 || n > 1000000)
            return rdl_spec_bad(a, "'%s' is not +- and a number", last);
        slack = (unsigned)n;
        line.n_words--;
    }
    without.line = &line;
    return rdl_spec_each(&without, 0, apply_weak_one, &slack);
}

static bool apply_fresh_one(const struct rdl_spec_apply *a,
                            struct rdl_gen_function *f, void *data)
{
    (void)data;
    if (f->result != RDL_GEN_TOKEN && f->result != RDL_GEN_STRING &&
        f->result != RDL_GEN_HANDLE)
        return rdl_spec_bad(a, "%s does not return a pointer", f->name);
    f->compare = RDL_GEN_FRESH;
    return true;
}

bool rdl_spec_fresh(const struct rdl_spec_apply *a)
{
    return rdl_spec_each(a, 0, apply_fresh_one, NULL);
}

bool rdl_spec_invariant(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f = rdl_spec_function(a, a->line->words[0]);

    if (f == NULL)
        return false;
    if (f->n_params != 1 || f->params[0].kind != RDL_GEN_HANDLE ||
        f->params[0].handle != a->t->handle || f->result != RDL_GEN_NUMBER)
        return rdl_spec_bad(a, "%s is not int F(%s *)", f->name,
                            a->t->handle >= 0 ? a->t->handles[a->t->handle].type
                                              : "HANDLE");
    rdl_spec_role(f, RDL_GEN_OTHER, -1);
    f->invariant = true;
    return true;
}

static bool apply_ignore_one(const struct rdl_spec_apply *a,
                             struct rdl_gen_function *f, void *data)
{
    (void)a;
    (void)data;
    free(f->out_reason);
    f->out_reason = rdl_strdup(RDL_GEN_IGNORED);
    f->out_by_types = false;
    return true;
}

bool rdl_spec_ignore(const struct rdl_spec_apply *a)
{
    return rdl_spec_each(a, 0, apply_ignore_one, NULL);
}

bool rdl_spec_wrap(const struct rdl_spec_apply *a)
{
    rdl_gen_text_add(&a->t->wraps, &a->t->n_wraps, a->line->words[0]);
    return true;
}
