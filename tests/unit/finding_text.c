/* finding_text.c - findings in words: hand-made ones about this very program,
 * whose places and variables have names. */
#include "report/finding/text.h"
#include "detect/detector.h"
#include "modules.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_shared shared;
static struct rdl_finding f;

/* --- Something to point at -------------------------------------------------*/

static pthread_mutex_t forks[3];
static pthread_cond_t ready_cond;
static volatile uintptr_t noted;
static volatile int which; /* keeps equal functions from being folded */

static __attribute__((noinline)) void note(void)
{
    noted = (uintptr_t)__builtin_return_address(0);
}

static __attribute__((noinline)) uintptr_t take_first(void)
{
    which = 1;
    note(); /* first fork */
    return noted;
}

static __attribute__((noinline)) uintptr_t take_second(void)
{
    which = 2;
    note(); /* second fork */
    return noted;
}

static __attribute__((noinline)) uintptr_t dine(void)
{
    which = 3;
    note(); /* dines */
    return noted;
}

/* --- Helpers
 * ----------------------------------------------------------------*/

static int set_up(void **state)
{
    shared.n_modules = test_modules_read(shared.modules);
    memset(&f, 0, sizeof(f));
    f.tid = RDL_NO_TID;
    f.step = 48;
    *state = rdl_symbols_new(shared.modules, shared.n_modules);
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

static struct rdl_thread_view *add_thread(uint8_t state, uint8_t wait,
                                          rdl_tid holder, void *object)
{
    struct rdl_thread_view *v = &f.threads[f.n_threads];

    *v = (struct rdl_thread_view){
        .tid = f.n_threads++,
        .state = state,
        .wait = wait,
        .holder = holder,
        .wait_object = (uintptr_t)object,
        .pc = take_second(),
        .n_frames = 2,
    };
    v->frames[0] = v->pc;
    v->frames[1] = dine();
    return v;
}

/* The whole report; every line of it must fit the terminal. */
static const char *printed(struct rdl_symbols *s, bool colour)
{
    static char *text;
    size_t size, width = 0;
    FILE *out;

    free(text);
    out = open_memstream(&text, &size);
    rdl_finding_print(out, s, &f, colour);
    fclose(out);
    assert_non_null(text);
    for (const char *c = text; *c != '\0' && !colour; c++) {
        width = *c == '\n' ? 0 : width + 1;
        if (width > 80)
            fail_msg("a line of more than 80 columns in:\n%s", text);
    }
    return text;
}

static void assert_says(const char *text, const char *part)
{
    if (text == NULL || strstr(text, part) == NULL)
        fail_msg("not said: %s\nin:\n%s", part, text ? text : "");
}

static void assert_says_not(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("said: %s\nin:\n%s", part, text);
}

/* --- Tests
 * ------------------------------------------------------------------*/

static void a_deadlock_shows_its_cycle(void **state)
{
    const char *text;

    strcpy(f.kind, "deadlock");
    add_thread(RDL_WAITING, RDL_WAIT_JOIN, 1, NULL);
    for (int i = 0; i < 3; i++) {
        struct rdl_thread_view *v = add_thread(
            RDL_WAITING, RDL_WAIT_LOCK, 1 + (i + 1) % 3, &forks[(i + 1) % 3]);

        strcpy(v->what, "mutex");
        v->held_pc = take_first();
        f.cycle[i] = v->tid;
    }
    strcpy(f.threads[1].name, "plato");
    add_thread(RDL_ENDED, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    f.n_cycle = 3;
    f.tid = 1;
    f.pc = f.threads[1].pc;
    text = printed(*state, false);
    assert_says(text, "deadlock: threads 1, 2 and 3 wait for each other");
    assert_says(text, "(take_second), step 48");
    assert_says(text, "waits for mutex forks[1]");
    assert_says(text, "waits for mutex forks[0]");
    assert_says(text, "which thread 1 \"plato\" took");
    assert_says(text, "(take_first)");
    assert_says(text, "(take_second)");
    assert_says(text, "back to thread 1");
    assert_says(text, "thread 0: waits for the end of thread 1");
    assert_says(text, "note(); /* second fork */");
    assert_says(text, "note(); /* dines */");
    assert_says(text, "thread 4: ended");
}

/* n threads in a cycle, each waiting for the one `apart` numbers behind it. */
static const char *cycle_headline(struct rdl_symbols *symbols, unsigned n,
                                  unsigned apart, char *out, size_t size)
{
    strcpy(f.kind, "deadlock");
    f.n_cycle = (uint16_t)n;
    for (unsigned i = 0; i < n; i++)
        f.cycle[i] = (rdl_tid)(1 + i * apart % n);
    return rdl_finding_headline(symbols, &f, out, size);
}

static void a_long_cycle_is_told_whole(void **state)
{
    char text[256];

    assert_string_equal(cycle_headline(*state, 60, 1, text, sizeof(text)),
                        "deadlock: threads 1-60 wait for each other");
    assert_string_equal(cycle_headline(*state, 60, 7, text, sizeof(text)),
                        "deadlock: threads 1-60 wait for each other");
    for (unsigned i = 0; i < 60; i++)
        f.cycle[i] = (rdl_tid)(2 * f.cycle[i]);
    assert_string_equal(rdl_finding_headline(*state, &f, text, sizeof(text)),
                        "deadlock: 60 threads wait for each other, among them "
                        "2, 4, 6, 8, 10, 12, 14 and 16");
}

static void an_assertion_is_where_the_library_says(void **state)
{
    char location[128];

    strcpy(f.kind, "assertion");
    strcpy(f.text, "Assertion `balance == 100' failed.");
    strcpy(f.file, "src/bank.c");
    f.line = 31;
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    f.tid = 0;
    f.pc = take_first();
    assert_string_equal(
        rdl_finding_location(*state, &f, location, sizeof(location)),
        "src/bank.c:31 (take_first)");
    assert_says(printed(*state, false), "assertion failed: balance == 100\n");
    assert_says(printed(*state, false), "thread 0: failed the assertion");
    assert_says(printed(*state, false), "(take_first)");
    assert_says_not(printed(*state, false), "(take_second)");
}

static void a_fault_is_at_the_instruction_itself(void **state)
{
    struct rdl_place p;

    strcpy(f.kind, "fatal-signal");
    strcpy(f.text, "SIGSEGV at address 0x0");
    f.code = SIGSEGV;
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    f.tid = 0;
    f.pc = (uintptr_t)&dine + 1; /* like all places: behind its beginning */
    assert_true(rdl_finding_place(*state, &f, &p));
    assert_string_equal(p.function, "dine");
    assert_says(printed(*state, false), "fatal signal: SIGSEGV at address 0x0");
}

static void a_recursion_is_told_in_short(void **state)
{
    const char *text;

    strcpy(f.kind, "abort");
    strcpy(f.text, "abort() called");
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    f.threads[0].n_frames = 40;
    for (size_t i = 1; i < 39; i++)
        f.threads[0].frames[i] = take_first();
    f.threads[0].frames[39] = dine();
    text = printed(*state, false);
    assert_says(text, "... and 37 more of the same");
    assert_says(text, "#39 ");
    assert_says_not(text, "#3 ");
}

static void a_library_without_a_caller_has_no_line(void **state)
{
    char location[256];

    strcpy(f.kind, "abort");
    f.pc = (uintptr_t)&strtoul + 4;
    f.tid = 0;
    rdl_finding_location(*state, &f, location, sizeof(location));
    assert_says(location, "libc.so.6+0x");
    assert_says(location, "strtou");
}

static void a_lost_wakeup_names_the_condition(void **state)
{
    strcpy(f.kind, "lost-wakeup");
    add_thread(RDL_WAITING, RDL_WAIT_CONDITION, RDL_NO_TID, &ready_cond);
    f.tid = 0;
    f.pc = f.threads[0].pc;
    assert_says(printed(*state, false),
                "lost wake-up: thread 0 waits for condition ready_cond, which");
    assert_null(strstr(printed(*state, false), "any more: thread"));
    /* Who might signal is told, and joins are not. */
    add_thread(RDL_WAITING, RDL_WAIT_JOIN, 0, NULL);
    add_thread(RDL_WAITING, RDL_WAIT_SEMAPHORE, RDL_NO_TID, &forks[1]);
    assert_says(printed(*state, false),
                "any more: thread 2 waits for semaphore forks[1]");
}

static void a_self_deadlock_names_the_lock(void **state)
{
    struct rdl_thread_view *v;

    strcpy(f.kind, "self-deadlock");
    v = add_thread(RDL_WAITING, RDL_WAIT_LOCK, 0, &forks[2]);
    strcpy(v->what, "mutex");
    v->held_pc = take_first();
    f.tid = 0;
    f.pc = v->pc;
    assert_says(printed(*state, false),
                "thread 0 waits for mutex forks[2], which it holds itself");
    assert_says(printed(*state, false), "held by itself, taken at");
}

static void misuse_names_the_object(void **state)
{
    strcpy(f.kind, "mutex-misuse");
    strcpy(f.what, "semaphore");
    strcpy(f.text, "used after it was destroyed");
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    f.tid = 0;
    f.pc = take_first();
    f.addr = (uintptr_t)&forks[1];
    assert_says(printed(*state, false),
                "misuse of semaphore forks[1]: used after it was destroyed");
}

static void a_freed_block_has_two_stories(void **state)
{
    const char *text, *freed, *made, *others;

    strcpy(f.kind, "heap-use-after-free");
    strcpy(f.text, "read of 4 bytes at offset 8 of a block");
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    strcpy(f.threads[1].name, "plato");
    f.tid = 0;
    f.pc = f.threads[0].pc;
    f.block = (struct rdl_block_view){
        .known = true,
        .freed = true,
        .maker = RDL_NO_TID,
        .freer = 1,
        .n_made = 1,
        .n_gone = 2,
        .made = { take_first() },
        .gone = { take_second(), dine() },
    };
    text = printed(*state, false);
    assert_says(text, "heap use after free: read of 4 bytes at offset 8");
    assert_says(text, "thread 0: used freed memory");
    freed = strstr(text, "  freed here by thread 1 \"plato\":\n    #0 ");
    made = strstr(text, "  allocated here before main:\n    #0 ");
    others = strstr(text, "  thread 1 \"plato\": could run");
    assert_true(freed != NULL && made > freed && others > made);
    assert_says(freed, "note(); /* second fork */");
    assert_says(freed, "note(); /* dines */");
    assert_says(made, "note(); /* first fork */");

    /* In use: nobody freed it.  Not known: nothing to tell. */
    f.block.freed = false;
    assert_says_not(printed(*state, false), "freed here");
    assert_says(printed(*state, false), "allocated here");
    f.block.known = false;
    assert_says_not(printed(*state, false), "allocated here");
}

static void threads_that_do_the_same_are_shown_once(void **state)
{
    const char *text;

    strcpy(f.kind, "deadlock");
    strcpy(f.text, "no thread can ever run again");
    for (int i = 0; i < 60; i++)
        add_thread(RDL_WAITING, RDL_WAIT_BARRIER, RDL_NO_TID, &forks[0]);
    f.tid = 0;
    f.pc = f.threads[0].pc;
    text = printed(*state, false);
    assert_says(text, "deadlock: no thread can ever run again");
    assert_says(text, "threads 0-59: each waits for barrier forks[0]");
}

/* A sentence may ask for nothing that the report does not know. */
static void every_detector_has_a_sentence(void **state)
{
    const struct rdl_detector *d;
    char says[1024], headline[1024];

    add_thread(RDL_WAITING, RDL_WAIT_LOCK, RDL_NO_TID, &forks[0]);
    f.tid = 0;
    strcpy(f.text, "it failed");
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        strcpy(f.kind, d->name);
        rdl_finding_says(*state, &f, says, sizeof(says));
        assert_true(says[0] != '\0');
        if (strpbrk(says, "{}") != NULL)
            fail_msg("%s: \"%s\"", d->name, says);
        rdl_finding_headline(*state, &f, headline, sizeof(headline));
        assert_memory_equal(headline, d->title, strlen(d->title));
    }
    strcpy(f.kind, "of-a-newer-raddle");
    assert_string_equal(
        rdl_finding_headline(*state, &f, headline, sizeof(headline)),
        "of-a-newer-raddle: it failed");
}

static void colour_is_only_on_request(void **state)
{
    strcpy(f.kind, "abort");
    strcpy(f.text, "abort() called");
    add_thread(RDL_READY, RDL_WAIT_NONE, RDL_NO_TID, NULL);
    assert_null(strchr(printed(*state, false), '\033'));
    assert_non_null(strchr(printed(*state, true), '\033'));
}

/* The target may have written anywhere before it was caught. */
static void a_damaged_finding_is_printed_all_the_same(void **state)
{
    memset(&f, 0xff, sizeof(f));
    assert_non_null(printed(*state, false));
    memset(&f, '\033', sizeof(f));
    assert_null(strchr(printed(*state, false), '\033'));
    memset(&f, 0, sizeof(f));
    assert_non_null(printed(*state, false));
    strcpy(f.kind, "deadlock");
    f.n_cycle = UINT16_MAX;
    f.n_threads = UINT16_MAX;
    assert_non_null(printed(*state, false));
}

static void long_texts_are_wrapped(void **state)
{
    strcpy(f.kind, "assertion");
    for (size_t i = 0; i + 2 < sizeof(f.text); i++)
        f.text[i] = i % 7 == 6 ? ' ' : 'x';
    assert_says(printed(*state, false), "\n    xxxxxx");
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_deadlock_shows_its_cycle),
        TEST(a_long_cycle_is_told_whole),
        TEST(an_assertion_is_where_the_library_says),
        TEST(a_fault_is_at_the_instruction_itself),
        TEST(a_recursion_is_told_in_short),
        TEST(a_library_without_a_caller_has_no_line),
        TEST(a_lost_wakeup_names_the_condition),
        TEST(a_self_deadlock_names_the_lock),
        TEST(misuse_names_the_object),
        TEST(a_freed_block_has_two_stories),
        TEST(threads_that_do_the_same_are_shown_once),
        TEST(every_detector_has_a_sentence),
        TEST(colour_is_only_on_request),
        TEST(a_damaged_finding_is_printed_all_the_same),
        TEST(long_texts_are_wrapped),
    };

    return cmocka_run_group_tests_name("finding text", tests, NULL, NULL);
}
