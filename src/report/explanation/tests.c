/* tests.c - tests of local variables, which are not operations: a thread may
 * read a value, and decide on it lines later. */
#include "report/explanation/internal.h"
#include "symbols/code/cfg.h"

#define JUMPS 16

/* Are they on one line? */
static bool tests_same(struct rdl_table *t, uintptr_t a, uintptr_t b)
{
    struct rdl_place one, two;

    rdl_table_place(t, a, &one);
    rdl_table_place(t, b, &two);
    return rdl_table_same_line(&one, &two);
}

/* Is that test on every such path? */
static bool tests_always(struct rdl_table *t, struct rdl_cfg way,
                         uintptr_t test)
{
    uintptr_t jumps[1];
    size_t n;

    way.avoid[1] = test;
    return rdl_cfg_way(t->symbols, &way, jumps, 1, &n) == RDL_BRANCH_NONE;
}

/* Does the fact name that line anyway? */
static bool tests_named(struct rdl_table *t, const struct rdl_fact *f,
                        uintptr_t pc)
{
    for (size_t i = 0; i < f->n_steps; i++) {
        const struct rdl_fact_step *s = &f->steps[i];

        if (s->role == RDL_ROLE_GUARD || s->pc == 0)
            continue;
        if (tests_same(t, pc, s->pc) ||
            (s->called != 0 && s->role != RDL_ROLE_LAST_CHANGE &&
             s->role != RDL_ROLE_TEST && s->role != RDL_ROLE_UNLOCK &&
             tests_same(t, pc, s->called)))
            return true;
    }
    return false;
}

/* The only test, on a line of its own, that a thread made between the two
 * operations; 0 if there is none. */
static uintptr_t tests_between(struct rdl_table *t, const struct rdl_fact *f,
                               const struct rdl_event *from,
                               const struct rdl_event *to)
{
    const struct rdl_cfg way = { .from = from, .to = to };
    uintptr_t jumps[JUMPS], found = 0;
    size_t n;

    rdl_cfg_way(t->symbols, &way, jumps, JUMPS, &n);
    for (size_t i = 0; i < n; i++) {
        if (tests_named(t, f, jumps[i]))
            continue;
        if (found != 0 && !tests_same(t, found, jumps[i]))
            return 0; /* several, so it is not known which one */
        found = jumps[i];
    }
    return found != 0 && tests_always(t, way, found) ? found : 0;
}

/* The test that kept the signalling thread from signalling again between the
 * two operations; 0: not known. */
static uintptr_t tests_kept(struct rdl_table *t, const struct rdl_event *signal,
                            const struct rdl_event *from,
                            const struct rdl_event *to)
{
    const struct rdl_cfg past = { .from = from,
                                  .to = to,
                                  .avoid = { signal->pc } };
    const struct rdl_cfg there = { .from = from,
                                   .to = signal,
                                   .avoid = { to->pc } };
    uintptr_t one[JUMPS], two[JUMPS], found = 0;
    size_t n, m;

    rdl_cfg_way(t->symbols, &past, one, JUMPS, &n);
    rdl_cfg_way(t->symbols, &there, two, JUMPS, &m);
    for (size_t i = 0; i < n && i < m && one[i] == two[i]; i++)
        found = one[i];
    return found != 0 && tests_always(t, past, found) ? found : 0;
}

static void tests_remove(struct rdl_fact *f, enum rdl_role role)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_steps; i++) {
        if (f->steps[i].role != role)
            f->steps[n++] = f->steps[i];
    }
    f->n_steps = (uint8_t)n;
}

void rdl_explanation_test(struct rdl_table *t, struct rdl_fact *f)
{
    const struct rdl_fact_step *from = rdl_fact_step(f, RDL_ROLE_LAST_CHANGE);
    const struct rdl_fact_step *signal = rdl_fact_step(f, RDL_ROLE_SIGNAL);
    struct rdl_fact_step *to =
        (struct rdl_fact_step *)rdl_fact_step(f, RDL_ROLE_TEST);
    const bool waits = rdl_fact_step(f, RDL_ROLE_CHANGER) != NULL;
    struct rdl_event events[3];
    uintptr_t test;

    if (from == NULL || to == NULL)
        return;
    if (signal == NULL)
        signal = rdl_fact_step(f, RDL_ROLE_EARLY_SIGNAL);
    events[0] = explanation_event(from);
    events[1] = explanation_event(to);
    if (waits && signal != NULL) {
        events[2] = explanation_event(signal);
        test = tests_kept(t, &events[2], &events[0], &events[1]);
    } else {
        test = tests_between(t, f, &events[0], &events[1]);
    }
    *to = (struct rdl_fact_step){
        .role = RDL_ROLE_TEST,
        .tid = to->tid,
        .op = RDL_NO_OP,
        .step = RDL_FACT_NO_STEP,
        .pc = test,
    };
    if (test == 0 || !waits)
        tests_remove(f, RDL_ROLE_LAST_CHANGE);
    if (test == 0)
        tests_remove(f, RDL_ROLE_TEST);
}
