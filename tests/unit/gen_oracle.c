/* gen_oracle.c - linearisations as schedules: what calls that wait may return
 * one after the other, and that executions which return anything else are
 * noticed.  The target is this program itself. */
#include "gen/run/oracle.h"

#include "exec/payload.h"
#include "schedule/capture.h"
#include "schedule/replay.h"

#include "gen_oracle_module.h"

#include <signal.h>

static struct rdl_gen_function functions[N_FUNCTIONS] = {
    [TAKE_INSIDE] = { .role = RDL_GEN_BARE, .inside = LOCK },
};
static const struct rdl_gen_table table = {
    .functions = functions,
    .n_functions = N_FUNCTIONS,
};
static struct rdl_gen_runner runner;
static struct rdl_gen_oracle oracle;

static int set_up(void **state)
{
    (void)state;
    return !make_runner(&runner);
}

static int tear_down(void **state)
{
    (void)state;
    rdl_gen_oracle_free(&oracle);
    oracle = (struct rdl_gen_oracle){ 0 };
    rdl_gen_runner_free(&runner);
    return 0;
}

/* A test of up to three threads; each is given as pairs of function and
 * argument, with -1 at the end. */
static struct rdl_gen_test made(const int *one, const int *two,
                                const int *three)
{
    const int *const suffixes[] = { one, two, three };
    struct rdl_gen_test t = { 0 };

    for (unsigned s = 0; s < 3 && suffixes[s] != NULL; s++) {
        for (const int *c = suffixes[s]; *c >= 0; c += 2) {
            struct rdl_wire_call *call =
                &t.suffixes[s].calls[t.suffixes[s].n++];

            call->function = (uint16_t)c[0];
            call->arguments[0] = (uint8_t)c[1];
        }
        t.n_suffixes++;
    }
    return t;
}
#define CALLS(...) ((const int[]){ __VA_ARGS__, -1 })

static enum rdl_gen_oracle_state ask(const struct rdl_gen_test *t)
{
    struct rdl_rng rng = { 1 };

    return rdl_gen_oracle_ask(&oracle, &runner, &table, t, &rng);
}

static int value(const struct rdl_gen_results *r, unsigned call)
{
    return (int)r->calls[call].values[0].value;
}

/* Distinct pairs of the values of two calls, as bits. */
static unsigned pairs_seen(unsigned a, unsigned b, const int (*expected)[2],
                           unsigned n)
{
    unsigned seen = 0;

    for (size_t i = 0; i < oracle.outcomes.n; i++) {
        const struct rdl_gen_results *r = &oracle.outcomes.all[i];
        unsigned k = 0;

        assert_int_equal(r->ending, RDL_GEN_RETURNED);
        while (k < n &&
               (value(r, a) != expected[k][0] || value(r, b) != expected[k][1]))
            k++;
        assert_true(k < n); /* nothing else */
        seen |= 1u << k;
    }
    return seen;
}

static unsigned verdicts[RDL_GEN_N_VERDICTS];

static bool judge(void *data, const struct rdl_gen_results *one)
{
    (void)data;
    verdicts[rdl_gen_linearisable(one, &oracle.outcomes, oracle.ignored)]++;
    return true;
}

static void run(const struct rdl_gen_test *t, unsigned n)
{
    memset(verdicts, 0, sizeof(verdicts));
    assert_true(rdl_gen_run_schedules(&runner, t, n, judge, NULL));
}

/* take beside put(7), put(8) beside trytake.  Without the rule that who was
 * woken goes on first the set of the wrong one has more members, among them
 * what its lost wake-up shows. */
static void waits_are_split_and_who_was_woken_goes_on_first(void **state)
{
    static const int expected[][2] = { { 7, -1 }, { 7, 8 }, { 8, 7 } };

    (void)state;
    for (int wrong = 0; wrong < 2; wrong++) {
        const struct rdl_gen_test t =
            made(CALLS(wrong ? WRONG_TAKE : TAKE, 0), CALLS(PUT, 7, PUT, 8),
                 CALLS(TRY_TAKE, 0));

        assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
        assert_int_equal(pairs_seen(0, 3, expected, 3), 7);
        run(&t, 500);
        assert_int_equal(verdicts[RDL_GEN_FINE] == 500, !wrong);
        assert_true(verdicts[RDL_GEN_UNDECIDED] == 0);
        rdl_gen_oracle_free(&oracle);
    }
    oracle.outcomes.all = NULL;
}

static void a_wait_ends_with_what_another_thread_puts(void **state)
{
    static const int expected[][2] = { { 7, 0 } };
    const struct rdl_gen_test t = made(CALLS(TAKE, 0), CALLS(PUT, 7), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_int_equal(oracle.outcomes.n, 2);
    assert_int_equal(pairs_seen(0, 1, expected, 1), 1);
}

/* Two wait, one number is put: either of them may get it. */
static void which_waiter_is_woken_is_not_decided(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(TAKE, 0), CALLS(TAKE, 0), CALLS(PUT, 7));
    unsigned got[2] = { 0 };

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_STUCK);
    for (size_t i = 0; i < oracle.outcomes.n; i++) {
        const struct rdl_gen_results *r = &oracle.outcomes.all[i];

        assert_true(r->calls[0].returned != r->calls[1].returned);
        /* Both began before the put. */
        if (r->from[0] < r->from[2] && r->from[1] < r->from[2] &&
            r->from[0] < r->from[1])
            got[r->calls[1].returned]++;
    }
    assert_true(got[0] > 0 && got[1] > 0);
}

static void a_test_that_is_stuck_in_every_order_shows_nothing(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(TAKE, 0), CALLS(TRY_TAKE, 0), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_STUCK);
}

static void a_test_that_fails_in_one_order_is_left_out(void **state)
{
    const struct rdl_gen_test t = made(CALLS(GET, 0), CALLS(ABORT, 0), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_FAILS);
    assert_string_equal(oracle.kind, "abort");
    assert_int_equal(oracle.function, ABORT);
}

/* Where a call has kept a lock, every later wait for it is an error that one
 * thread shows: not a wait that another call could end. */
static void a_lock_that_a_call_keeps_is_a_failure(void **state)
{
    const struct rdl_gen_test own =
        made(CALLS(KEEP, 0, TRY_TAKE, 0), CALLS(GET, 0), NULL);
    const struct rdl_gen_test other =
        made(CALLS(KEEP, 0), CALLS(TRY_TAKE, 0), NULL);

    (void)state;
    assert_int_equal(ask(&own), RDL_GEN_ORACLE_FAILS);
    assert_string_equal(oracle.kind, "self-deadlock");
    rdl_gen_oracle_free(&oracle);
    assert_int_equal(ask(&other), RDL_GEN_ORACLE_FAILS);
}

static bool next_number(void *data, const struct rdl_gen_results *one)
{
    int *n = data;

    assert_int_equal(one->ending, RDL_GEN_RETURNED);
    assert_int_equal(value(one, 1), 10 + (*n)++);
    return true;
}

static void *kill_worker(void *path)
{
    while (access(path, F_OK) == 0)
        usleep(1000);
    kill(runner.worker.options.isolation->process(&runner.worker.isolate),
         SIGKILL);
    return NULL;
}

/* The answers before and behind the execution that was repeated. */
static void who_is_killed_is_repeated_and_answers_stay(void **state)
{
    enum { N = 8 };
    struct rdl_gen_test tests[N] = { 0 };
    pthread_t killer;
    char path[64];
    int n = 0, fd;

    (void)state;
    for (unsigned i = 0; i < N; i++) {
        tests[i].prefix.n = 3;
        tests[i].prefix.calls[0] =
            (struct rdl_wire_call){ PUT, { (uint8_t)(10 + i) } };
        tests[i].prefix.calls[1].function = TRY_TAKE;
        tests[i].prefix.calls[2].function = i == 4 ? KILLED : GET;
    }
    snprintf(path, sizeof(path), "/tmp/raddle-gen-oracle-XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    setenv(KILL_FILE, path, 1);
    assert_int_equal(pthread_create(&killer, NULL, kill_worker, path), 0);
    assert_true(rdl_gen_run_sequences(&runner, tests, N, next_number, &n));
    assert_int_equal(pthread_join(killer, NULL), 0);
    assert_int_equal(n, N);
}

/* A get that begins when the increment has returned must see it. */
static void real_time_order_counts(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(INCREMENT, 0), CALLS(GET, 0), CALLS(GET, 0));

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    run(&t, 500);
    assert_true(verdicts[RDL_GEN_OUT_OF_ORDER] > 0);
    assert_int_equal(verdicts[RDL_GEN_NEVER], 0);
    assert_int_equal(verdicts[RDL_GEN_FINE] + verdicts[RDL_GEN_OUT_OF_ORDER],
                     500);
    /* Not of calls under a lock that one of them may give up. */
    assert_false(oracle.outcomes.sections);
    oracle.outcomes.sections = true;
    run(&t, 500);
    assert_int_equal(verdicts[RDL_GEN_OUT_OF_ORDER], 0);
    assert_true(verdicts[RDL_GEN_UNDECIDED] > 0);
}

/* One after the other the late put always comes in time, if time does not pass
 * before it begins. */
static void a_wait_may_end_by_time_whenever_a_call_begins(void **state)
{
    static const int expected[][2] = { { 7, 0 }, { -1, 0 } };
    const struct rdl_gen_test t =
        made(CALLS(TAKE_SOON, 0), CALLS(PUT_LATE, 7), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_int_equal(pairs_seen(0, 1, expected, 2), 3);
    assert_true(oracle.outcomes.complete);
    run(&t, 500);
    assert_int_equal(verdicts[RDL_GEN_FINE], 500);
}

/* Which of two waits ends first is not tried. */
static void with_two_deadlines_at_once_nothing_is_a_finding(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(TAKE_SOON, 0), CALLS(TAKE_SOON, 0), CALLS(PUT_LATE, 7));

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_false(oracle.outcomes.complete);
    run(&t, 500);
    assert_int_equal(verdicts[RDL_GEN_FINE] + verdicts[RDL_GEN_UNDECIDED], 500);
}

/* Who was woken has to wait for the lock, and others may have it before. */
static void a_section_that_gives_its_lock_up_shows_nothing(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(LOCK, 0, TAKE_INSIDE, 0, UNLOCK, 0),
             CALLS(PUT, 7, LOCK, 0, UNLOCK, 0), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_true(oracle.outcomes.sections);
    run(&t, 500);
    assert_int_equal(verdicts[RDL_GEN_FINE] + verdicts[RDL_GEN_UNDECIDED], 500);
    assert_true(verdicts[RDL_GEN_UNDECIDED] > 0);
}

/* The engine lets another thread step when one yields or seems to spin: in the
 * orders a call begins there, and another order is not tried. */
static void who_is_left_out_for_a_while_decides_nothing(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(TICKET, 0), CALLS(YIELD, 0, TICKET, 0), NULL);

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_false(oracle.outcomes.complete);
    run(&t, 500);
    assert_int_equal(verdicts[RDL_GEN_FINE] + verdicts[RDL_GEN_UNDECIDED], 500);
    assert_true(verdicts[RDL_GEN_UNDECIDED] > 0);
}

/* Time does not excuse what time does not change. */
static void a_deadline_hides_no_bug_of_other_calls(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(INCREMENT, 0, TAKE_SOON, 0), CALLS(GET, 0), CALLS(GET, 0));

    (void)state;
    assert_int_equal(ask(&t), RDL_GEN_ORACLE_READY);
    assert_true(oracle.outcomes.complete);
    run(&t, 500);
    assert_true(verdicts[RDL_GEN_OUT_OF_ORDER] > 0);
}

/* A schedule holds the test that was executed. */
static void the_payload_is_part_of_the_schedule(void **state)
{
    const struct rdl_gen_test t =
        made(CALLS(GET, 0, GET, 0), CALLS(INCREMENT, 0, ABORT, 0), NULL);
    const struct rdl_replay_setup setup = { 0 };
    struct rdl_run_result ran;
    struct rdl_schedule s;

    (void)state;
    run(&t, 1);
    assert_true(rdl_capture_take(&runner.worker, "self", &runner.config, NULL,
                                 &s, NULL));
    assert_true(s.payload.size > sizeof(struct rdl_payload_head));
    rdl_payload_clear(&runner.worker.memory);
    assert_int_equal(rdl_replay(&runner.worker, &s, &setup, &ran),
                     RDL_REPLAY_SAME);
    rdl_schedule_free(&s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(waits_are_split_and_who_was_woken_goes_on_first),
        TEST(a_wait_ends_with_what_another_thread_puts),
        TEST(which_waiter_is_woken_is_not_decided),
        TEST(a_test_that_is_stuck_in_every_order_shows_nothing),
        TEST(a_test_that_fails_in_one_order_is_left_out),
        TEST(a_lock_that_a_call_keeps_is_a_failure),
        TEST(who_is_killed_is_repeated_and_answers_stay),
        TEST(real_time_order_counts),
        TEST(a_wait_may_end_by_time_whenever_a_call_begins),
        TEST(with_two_deadlines_at_once_nothing_is_a_finding),
        TEST(a_section_that_gives_its_lock_up_shows_nothing),
        TEST(who_is_left_out_for_a_while_decides_nothing),
        TEST(a_deadline_hides_no_bug_of_other_calls),
        TEST(the_payload_is_part_of_the_schedule),
    };

    if (is_target())
        return interpreter_main();
    return can_run() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
