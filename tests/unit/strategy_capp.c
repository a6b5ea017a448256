/* strategy_capp.c - CAPP as a search: every schedule of a small program once
 * for each bound that allows it, those whose preemptions are all at changed
 * code first. */
#include "strategy_model.h"

#include "strategy/lib/capp_search.h"

enum { STEPS = 3, SCHEDULES = 20 /* 6 choose 3 */, MOST = 400 };

static uintptr_t changed_pc; /* the code at this place changed */
static bool marks;

static bool changed(const struct rdl_guide *g, const struct rdl_event *p)
{
    (void)g;
    return p->pc == changed_pc;
}

static bool changed_below(const struct rdl_guide *g, const struct rdl_event *p)
{
    (void)g;
    (void)p;
    return false;
}

static bool marked(const struct rdl_guide *g)
{
    (void)g;
    return marks;
}

static const struct rdl_guide guide = { .changed = changed,
                                        .changed_below = changed_below,
                                        .marked = marked };

/* Two threads that each write three times, at places of their own. */
static void make(struct model_program *p)
{
    *p = (struct model_program){ .n_threads = 2, .n_ops = { STEPS, STEPS } };
    for (uint8_t t = 0; t < 2; t++) {
        for (uint8_t i = 0; i < STEPS; i++)
            p->ops[t][i] = (struct model_op){ .op = RDL_OP_WRITE,
                                              .addr = 4096,
                                              .size = 4,
                                              .pc = 10u * (t + 1u) + i };
    }
}

struct schedule {
    unsigned threads;   /* as bits, the first step lowest */
    unsigned elsewhere; /* preemptions that are not at changed code */
};

static uintptr_t place(unsigned thread, unsigned k)
{
    return 10 * (thread + 1) + k;
}

static struct schedule read_schedule(const struct model *m, bool all)
{
    struct schedule s = { 0, 0 };
    unsigned at[2] = { 0, 0 };

    assert_int_equal(m->steps, 2 * STEPS);
    for (unsigned i = 0; i < 2 * STEPS; i++) {
        const unsigned t = m->trace[i];

        /* Thread 0 is the current one at first. */
        if (t != (i > 0 ? m->trace[i - 1] : 0u) && at[!t] < STEPS) {
            const bool from = place(!t, at[!t]) == changed_pc;
            const bool to = place(t, at[t]) == changed_pc;

            s.elsewhere += all ? !(from && to) : !(from || to);
        }
        at[t]++;
        s.threads |= t << i;
    }
    return s;
}

static size_t search(const char *name, enum rdl_capp_order order,
                     struct schedule *out)
{
    struct model_program p;
    struct model *m;
    size_t n = 0;

    make(&p);
    m = model_new(&p, name, &guide);
    m->capp_order = order;
    while (n < MOST) {
        model_run(m);
        if (((struct rdl_capp *)m->memory)->done)
            break;
        out[n++] = read_schedule(m, strcmp(name, "capp-all") == 0);
    }
    model_free(m);
    return n;
}

/* How many of the first `n` are different. */
static size_t distinct(const struct schedule *s, size_t n)
{
    bool seen[1u << 2 * STEPS] = { false };
    size_t different = 0;

    for (size_t i = 0; i < n; i++) {
        different += !seen[s[i].threads];
        seen[s[i].threads] = true;
    }
    return different;
}

static void every_schedule_comes_by_what_it_costs(void **state)
{
    static const char *const names[] = { "capp-some", "capp-all" };
    struct schedule all[MOST];

    (void)state;
    marks = true;
    changed_pc = 11;
    for (int i = 0; i < 4; i++) {
        const size_t n = search(
            names[i % 2], i < 2 ? RDL_CAPP_DEFAULT : RDL_CAPP_RANDOM, all);
        size_t from = 0, to;

        /* With each bound, all schedules that cost no more, once. */
        for (unsigned bound = 0; from < n; bound++, from = to) {
            bool seen[1u << 2 * STEPS] = { false };

            for (to = from; to < n && !seen[all[to].threads]; to++) {
                seen[all[to].threads] = true;
                assert_true(all[to].elsewhere <= bound);
            }
            for (size_t k = 0; k < n; k++) {
                if (all[k].elsewhere <= bound)
                    assert_true(seen[all[k].threads]);
            }
        }
        assert_int_equal(distinct(all, n), SCHEDULES);
        /* The first: thread 0 to its end, then thread 1. */
        if (i < 2)
            assert_int_equal(all[0].threads, 7u << STEPS);
    }
}

/* Preemptions of thread 0 at its second write, or to it, are what changed. */
static void changed_code_is_preempted_first(void **state)
{
    struct schedule all[MOST];
    size_t n, k = 0;

    (void)state;
    marks = true;
    changed_pc = 11;
    n = search("capp-some", RDL_CAPP_DEFAULT, all);
    while (k < n && all[k].elsewhere == 0)
        k++;
    assert_true(distinct(all, k) > 2);
    changed_pc = 1; /* nothing changed */
    n = search("capp-some", RDL_CAPP_DEFAULT, all);
    for (k = 0; k < n && all[k].elsewhere == 0;)
        k++;
    assert_int_equal(distinct(all, k), 1);
}

static void without_marks_nothing_is_searched(void **state)
{
    struct model_program p;
    struct model *m;

    (void)state;
    marks = false;
    make(&p);
    m = model_new(&p, "capp-some", &guide);
    m->capp_order = RDL_CAPP_DEFAULT;
    for (int i = 0; i < 100; i++)
        model_run(m);
    assert_false(((struct rdl_capp *)m->memory)->begun);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_schedule_comes_by_what_it_costs),
        cmocka_unit_test(changed_code_is_preempted_first),
        cmocka_unit_test(without_marks_nothing_is_searched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
