/* explain_text.c - facts written by hand, and the words that are made of
 * them. */
#include "report/explanation/text.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

/* --- Facts ---------------------------------------------------------------- */

static struct rdl_explanation x;

static struct rdl_fact *fact(enum rdl_fact_kind kind)
{
    struct rdl_fact *f = &x.facts[x.n++];

    *f = (struct rdl_fact){ .kind = kind, .turn = RDL_NO_TID };
    return f;
}

/* The step has line `line` of a.c, and that as its number. */
static struct rdl_fact_step *step(struct rdl_fact *f, enum rdl_role role,
                                  rdl_tid tid, enum rdl_op op, unsigned line,
                                  const char *what)
{
    struct rdl_fact_step *s = &f->steps[f->n_steps++];

    *s = (struct rdl_fact_step){
        .role = role,
        .tid = tid,
        .op = (uint8_t)op,
        .step = line,
        .place = { .file = "src/a.c", .line = line },
    };
    rdl_text_copy(s->what, what, sizeof(s->what));
    return s;
}

static void call(struct rdl_fact_step *s, unsigned line)
{
    rdl_text_copy(s->call.file, "src/a.c", sizeof(s->call.file));
    s->call.line = line;
}

static int begin(void **unused)
{
    (void)unused;
    x = (struct rdl_explanation){
        .n_threads = 2,
        .threads = { { .tid = 1, .function = "get" },
                     { .tid = 2, .function = "put" } },
    };
    return 0;
}

static void says(const char *expected)
{
    char text[RDL_EXPLANATION_TEXT];

    assert_string_equal(rdl_explanation_text(&x, text, sizeof(text)), expected);
}

static struct rdl_fact *window(enum rdl_fact_kind kind)
{
    struct rdl_fact *f = fact(kind);

    f->turn = 2;
    step(f, RDL_ROLE_OUTER_FIRST, 1, RDL_OP_READ, 6, "read n");
    step(f, RDL_ROLE_INNER_FIRST, 2, RDL_OP_WRITE, 20, "write n");
    step(f, RDL_ROLE_OUTER_LAST, 1, RDL_OP_WRITE, 8, "write n");
    return f;
}

/* --- Tests ---------------------------------------------------------------- */

static void nothing_is_said_of_nothing(void **unused)
{
    (void)unused;
    says("");
}

static void a_window_says_where_it_passes(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_LOST_UPDATE);

    (void)unused;
    f->passes_before = f->passes_after = true;
    call(&f->steps[0], 40);
    says("lost update: fails when `a.c:20 write n` of put (thread 2) comes "
         "between `a.c:6 read n` (called at a.c:40) and `a.c:8 write n` of get "
         "(thread 1); passes when thread 2 has that turn before or after");
}

static void two_inner_steps_of_one_thread_share_it(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_WINDOW);

    (void)unused;
    f->passes_after = true;
    step(f, RDL_ROLE_INNER_LAST, 2, RDL_OP_SIGNAL, 21, "signal c");
    step(f, RDL_ROLE_UNLOCK, 1, RDL_OP_UNLOCK, 7, "unlock m");
    step(f, RDL_ROLE_TEST, 1, RDL_NO_OP, 9, "");
    says("atomicity violation: fails when `a.c:20 write n` and `a.c:21 signal "
         "c` of put (thread 2) come between `a.c:6 read n` and `a.c:8 write n` "
         "of get (thread 1), with `a.c:7 unlock m` and the test at `a.c:9` in "
         "between; passes when thread 2 has that turn after");
}

static void inner_steps_that_read_alike_are_told_once(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_WINDOW);

    (void)unused;
    step(f, RDL_ROLE_INNER_LAST, 2, RDL_OP_WRITE, 20, "write n");
    says("atomicity violation: fails when `a.c:20 write n` of put (thread 2) "
         "comes between `a.c:6 read n` and `a.c:8 write n` of get (thread 1); "
         "passes when the preemption comes earlier or later");
}

static void two_windows_are_one_sentence(void **unused)
{
    (void)unused;
    window(RDL_FACT_WINDOW)->passes_before = true;
    window(RDL_FACT_WINDOW)->passes_before = true;
    says("atomicity violation: fails when `a.c:20 write n` of put (thread 2) "
         "comes between `a.c:6 read n` and `a.c:8 write n` of get (thread 1), "
         "and when `a.c:20 write n` of put (thread 2) comes between `a.c:6 "
         "read n` and `a.c:8 write n` of get (thread 1); passes when either "
         "turn comes before");
}

static void an_order_counts_its_pairs(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_ORDER);

    (void)unused;
    step(f, RDL_ROLE_EARLIER, 0, RDL_OP_READ, 3, "read n");
    step(f, RDL_ROLE_LATER, 3, RDL_OP_WRITE, 4, "write n");
    says("order violation: fails when `a.c:3 read n` of main comes before "
         "`a.c:4 write n` of thread 3; passes the other way round");
    f->count = 3;
    says("order violation: fails when `a.c:3 read n` of main comes before "
         "`a.c:4 write n` of thread 3; passes the other way round in all 3 "
         "pairs of threads");
}

static void a_wait_says_what_the_last_signal_did(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_ENDLESS_WAIT);
    struct rdl_fact_step *woken;

    (void)unused;
    step(f, RDL_ROLE_WAIT, 1, RDL_OP_WAIT, 9, "wait on c");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c`; nobody has "
         "signalled that condition");
    step(f, RDL_ROLE_READ, 1, RDL_OP_READ, 8, "read n");
    step(f, RDL_ROLE_WRITER, 1, RDL_OP_WRITE, 7, "write n");
    step(f, RDL_ROLE_SIGNAL, 2, RDL_OP_SIGNAL, 20, "signal c");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal on that "
         "condition, `a.c:20 signal c` of put (thread 2), woke nobody");
    woken = step(f, RDL_ROLE_WOKEN, 2, RDL_NO_OP, 0, "");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal on that "
         "condition, `a.c:20 signal c` of put (thread 2), woke only put "
         "(thread 2)");
    woken->role = RDL_ROLE_WOKEN_IN_VAIN;
    f->steps[3].role = RDL_ROLE_EARLY_SIGNAL;
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal on that "
         "condition, `a.c:20 signal c` of put (thread 2), came before that and "
         "woke put (thread 2), which changed nothing and waits there again (a "
         "broadcast wakes all)");
}

static void others_that_wait_are_told(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_ENDLESS_WAIT);

    (void)unused;
    step(f, RDL_ROLE_WAIT, 1, RDL_OP_WAIT, 9, "wait on c");
    step(f, RDL_ROLE_WAITS_TOO, 3, RDL_NO_OP, 0, "");
    step(f, RDL_ROLE_WAITS_TOO, 4, RDL_NO_OP, 0, "");
    step(f, RDL_ROLE_BLOCKED, 2, RDL_OP_LOCK, 30, "mutex m");
    says("deadlock: get (thread 1) goes to `a.c:9 wait on c` (threads 3 and 4 "
         "wait on it too); nobody has signalled that condition, for put "
         "(thread 2) waits at `a.c:30` for mutex m");
}

static void a_cycle_goes_from_thread_to_thread(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_LOCK_CYCLE);

    (void)unused;
    step(f, RDL_ROLE_HOLDS, 1, RDL_OP_LOCK, 6, "mutex a");
    step(f, RDL_ROLE_WAITS, 1, RDL_OP_LOCK, 7, "mutex b");
    step(f, RDL_ROLE_WAITS, 2, RDL_OP_JOIN, 9, "the end of thread 1");
    f->count = 9;
    says("lock-order deadlock: get (thread 1) has mutex a, taken at `a.c:6`, "
         "and waits at `a.c:7` for mutex b; put (thread 2) waits at `a.c:9` "
         "for the end of thread 1; and so on: 9 threads, each waiting for the "
         "next and the last for the first");
}

static void a_second_fact_comes_behind_the_first(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_WINDOW);

    (void)unused;
    f->passes_before = true;
    f->turn = 0;
    f = fact(RDL_FACT_ONLY_SHARED);
    step(f, RDL_ROLE_OUTER_LOCK, 1, RDL_OP_LOCK, 5, "rw");
    step(f, RDL_ROLE_INNER_LOCK, 2, RDL_OP_LOCK, 5, "rw");
    says("atomicity violation: fails when `a.c:20 write n` of put (thread 2) "
         "comes between `a.c:6 read n` and `a.c:8 write n` of get (thread 1); "
         "passes when main has that turn before; both hold rw only for "
         "reading, taken at `a.c:5`");
}

/* Whatever a file may say: no template reads beyond its fact. */
static void every_kind_bears_any_steps(void **unused)
{
    char text[RDL_EXPLANATION_TEXT], small[8];

    (void)unused;
    for (int kind = 0; kind < RDL_N_FACT_KINDS; kind++) {
        for (int role = -1; role < RDL_N_ROLES; role++) {
            begin(NULL);
            fact((enum rdl_fact_kind)kind);
            if (role >= 0)
                step(&x.facts[0], (enum rdl_role)role, 1, RDL_NO_OP, 1, "w");
            rdl_explanation_text(&x, text, sizeof(text));
            assert_null(strpbrk(text, "{}[]|"));
            rdl_explanation_text(&x, small, sizeof(small));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_is_said_of_nothing, begin),
        cmocka_unit_test_setup(a_window_says_where_it_passes, begin),
        cmocka_unit_test_setup(two_inner_steps_of_one_thread_share_it, begin),
        cmocka_unit_test_setup(inner_steps_that_read_alike_are_told_once,
                               begin),
        cmocka_unit_test_setup(two_windows_are_one_sentence, begin),
        cmocka_unit_test_setup(an_order_counts_its_pairs, begin),
        cmocka_unit_test_setup(a_wait_says_what_the_last_signal_did, begin),
        cmocka_unit_test_setup(others_that_wait_are_told, begin),
        cmocka_unit_test_setup(a_cycle_goes_from_thread_to_thread, begin),
        cmocka_unit_test_setup(a_second_fact_comes_behind_the_first, begin),
        cmocka_unit_test(every_kind_bears_any_steps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
