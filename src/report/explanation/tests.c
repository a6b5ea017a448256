/* tests.c - tests of local variables, which are no operations: what was
 * read may be kept, and decide lines later. */
#include "symbols/cfg.h"
#include "report/explanation/internal.h"

#define JUMPS 16

/* Are they of one line? */
static bool tests_same(struct cause_words *w, uintptr_t a, uintptr_t b)
{
    struct rdl_place one, two;

    rdl_table_place(w->table, a, &one);
    rdl_table_place(w->table, b, &two);
    return rdl_table_same_line(&one, &two);
}

/* Is that test made on every such way? */
static bool tests_always(struct cause_words *w, struct rdl_cfg way,
                         uintptr_t test)
{
    uintptr_t jumps[1];
    size_t n;

    way.avoid[1] = test;
    return rdl_cfg_way(w->symbols, &way, jumps, 1, &n) == RDL_BRANCH_NONE;
}

uintptr_t rdl_cause_test(struct cause_words *w, const struct rdl_cause_part *p)
{
    const uintptr_t named[] = {
        p->first.pc,     p->first.value,  p->last.pc,    p->last.value,
        p->tested[0].pc, p->tested[1].pc, p->between.pc, p->between.value,
        p->also.pc,      p->also.value,
    };
    const struct rdl_cfg way = { .from = &p->tested[0], .to = &p->tested[1] };
    uintptr_t jumps[JUMPS], found = 0;
    size_t n;

    if (p->tested[0].pc == 0)
        return 0;
    rdl_cfg_way(w->symbols, &way, jumps, JUMPS, &n);
    for (size_t i = 0; i < n; i++) {
        bool told = false;

        for (size_t k = 0; k < sizeof(named) / sizeof(named[0]); k++)
            told = told || (named[k] != 0 && tests_same(w, jumps[i], named[k]));
        if (told)
            continue;
        if (found != 0 && !tests_same(w, found, jumps[i]))
            return 0; /* which of them is not known */
        found = jumps[i];
    }
    return found != 0 && tests_always(w, way, found) ? found : 0;
}

uintptr_t rdl_cause_kept(struct cause_words *w, const struct rdl_cause_part *p)
{
    const struct rdl_cfg past = { .from = &p->tested[0],
                                  .to = &p->tested[1],
                                  .avoid = { p->also.pc } };
    const struct rdl_cfg there = { .from = &p->tested[0],
                                   .to = &p->also,
                                   .avoid = { p->tested[1].pc } };
    uintptr_t one[JUMPS], two[JUMPS], found = 0;
    size_t n, m;

    if (p->tested[0].pc == 0 || p->also.pc == 0)
        return 0;
    rdl_cfg_way(w->symbols, &past, one, JUMPS, &n);
    rdl_cfg_way(w->symbols, &there, two, JUMPS, &m);
    for (size_t i = 0; i < n && i < m && one[i] == two[i]; i++)
        found = one[i];
    return found != 0 && tests_always(w, past, found) ? found : 0;
}
