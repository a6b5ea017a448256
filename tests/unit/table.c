/* table.c - interleavings as people read them: what matters is shown, with
 * names and values; what does not is not. */
#include "table_setup.h"

#include "base/woken.h"

#include <signal.h>

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
    says_then("   5 |                                 | ",
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
    unlocks(2, &lock);
    waits(2, &condition, RDL_WAIT_CONDITION);
    step(1, RDL_OP_SIGNAL, &condition);
    wakes(2, &condition, RDL_WOKEN_BY_THREAD);
    print(100, false);
    says_then("signal condition: nobody waits", "wait on condition, unlock");
    says_then("wait on condition", "signal condition: wakes thread 2");
}

static void a_signal_after_the_time(void **state)
{
    (void)state;
    two_threads();
    step(2, RDL_OP_WAIT, &condition);
    waits(2, &condition, RDL_WAIT_CONDITION);
    step(1, RDL_OP_SIGNAL, &condition);
    print(100, false);
    says("signal condition: wakes nobody");
    says_not("the time of");
    step(2, RDL_OP_WAKE, &condition);
    wakes(2, &condition, RDL_WOKEN_BY_TIME);
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
    came(1, RDL_EXTRA_PASSED);
    access_to(2, RDL_OP_READ, &balance, 100);
    came(2, RDL_EXTRA_PASSED);
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
    came(1, RDL_EXTRA_LEFT)->left.value = 4;
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
    struct rdl_extra *freed;
    char block[32];

    (void)state;
    two_threads();
    access_to(1, RDL_OP_READ, block + 8, 5);
    access_to(2, RDL_OP_READ, &mine[0], 5);
    freed = came(2, RDL_EXTRA_FREE);
    freed->block.addr = (uintptr_t)block;
    freed->block.size = sizeof(block);
    freed->block.pc = noted;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_lost_update),           TEST(what_cannot_meet_is_left_out),
        TEST(locks_say_who_has_them),  TEST(a_signal_that_nobody_hears),
        TEST(a_signal_after_the_time), TEST(yields_and_repeats),
        TEST(signals_and_handlers),    TEST(values_and_names),
        TEST(memory_given_back),       TEST(what_failed_is_shown),
    };

    return cmocka_run_group_tests(tests, open_symbols, close_symbols);
}
