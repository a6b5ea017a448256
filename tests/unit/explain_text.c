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

static void calls_are_named_only_to_tell_operations_apart(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_LOST_UPDATE);

    (void)unused;
    f->passes_before = f->passes_after = true;
    call(&f->steps[0], 40);
    says("lost update: fails when `a.c:20 write n` of put (thread 2) comes "
         "between `a.c:6 read n` and `a.c:8 write n` of get (thread 1)");
    f->steps[2].place.line = 6;
    call(&f->steps[2], 41);
    says("lost update: fails when `a.c:20 write n` of put (thread 2) comes "
         "between `a.c:6 read n` (called at a.c:40) and `a.c:6 write n` "
         "(called at a.c:41) of get (thread 1)");
}

static void two_inner_steps_of_one_thread_share_it(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_WINDOW);

    (void)unused;
    step(f, RDL_ROLE_INNER_LAST, 2, RDL_OP_SIGNAL, 21, "signal c");
    step(f, RDL_ROLE_TEST, 1, RDL_NO_OP, 9, "");
    f = fact(RDL_FACT_GIVES_UP);
    step(f, RDL_ROLE_UNLOCK, 1, RDL_OP_UNLOCK, 7, "unlock m");
    says("atomicity violation: fails when `a.c:20 write n` and `a.c:21 signal "
         "c` of put (thread 2) come between `a.c:6 read n` and `a.c:8 write n` "
         "of get (thread 1), with the test at `a.c:9` in between; thread 1 "
         "gives up m in between, at `a.c:7`");
}

static void inner_steps_that_read_alike_are_told_once(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_WINDOW);

    (void)unused;
    step(f, RDL_ROLE_INNER_LAST, 2, RDL_OP_WRITE, 20, "write n");
    says("atomicity violation: fails when `a.c:20 write n` of put (thread 2) "
         "comes between `a.c:6 read n` and `a.c:8 write n` of get (thread 1)");
}

static void two_windows_are_one_sentence(void **unused)
{
    (void)unused;
    window(RDL_FACT_WINDOW);
    window(RDL_FACT_WINDOW);
    says("atomicity violation: fails when `a.c:20 write n` of put (thread 2) "
         "comes between `a.c:6 read n` and `a.c:8 write n` of get (thread 1), "
         "and when `a.c:20 write n` of thread 2 comes between `a.c:6 read n` "
         "and `a.c:8 write n` of thread 1");
}

static void a_missing_lock_names_the_line(void **unused)
{
    struct rdl_fact *f = window(RDL_FACT_LOST_UPDATE);

    (void)unused;
    x.n = 0;
    f = fact(RDL_FACT_NO_LOCK);
    step(f, RDL_ROLE_BARE, 1, RDL_OP_WRITE, 8, "write n");
    step(f, RDL_ROLE_LOCK, 2, RDL_OP_LOCK, 19, "m");
    says("`a.c:8` is without m, which every other access to n holds");
    f->count = 2;
    says("`a.c:8` is without m, which every other function holds for n");
    f->kind = RDL_FACT_WRONG_LOCK;
    f->count = 1;
    step(f, RDL_ROLE_WRONG_LOCK, 1, RDL_OP_LOCK, 5, "m2");
    says("`a.c:8` is under m2, not under m, which every other access to n "
         "holds");
}

static void a_test_that_is_not_repeated(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_NO_RETEST);

    (void)unused;
    step(f, RDL_ROLE_WAKE, 1, RDL_OP_WAKE, 9, "wait on c");
    step(f, RDL_ROLE_READ, 1, RDL_OP_READ, 8, "read n");
    says("fails when the wait of get (thread 1) at `a.c:9` ends without a "
         "signal (a spurious wake-up, which POSIX allows): n (`a.c:8`) is not "
         "tested again");
    f->steps[0] = *step(f, RDL_ROLE_CHANGER, 2, RDL_OP_WRITE, 20, "write n");
    f->n_steps = 2;
    step(f, RDL_ROLE_WAIT, 1, RDL_OP_WAIT, 9, "wait on c");
    says("stolen wake-up: fails when `a.c:20 write n` of put (thread 2) comes "
         "after get (thread 1) was woken and before it is back from its wait "
         "at `a.c:9`: n (`a.c:8`) is not tested again");
}

static void without_a_cause_it_says_what_to_do(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_TOO_MANY);

    (void)unused;
    f->count = 40;
    says("not explained: 40 preemptions are left, too many to tell which of "
         "them matter; `raddle shrink --effort 10` of the schedule may leave "
         "fewer, and then tells why");
    step(f, RDL_ROLE_EXPIRED, 0, RDL_OP_SLEEP, 7, "sleep");
    says("not explained: 40 preemptions are left, too many to tell which of "
         "them matter; the same schedule passes if sleeps and time-outs, such "
         "as `a.c:7 sleep` of main, do not end early (see --patient); `raddle "
         "shrink --effort 10` of the schedule may leave fewer, and then tells "
         "why");
}

static void an_order_counts_its_pairs(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_ORDER);

    (void)unused;
    step(f, RDL_ROLE_EARLIER, 0, RDL_OP_READ, 3, "read n");
    step(f, RDL_ROLE_LATER, 3, RDL_OP_WRITE, 4, "write n");
    says("order violation: fails when `a.c:3 read n` of main comes before "
         "`a.c:4 write n` of thread 3");
    f->count = 3;
    says("order violation: fails when `a.c:3 read n` of main comes before "
         "`a.c:4 write n` of thread 3 in all 3 pairs of threads");
}

static void a_wait_says_what_the_last_signal_did(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_ENDLESS_WAIT);

    (void)unused;
    step(f, RDL_ROLE_WAIT, 1, RDL_OP_WAIT, 9, "wait on c");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c`; nobody has "
         "signalled that condition");
    step(f, RDL_ROLE_WOKEN, 2, RDL_NO_OP, 0, "");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c`");
    f->n_steps = 1;
    step(f, RDL_ROLE_READ, 1, RDL_OP_READ, 8, "read n");
    step(f, RDL_ROLE_WRITER, 1, RDL_OP_WRITE, 7, "write n");
    step(f, RDL_ROLE_SIGNAL, 2, RDL_OP_SIGNAL, 20, "signal c");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal, `a.c:20 signal "
         "c`, woke nobody");
    step(f, RDL_ROLE_WOKEN, 2, RDL_NO_OP, 0, "");
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal, `a.c:20 signal "
         "c`, woke only put (thread 2)");
    f->steps[3].role = RDL_ROLE_EARLY_SIGNAL;
    says("lost wake-up: get (thread 1) goes to `a.c:9 wait on c` after `a.c:8 "
         "read n` saw its own `a.c:7 write n`; the last signal, `a.c:20 signal "
         "c` of put (thread 2), came before that");
}

static void a_signal_for_another_thread(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_WRONG_WAITER);

    (void)unused;
    step(f, RDL_ROLE_SIGNAL, 0, RDL_OP_SIGNAL, 20, "signal c");
    step(f, RDL_ROLE_OTHER_WAIT, 2, RDL_OP_WAIT, 30, "wait on c");
    step(f, RDL_ROLE_WAIT, 1, RDL_OP_WAIT, 9, "wait on c");
    says("`a.c:20 signal c` of main wakes put (thread 2), which waits at "
         "`a.c:30`, not get (thread 1) at `a.c:9`");
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

static struct rdl_fact *race(enum rdl_fact_kind kind)
{
    struct rdl_fact *f = fact(kind);

    step(f, RDL_ROLE_EARLIER, 1, RDL_OP_WRITE, 6, "write n");
    step(f, RDL_ROLE_LATER, 2, RDL_OP_READ, 20, "read n");
    return f;
}

static void a_race_names_both_accesses(void **unused)
{
    (void)unused;
    race(RDL_FACT_RACE);
    says("nothing orders `a.c:6 write n` of get (thread 1) and `a.c:20 read n` "
         "of put (thread 2): either may come first");
}

static void a_weak_order_names_the_atomics(void **unused)
{
    struct rdl_fact *f = race(RDL_FACT_WEAK_ORDER);

    (void)unused;
    says(
        "`a.c:6 write n` of get (thread 1) comes before `a.c:20 read n` of put "
        "(thread 2) only because of atomics, whose memory orders do not order "
        "them");
    step(f, RDL_ROLE_WRITER, 1, RDL_OP_ATOMIC_WRITE, 7, "write c");
    step(f, RDL_ROLE_READER, 2, RDL_OP_ATOMIC_READ, 19, "read c");
    says(
        "`a.c:6 write n` of get (thread 1) comes before `a.c:20 read n` of put "
        "(thread 2) only because of `a.c:7 write c` and `a.c:19 read c`, whose "
        "memory orders do not order them");
}

static void double_checked_locking_names_the_lock(void **unused)
{
    struct rdl_fact *f = fact(RDL_FACT_DOUBLE_CHECKED);

    (void)unused;
    step(f, RDL_ROLE_BARE, 2, RDL_OP_READ, 4, "read n");
    step(f, RDL_ROLE_LOCK, 1, RDL_OP_LOCK, 5, "mutex m");
    step(f, RDL_ROLE_WRITER, 1, RDL_OP_WRITE, 7, "write n");
    says("double-checked locking without atomics: `a.c:4 read n` of put "
         "(thread 2) tests without m what `a.c:7 write n` changes under it");
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
         "both hold rw only for reading, taken at `a.c:5`");
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

static void a_delay_comes_first(void **unused)
{
    struct rdl_fact *f;

    (void)unused;
    f = fact(RDL_FACT_EXPIRED_SLEEP);
    f->delay_ns = 100000000;
    step(f, RDL_ROLE_EXPIRED, 0, RDL_OP_SLEEP, 7, "sleep");
    step(f, RDL_ROLE_DELAYED, 1, RDL_NO_OP, 0, "");
    says("only if get (thread 1) is delayed, here by more than 100 ms: `a.c:7 "
         "sleep` "
         "of main ends before thread 1 goes on");
    step(f, RDL_ROLE_LATER, 1, RDL_OP_LOCK, 5, "lock m");
    says("only if get (thread 1) is delayed, here by more than 100 ms: `a.c:7 "
         "sleep` "
         "of main ends before `a.c:5 lock m`");
    f->delay_ns = UINT64_C(4999998000);
    f->kind = RDL_FACT_EXPIRED_REQUEST;
    says("only if get (thread 1) is delayed, here by more than 5 s: `a.c:7 "
         "sleep` "
         "of main ends by a time-out, and main goes on without it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_is_said_of_nothing, begin),
        cmocka_unit_test_setup(calls_are_named_only_to_tell_operations_apart,
                               begin),
        cmocka_unit_test_setup(two_inner_steps_of_one_thread_share_it, begin),
        cmocka_unit_test_setup(inner_steps_that_read_alike_are_told_once,
                               begin),
        cmocka_unit_test_setup(two_windows_are_one_sentence, begin),
        cmocka_unit_test_setup(without_a_cause_it_says_what_to_do, begin),
        cmocka_unit_test_setup(an_order_counts_its_pairs, begin),
        cmocka_unit_test_setup(a_wait_says_what_the_last_signal_did, begin),
        cmocka_unit_test_setup(a_missing_lock_names_the_line, begin),
        cmocka_unit_test_setup(a_test_that_is_not_repeated, begin),
        cmocka_unit_test_setup(a_signal_for_another_thread, begin),
        cmocka_unit_test_setup(others_that_wait_are_told, begin),
        cmocka_unit_test_setup(a_race_names_both_accesses, begin),
        cmocka_unit_test_setup(a_weak_order_names_the_atomics, begin),
        cmocka_unit_test_setup(double_checked_locking_names_the_lock, begin),
        cmocka_unit_test_setup(a_cycle_goes_from_thread_to_thread, begin),
        cmocka_unit_test_setup(a_second_fact_comes_behind_the_first, begin),
        cmocka_unit_test_setup(a_delay_comes_first, begin),
        cmocka_unit_test(every_kind_bears_any_steps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
