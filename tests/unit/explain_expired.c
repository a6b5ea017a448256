/* explain_expired.c - waits that end before what they wait for: the facts that
 * rdl_explainer_expired finds in executions written by hand. */
#include "explain_setup.h"

/* The failure needs a choice: time passes early. */
static struct rdl_history_act *early(struct rdl_history_act *wait,
                                     rdl_tid delayed, uint64_t ns)
{
    static struct rdl_script_choice choice = { .kind = RDL_CHOOSE_TIME };
    static struct rdl_script_segment segment;
    static struct rdl_minimize k = {
        .minimal = true,
        .best = { .n_segments = 1,
                  .segments = &segment,
                  .n_choices = 1,
                  .choices = &choice },
    };

    search.k = &k;
    wait->early = true;
    wait->delayed = delayed;
    wait->ns = ns;
    return wait;
}

static void a_sleep_that_is_over_too_soon(void **unused)
{
    const struct rdl_fact *f;

    (void)unused;
    finding = (struct rdl_finding){ .kind = "assertion", .tid = 0 };
    act(0, RDL_OP_CREATE, 0, 5);
    early(act(0, RDL_OP_SLEEP, 0, 7), 1, 100000000);
    act(0, RDL_OP_READ, N, 9);
    act(1, RDL_OP_LOCK, M, 3)->step = UINT64_MAX;
    act(1, RDL_OP_WRITE, N, 4)->step = UINT64_MAX;
    /* Known as an order: reported as what the sleep did not wait for. */
    clues.parts[clues.n++] = (struct clue){ .kind = RDL_FACT_ORDER,
                                            .first = acts[2],
                                            .last = acts[4] };
    f = collect(&rdl_explainer_expired);
    assert_int_equal(why.n, 1);
    assert_int_equal(f->kind, RDL_FACT_EXPIRED_SLEEP);
    assert_int_equal(f->how, RDL_TRIED);
    assert_int_equal(f->delay_ns, 100000000);
    has(f, RDL_ROLE_EXPIRED, 1);
    assert_int_equal(rdl_fact_step(f, RDL_ROLE_DELAYED)->tid, 1);
    assert_int_equal(rdl_fact_step(f, RDL_ROLE_LATER)->pc, 4);
}

static void a_time_out_comes_before_what_decides(void **unused)
{
    (void)unused;
    finding = (struct rdl_finding){ .kind = "assertion", .tid = 1 };
    act(1, RDL_OP_LOCK, M, 6)->waits = true;
    early(act(1, RDL_OP_HOLD, M, 6), 2, 5000);
    act(1, RDL_OP_READ, N, 7);
    act(2, RDL_OP_WRITE, N, 20);
    act(2, RDL_OP_UNLOCK, M, 21);
    act(1, RDL_OP_WRITE, N, 8);
    clues.parts[clues.n++] = (struct clue){ .kind = RDL_FACT_LOST_UPDATE,
                                            .first = acts[2],
                                            .between = acts[3],
                                            .last = acts[5] };
    collect(&rdl_explainer_expired);
    assert_int_equal(why.n, 2);
    assert_int_equal(why.facts[0].kind, RDL_FACT_EXPIRED_REQUEST);
    has(&why.facts[0], RDL_ROLE_LATER, 4); /* it gives the lock back */
    assert_int_equal(why.facts[1].kind, RDL_FACT_LOST_UPDATE);

    /* The misuse of that lock needs nothing else. */
    clues.n_facts = 0;
    finding.addr = M;
    collect(&rdl_explainer_expired);
    assert_int_equal(why.n, 1);
    assert_int_equal(why.facts[0].kind, RDL_FACT_EXPIRED_REQUEST);
}

static void time_that_nobody_could_use_is_no_delay(void **unused)
{
    (void)unused;
    early(act(1, RDL_OP_SLEEP, 0, 7), 2, 100)->early = false;
    assert_null(collect(&rdl_explainer_expired));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_sleep_that_is_over_too_soon, begin),
        cmocka_unit_test_setup(a_time_out_comes_before_what_decides, begin),
        cmocka_unit_test_setup(time_that_nobody_could_use_is_no_delay, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
