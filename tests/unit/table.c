/* table.c - interleavings as people read them: what matters is shown, with
 * names and values; what does not is not; all of it within the terminal. */
#include "table_setup.h"

#include "base/rng.h"
#include "base/woken.h"

#include <signal.h>

static void two_threads(void)
{
    create(0, 1);
    create(0, 2);
    start(1);
    start(2);
}

static void a_lost_update(void **state)
{
    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, &balance, 100);
    access_to(2, RDL_OP_READ, &balance, 100);
    access_to(2, RDL_OP_WRITE, &balance, 70);
    access_to(1, RDL_OP_WRITE, &balance, 150);
    print(80, false);
    says("thread 1 deposit");
    says("thread 2 deposit");
    says_then("   4 | ", "read balance = 100");
    says_then("read balance = 100", "-- preempted");
    says_then("   5 |                                     | ",
              "write balance = 70");
    says_then("write balance = 70", "write balance = 150");
    says(" note();");
    says_not("a line to quote");
    says("lines are of table_setup.h");
    says("4 of 8 steps");
    says("not shown: thread 0");
}

/* What creating and joining threads puts in order cannot be the cause; nor
 * what only one thread uses. */
static void what_cannot_meet_is_left_out(void **state)
{
    (void)state;
    access_to(0, RDL_OP_WRITE, &mine[0], 1);
    create(0, 1);
    access_to(0, RDL_OP_WRITE, &mine[16], 2);
    create(0, 2);
    start(1);
    access_to(1, RDL_OP_READ, &mine[0], 1);
    access_to(1, RDL_OP_WRITE, &mine[32], 3);
    take(1, &lock);
    access_to(1, RDL_OP_READ, &balance, 100);
    give(1, &lock);
    step(1, RDL_OP_EXIT, (void *)HANDLE(1));
    start(2);
    access_to(2, RDL_OP_READ, &mine[16], 2);
    access_to(2, RDL_OP_READ, &balance, 100);
    step(2, RDL_OP_EXIT, (void *)HANDLE(2));
    step(0, RDL_OP_JOIN, (void *)HANDLE(1));
    access_to(0, RDL_OP_READ, &mine[32], 3);
    for (int i = 0; i < 40; i++) /* a short one would be shown whole */
        access_to(0, RDL_OP_READ, &mine[48], 4);
    print(80, false);
    says("0 of 57 steps");
    print(80, true);
    says("write mine[32] = 3");
    says("lock lock");
    says("57 of 57 steps");
    /* One write that nothing orders, and all that touch it matter. */
    access_to(2, RDL_OP_WRITE, &balance, 0);
    print(80, false);
    says_then("read balance = 100", "write balance = 0");
    says_not("mine");
    says_not("lock lock");
}

static void locks_say_who_has_them(void **state)
{
    (void)state;
    two_threads();
    take(1, &other_lock);
    give(1, &other_lock); /* and does not hold it any more */
    take(1, &lock);
    take(2, &other_lock);
    wait_for(2, RDL_OP_LOCK, &lock, RDL_WAIT_LOCK);
    wait_for(1, RDL_OP_LOCK, &other_lock, RDL_WAIT_LOCK);
    strcpy(finding.kind, "deadlock");
    finding.n_cycle = finding.n_threads = 2;
    for (rdl_tid i = 0; i < 2; i++) {
        finding.cycle[i] = i + 1;
        finding.threads[i] = (struct rdl_thread_view){
            .tid = i + 1,
            .holder = 2 - i,
            .state = RDL_WAITING,
            .wait = RDL_WAIT_LOCK,
            .what = "mutex",
            .wait_object = i == 0 ? (uintptr_t)&other_lock : (uintptr_t)&lock,
            .pc = noted,
        };
    }
    print(110, false);
    says_then("lock lock", "-- preempted; holds lock ");
    says_then("lock other_lock", "-- waits: thread 1 has it; holds other_lock");
    says_then("FAIL | ", "waits for mutex other_lock for ever: thread 2");
    says("waits for mutex lock for ever: thread 1 has it");
    /* Side by side: one row says it of both. */
    assert_null(strstr(strstr(text, "FAIL") + 1, "FAIL"));
}

static void a_signal_that_nobody_hears(void **state)
{
    (void)state;
    two_threads();
    step(1, RDL_OP_SIGNAL, &condition);
    step(2, RDL_OP_WAIT, &condition);
    came(2, RDL_OP_UNLOCK, (uintptr_t)&lock, 1, 0);
    came(2, RDL_OP_WAIT, (uintptr_t)&condition, RDL_WAIT_CONDITION, 0);
    step(1, RDL_OP_SIGNAL, &condition);
    came(2, RDL_OP_WAKE, (uintptr_t)&condition, RDL_WAIT_CONDITION, 0);
    print(100, false);
    says_then("signal condition: nobody waits", "wait on condition, unlock");
    says_then("wait on condition", "signal condition: wakes thread 2");
}

static void a_signal_after_the_time(void **state)
{
    (void)state;
    two_threads();
    step(2, RDL_OP_WAIT, &condition);
    came(2, RDL_OP_WAIT, (uintptr_t)&condition, RDL_WAIT_CONDITION, 0);
    step(1, RDL_OP_SIGNAL, &condition);
    print(100, false);
    says("signal condition: wakes nobody");
    says_not("the time of");
    step(2, RDL_OP_WAKE, &condition);
    came(2, RDL_OP_WAKE, (uintptr_t)&condition, RDL_WAIT_CONDITION,
         RDL_WOKEN_BY_TIME);
    step(1, RDL_OP_BROADCAST, &condition);
    print(120, false);
    says_then("signal condition: wakes nobody, the time of", "is over");
    says("broadcast condition: nobody waits");
}

static void yields_and_repeats(void **state)
{
    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, &balance, 100);
    came(1, RDL_OP_YIELD, 0, 0, 0);
    access_to(2, RDL_OP_READ, &balance, 100);
    came(2, RDL_OP_YIELD, 0, 0, 0);
    access_to(1, RDL_OP_READ, &balance, 100);
    step(2, RDL_OP_YIELD, NULL);
    access_to(2, RDL_OP_WRITE, &balance, 7);
    print(120, false);
    says_then("-- taken off: repeats the same steps", "-- lets others run");
}

static void signals_and_handlers(void **state)
{
    (void)state;
    two_threads();
    access_to(1, RDL_OP_HANDLER, NULL, SIGALRM);
    access_to(1, RDL_OP_HANDLER, NULL, 40);
    print(120, true);
    says("handler of SIGALRM");
    says("handler of signal 40");
}

static void values_and_names(void **state)
{
    struct list there;

    (void)state;
    two_threads();
    access_to(1, RDL_OP_RMW, &balance, 3);
    came(1, RDL_OP_RMW, (uintptr_t)&balance, 4, 4);
    access_to(2, RDL_OP_RMW, &balance, 4);
    steps[n_steps - 1].flags |= RDL_EV_FAILED;
    access_to(2, RDL_OP_WRITE, &balance, (uint32_t)-30);
    access_to(1, RDL_OP_READ, &list, (uintptr_t)&there);
    steps[n_steps - 1].size = 8;
    access_to(2, RDL_OP_WRITE, &there.head, (uintptr_t)&balance);
    steps[n_steps - 1].size = 8;
    access_to(1, RDL_OP_READ, &there.head, (uintptr_t)&balance);
    steps[n_steps - 1].size = 8;
    access_to(1, RDL_OP_WRITE, &mine[0], 0x6769666e6f63);
    steps[n_steps - 1].size = 7;
    access_to(2, RDL_OP_WRITE, &mine[0], 0x6769666e6f0a);
    steps[n_steps - 1].size = 7;
    print(100, false);
    says("write mine[0] = \"config\"");
    says("write mine[0] = 0x6769666e6f0a");
    says("update balance: 3 -> 4");
    says("read balance = 4, no change");
    says("write balance = -30");
    says("write list->head = &balance");
}

static void memory_given_back(void **state)
{
    char block[32];

    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, block + 8, 5);
    access_to(2, RDL_OP_READ, &mine[0], 5);
    came(2, RDL_OP_FREE, (uintptr_t)block, sizeof(block), noted);
    access_to(1, RDL_OP_READ, block + 8, 5);
    strcpy(finding.kind, "heap-use-after-free");
    finding.addr = (uintptr_t)block + 8;
    finding.block = (struct rdl_block_view){
        .known = 1, .freed = 1, .offset = 8, .size = sizeof(block)
    };
    finding.tid = 1;
    finding.pc = noted;
    print(80, false);
    says_then("read block+8 = 5", "free block");
    says_then("free block", "FAIL | ");
    says_not("mine");
}

/* More threads than have room for words. */
static void lanes(void **state)
{
    (void)state;
    for (rdl_tid i = 1; i <= 6; i++)
        create(0, i);
    for (rdl_tid i = 1; i <= 6; i++)
        access_to(i, RDL_OP_WRITE, &balance, i);
    print(80, false);
    says("step  1  2  3  4  5  6\n");
    says("   6  *  .  .  .  .  .   46 note();   write balance = 1\n");
    says("  11  .  .  .  .  .  *   46 note();   write balance = 6\n");
    print(200, false);
    says("| thread 6\n");
}

static void a_hundred_threads(void **state)
{
    (void)state;
    for (rdl_tid i = 1; i <= 100; i++)
        create(0, i);
    for (rdl_tid i = 1; i <= 100; i++)
        access_to(i, RDL_OP_WRITE, &balance, i);
    finding.tid = 3; /* has its lane though it did nothing of late */
    strcpy(finding.kind, "abort");
    for (size_t width = 60; width <= 240; width += 20)
        print(width, false);
    print(80, false);
    says("  3 ");
    says(" 100  ..\n");
    says("thread 61: ");
    says("60 earlier ones that matter left out");
    says_not("thread 60:");
    says("not shown: threads 0, 1, 2 and 4-60");
    print_view(&(struct rdl_table_view){ .width = 80, .rows = 5 });
    says("95 earlier ones");
    print(80, true);
    says("200 of 200 steps");
}

/* Repetitions fold; what another thread overtakes stays. */
static void long_rows_fold(void **state)
{
    (void)state;
    two_threads();
    for (int i = 0; i < 50; i++)
        access_to(1, RDL_OP_READ, &mine[4 * i], 7);
    for (int i = 0; i < 50; i++)
        access_to(2, RDL_OP_WRITE, &mine[4 * i], 8);
    access_to(1, RDL_OP_READ, &mine[4 * 49], 8);
    print(80, false);
    says_then("read mine[0] = 7", "...");
    says_then("...", "read mine[196] = 7");
    says_not("read mine[100] = 7");
    print(80, true);
    says("read mine[100] = 7");
}

static void what_is_overtaken_stays(void **state)
{
    (void)state;
    two_threads();
    for (int i = 0; i < 50; i++)
        access_to(2, RDL_OP_WRITE, &mine[4 * i], 7);
    for (int i = 0; i < 50; i++)
        access_to(1, RDL_OP_READ, &mine[4 * i], 7);
    access_to(2, RDL_OP_WRITE, &mine[100], 8); /* 1 read it just before */
    print(80, false);
    says_then("read mine[100] = 7", "write mine[100] = 8");
    says_not("read mine[104] = 7");
}

/* The same of turns with many lines. */
static void long_turns_fold(void **state)
{
    (void)state;
    two_threads();
    access_to(2, RDL_OP_WRITE, &balance, 1);
    for (uint64_t i = 0; i < 30; i++) {
        access_to(1, RDL_OP_READ, &balance, i);
        if (i % 2 == 0)
            steps[n_steps - 1].pc = (uintptr_t)note + 1;
    }
    access_to(2, RDL_OP_READ, &balance, 1);
    print(80, false);
    says_then("read balance = 2", "... 24 steps like these");
    says_then("... 24 steps like these", "read balance = 27");
    says_not("read balance = 10");
    print(80, true);
    says("read balance = 10");
}

/* What wakes a thread, or is named, is never among those that are folded; and
 * those are told by kind if nothing like them stands before. */
static void what_decides_does_not_fold(void **state)
{
    (void)state;
    two_threads();
    wait_for(2, RDL_OP_WAIT, &condition, RDL_WAIT_CONDITION);
    access_to(2, RDL_OP_WRITE, &balance, 1);
    for (uint64_t i = 0; i < 30; i++) {
        if (i == 12)
            step(1, RDL_OP_UNLOCK, &lock);
        if (i == 15) {
            step(1, RDL_OP_SIGNAL, &condition);
            came(2, RDL_OP_WAKE, (uintptr_t)&condition, RDL_WAIT_CONDITION, 0);
        } else {
            access_to(1, RDL_OP_READ, &balance, i);
        }
        if (i % 2 == 0)
            steps[n_steps - 1].pc = (uintptr_t)note + 1;
    }
    access_to(2, RDL_OP_READ, &balance, 1);
    step(2, RDL_OP_LOCK, &lock);
    print(100, false);
    says_then("read balance = 2", "... 13 steps: read, unlock");
    says_then("... 13 steps: read, unlock", "signal condition: wakes thread 2");
    says_then("signal condition: wakes thread 2", "... 11 steps like these");
}

/* A table that is cut shows where threads were preempted all the same; what is
 * left out between two rows of one line does not make them one. */
static void preemptions_are_not_cut(void **state)
{
    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, &balance, 100);
    for (uint64_t i = 0; i < 8; i++) {
        access_to(2, RDL_OP_WRITE, &balance, i);
        if (i % 2 == 0)
            steps[n_steps - 1].pc = (uintptr_t)note + 1;
    }
    step(2, RDL_OP_EXIT, (void *)HANDLE(2));
    access_to(1, RDL_OP_WRITE, &balance, 150);
    print_view(&(struct rdl_table_view){ .width = 80, .rows = 1 });
    says_then("read balance = 100\n     |    -- preempted\n", "  14 | 46 ");
    says_not("write balance = 7");
    says("8 earlier ones that matter left out");
}

/* Half an address is no address. */
static void addresses_do_not_break(void **state)
{
    (void)state;
    two_threads();
    create(0, 3);
    start(3);
    for (rdl_tid i = 1; i < 4; i++)
        access_to(i, RDL_OP_WRITE, (void *)0x11000000000c, i);
    for (size_t width = 60; width < 120; width++) {
        print(width, false);
        says("0x11000000000c");
        says_not("0x11000000000\n");
        for (const char *at = strstr(text, "0x1"); at != NULL;
             at = strstr(at + 1, "0x1"))
            assert_memory_equal(at, "0x11000000000c", 14);
    }
}

/* It read too early what nobody wrote yet: that met nobody, and is the cause
 * all the same. */
static void what_failed_is_shown(void **state)
{
    (void)state;
    two_threads();
    access_to(2, RDL_OP_READ, &mine[8], 1);
    steps[n_steps - 1].pc = (uintptr_t)note + 1;
    access_to(2, RDL_OP_READ, &mine[0], 0);
    for (int i = 0; i < 40; i++)
        access_to(1, RDL_OP_READ, &mine[48], 4);
    strcpy(finding.kind, "abort");
    finding.tid = 2;
    finding.pc = noted;
    print(80, false);
    says_then("read mine[0] = 0", "FAIL");
    says_not("mine[8]");
    says_not("mine[48]");
}

static void every_width_is_kept(void **state)
{
    (void)state;
    two_threads();
    for (int i = 0; i < 30; i++) {
        take((rdl_tid)(1 + i % 2), i % 3 ? &lock : &other_lock);
        access_to((rdl_tid)(1 + i % 2), RDL_OP_WRITE, &balance, (uint64_t)i);
    }
    for (size_t width = 60; width < 180; width++) {
        print(width, false);
        print(width, true);
    }
}

static bool has_step(const json_t *part, json_int_t step)
{
    for (size_t i = 0; i < json_array_size(part); i++) {
        const json_t *each = json_array_get(part, i);

        if (json_integer_value(json_object_get(each, "step")) == step)
            return true;
    }
    return false;
}

/* 4 steps make two threads, then each has a long turn.  Of 40 steps there is
 * room for six at either end of a turn; eleven would be too many. */
static void a_part_has_the_switches(void **state)
{
    json_t *object = json_object(), *files = json_object(), *part;
    struct rdl_table *t;

    (void)state;
    two_threads();
    for (int i = 0; i < 60; i++)
        access_to(1, RDL_OP_READ, &balance, 100);
    for (int i = 0; i < 60; i++)
        access_to(2, RDL_OP_READ, &balance, 100);
    t = table();
    assert_int_equal(rdl_table_json(t, SIZE_MAX, object, files), 0);
    assert_int_equal(json_array_size(json_object_get(object, "steps")), 124);
    assert_int_equal(rdl_table_json(t, 40, object, files), 124 - 28);
    part = json_object_get(object, "steps");
    assert_int_equal(json_array_size(part), 28);
    assert_true(has_step(part, 0) && has_step(part, 123));
    assert_true(has_step(part, 63) && has_step(part, 64));
    assert_false(has_step(part, 35) || has_step(part, 100));
    assert_int_equal(rdl_table_json(t, 3, object, files), 121);
    part = json_object_get(object, "steps");
    assert_true(has_step(part, 121) && has_step(part, 123));
    json_decref(object);
    json_decref(files);
    rdl_table_free(t);
}

/* The target may have written anything there. */
static void damaged_events(void **state)
{
    struct rdl_rng rng = { 1 };

    (void)state;
    for (int round = 0; round < 200; round++) {
        size_t left, kept;
        struct rdl_table *t;
        json_t *object = json_object(), *files = json_object();

        n_steps = 1 + rdl_rng_below(&rng, 50);
        n_more = rdl_rng_below(&rng, 50);
        for (size_t i = 0; i < n_steps + n_more; i++) {
            struct rdl_event *e = i < n_steps ? &steps[i] : &more[i - n_steps];

            *e = (struct rdl_event){
                .pc = rdl_rng_below(&rng, 60),
                .addr = rdl_rng_next(&rng) >> rdl_rng_below(&rng, 64),
                .value = rdl_rng_next(&rng) >> rdl_rng_below(&rng, 64),
                .size = (uint32_t)(rdl_rng_next(&rng) >> 32),
                .tid = (rdl_tid)rdl_rng_below(&rng, 1100),
                .op = (uint8_t)rdl_rng_below(&rng, RDL_N_OPS + 3),
                .flags = (uint8_t)rdl_rng_next(&rng),
            };
        }
        strcpy(finding.kind, round % 2 ? "deadlock" : "abort");
        finding.tid = (rdl_tid)rdl_rng_below(&rng, 1100);
        finding.n_cycle = 2;
        finding.cycle[1] = 900;
        print(80, round % 3 == 0);
        t = table();
        left = rdl_table_json(t, round, object, files);
        kept = json_array_size(json_object_get(object, "steps"));
        assert_true(kept <= (size_t)round);
        assert_true(left == 0 || kept > 0 || round == 0);
        json_decref(object);
        json_decref(files);
        rdl_table_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_lost_update),
        TEST(what_cannot_meet_is_left_out),
        TEST(locks_say_who_has_them),
        TEST(a_signal_that_nobody_hears),
        TEST(a_signal_after_the_time),
        TEST(yields_and_repeats),
        TEST(signals_and_handlers),
        TEST(values_and_names),
        TEST(memory_given_back),
        TEST(lanes),
        TEST(a_hundred_threads),
        TEST(long_rows_fold),
        TEST(what_is_overtaken_stays),
        TEST(long_turns_fold),
        TEST(what_decides_does_not_fold),
        TEST(preemptions_are_not_cut),
        TEST(addresses_do_not_break),
        TEST(what_failed_is_shown),
        TEST(every_width_is_kept),
        TEST(a_part_has_the_switches),
        TEST(damaged_events),
    };
    int failed;

    deposit();
    symbols = rdl_symbols_new(modules, test_modules_read(modules));
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    rdl_symbols_free(symbols);
    return failed;
}
