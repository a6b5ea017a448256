/* candidates.c - which accesses of hand-written executions may race, and which
 * may come between two others (campaign/predict/candidates.h). */
#include "campaign/predict/candidates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 64 };

static struct rdl_event events[MOST];
static size_t n;

/* "1ar" would be two events; each is a digit (the thread) and a letter: c2
 * (main creates thread 2), j2 (joins it), a b hold, A B unlock, r w read and
 * write x, R W the same atomically, s t read and write y, which is next to x, v
 * u another variable, 200 bytes behind x, S T one that is far away.  The place
 * is the position in the text. */
static void execution(const char *text)
{
    unsigned tid = 0;

    n = 0;
    memset(events, 0, sizeof(events));
    for (const char *t = text; *t != '\0'; t++) {
        struct rdl_event *e = &events[n];

        if (*t == ' ')
            continue;
        if (*t >= '0' && *t <= '9') {
            tid = (unsigned)(*t - '0');
            continue;
        }
        assert_true(n + 1 < MOST);
        *e = (struct rdl_event){ .tid = (rdl_tid)tid,
                                 .size = 4,
                                 .addr = 0x800,
                                 .pc = 0x100 + (uintptr_t)(t - text) };
        n++;
        switch (*t) {
        case 'c':
        case 'j':
            e->op = *t == 'c' ? RDL_OP_CREATE : RDL_OP_JOIN;
            e->addr = 0x10000u * (unsigned)(*++t - '0');
            if (*(t - 1) == 'c')
                events[n++] = (struct rdl_event){ .op = RDL_OP_START,
                                                  .tid = (rdl_tid)(*t - '0'),
                                                  .addr = e->addr };
            break;
        case 'a':
        case 'b':
            e->op = RDL_OP_HOLD;
            e->addr = 0x1000u + (unsigned)*t * 64;
            break;
        case 'A':
        case 'B':
            e->op = RDL_OP_UNLOCK;
            e->addr = 0x1000u + (unsigned)(*t | 32) * 64;
            break;
        case 'r':
            e->op = RDL_OP_READ;
            break;
        case 'w':
            e->op = RDL_OP_WRITE;
            break;
        case 's':
        case 't':
        case 'S':
        case 'T':
        case 'v':
        case 'u':
            e->op = (*t | 32) == 's' || *t == 'v' ? RDL_OP_READ : RDL_OP_WRITE;
            e->addr += *t >= 'u' ? 200 : *t >= 'a' ? 8 : 4096;
            break;
        case 'R':
            e->op = RDL_OP_ATOMIC_READ;
            break;
        default:
            e->op = RDL_OP_RMW;
        }
    }
}

struct found {
    unsigned races, between;
    struct rdl_candidate last;
};

static void take(void *data, const struct rdl_candidate *c)
{
    struct found *f = data;

    f->races += !c->atomicity;
    f->between += c->atomicity;
    f->last = *c;
}

/* All memory below 0x4000 is one structure, if any is. */
static uintptr_t structure(void *data, uintptr_t addr)
{
    (void)data;
    return addr < 0x4000 ? 0x700 : 0;
}

static bool has_structures;

static struct found find(const char *text)
{
    struct found f = { .races = 0 };

    execution(text);
    rdl_candidates_find(events, n,
                        &(struct rdl_candidates_calls){
                            &f, take, has_structures ? structure : NULL });
    return f;
}

static void accesses_without_a_lock_race(void **unused)
{
    (void)unused;
    assert_int_equal(find("0c1 c2 1w 2r").races, 1);
    assert_int_equal(find("0c1 c2 1w 2w").races, 1);
    assert_int_equal(find("0c1 c2 1r 2r").races, 0);
}

static void a_common_lock_keeps_them_apart(void **unused)
{
    (void)unused;
    assert_int_equal(find("0c1 c2 1awA 2arA").races, 0);
    assert_int_equal(find("0c1 c2 1awA 2brB").races, 1);
    assert_int_equal(find("0c1 c2 1abwBA 2brB").races, 0);
}

static void atomics_do_not_race_with_each_other(void **unused)
{
    (void)unused;
    assert_int_equal(find("0c1 c2 1W 2R").races, 0);
    assert_int_equal(find("0c1 c2 1W 2r").races, 1);
}

static void creation_and_join_order(void **unused)
{
    (void)unused;
    assert_int_equal(find("0w c1 1r").races, 0);
    assert_int_equal(find("0c1 w 1r").races, 1);
    assert_int_equal(find("0c1 1w 0j1 r").races, 0);
    assert_int_equal(find("0c1 1w 0j1 c2 2r").races, 0);
    assert_int_equal(find("0c1 c2 1w 0j1 2r").races, 1);
}

/* The lock is released in between: another section may come there.  The thread
 * is held before its second lock call. */
static void a_section_in_two_parts(void **unused)
{
    const char *text = "0c1 c2 1arA awA 2awA";
    const struct found f = find(text);

    (void)unused;
    assert_int_equal(f.races, 0);
    assert_int_equal(f.between, 1);
    assert_int_equal(f.last.pc[0], 0x100 + 9);
    assert_int_equal(f.last.pc[1], 0x100 + 12);
    assert_int_equal(f.last.pc[2], 0x100 + 18);
    assert_int_equal(find("0c1 c2 1arwA 2awA").between, 0);
}

/* The four cases that no serial order explains, and the four others. */
static void only_what_is_not_serialisable(void **unused)
{
    static const struct {
        const char *text;
        unsigned expected;
    } cases[] = {
        { "0c1 c2 1arA arA 2awA", 1 }, { "0c1 c2 1awA arA 2awA", 1 },
        { "0c1 c2 1arA awA 2awA", 1 }, { "0c1 c2 1awA awA 2arA", 1 },
        { "0c1 c2 1arA arA 2arA", 0 }, { "0c1 c2 1awA arA 2arA", 0 },
        { "0c1 c2 1arA awA 2arA", 0 }, { "0c1 c2 1awA awA 2awA", 0 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(find(cases[i].text).between, cases[i].expected);
}

/* Two variables, each accessed with the other: a thread between the accesses of
 * another, which accesses both too. */
static void variables_that_belong_together(void **unused)
{
    static const struct {
        const char *text;
        unsigned expected;
    } cases[] = {
        { "0c1 c2 1arA atA 2aswA", 1 },
        { "0c1 c2 1arA atA 2asA awA", 2 }, /* the other way round, too */
        { "0c1 c2 1artA 2asA awA", 1 },    /* the first holds its lock */
        { "0c1 c2 1artA 2aswA", 0 },
        { "0c1 c2 1arA atA 2awA", 0 },  /* changes one of them */
        { "0c1 c2 1arA atA 2arsA", 0 }, /* does not change the first */
        { "0c1 c2 1arA aTA 2aSwA", 0 }, /* not next to each other */
        { "0c1 1arA atA 0j1 aswA", 0 }, /* ordered */
        /* Mostly accessed alone. */
        { "0c1 c2 c3 c4 c5 c6 1arA atA 2aswA 3awA 4awA 5atA 6atA", 0 },
    };
    const char *text = cases[0].text;
    struct found f = find(text);

    (void)unused;
    assert_int_equal(f.last.pc[0], 0x100 + 9);
    assert_int_equal(f.last.pc[1], 0x100 + 12);
    assert_int_equal(f.last.pc[2], 0x100 + 19);
    assert_int_equal(f.last.addr, 0x800);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        f = find(cases[i].text);
        if (f.between != cases[i].expected || f.races != 0)
            fail_msg("%s: %u between, %u races", cases[i].text, f.between,
                     f.races);
    }
}

/* Members of one structure belong together however rarely they are accessed
 * together, or 200 bytes apart. */
static void members_of_one_structure(void **unused)
{
    const char *rare = "0c1 c2 c3 c4 c5 c6 1arA atA 2aswA 3awA 4awA 5atA 6atA";
    const char *apart = "0c1 c2 1arA auA 2avwA";

    (void)unused;
    assert_int_equal(find(rare).between, 0);
    assert_int_equal(find(apart).between, 0);
    has_structures = true;
    assert_int_equal(find(rare).between, 1);
    assert_int_equal(find(apart).between, 1);
    assert_int_equal(find("0c1 c2 1arA aTA 2aSwA").between, 0);
    has_structures = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_without_a_lock_race),
        cmocka_unit_test(a_common_lock_keeps_them_apart),
        cmocka_unit_test(atomics_do_not_race_with_each_other),
        cmocka_unit_test(creation_and_join_order),
        cmocka_unit_test(a_section_in_two_parts),
        cmocka_unit_test(only_what_is_not_serialisable),
        cmocka_unit_test(variables_that_belong_together),
        cmocka_unit_test(members_of_one_structure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
