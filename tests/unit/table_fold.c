/* table_fold.c - the table shows once what repeats, in time linear in what
 * there is; and a table keeps within its lines, with the end of the execution
 * whole. */
#include "table_setup.h"

#include "base/rng.h"
#include "report/table/periods.h"

/* --- Periods --------------------------------------------------------------
 */

/* Each letter is an element. */
static struct rdl_periods found_in(const char *letters)
{
    struct rdl_periods p = { 0 };
    uint64_t keys[512];
    size_t n = 0;

    for (; letters[n] != '\0'; n++)
        keys[n] = (uint64_t)letters[n];
    rdl_periods_find(&p, keys, n);
    return p;
}

static void run_is(const struct rdl_period_run *r, size_t from, size_t length,
                   size_t times)
{
    assert_int_equal(r->from, from);
    assert_int_equal(r->second, from + length);
    assert_int_equal(r->last, from + (times - 1) * length);
    assert_int_equal(r->to, from + times * length);
    assert_int_equal(r->times, times);
}

static void loops_are_found(void **state)
{
    static const struct {
        const char *letters;
        size_t from, length, times;
    } cases[] = {
        { "xabcabcabcabcy", 1, 3, 4 },
        { "aaaa", 0, 1, 4 },
        { "abacabacabac", 0, 4, 3 },     /* a is there twice */
        { "aabbaabbaabbaabbx", 0, 4, 4 } /* all of them are */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rdl_periods p = found_in(cases[i].letters);

        assert_int_equal(p.n, 1);
        run_is(&p.all[0], cases[i].from, cases[i].length, cases[i].times);
        rdl_periods_free(&p);
    }
}

static void what_does_not_repeat_is_no_loop(void **state)
{
    static const char *const none[] = { "", "a", "abab", "aaa", "abcdabce" };

    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        struct rdl_periods p = found_in(none[i]);

        assert_int_equal(p.n, 0);
        rdl_periods_free(&p);
    }
}

/* The outer loop is found though the inner one runs 4, 5 and 6 times. */
static void loops_in_loops(void **state)
{
    struct rdl_periods p = found_in("xbbbbybbbbbybbbbbbyz");

    (void)state;
    assert_true(p.n >= 1);
    assert_int_equal(p.all[0].times, 3);
    assert_int_equal(p.all[0].from, 1);
    assert_int_equal(p.all[0].to, 19);
    rdl_periods_free(&p);
}

static uint64_t work_for(size_t n, size_t period, unsigned noise)
{
    struct rdl_rng rng = { 7 };
    struct rdl_periods p = { 0 };
    uint64_t *keys = malloc(n * sizeof(*keys)), work;

    for (size_t i = 0; i < n; i++)
        keys[i] = rdl_rng_below(&rng, 100) < noise ? rdl_rng_below(&rng, 9)
                                                   : 100 + i % period;
    rdl_periods_find(&p, keys, n);
    work = p.work;
    rdl_periods_free(&p);
    free(keys);
    return work;
}

/* Counted, not timed: each of at most 12 passes looks at an element once, and
 * a guess at up to 16; for loops of any length, for noise, and for both. */
static void the_work_is_linear(void **state)
{
    static const size_t periods[] = { 1, 2, 7, 1000, 30000 };
    static const unsigned noise[] = { 0, 1, 50, 100 };

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 4; k++) {
            const uint64_t work = work_for(100000, periods[i], noise[k]);

            if (work > 30 * 100000)
                fail_msg("period %zu, noise %u: %lu", periods[i], noise[k],
                         (unsigned long)work);
        }
    }
}

/* --- Tables ----------------------------------------------------------------
 */

static size_t lines(void)
{
    size_t n = 0;

    for (const char *c = text; *c != '\0'; c++)
        n += *c == '\n';
    return n;
}

/* A thread polls, another does something now and then. */
static void polls(size_t times)
{
    for (size_t i = 0; i < times; i++) {
        take(1, &lock);
        access_to(1, RDL_OP_READ, &balance, 0);
        give(1, &lock);
    }
}

static void a_polling_loop_is_told_once(void **state)
{
    (void)state;
    two_threads();
    take(2, &lock);
    access_to(2, RDL_OP_WRITE, &balance, 0);
    give(2, &lock);
    polls(150);
    strcpy(finding.kind, "livelock");
    print(80, false);
    says("the last 3 steps 149 more");
    says("times (447 steps)");
    assert_true(lines() < 20);
    print(80, true);
    assert_true(lines() > 450);
}

/* Several threads in turn; the last values are shown if they differ. */
static void rounds_of_several_threads(void **state)
{
    (void)state;
    two_threads();
    for (uint64_t i = 0; i < 100; i++) {
        access_to(1, RDL_OP_READ, &balance, i);
        access_to(2, RDL_OP_WRITE, &balance, i + 1);
    }
    print(80, false);
    says_then("read balance = 0", "the last 2 steps 9");
    says_then("the last 2 steps 9", "write balance = 100");
    says_not("write balance = 50");
    assert_true(lines() < 20);
}

static void print_about(const struct rdl_explanation *why)
{
    struct rdl_table *t = table();
    size_t size;
    FILE *out;

    rdl_table_about(t, &(struct rdl_table_about){ .why = why });
    out = open_memstream(&text, &size);
    rdl_table_print(out, t, &(struct rdl_table_view){ .width = 80 }, NULL);
    fclose(out);
    rdl_table_free(t);
}

/* What the explanation names is shown, whatever repeats around it. */
static void what_is_named_is_shown(void **state)
{
    struct rdl_explanation why = { .n = 1 };

    (void)state;
    two_threads();
    for (uint64_t i = 0; i < 100; i++) {
        access_to(1, RDL_OP_READ, &balance, i);
        access_to(2, RDL_OP_WRITE, &balance, i + 1);
    }
    why.facts[0].n_steps = 1;
    why.facts[0].steps[0] =
        (struct rdl_fact_step){ .step = 5 + 2 * 50, .op = RDL_OP_WRITE };
    print_about(&why);
    says("write balance = 51");
    says_not("write balance = 40");
}

/* Adds one to the balance in each round. */
static void counts(rdl_tid tid, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        access_to(tid, RDL_OP_READ, &balance, i);
        access_to(tid, RDL_OP_WRITE, &balance, i + 1);
    }
}

/* Of a loop behind the write that decides, what it left is enough: no line says
 * that steps repeat which are not shown. */
static void a_loop_behind_the_deciding_write(void **state)
{
    struct rdl_explanation why = { .n = 1 };

    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, &balance, 0);
    counts(2, 0, 100);
    access_to(1, RDL_OP_WRITE, &balance, 1);
    why.facts[0].n_steps = 1;
    why.facts[0].steps[0] =
        (struct rdl_fact_step){ .step = 205, .op = RDL_OP_WRITE };
    counts(1, 1, 100);
    access_to(2, RDL_OP_READ, &balance, 100);
    print_about(&why);
    says_then("205 | 35 write balance = 1 ", "read balance = 1 ");
    says_then("... 196 steps", "-- preempted");
    /* Thread 2 shows what it repeats. */
    says_then("the last 2 steps 97 more", "205 |");
}

/* Nothing repeats: a hundred lines, the last thirty rows among them. */
static void a_long_table_is_cut(void **state)
{
    struct rdl_rng rng = { 3 };
    char last[64];

    (void)state;
    two_threads();
    for (uint64_t i = 0; i < 400; i++)
        access_to((rdl_tid)(1 + i % 2), RDL_OP_WRITE,
                  &mine[rdl_rng_below(&rng, 9)], 1000 + i);
    strcpy(finding.kind, "abort");
    for (size_t width = 60; width <= 200; width += 20) {
        print(width, false);
        if (lines() > 100)
            fail_msg("%zu lines at %zu columns:\n%s", lines(), width, text);
        for (uint64_t i = 385; i < 400; i++) {
            snprintf(last, sizeof(last), " = %lu", (unsigned long)(1000 + i));
            says(last);
        }
        says("steps left out");
        says(" = 1000");
    }
    print(200, false);
    says(" = 1370");
}

/* The caller may end a long table. */
static bool after_ten(void *data)
{
    size_t *asked = data;

    return ++*asked >= 10;
}

static void a_table_can_be_stopped(void **state)
{
    size_t asked = 0;

    (void)state;
    two_threads();
    polls(150);
    print_view(&(struct rdl_table_view){
        .width = 80, .full = true, .stop = after_ten, .data = &asked });
    /* All at one line is one row. */
    assert_true(asked > 0);
    for (uint64_t i = 0; i < 200; i++)
        access_to((rdl_tid)(1 + i % 2), RDL_OP_WRITE, &balance, i);
    asked = 0;
    print_view(&(struct rdl_table_view){
        .width = 80, .full = true, .stop = after_ten, .data = &asked });
    assert_int_equal(asked, 10);
    says("stopped: the rest is left out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(loops_are_found),
        TEST(what_does_not_repeat_is_no_loop),
        TEST(loops_in_loops),
        TEST(the_work_is_linear),
        TEST(a_polling_loop_is_told_once),
        TEST(rounds_of_several_threads),
        TEST(what_is_named_is_shown),
        TEST(a_loop_behind_the_deciding_write),
        TEST(a_long_table_is_cut),
        TEST(a_table_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, open_symbols, close_symbols);
}
