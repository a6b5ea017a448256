/* strategy_guided.c - the worked examples of the papers: TSA's Fig. 2 (ISSTA
 * 2012), CUVE's Fig. 4.1 and 4.2 (Hong, 2015), run by the model machine under
 * the slow guide. */
#include "strategy/lib/cuve_rules.h"
#include "strategy_guide.h"
#include "strategy_model.h"

enum { SEEDS = 200, ENOUGH = 50 };

#define OP(operation, letter, location, ...)                                   \
    {                                                                          \
        .op = RDL_OP_##operation, .addr = OBJECT(letter), .size = 8,           \
        .pc = PC(location), ##__VA_ARGS__                                      \
    }

static void tell_reference(void *arg, const struct rdl_event *e)
{
    reference_event(arg, e);
}

static struct model *model_on(const struct model_program *program,
                              const char *strategy, struct reference *r)
{
    struct model *m = model_new(program, strategy, &r->guide);

    m->observers[0] =
        (struct model_observer){ .event = tell_reference, .arg = r };
    return m;
}

static bool is_covered(struct reference *r, int metric, int l1, int l2)
{
    return ref_covered(&r->guide, need_find(r, metric, PC(l1), PC(l2)));
}

/* --- TSA, Fig. 2: 21 is the paper's 2a, 22 its 2b, and so on ---------------
 */

static const struct model_program two_locks = {
    .n_threads = 2,
    .n_ops = { 4, 4 },
    .ops = { { OP(LOCK, 'm', 21), OP(UNLOCK, 'm', 31), OP(LOCK, 'm', 41),
               OP(UNLOCK, 'm', 51) },
             { OP(LOCK, 'm', 22), OP(UNLOCK, 'm', 32), OP(LOCK, 'm', 42),
               OP(UNLOCK, 'm', 52) } },
};
#define TEN "21,41 21,22 21,42 41,22 41,42 22,42 22,21 22,41 42,21 42,41"

/* How each decision's tie ends; the last for all that follow. */
struct script {
    struct model *model;
    unsigned k[8];
    size_t n, at;
};

static void set_tie(void *arg, const struct rdl_choice *c)
{
    struct script *s = arg;

    (void)c;
    model_script(&s->model->rng, s->k[s->at], 2);
    if (s->at + 1 < s->n)
        s->at++;
}

/* Threads of the first three steps, under scripted ties of two. */
static void first_three(const char *strategy, struct reference *r, unsigned k1,
                        unsigned k3, rdl_tid out[3])
{
    struct model *m = model_on(&two_locks, strategy, r);
    struct script s = { .model = m, .k = { k1, 0, k3, 0 }, .n = 4 };

    m->observers[1] = (struct model_observer){ .decision = set_tie, .arg = &s };
    reference_begin(r);
    assert_true(model_run(m));
    reference_end(r);
    memcpy(out, m->trace, 3 * sizeof(*out));
    model_free(m);
}

static void tsa_covers_2a_2b_as_in_the_paper(void **unused)
{
    struct reference *r = reference_new(SYNC_PAIR);
    rdl_tid steps[3];

    (void)unused;
    reference_estimate(r, SYNC_PAIR, TEN);
    assert_int_equal(r->n_needs, 10);
    /* 2a by Rule 2 (2b as well), 3a, 2b by Rule 1 (4a as well). */
    first_three("tsa", r, 0, 1, steps);
    assert_int_equal(steps[0], 0);
    assert_int_equal(steps[1], 0);
    assert_int_equal(steps[2], 1);
    assert_true(is_covered(r, SYNC_PAIR, 21, 22));
    assert_false(is_covered(r, SYNC_PAIR, 21, 41));
    free(r);

    r = reference_new(SYNC_PAIR);
    reference_estimate(r, SYNC_PAIR, TEN);
    first_three("tsa", r, 1, 1, steps);
    assert_int_equal(steps[0], 1);
    free(r);
    r = reference_new(SYNC_PAIR);
    reference_estimate(r, SYNC_PAIR, TEN);
    first_three("tsa", r, 0, 0, steps);
    assert_int_equal(steps[2], 0);
    free(r);
}

/* 2b has one open requirement, 2a two; TSA-h does not look at that. */
static void rule_3_picks_2b_as_in_the_paper(void **unused)
{
    static const char *const names[] = { "tsa", "tsa-h" };

    (void)unused;
    for (int i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++) {
            struct reference *r = reference_new(SYNC_PAIR);
            rdl_tid steps[3];

            reference_estimate(r, SYNC_PAIR, TEN);
            reference_cover(r, SYNC_PAIR,
                            "21,22 21,41 41,42 22,21 22,41 22,42 42,41");
            first_three(names[i], r, k, 0, steps);
            assert_int_equal(steps[0], i == 0 ? 1 : k);
            free(r);
        }
    }
}

/* Thread 2 is released first, by Rule 2, then thread 1, by Rule 1.  That covers
 * all that location 1 is good for, but no rule has released thread 0. */
static const struct model_program covered_elsewhere = {
    .n_threads = 3,
    .n_ops = { 2, 5, 2 },
    .ops = { { OP(LOCK, 'n', 1), OP(UNLOCK, 'n', 2) },
             { OP(LOCK, 'm', 1), OP(UNLOCK, 'm', 2), OP(READ, 'x', 3),
               OP(READ, 'x', 4), OP(READ, 'x', 5) },
             { OP(LOCK, 'm', 7), OP(UNLOCK, 'm', 8) } },
};

/* Seeds in which thread 0 begins before thread 1 ends. */
static unsigned begins_early(const char *strategy)
{
    unsigned n = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct reference *r = reference_new(SYNC_PAIR);
        struct model *m = model_on(&covered_elsewhere, strategy, r);

        reference_estimate(r, SYNC_PAIR, "7,1");
        m->rng.state = seed * 1000003;
        reference_begin(r);
        assert_true(model_run(m));
        reference_end(r);
        assert_true(is_covered(r, SYNC_PAIR, 7, 1));
        n += m->trace[m->steps - 2] != 0;
        model_free(m);
        free(r);
    }
    return n;
}

static void only_tsa_published_keeps_what_it_paused(void **unused)
{
    (void)unused;
    assert_int_equal(begins_early("tsa-published"), 0);
    assert_true(begins_early("tsa") > SEEDS / 2);
}

/* --- CUVE ------------------------------------------------------------------
 */

/* Thread 0 runs 1 and 2, thread 1 runs 3; 90 is the paper's line 0. */
static const struct model_program atomicity = {
    .n_threads = 2,
    .n_ops = { 2, 1 },
    .ops = { { OP(READ, 'x', 1), OP(WRITE, 'x', 2) }, { OP(WRITE, 'x', 3) } },
};

static bool atomicity_fails(const struct model *m)
{
    return m->trace[0] == 0 && m->trace[1] == 1;
}

static void atomicity_suite(struct reference *r)
{
    reference_execution(r, "7Wx@90 0Rx@1 0Wx@2 1Wx@3");
    reference_execution(r, "7Wx@90 1Wx@3 0Rx@1 0Wx@2");
}

/* p is vars[0], len is 2; vars[1]: arr[2] was read.  The conditions are seen
 * under the lock, and arr itself is left out. */
static bool below_1(const int *v)
{
    return v[0] + 1 < 2;
}
static bool below_2(const int *v)
{
    return v[0] < 2;
}
static bool above_0(const int *v)
{
    return v[0] > 0;
}
static void more(int *v)
{
    v[0]++;
}
static void less(int *v)
{
    v[0]--;
}
/* The write of p++ hangs on the same test as its read did. */
static void read_14(int *v)
{
    v[2] = 1;
}
static bool did_14(const int *v)
{
    return v[2] == 1;
}
static void read_24(int *v)
{
    v[2] = 2;
}
static bool did_24(const int *v)
{
    return v[2] == 2;
}
static void read_35(int *v)
{
    v[2] = 3;
}
static bool did_35(const int *v)
{
    return v[2] == 3;
}
static void index_arr(int *v)
{
    v[1] |= v[0] >= 2;
}

static const struct model_program general = {
    .n_threads = 3,
    .n_ops = { 5, 5, 6 },
    .ops = { { OP(LOCK, 'm', 12), OP(READ, 'p', 13),
               OP(READ, 'p', 14, .when = below_1, .does = read_14),
               OP(WRITE, 'p', 140, .when = did_14, .does = more),
               OP(UNLOCK, 'm', 15) },
             { OP(LOCK, 'm', 22), OP(READ, 'p', 23),
               OP(READ, 'p', 24, .when = below_2, .does = read_24),
               OP(WRITE, 'p', 240, .when = did_24, .does = more),
               OP(UNLOCK, 'm', 25) },
             { OP(LOCK, 'm', 32), OP(READ, 'p', 33, .does = index_arr),
               OP(READ, 'p', 34),
               OP(READ, 'p', 35, .when = above_0, .does = read_35),
               OP(WRITE, 'p', 350, .when = did_35, .does = less),
               OP(UNLOCK, 'm', 36) } },
};

static bool general_fails(const struct model *m)
{
    return m->vars[1] != 0;
}

/* A strategy that runs whole threads, in this order. */
static rdl_tid order[3];

static void order_begin(void *state, const struct rdl_run *run)
{
    (void)state;
    (void)run;
}

static rdl_tid order_pick(void *state, const struct rdl_choice *c)
{
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < c->n_enabled; i++) {
            if (c->enabled[i] == order[k])
                return order[k];
        }
    }
    return c->enabled[0];
}

static const struct rdl_strategy in_order = { .name = "in order",
                                              .begin = order_begin,
                                              .pick = order_pick };

static bool run_in_order(struct reference *r, rdl_tid a, rdl_tid b, rdl_tid c)
{
    struct model *m = model_on(&general, "random", r);
    bool failed;

    m->strategy = &in_order;
    memcpy(order, (rdl_tid[]){ a, b, c }, sizeof(order));
    reference_begin(r);
    reference_run(r, "7Wp@90");
    assert_true(model_run(m));
    reference_end(r);
    failed = general_fails(m);
    model_free(m);
    return failed;
}

static void general_suite(struct reference *r)
{
    assert_false(run_in_order(r, 0, 2, 1));
    assert_false(run_in_order(r, 1, 2, 0));
    assert_false(run_in_order(r, 2, 0, 1));
    assert_false(run_in_order(r, 1, 0, 2));
}

static void printed_suites_cover_all_and_miss_the_bug(void **unused)
{
    struct reference *r = reference_new(SYNC_PAIR | DEF_USE);
    int du[][2] = { { 90, 1 }, { 90, 2 }, { 90, 3 },
                    { 2, 3 },  { 3, 1 },  { 3, 2 } };
    int sp[][2] = { { 12, 22 }, { 12, 32 }, { 22, 12 },
                    { 22, 32 }, { 32, 12 }, { 32, 22 } };

    (void)unused;
    atomicity_suite(r);
    assert_int_equal(r->n_needs, 6);
    for (int i = 0; i < 6; i++)
        assert_true(is_covered(r, DEF_USE, du[i][0], du[i][1]));
    /* The only other schedule, which fails, has nothing new but a pair. */
    assert_false(r->pairs[need_find(r, DEF_USE, PC(90), PC(1))]
                         [need_find(r, DEF_USE, PC(3), PC(2))]);
    reference_execution(r, "7Wx@90 0Rx@1 1Wx@3 0Wx@2");
    assert_int_equal(ref_fresh(&r->guide), 0);
    free(r);

    r = reference_new(SYNC_PAIR | DEF_USE);
    general_suite(r);
    for (int i = 0; i < 6; i++)
        assert_true(is_covered(r, SYNC_PAIR, sp[i][0], sp[i][1]));
    /* The other two orders of the critical sections. */
    assert_false(run_in_order(r, 2, 1, 0));
    assert_int_equal(ref_fresh(&r->guide), 0);
    assert_true(run_in_order(r, 0, 1, 2));
    assert_int_equal(ref_fresh(&r->guide), 0);
    free(r);
}

/* Executions until the failure, summed over the seeds; the most of one. */
static unsigned until_failure(const char *strategy,
                              const struct model_program *program,
                              void (*suite)(struct reference *),
                              bool (*fails)(const struct model *),
                              const char *before, unsigned *most)
{
    unsigned sum = 0;

    *most = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct reference *r = reference_new(SYNC_PAIR | DEF_USE);
        struct model *m;
        unsigned n = 0;
        bool failed = false;

        suite(r);
        m = model_on(program, strategy, r);
        m->rng.state = seed * 1000003;
        if (strcmp(strategy, "cuve") == 0)
            ((struct rdl_cuve *)m->memory)->combines = 1;
        for (; !failed && n < ENOUGH; n++) {
            reference_begin(r);
            reference_run(r, before);
            assert_true(model_run(m));
            reference_end(r);
            failed = fails(m);
        }
        if (!failed)
            n = ENOUGH + 1;
        sum += n;
        if (n > *most)
            *most = n;
        model_free(m);
        free(r);
    }
    printf("    %s: %.2f executions on average, at most %u\n", strategy,
           (double)sum / SEEDS, *most);
    return sum;
}

/* 200 seeds; a random walk fails with 1/4 each: 4 on average, standard error
 * sqrt(12/200) = 0.25. */
static void ctp_finds_fig_4_1(void **unused)
{
    unsigned most, random, cuve;

    (void)unused;
    random = until_failure("random", &atomicity, atomicity_suite,
                           atomicity_fails, "7Wx@90", &most);
    cuve = until_failure("cuve", &atomicity, atomicity_suite, atomicity_fails,
                         "7Wx@90", &most);
    assert_true(most <= ENOUGH);
    assert_in_range(random, SEEDS * 3, SEEDS * 5);
    assert_true(cuve < random * 3 / 4);
}

/* A random walk: 1/6 each, if the critical sections come in even orders. */
static void ctp_finds_fig_4_2(void **unused)
{
    unsigned most, random, cuve;

    (void)unused;
    random = until_failure("random", &general, general_suite, general_fails,
                           "7Wp@90", &most);
    cuve = until_failure("cuve", &general, general_suite, general_fails,
                         "7Wp@90", &most);
    assert_true(most <= ENOUGH);
    assert_true(cuve < random * 3 / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tsa_covers_2a_2b_as_in_the_paper),
        cmocka_unit_test(rule_3_picks_2b_as_in_the_paper),
        cmocka_unit_test(only_tsa_published_keeps_what_it_paused),
        cmocka_unit_test(printed_suites_cover_all_and_miss_the_bug),
        cmocka_unit_test(ctp_finds_fig_4_1),
        cmocka_unit_test(ctp_finds_fig_4_2),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
