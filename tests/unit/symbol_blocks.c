/* symbol_blocks.c - names of blocks of the heap, asked about blocks that this
 * very program pretends to ask for: raddle follows the code below. */
#include "symbols/symbol.h"
#include "modules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct account {
    long id, balance;
};
typedef struct {
    int from, to, sum;
} job_t;
struct message {
    int length;
    char text[];
};
struct twin {
    long a, b;
};
struct holder {
    struct account *first, *more[2];
    void *any;
};

static struct rdl_module modules[RDL_MAX_MODULES];
static size_t n_modules;
static struct rdl_extra extras[64];
static size_t n_extras;
static uint64_t heap;

static int set_up(void **state)
{
    n_modules = test_modules_read(modules);
    n_extras = 0;
    heap = 0x110000000000;
    *state = rdl_symbols_new(modules, n_modules);
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

static void came(enum rdl_extra_kind kind, uintptr_t addr, size_t size,
                 uintptr_t pc)
{
    assert_true(n_extras < sizeof(extras) / sizeof(extras[0]));
    extras[n_extras++] = (struct rdl_extra){
        .kind = (uint8_t)kind,
        .block = { .addr = addr, .size = size, .pc = pc },
    };
}

/* All of it happens in the course of one step. */
static void watch(struct rdl_symbols *s)
{
    const struct rdl_event step = { .op = RDL_OP_FENCE };
    struct rdl_trace trace;

    rdl_trace_make(&trace, &step, 1, extras, n_extras);
    rdl_symbols_set_trace(s, &trace);
    rdl_trace_free(&trace);
}

/* The address of a block, which `around` asked for too; nothing is there. */
static void *made(size_t size, uintptr_t pc, uintptr_t around)
{
    uintptr_t at = heap;

    heap += (size + 31) / 16 * 16;
    came(RDL_EXTRA_MADE, at, size, pc);
    if (around != 0)
        came(RDL_EXTRA_MADE_FOR, at, size, around);
    return (void *)at;
}

/* The functions whose variables are named are code as a debugger likes it:
 * names come from where the compiler says that variables are, and what clang's
 * optimiser and a sanitizer make of them is not what is tested here. */
#ifdef __clang__
#define SUBJECT                                                                \
    __attribute__((optnone, noinline, no_sanitize("address", "undefined")))
#else
#define SUBJECT
#endif

static __attribute__((noinline)) void *take(size_t size)
{
    return made(size, (uintptr_t)__builtin_return_address(0), 0);
}

static __attribute__((noinline)) void *take_around(size_t size, void *around)
{
    return made(size, (uintptr_t)__builtin_return_address(0),
                (uintptr_t)around);
}

/* A call before this one is not the last thing that its function does. */
#define NO_TAIL_CALL() __asm__ volatile("" ::: "memory")

/* Gives back what it is given. */
static __attribute__((noinline)) void *take_for(size_t size)
{
    void *block = take_around(size, __builtin_return_address(0));

    NO_TAIL_CALL();
    return block;
}

static void *volatile kept;

/* The same, and keeps it. */
static __attribute__((noinline)) void *take_and_keep(size_t size)
{
    void *block = take_around(size, __builtin_return_address(0));

    kept = block;
    return block;
}

/* Gives back another part of it. */
static __attribute__((noinline)) void *take_behind(size_t size)
{
    void *block = take_around(size + 16, __builtin_return_address(0));

    NO_TAIL_CALL();
    return (char *)block + 16;
}

static const char *name_of(struct rdl_symbols *s, const void *block,
                           size_t offset)
{
    static char text[128];

    watch(s);
    if (!rdl_symbols_data(s, (uintptr_t)block + offset, text, sizeof(text)))
        return NULL;
    return text;
}

/* "block allocated at symbol_blocks.c:LINE" */
static const char *block_of(unsigned line, const char *number, const char *more)
{
    static char text[128];

    snprintf(text, sizeof(text), "block%s allocated at symbol_blocks.c:%u%s",
             number, line, more);
    return text;
}

#define BALANCE offsetof(struct account, balance)

/* Each is asked for at once: a variable that is not used again may have no
 * place. */
static SUBJECT void which_variable_it_is_assigned_to(void **state)
{
    struct account *plain = take(16);
    assert_string_equal(name_of(*state, plain, BALANCE), "account.balance");
    assert_string_equal(name_of(*state, plain, 0), "account.id");

    job_t *job = (job_t *)take(12);
    assert_string_equal(name_of(*state, job, 4), "job_t.to");

    int *counter = take(4);
    assert_string_equal(name_of(*state, counter, 0), "*counter");

    long *row = take(10 * sizeof(long));
    assert_string_equal(name_of(*state, row, 16), "row[2]");
    assert_string_equal(name_of(*state, row, 17), "row[2]+1");

    char *bytes = take(64);
    assert_string_equal(name_of(*state, bytes, 5), "bytes[5]");
}

static struct holder holders[2];
static volatile int zero;

struct holder *holder(int i);
__attribute__((noinline)) struct holder *holder(int i)
{
    return &holders[i];
}

static void which_member_it_is_assigned_to(void **state)
{
    struct holder *p = holder(zero);
    unsigned line;

    p->first = take(16);
    p->more[1] = (struct account *)take(16);
    holders[1].first = take(16);
    line = __LINE__ + 1;
    p->any = take(16);
    assert_string_equal(name_of(*state, p->first, BALANCE),
                        "account#1.balance");
    assert_string_equal(name_of(*state, p->more[1], BALANCE),
                        "account#2.balance");
    assert_string_equal(name_of(*state, holders[1].first, BALANCE),
                        "account#3.balance");
    assert_string_equal(name_of(*state, p->any, 0), block_of(line, "", ""));
}

void open_account(int n, struct account *a);
__attribute__((noinline)) void open_account(int n, struct account *a)
{
    kept = n > 0 ? a : NULL;
}

static void which_parameter_gets_it(void **state)
{
    void *block = take(16);

    open_account(zero, block);
    assert_string_equal(name_of(*state, block, BALANCE), "account.balance");
}

static void one_and_what_follows_it(void **state)
{
    struct message *m = take(sizeof(*m) + 12);

    assert_string_equal(name_of(*state, m, 0), "message.length");
    assert_string_equal(name_of(*state, m, 4 + 5), "message.text[5]");
}

/* clang-format off */
static SUBJECT void two_on_a_line(void **state)
{
    struct account *a = take(16); struct twin *t = take(16);

    assert_string_equal(name_of(*state, a, 8), "account.balance");
    assert_string_equal(name_of(*state, t, 8), "twin.b");
}
/* clang-format on */

static void whoever_gives_it_back_is_not_meant(void **state)
{
    struct account *a = take_for(sizeof(struct account));

    assert_string_equal(name_of(*state, a, 8), "account.balance");
}

/* Who keeps the block may give it to others; who gives back a part of it does
 * not say what the whole is. */
static void what_is_given_back_must_be_the_block(void **state)
{
    struct account *shared = take_and_keep(16);
    struct account *part = take_behind(16);

    assert_memory_equal(name_of(*state, shared, 8), "block", 5);
    assert_memory_equal(name_of(*state, part, 8), "block", 5);
    assert_string_equal(strrchr(name_of(*state, part, 8), ' '), " +24");
}

static void the_size_must_agree(void **state)
{
    struct account *small = take(8);
    unsigned line = __LINE__ - 1;
    void *any = take(16);
    job_t *jobs = take(24); /* two of them, or one and what follows it */

    assert_string_equal(name_of(*state, small, 0), block_of(line, "", ""));
    assert_string_equal(name_of(*state, any, 0), block_of(line + 2, "", ""));
    assert_string_equal(name_of(*state, jobs, 4),
                        block_of(line + 3, "", " +4"));
}

/* What text before the compiler saw does not matter. */
#define HIDDEN(to, size) (*(void **)&(to) = take(size))

static SUBJECT void macros_do_not_hide_the_variable(void **state)
{
    struct account *a;
    struct twin *t;

    HIDDEN(a, 16);
    HIDDEN(t, 16);
    assert_string_equal(name_of(*state, a, 8), "account.balance");
    assert_string_equal(name_of(*state, t, 8), "twin.b");
}

static __attribute__((noinline)) struct account *account_new(void)
{
    struct account *a = take(sizeof(*a));

    NO_TAIL_CALL();
    return a;
}

static void numbers_are_in_the_order_of_making(void **state)
{
    struct account *a[3];
    void *raw[2];
    unsigned line = 0;

    for (int i = 2; i >= 0; i--)
        a[i] = account_new();
    for (int i = 0; i < 2; i++) {
        line = __LINE__ + 1;
        raw[i] = take(24);
    }
    assert_string_equal(name_of(*state, a[2], 8), "account#1.balance");
    assert_string_equal(name_of(*state, a[0], 8), "account#3.balance");
    assert_string_equal(name_of(*state, raw[1], 8),
                        block_of(line, "#2", " +8"));
    assert_null(name_of(*state, a[2], 16)); /* behind its end */
}

static void a_block_that_grows_stays_the_same(void **state)
{
    struct account *a = take(1 * sizeof(struct account));

    take(sizeof(struct account));
    came(RDL_EXTRA_FREE, (uintptr_t)a, 16, 0);
    came(RDL_EXTRA_MADE, (uintptr_t)a, 32, 0);
    assert_string_equal(name_of(*state, a, 24),
                        block_of(__LINE__ - 6, "", " +24"));
}

static void memory_that_is_used_again(void **state)
{
    struct account *a = NULL;
    struct twin *t;

    for (int i = 0; i < 2; i++) {
        heap = 0x110000000000;
        a = take(sizeof(struct account));
        came(RDL_EXTRA_FREE, (uintptr_t)a, 16, 0);
        came(RDL_EXTRA_PASSED, 0, 0, 0);
    }
    assert_string_equal(name_of(*state, a, 8), "account.balance");
    heap = 0x110000000000;
    t = take(sizeof(struct twin));
    assert_null(name_of(*state, t, 8));
}

static void whole_objects(void **state)
{
    struct account *a = take(sizeof(struct account));
    char text[64];

    watch(*state);
    assert_true(rdl_symbols_whole(*state, (uintptr_t)a, text, sizeof(text)));
    assert_string_equal(text, "account");
    assert_false(
        rdl_symbols_whole(*state, (uintptr_t)a + 8, text, sizeof(text)));
}

static SUBJECT void where_it_was_made(void **state)
{
    struct rdl_place places[2];
    unsigned line = __LINE__ + 2;
    char text[64];
    struct account *a = take_for(sizeof(struct account)), *b = a;

    b = take_for(sizeof(struct account));
    watch(*state);
    assert_true(
        rdl_symbols_made(*state, (uintptr_t)b + 8, text, sizeof(text), places));
    assert_string_equal(text, "account#2");
    assert_int_equal(places[0].line, line + 2);
    assert_true(
        rdl_symbols_made(*state, (uintptr_t)a, text, sizeof(text), places));
    assert_int_equal(places[0].line, line);
}

/* --- Labels --------------------------------------------------------------- */

static struct account accounts[3];

static void labels_are_of_the_whole(void **state)
{
    struct account *a = take(sizeof(struct account));
    void *raw = take(24);
    const struct rdl_label labels[] = {
        { .addr = (uintptr_t)a, .size = 16, .text = "mine" },
        { .addr = (uintptr_t)raw, .size = 24, .text = "raw" },
        { .addr = (uintptr_t)&accounts[1], .text = "second" },
        { .addr = 0x330000000000, .text = "mapped" },
    };

    rdl_symbols_labels(*state, labels, sizeof(labels) / sizeof(labels[0]));
    assert_string_equal(name_of(*state, a, 8), "mine.balance");
    assert_string_equal(name_of(*state, a, 0), "mine.id");
    assert_string_equal(name_of(*state, raw, 0), "raw");
    assert_string_equal(name_of(*state, raw, 8), "raw+8");
    assert_string_equal(name_of(*state, &accounts[1].balance, 0),
                        "second.balance");
    assert_string_equal(name_of(*state, &accounts[2].balance, 0),
                        "accounts[2].balance");
    assert_string_equal(name_of(*state, (void *)0x330000000000, 0), "mapped");
    assert_null(name_of(*state, (void *)0x330000000000, 1));
}

static void damaged_events_hurt_nobody(void **state)
{
    uint64_t seed = 1;

    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < sizeof(extras); i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            ((unsigned char *)extras)[i] = (unsigned char)(seed >> 56);
        }
        for (size_t i = 0; i < 64; i++) {
            extras[i].step = extras[i].tid = 0;
            extras[i].kind = i % 3 == 0 ? RDL_EXTRA_FREE : RDL_EXTRA_MADE;
            if (i % 2 == 0)
                extras[i].block.addr = UINTPTR_MAX - extras[i].block.addr % 64;
        }
        n_extras = 64;
        name_of(*state, (void *)(UINTPTR_MAX - 7), 0);
        name_of(*state, (void *)extras[3].block.addr, 1);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(which_variable_it_is_assigned_to),
        TEST(which_member_it_is_assigned_to),
        TEST(which_parameter_gets_it),
        TEST(one_and_what_follows_it),
        TEST(two_on_a_line),
        TEST(whoever_gives_it_back_is_not_meant),
        TEST(what_is_given_back_must_be_the_block),
        TEST(the_size_must_agree),
        TEST(macros_do_not_hide_the_variable),
        TEST(numbers_are_in_the_order_of_making),
        TEST(a_block_that_grows_stays_the_same),
        TEST(memory_that_is_used_again),
        TEST(whole_objects),
        TEST(where_it_was_made),
        TEST(labels_are_of_the_whole),
        TEST(damaged_events_hurt_nobody),
    };

    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
