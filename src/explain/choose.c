/* choose.c - what to tell of all that explainers found: one fact that decides,
 * and one that says why it could come to that.  A sentence that names
 * everything names too much. */
#include "explain/search.h"

struct known {
    size_t n;
    struct rdl_fact all[CLUES + 1 + MADE_FACTS];
    bool window; /* one of them is a window */
};

/* That memory is freed before it is used: the finding says that already. */
static bool choose_freed(const struct rdl_fact *f)
{
    const struct rdl_fact_step *s = rdl_fact_step(f, RDL_ROLE_EARLIER);

    return s != NULL && s->op == RDL_OP_FREE;
}

/* The smaller, the sooner raddle reports it as what decides. */
static unsigned choose_first(const struct rdl_fact *f)
{
    switch (rdl_fact_kind_part(f->kind)) {
    case RDL_ONLY_IF:
        return 0;
    case RDL_DECIDES:
        return 1;
    case RDL_SHOWS:
        return 2;
    default:
        return 3;
    }
}

/* The same, beside what decides. */
static unsigned choose_second(const struct rdl_fact *f)
{
    switch (rdl_fact_kind_part(f->kind)) {
    case RDL_WHY:
        return f->kind == RDL_FACT_GIVES_UP ? RDL_N_FACT_KINDS + 1
                                            : (unsigned)f->kind;
    case RDL_DECIDES: /* both are needed: shrinking has shown it */
        return RDL_N_FACT_KINDS;
    default:
        return RDL_N_FACT_KINDS + 2;
    }
}

static void choose_add(struct known *k, const struct rdl_fact *f)
{
    k->window = k->window || f->kind == RDL_FACT_WINDOW ||
                f->kind == RDL_FACT_LOST_UPDATE;
    k->all[k->n++] = *f;
}

static void choose_all(const struct search *c, const struct clues *clues,
                       struct known *k)
{
    struct rdl_fact facts[CLUES + 1];
    const size_t n = rdl_clue_facts(c, clues, facts);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        choose_add(k, &facts[i]);
    for (size_t i = 0; i < clues->n_facts; i++)
        choose_add(k, &clues->facts[i]);
    for (size_t i = 0; i < k->n; i++) {
        if (!k->window || !choose_freed(&k->all[i]))
            k->all[kept++] = k->all[i];
    }
    k->n = kept;
}

/* Takes out the best, the first of equals. */
static void choose_take(struct known *k,
                        unsigned (*rank)(const struct rdl_fact *),
                        struct rdl_explanation *out)
{
    size_t best = 0;

    if (k->n == 0)
        return;
    for (size_t i = 1; i < k->n; i++) {
        if (rank(&k->all[i]) < rank(&k->all[best]))
            best = i;
    }
    out->facts[out->n++] = k->all[best];
    k->n--;
    for (size_t i = best; i < k->n; i++)
        k->all[i] = k->all[i + 1];
}

void rdl_explain_choose(const struct search *c, const struct clues *clues,
                        struct rdl_explanation *out)
{
    struct known k = { .n = 0 };

    *out = (struct rdl_explanation){ .n = 0 };
    choose_all(c, clues, &k);
    choose_take(&k, choose_first, out);
    choose_take(&k,
                out->n > 0 &&
                        rdl_fact_kind_part(out->facts[0].kind) == RDL_ONLY_IF
                    ? choose_first
                    : choose_second,
                out);
}
