/* notes.c - the table of notes, the notes of a campaign, and notes in memory
 * that the target wrote over. */
#include "campaign/notes.h"
#include "exec/shared_map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void every_kind_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RDL_N_NOTE_KINDS; i++) {
        const char *name = rdl_note_name(i);

        assert_true(name[0] != '\0');
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-"),
                         strlen(name));
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(name, rdl_note_name(k));
        assert_true(rdl_note_limits(i) || !rdl_note_lasts(i));
    }
}

static void some_notes_limit_and_some_of_those_last(void **state)
{
    (void)state;
    assert_false(rdl_note_limits(RDL_NOTE_ONE_JOB));
    assert_true(rdl_note_limits(RDL_NOTE_GOAL_NOT_REACHED));
    assert_false(rdl_note_lasts(RDL_NOTE_GOAL_NOT_REACHED));
    assert_false(rdl_note_lasts(RDL_NOTE_EXECUTION_UNFINISHED));
    assert_true(rdl_note_lasts(RDL_NOTE_NOT_INSTRUMENTED));
}

static void a_campaign_has_each_note_once(void **state)
{
    struct rdl_notes n = { .n = 0 };

    (void)state;
    rdl_notes_add(&n, RDL_NOTE_EXEC, "it", 0);
    rdl_notes_add(&n, RDL_NOTE_EXEC, "it", 7);
    rdl_notes_add(&n, RDL_NOTE_EXEC, "something else", 0);
    rdl_notes_add(&n, RDL_NOTE_DAEMON, "it", 0);
    assert_int_equal(n.n, 3);
    assert_true(rdl_notes_have(&n, RDL_NOTE_DAEMON));
    assert_false(rdl_notes_have(&n, RDL_NOTE_NOT_INSTRUMENTED));
    rdl_notes_free(&n);
}

static void what_the_target_wrote_over_is_some_kind(void **state)
{
    const struct rdl_config config = { .max_steps = 100 };
    struct rdl_shared_map m;
    struct rdl_error error;

    (void)state;
    assert_true(rdl_shared_map_make(&m, config.max_steps, 0, &error));
    rdl_shared_map_prepare(&m, &config);
    m.shared->n_notes = 2;
    m.shared->notes[0].kind = RDL_NOTE_EXEC;
    m.shared->notes[1].kind = UINT32_MAX;
    rdl_shared_map_settle(&m);
    assert_int_equal(m.shared->n_notes, 2);
    assert_int_equal(m.shared->notes[0].kind, RDL_NOTE_EXEC);
    assert_int_equal(m.shared->notes[1].kind, RDL_NOTE_MEMORY_DAMAGED);
    rdl_shared_map_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_name_of_its_own),
        cmocka_unit_test(some_notes_limit_and_some_of_those_last),
        cmocka_unit_test(a_campaign_has_each_note_once),
        cmocka_unit_test(what_the_target_wrote_over_is_some_kind),
    };

    return cmocka_run_group_tests_name("notes", tests, NULL, NULL);
}
