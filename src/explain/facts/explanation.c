/* explanation.c - see explanation.h. */
#include "explain/facts/explanation.h"

#include <string.h>

static const char *const explanation_kinds[] = {
#define FACT(id, part, name) name,
#include "explain/facts/kinds.h"
#undef FACT
};

static const enum rdl_fact_part explanation_parts[] = {
#define FACT(id, part, name) RDL_##part,
#include "explain/facts/kinds.h"
#undef FACT
};

static const char *const explanation_roles[] = {
#define ROLE(id, name) name,
#include "explain/facts/roles.h"
#undef ROLE
};

static const char *const explanation_hows[] = {
    [RDL_SEEN] = "seen",
    [RDL_TRIED] = "tried",
    [RDL_COUNTED] = "counted",
};

static int explanation_find(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

const char *rdl_fact_kind_name(enum rdl_fact_kind kind)
{
    return explanation_kinds[kind];
}

enum rdl_fact_part rdl_fact_kind_part(enum rdl_fact_kind kind)
{
    return explanation_parts[kind];
}

const char *rdl_role_name(enum rdl_role role)
{
    return explanation_roles[role];
}

const char *rdl_how_name(enum rdl_how how)
{
    return explanation_hows[how];
}

int rdl_fact_kind_find(const char *name)
{
    return explanation_find(explanation_kinds, RDL_N_FACT_KINDS, name);
}

int rdl_role_find(const char *name)
{
    return explanation_find(explanation_roles, RDL_N_ROLES, name);
}

int rdl_how_find(const char *name)
{
    return explanation_find(explanation_hows, RDL_N_HOWS, name);
}

const struct rdl_fact_step *rdl_fact_step(const struct rdl_fact *f,
                                          enum rdl_role role)
{
    for (size_t i = 0; i < f->n_steps; i++) {
        if (f->steps[i].role == role)
            return &f->steps[i];
    }
    return NULL;
}

bool rdl_explanation_names(const struct rdl_explanation *x, uint64_t step,
                           enum rdl_op op)
{
    for (size_t i = 0; i < x->n; i++) {
        for (size_t k = 0; k < x->facts[i].n_steps; k++) {
            const struct rdl_fact_step *s = &x->facts[i].steps[k];

            if (s->step == step && s->op == op)
                return true;
        }
    }
    return false;
}

const char *rdl_explanation_function(const struct rdl_explanation *x,
                                     rdl_tid tid)
{
    for (size_t i = 0; i < x->n_threads; i++) {
        if (x->threads[i].tid == tid)
            return x->threads[i].function;
    }
    return "";
}
