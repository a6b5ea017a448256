/* found.c - which findings are the same. */
#include "schedule/findings.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define CODE 0x1000 /* offset of the code in its module */

static struct rdl_shared *shared_at(uintptr_t base)
{
    struct rdl_shared *s = calloc(1, sizeof(*s));

    s->n_modules = 1;
    s->modules[0].base = s->modules[0].start = base;
    s->modules[0].end = base + 0x10000;
    strcpy(s->modules[0].path, "/somewhere/program");
    return s;
}

static void set(struct rdl_shared *s, const char *kind, uintptr_t pc)
{
    rdl_text_copy(s->finding.kind, kind, sizeof(s->finding.kind));
    s->finding.pc = pc;
}

static void waits(struct rdl_shared *s, rdl_tid tid, uintptr_t pc)
{
    s->finding.threads[s->finding.n_threads++] = (struct rdl_thread_view){
        .tid = tid,
        .state = RDL_WAITING,
        .pc = pc,
    };
}

static uint64_t id_of(struct rdl_shared *s)
{
    uint64_t id = rdl_found_id(s);

    free(s);
    return id;
}

static uint64_t crash(uintptr_t base, const char *kind, unsigned offset,
                      int code)
{
    struct rdl_shared *s = shared_at(base);

    set(s, kind, base + CODE + offset);
    s->finding.code = code;
    return id_of(s);
}

static void same_place_is_the_same_wherever_it_is_loaded(void **unused)
{
    uint64_t id = crash(0x400000, "fatal-signal", 4, 11);

    (void)unused;
    assert_int_equal(id, crash(0x7f0000000000, "fatal-signal", 4, 11));
    assert_int_not_equal(id, crash(0x400000, "fatal-signal", 8, 11));
    assert_int_not_equal(id, crash(0x400000, "fatal-signal", 4, 7));
    assert_int_not_equal(id, crash(0x400000, "abort", 4, 11));
}

static uint64_t assertion(uintptr_t pc, const char *file, unsigned line)
{
    struct rdl_shared *s = shared_at(0x400000);

    set(s, "assertion", pc);
    rdl_text_copy(s->finding.file, file, sizeof(s->finding.file));
    s->finding.line = line;
    return id_of(s);
}

static void an_assertion_is_its_line(void **unused)
{
    uint64_t id = assertion(0x401000, "bank.c", 31);

    (void)unused;
    /* Inlined twice: two program counters, one line. */
    assert_int_equal(id, assertion(0x402000, "bank.c", 31));
    assert_int_not_equal(id, assertion(0x401000, "bank.c", 32));
    assert_int_not_equal(id, assertion(0x401000, "till.c", 31));
}

/* Threads wait at `places` (offsets, ended by 0); the first `cycle` of them
 * wait for each other. */
static uint64_t stuck(const unsigned *places, unsigned cycle, rdl_tid first)
{
    struct rdl_shared *s = shared_at(0x400000);

    set(s, "deadlock", 0x400000 + CODE + places[0]);
    for (rdl_tid i = 0; places[i] != 0; i++) {
        waits(s, (rdl_tid)(first + i), 0x400000 + CODE + places[i]);
        if (i < cycle)
            s->finding.cycle[s->finding.n_cycle++] = (rdl_tid)(first + i);
    }
    return id_of(s);
}

static void a_deadlock_is_the_set_of_places(void **unused)
{
    uint64_t id = stuck((unsigned[]){ 4, 8, 0 }, 0, 0);

    (void)unused;
    assert_int_equal(id, stuck((unsigned[]){ 8, 4, 0 }, 0, 5));
    assert_int_equal(id, stuck((unsigned[]){ 4, 8, 8, 4, 0 }, 0, 0));
    assert_int_not_equal(id, stuck((unsigned[]){ 4, 12, 0 }, 0, 0));
    assert_int_not_equal(id, stuck((unsigned[]){ 4, 8, 12, 0 }, 0, 0));
}

static void bystanders_of_a_cycle_do_not_count(void **unused)
{
    uint64_t id = stuck((unsigned[]){ 4, 8, 0 }, 2, 1);

    (void)unused;
    assert_int_equal(id, stuck((unsigned[]){ 4, 8, 12, 0 }, 2, 1));
    assert_int_not_equal(id, stuck((unsigned[]){ 4, 12, 8, 0 }, 2, 1));
}

static uint64_t joined_at(unsigned join, unsigned wait)
{
    struct rdl_shared *s = shared_at(0x400000);

    set(s, "lost-wakeup", 0x400000 + CODE + 4);
    waits(s, 0, 0x400000 + CODE + join);
    s->finding.threads[0].wait = RDL_WAIT_JOIN;
    waits(s, 1, 0x400000 + CODE + wait);
    s->finding.threads[1].wait = RDL_WAIT_CONDITION;
    return id_of(s);
}

/* Of threads that do the same any may be the one that hangs: the join that
 * waits for it says nothing. */
static void who_joins_the_stuck_does_not_count(void **unused)
{
    (void)unused;
    assert_int_equal(joined_at(16, 4), joined_at(32, 4));
    assert_int_not_equal(joined_at(16, 4), joined_at(16, 8));
}

static bool alike(const char *kind, int code, const char *location,
                  bool waiting)
{
    struct rdl_found f = { .kind = "fatal-signal",
                           .code = 11,
                           .said.location = "till.c:31:7 (pay)" };
    struct rdl_shared *s = shared_at(0x400000);
    struct rdl_finding_summary said = { .other = "" };
    bool same;

    strcpy(said.location, location);
    set(s, kind, 0x401000);
    s->finding.code = code;
    if (waiting)
        waits(s, 1, 0x401000);
    same = rdl_found_alike(&f, s, &said);
    free(s);
    return same;
}

static void columns_of_a_statement_are_alike(void **unused)
{
    (void)unused;
    assert_true(alike("fatal-signal", 11, "till.c:31:19 (pay)", false));
    assert_false(alike("abort", 11, "till.c:31:19 (pay)", false));
    assert_false(alike("fatal-signal", 8, "till.c:31:19 (pay)", false));
    /* Where it waits is only a part of such a finding. */
    assert_false(alike("fatal-signal", 11, "till.c:31:19 (pay)", true));
}

static bool races_alike(const char *location, const char *other)
{
    const struct rdl_found f = { .kind = "data-race",
                                 .said.location = "till.c:31:7 (pay)",
                                 .said.other = "till.c:40:7 (count)" };
    struct rdl_finding_summary said = { .text = "" };
    struct rdl_shared *s = shared_at(0x400000);
    bool same;

    strcpy(said.location, location);
    strcpy(said.other, other);
    set(s, "data-race", 0x401000);
    same = rdl_found_alike(&f, s, &said);
    free(s);
    return same;
}

static void a_race_is_a_pair_of_lines(void **unused)
{
    (void)unused;
    assert_true(races_alike("till.c:31:9 (pay)", "till.c:40:9 (count)"));
    assert_true(races_alike("till.c:40:9 (count)", "till.c:31:9 (pay)"));
    assert_false(races_alike("till.c:31:7 (pay)", "till.c:31:7 (pay)"));
    assert_false(races_alike("till.c:31:7 (pay)", ""));
}

/* The key of a finding replaces its place. */
static void a_key_is_an_id(void **unused)
{
    struct rdl_shared *s = shared_at(0x400000);
    uint64_t first, second, third;

    (void)unused;
    set(s, "data-race", 0x401000);
    s->finding.key = 5;
    first = rdl_found_id(s);
    s->finding.pc = 0x402000;
    second = rdl_found_id(s);
    s->finding.key = 6;
    third = rdl_found_id(s);
    free(s);
    assert_int_equal(first, second);
    assert_int_not_equal(first, third);
}

static void lines_are_equal_but_for_the_column(void **unused)
{
    (void)unused;
    assert_true(rdl_found_same_line("a.c:3:1 (f)", "a.c:3:2 (f)"));
    assert_true(rdl_found_same_line("a.c:3 (f)", "a.c:3:2 (f)"));
    assert_true(rdl_found_same_line("a.c:3:1", "a.c:3:10"));
    assert_true(rdl_found_same_line("a (1).c:3:1 (f)", "a (1).c:3:2 (f)"));
    assert_true(rdl_found_same_line("a.cc:3:1 (f<int (*)(int)>)",
                                    "a.cc:3:2 (f<int (*)(int)>)"));
    assert_false(rdl_found_same_line("a.cc:3:1 (f<int (*)(int)>)",
                                     "a.cc:3:2 (f<char (*)(int)>)"));
    assert_false(rdl_found_same_line("a.c:3:1 (f)", "a.c:31:1 (f)"));
    assert_false(rdl_found_same_line("a.c:3:1 (f)", "a.c:3:1 (g)"));
    assert_false(rdl_found_same_line("a.c:3:1 (f)", "b.c:3:1 (f)"));
    /* Without lines nothing is known of statements. */
    assert_false(rdl_found_same_line("a+0x10 (f)", "a+0x10 (f)"));
    assert_false(rdl_found_same_line("-", "-"));
    assert_false(rdl_found_same_line("", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_place_is_the_same_wherever_it_is_loaded),
        cmocka_unit_test(an_assertion_is_its_line),
        cmocka_unit_test(a_deadlock_is_the_set_of_places),
        cmocka_unit_test(bystanders_of_a_cycle_do_not_count),
        cmocka_unit_test(who_joins_the_stuck_does_not_count),
        cmocka_unit_test(columns_of_a_statement_are_alike),
        cmocka_unit_test(a_race_is_a_pair_of_lines),
        cmocka_unit_test(a_key_is_an_id),
        cmocka_unit_test(lines_are_equal_but_for_the_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
