/* table_room.c - tables keep within the terminal: many threads, long rows, more
 * steps than there are lines; and what may not be left out for that. */
#include "table_setup.h"

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
    says("   6  *  .  .  .  .  .   35 note();   write balance = 1   -- "
         "preempted\n");
    says("  11  .  .  .  .  .  *   35 note();   write balance = 6\n");
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
    says("thread 1: ");
    says("thread 80: ");
    says_not("thread 60:");
    says("69 that matter left out");
    says("not shown: threads 0 and 5-73");
    print_view(&(struct rdl_table_view){ .width = 80, .rows = 5 });
    says("99 that matter left out");
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

/* Reads of thread 1 that do not repeat, at two lines in turn. */
static void many_lines(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        access_to(1, RDL_OP_READ, &mine[4 * i], i);
        if (i % 2 == 0)
            steps[n_steps - 1].pc = (uintptr_t)note + 1;
    }
}

/* So many that they are the latest, which are shown whole. */
static void latest_rows(void)
{
    for (uint64_t i = 0; i < 60; i++)
        access_to((rdl_tid)(1 + i % 2), RDL_OP_WRITE, &mine[4 * (i / 2)], 1);
}

/* The same of turns with many lines. */
static void long_turns_fold(void **state)
{
    (void)state;
    two_threads();
    access_to(2, RDL_OP_WRITE, &balance, 1);
    many_lines(30);
    access_to(2, RDL_OP_READ, &balance, 1);
    latest_rows();
    print(80, false);
    says_then("read mine[8] = 2", "... 24 steps like these");
    says_then("... 24 steps like these", "read mine[108] = 27");
    says_not("read mine[40] = 10");
    print(80, true);
    says("read mine[40] = 10");
}

/* What wakes a thread, or is named, is never among those that are folded; and
 * those are told by kind if nothing like them stands before. */
static void what_decides_does_not_fold(void **state)
{
    (void)state;
    two_threads();
    wait_for(2, RDL_OP_WAIT, &condition, RDL_WAIT_CONDITION);
    access_to(2, RDL_OP_WRITE, &balance, 1);
    many_lines(12);
    step(1, RDL_OP_UNLOCK, &lock);
    many_lines(4);
    step(1, RDL_OP_SIGNAL, &condition);
    wakes(2, &condition, RDL_WOKEN_BY_THREAD);
    many_lines(14);
    access_to(2, RDL_OP_READ, &balance, 1);
    step(2, RDL_OP_LOCK, &lock);
    latest_rows();
    print_view(&(struct rdl_table_view){ .width = 100, .rows = 200 });
    says_then("read mine[8] = 2", "... 14 steps: read, unlock");
    says_then("... 14 steps: read, unlock", "signal condition: wakes thread 2");
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
    print_view(&(struct rdl_table_view){ .width = 80, .rows = 9 });
    says_then("read balance = 100", "-- preempted");
    says_then("-- preempted", "... 8 steps left out\n  14 | 35 ");
    says_not("write balance = 7");
    says("8 that matter left out");
}

/* The table of a shrunk failure has every preemption: where nothing that
 * matters came between, the first step that did; where nothing before it
 * matters, the last one. */
static void preemptions_are_told(void **state)
{
    (void)state;
    create(0, 1);
    start(1);
    access_to(1, RDL_OP_WRITE, &balance, 1);
    create(0, 2);
    access_to(1, RDL_OP_WRITE, &balance, 2);
    start(2);
    access_to(2, RDL_OP_READ, &balance, 2);
    step(2, RDL_OP_EXIT, (void *)HANDLE(2));
    for (int i = 0; i < 40; i++) /* a short one would be shown whole */
        access_to(1, RDL_OP_READ, &mine[48], 4);
    print(80, false); /* before it is shrunk there may be any number of them */
    says_then("write balance = 1 ", " |    write balance = 2 ");
    says("not shown: thread 0");
    shrunk = true;
    print(80, false);
    /* clang-format off */
    assert_string_equal(text,
        "threads: 0 main; 1 and 2 deposit\n"
        "step  0  1  2\n"
        "   0  *  .  .   35 create thread 1   -- preempted\n"
        "   2  .  *  .   35 note();   write balance = 1   -- preempted\n"
        "   3  *  .  .   35 create thread 2   -- preempted\n"
        "   4  .  *  .   35 write balance = 2   -- preempted\n"
        "   6  .  .  *   35 note();   read balance = 2   -- ends\n"
        "5 of 48 steps; lines are of table_setup.h\n");
    /* clang-format on */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(lanes),
        TEST(a_hundred_threads),
        TEST(long_rows_fold),
        TEST(what_is_overtaken_stays),
        TEST(long_turns_fold),
        TEST(what_decides_does_not_fold),
        TEST(preemptions_are_not_cut),
        TEST(preemptions_are_told),
        TEST(addresses_do_not_break),
        TEST(every_width_is_kept),
    };

    return cmocka_run_group_tests(tests, open_symbols, close_symbols);
}
