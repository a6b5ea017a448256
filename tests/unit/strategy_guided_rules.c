/* strategy_guided_rules.c - each rule of TSA and CUVE by a situation in which
 * it and no other decides: a history, pending operations, and the threads that
 * may come of it under all ties.
 *
 * Where a rule is the third, the estimates make another thread its choice, so
 * that the test fails if the rule is left out. */
#include "strategy_situation.h"

/* --- STP -------------------------------------------------------------------
 */

static void stp_rule_1_takes_any_that_covers_now(void **unused)
{
    struct reference *r = situation(SYNC_PAIR | DEF_USE, "0Wx@1 0Hm@8 0Um@9");

    (void)unused;
    /* y has no history, so 3 covers nothing; 1 nothing new. */
    reference_cover(r, DEF_USE, "1,2");
    reference_estimate(r, DEF_USE, "1,3");
    assert_int_equal(decided("cuve", r, STP, "1Rx@2 2Rx@3 3Ry@4"), THREAD(2));
    assert_int_equal(decided("cuve-c", r, STP, "1Rx@2 2Rx@3 3Ry@4"), THREAD(2));
    assert_int_equal(decided("cuve", r, STP, "1Lm@5 2Rx@3 3Ry@4"),
                     THREAD(1) | THREAD(2));
    /* In CTP neither is worth anything to the execution's empty set. */
    assert_int_equal(decided("cuve", r, CTP, "1Rx@2 2Rx@3 3Ry@4"),
                     THREAD(1) | THREAD(2) | THREAD(3));
    free(r);
}

static void stp_rule_1_sees_every_byte(void **unused)
{
    struct reference *r = situation(DEF_USE, "0Wx@1 0Wx4:4@2");

    (void)unused;
    reference_cover(r, DEF_USE, "1,5 1,6 2,6");
    reference_estimate(r, DEF_USE, "2,5 9,5");
    assert_int_equal(decided("cuve", r, STP, "1Rx@5 2Rx@6"), THREAD(1));
    free(r);
}

static void stp_rule_2_looks_one_step_ahead(void **unused)
{
    struct reference *r = situation(SYNC_PAIR | DEF_USE, "");

    (void)unused;
    /* (5,6) is new, (5,5) cannot come; for Rule 3, 1 has the most open. */
    reference_estimate(r, DEF_USE, "5,6 5,9 9,5");
    assert_int_equal(decided("cuve", r, STP, "1Wx@5 2Rx@6 3Wy@7"), THREAD(1));
    reference_cover(r, DEF_USE, "5,6");
    assert_int_equal(decided("cuve", r, STP, "1Wx@5 2Rx@6 3Wy@7"),
                     THREAD(2) | THREAD(3));
    /* Locks: in the order that is new. */
    reference_estimate(r, SYNC_PAIR, "5,6 5,9 9,5");
    reference_cover(r, SYNC_PAIR, "6,5");
    assert_int_equal(decided("cuve", r, STP, "1Lm@5 2Lm@6 3Ln@7"), THREAD(1));
    reference_cover(r, SYNC_PAIR, "5,6");
    assert_int_equal(decided("cuve", r, STP, "1Lm@5 2Lm@6 3Ln@7"),
                     THREAD(2) | THREAD(3));
    free(r);
}

static void stp_rule_3_takes_the_fewest_open(void **unused)
{
    struct reference *r = situation(DEF_USE, "");

    (void)unused;
    /* 7 and 8: (7,7) counts once. */
    reference_estimate(r, DEF_USE, "5,90 5,91 6,90 7,7 8,90 90,8");
    assert_int_equal(decided("cuve", r, STP, "1Rx@5 2Ry@6 3Rz@8"), THREAD(2));
    assert_int_equal(decided("cuve", r, STP, "1Rx@5 2Ry@7 3Rz@8"), THREAD(2));
    assert_int_equal(decided("cuve", r, STP, "1Rx@5 2Ry@7 3Rz@6"),
                     THREAD(2) | THREAD(3));
    reference_cover(r, DEF_USE, "8,90 90,8");
    assert_int_equal(decided("cuve", r, STP, "1Rx@5 2Ry@6 3Rz@8"), THREAD(3));
    free(r);
}

/* --- CTP: a is (1,2) on x, b (3,4) on y, c (5,6) on z, d (7,8) on w --------
 */

#define A "0Wx@1 0Rx@2 "
#define B "0Wy@3 0Ry@4 "
#define C "0Wz@5 0Rz@6 "
#define D "0Ww@7 0Rw@8 "

static struct reference *after_suite(const char *const *executions)
{
    struct reference *r = reference_new(SYNC_PAIR | DEF_USE);

    for (size_t i = 0; executions[i] != NULL; i++)
        reference_execution(r, executions[i]);
    reference_begin(r);
    return r;
}

static void ctp_rule_1_takes_the_most_new_pairs(void **unused)
{
    /* Estimates would have Rule 3 of STP choose 3. */
    struct reference *r =
        after_suite((const char *const[]){ A B, D, A C, NULL });

    (void)unused;
    reference_estimate(r, DEF_USE, "4,90 6,90");
    /* With a covered: {a,b} is old; {a,c} too; {a,d} is not. */
    reference_run(r, A "0Wy@3 0Wz@5 0Ww@7");
    assert_int_equal(decided("cuve", r, CTP, "1Ry@4 2Rz@6 3Rw@8"), THREAD(3));
    /* d as well: b and c are worth one pair each, d once more none. */
    reference_run(r, "0Rw@8");
    assert_int_equal(decided("cuve", r, CTP, "1Ry@4 2Rz@6 3Rw@8"),
                     THREAD(1) | THREAD(2));
    /* A use of w never seen makes a pair with both. */
    assert_int_equal(decided("cuve", r, CTP, "1Ry@4 2Rw@9 3Rw@8"), THREAD(2));
    free(r);
}

static void ctp_rule_2_looks_one_step_ahead(void **unused)
{
    /* a and b were together, a and c were not. */
    struct reference *r = after_suite((const char *const[]){ A B, C, NULL });

    (void)unused;
    reference_run(r, A);
    /* Nothing covers anything now; (3,4) after 1 is old, (5,6) after 2 new. */
    assert_int_equal(decided("cuve", r, CTP, "1Wy@3 2Wz@5 3Ry@4 4Rz@6"),
                     THREAD(2));
    /* With b in the set too, c and a new (7,8) are worth two pairs each. */
    reference_run(r, B);
    assert_int_equal(decided("cuve", r, CTP, "1Ww@7 2Wz@5 3Rw@8 4Rz@6"),
                     THREAD(1) | THREAD(2));
    free(r);

    r = after_suite((const char *const[]){ A B, A C, D, NULL });
    reference_run(r, A B);
    /* {a,c} is old: c is worth one, d two. */
    assert_int_equal(decided("cuve", r, CTP, "1Ww@7 2Wz@5 3Rw@8 4Rz@6"),
                     THREAD(1));
    free(r);
}

/* Of (3,4), which 1 would cover, and (4,8), which 2 would cover after it, only
 * the pairs with a count, and they are old. */
static void ctp_rule_2_leaves_out_what_p_covers(void **unused)
{
    struct reference *r = reference_new(DEF_USE);
    const char *pending = "1Wy@4 2Ry@8 3Rz@6";

    (void)unused;
    reference_execution(r, A "0Wy@3 0Wy@4"); /* a with (3,4) */
    reference_execution(r, A "0Wy@4 0Ry@8"); /* a with (4,8) */
    reference_execution(r, A "0Wy@3 0Ry@8"); /* a with (3,8) */
    reference_begin(r);
    reference_run(r, A "0Wy@3");
    /* Rule 3 is left, and nobody has a new pair with a to wait for. */
    assert_int_equal(decided("cuve", r, CTP, pending),
                     THREAD(1) | THREAD(2) | THREAD(3));
    free(r);
}

static void ctp_rule_3_takes_the_fewest_partners(void **unused)
{
    struct reference *r =
        after_suite((const char *const[]){ A, B, C, "0Wz@5 0Rz@16", NULL });

    (void)unused;
    /* Estimates say the contrary of what is covered, and play no part. */
    reference_estimate(r, DEF_USE, "2,90 2,91 2,92");
    reference_run(r, A);
    /* With a covered: location 4 has b, location 5 c and (5,16), 2 only a. */
    assert_int_equal(decided("cuve", r, CTP, "1Rv@4 2Wu@5 3Rt@2"), THREAD(3));
    assert_int_equal(decided("cuve", r, CTP, "1Rv@4 2Wu@5 3Rt@16"),
                     THREAD(1) | THREAD(3));
    /* In STP the other way round. */
    assert_int_equal(decided("cuve", r, STP, "1Rv@4 2Wu@5 3Rt@2"),
                     THREAD(1) | THREAD(2));
    free(r);
}

/* --- Both: what is not controlled, what waits ------------------------------
 */

static void other_operations_run_first(void **unused)
{
    struct reference *r = situation(SYNC_PAIR | DEF_USE, "0Wx@1 0Hm@8");

    (void)unused;
    for (int phase = STP; phase <= CTP; phase++)
        assert_int_equal(decided("cuve", r, phase, "0Um@9 1Rx@2 2Yx@3"),
                         THREAD(0) | THREAD(2));
    free(r);
}

/* The same call, but one of them has the lock. */
static void who_holds_the_lock_is_asked_apart(void **unused)
{
    struct reference *r = situation(SYNC_PAIR, "1Hm@5");

    (void)unused;
    assert_int_equal(decided("cuve", r, STP, "1Lm@6 2Lm@6 3Lm@6"), THREAD(1));
    assert_int_equal(decided("cuve", r, STP, "0Lm@6 1Lm@6"), THREAD(1));
    free(r);
}

/* A try-lock that will fail does not prepare anything. */
static void a_failing_try_prepares_nothing(void **unused)
{
    struct reference *r = situation(SYNC_PAIR, "0Hm@8");

    (void)unused;
    reference_estimate(r, SYNC_PAIR, "5,6 6,5 5,90 6,91 7,90");
    assert_int_equal(decided("cuve", r, STP, "1Tm@5 2Tm@6 3Ln@7"), THREAD(3));
    assert_int_equal(decided("tsa", r, STP, "1Tm@5 2Tm@6 3Ln@7"), THREAD(3));
    reference_run(r, "0Um@9");
    reference_cover(r, SYNC_PAIR, "8,5 8,6");
    assert_int_equal(decided("cuve", r, STP, "1Tm@5 2Tm@6 3Ln@7"),
                     THREAD(1) | THREAD(2));
    free(r);
}

/* --- TSA -------------------------------------------------------------------
 */

static void tsa_pauses_what_is_open_and_what_wants_its_lock(void **unused)
{
    struct reference *r = situation(SYNC_PAIR, "");

    (void)unused;
    reference_estimate(r, SYNC_PAIR, "5,90");
    /* 1 is open, 2 wants its lock; 3 wants another and is not open. */
    assert_int_equal(decided("tsa", r, STP, "1Lm@5 2Lm@6 3Ln@7 4Rx@8"),
                     THREAD(3) | THREAD(4));
    assert_int_equal(decided("tsa", r, STP, "1Lm@5 2Lm@6 3Ln@7"), THREAD(3));
    reference_cover(r, SYNC_PAIR, "5,90");
    assert_int_equal(decided("tsa", r, STP, "1Lm@5 2Lm@6 3Ln@7 4Rx@8"),
                     THREAD(1) | THREAD(2) | THREAD(3) | THREAD(4));
    free(r);
}

static void tsa_rules_come_in_order(void **unused)
{
    struct reference *r = situation(SYNC_PAIR, "0Hm@8 0Um@9");
    const char *pending = "1Lm@5 2Lm@6 3Ln@7";

    (void)unused;
    /* Rule 1: (8,5); Rule 2 would take 2 too, Rule 3 takes 3. */
    reference_estimate(r, SYNC_PAIR, "8,5 6,5 5,90 6,90 6,91 7,90");
    assert_int_equal(decided("tsa", r, STP, pending), THREAD(1));
    assert_int_equal(decided("tsa-h", r, STP, pending), THREAD(1));
    reference_cover(r, SYNC_PAIR, "8,5");
    assert_int_equal(decided("tsa", r, STP, pending), THREAD(2));
    assert_int_equal(decided("tsa-h", r, STP, pending), THREAD(2));
    reference_cover(r, SYNC_PAIR, "6,5");
    /* Rule 3: 1 and 3 have one open, 2 two. */
    assert_int_equal(decided("tsa", r, STP, pending), THREAD(1) | THREAD(3));
    assert_int_equal(decided("tsa-published", r, STP, pending),
                     THREAD(1) | THREAD(3));
    assert_int_equal(decided("tsa-h", r, STP, pending),
                     THREAD(1) | THREAD(2) | THREAD(3));
    free(r);
}

/* After ten executions without anything new, tsa leaves Rule 3 out in every
 * other one; tsa-published never. */
static void only_tsa_pauses_rule_3(void **unused)
{
    static const char *const names[] = { "tsa", "tsa-published" };
    const char *pending = "1Lm@5 2Lm@6 3Ln@7";
    const unsigned fewest = THREAD(1) | THREAD(3);

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct reference *r = situation(SYNC_PAIR, "");
        void *memory = calloc(1, rdl_strategy_find(names[i])->memory_size);

        reference_estimate(r, SYNC_PAIR, "5,90 6,90 6,91 7,90");
        executions(names[i], memory, r, 10, /*fresh=*/false);
        assert_int_equal(outcomes(names[i], r, memory, pending), fewest);
        executions(names[i], memory, r, 1, /*fresh=*/false);
        assert_int_equal(outcomes(names[i], r, memory, pending),
                         i == 0 ? fewest | THREAD(2) : fewest);
        free(memory);
        free(r);
    }
}

/* What is not estimated is nothing to TSA, but is to CUVE. */
static void only_cuve_wants_what_is_not_estimated(void **unused)
{
    struct reference *r = situation(SYNC_PAIR | DEF_USE, "0Hm@8 0Um@9");

    (void)unused;
    assert_int_equal(decided("tsa", r, STP, "1Lm@5 2Ln@6"),
                     THREAD(1) | THREAD(2));
    assert_int_equal(decided("cuve", r, STP, "1Lm@5 2Ln@6"), THREAD(1));
    free(r);
}

/* --- The phases ------------------------------------------------------------
 */

/* In `r` STP takes thread 2, CTP thread 1 (two partners against one). */
static struct reference *phases(void)
{
    struct reference *r = after_suite((const char *const[]){ A, B, NULL });

    reference_estimate(r, DEF_USE, "2,90 2,91");
    reference_run(r, A);
    return r;
}

static void phase_changes_after_ten_dry_executions_for_good(void **unused)
{
    static const char *const names[] = { "cuve", "cuve-c" };
    const char *pending = "1Rv@2 2Ru@4";
    const unsigned stp = THREAD(2), ctp = THREAD(1);

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct reference *r = phases();
        void *memory = calloc(1, rdl_strategy_find(names[i])->memory_size);

        executions(names[i], memory, r, 9, /*fresh=*/false);
        assert_int_equal(outcomes(names[i], r, memory, pending), stp);
        executions(names[i], memory, r, 1, /*fresh=*/true);
        executions(names[i], memory, r, 9, /*fresh=*/false);
        assert_int_equal(outcomes(names[i], r, memory, pending), stp);
        executions(names[i], memory, r, 1, /*fresh=*/false);
        assert_int_equal(outcomes(names[i], r, memory, pending),
                         i == 0 ? ctp : stp);
        executions(names[i], memory, r, 3, /*fresh=*/true);
        assert_int_equal(outcomes(names[i], r, memory, pending),
                         i == 0 ? ctp : stp);
        free(memory);
        free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stp_rule_1_takes_any_that_covers_now),
        cmocka_unit_test(stp_rule_1_sees_every_byte),
        cmocka_unit_test(stp_rule_2_looks_one_step_ahead),
        cmocka_unit_test(stp_rule_3_takes_the_fewest_open),
        cmocka_unit_test(ctp_rule_1_takes_the_most_new_pairs),
        cmocka_unit_test(ctp_rule_2_looks_one_step_ahead),
        cmocka_unit_test(ctp_rule_2_leaves_out_what_p_covers),
        cmocka_unit_test(ctp_rule_3_takes_the_fewest_partners),
        cmocka_unit_test(other_operations_run_first),
        cmocka_unit_test(who_holds_the_lock_is_asked_apart),
        cmocka_unit_test(a_failing_try_prepares_nothing),
        cmocka_unit_test(tsa_pauses_what_is_open_and_what_wants_its_lock),
        cmocka_unit_test(tsa_rules_come_in_order),
        cmocka_unit_test(only_tsa_pauses_rule_3),
        cmocka_unit_test(only_cuve_wants_what_is_not_estimated),
        cmocka_unit_test(phase_changes_after_ten_dry_executions_for_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
