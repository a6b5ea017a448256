/* store_damage.c - a campaign's store that does not hold together: it is seen
 * whoever reads it, put aside by the next campaign, and never harms. */
#include "store/read.h"
#include "store_setup.h"

#include <sys/stat.h>

/* One session with some executions. */
static void campaign(struct rdl_rng *rng)
{
    const struct rdl_found found = { .id = 0xf000000000000001,
                                     .kind = "deadlock",
                                     .said.location = "a.c:1",
                                     .times = 1 };
    struct rdl_store_totals totals;
    struct world *w = world_new();
    struct rdl_store *s = opened();

    loaded(s, w, &totals);
    modules(w);
    for (unsigned i = 0; i < 3; i++)
        execute(w, rng, totals.next + i);
    rdl_store_found(s, &found);
    ended(s, w, 3, 1);
    rdl_store_totals_free(&totals);
    world_free(w);
}

static void ignore_module(void *data, uint32_t number, const char *path,
                          const char *build)
{
    (void)data, (void)number, (void)path, (void)build;
}

static void ignore_location(void *data, uint32_t number, uint32_t module,
                            uint64_t offset)
{
    (void)data, (void)module, (void)offset;
    assert_true(number < RDL_LOC_FIRST + LOCATIONS);
}

static void ignore_requirement(void *data,
                               const struct rdl_store_requirement *r)
{
    (void)data;
    assert_true(r->metric < RDL_N_METRICS);
}

static void ignore_finding(void *data, const struct rdl_found *found)
{
    (void)data, (void)found;
}

static enum rdl_store_reading read_again(char **why)
{
    const struct rdl_store_reader reader = {
        .module = ignore_module,
        .location = ignore_location,
        .requirement = ignore_requirement,
        .finding = ignore_finding,
    };
    struct rdl_store_summary summary;
    const enum rdl_store_reading result =
        rdl_store_read(dir, &reader, &summary, why);

    rdl_store_summary_free(&summary);
    return result;
}

/* There is a store with which a campaign can go on. */
static void works(void)
{
    struct world *w = world_new();
    struct rdl_store *s = opened();
    struct rdl_store_totals totals;

    loaded(s, w, &totals);
    ended(s, w, 0, 0);
    rdl_store_totals_free(&totals);
    world_free(w);
}

/* It is damaged: a report says so and what to do, a campaign begins anew and
 * says so, and then all is well. */
static void seen(const char *what)
{
    struct rdl_store_totals totals;
    struct world *w = world_new();
    struct rdl_store *s;
    struct stat before, aside;
    char *text;

    assert_int_equal(stat(in_dir(RDL_STORE_NAME), &before), 0);
    if (read_again(&text) != RDL_STORE_DAMAGED)
        fail_msg("read after: %s", what);
    assert_non_null(strstr(text, "is damaged ("));
    assert_non_null(strstr(text, "raddle test puts it aside"));
    free(text);
    s = opened_with(no_arguments, &text);
    if (text == NULL || strstr(text, "was damaged (") == NULL)
        fail_msg("opened after: %s (%s)", what, text);
    assert_non_null(strstr(text, RDL_STORE_DAMAGED_NAME));
    assert_true(rdl_store_replaced(s));
    free(text);
    assert_int_equal(stat(in_dir(RDL_STORE_DAMAGED_NAME), &aside), 0);
    assert_int_equal(aside.st_ino, before.st_ino);
    loaded(s, w, &totals);
    assert_int_equal(totals.executions, 0);
    assert_int_equal(totals.n_findings, 0);
    assert_int_equal(rdl_requirements_n(&w->coverage.covering), 0);
    ended(s, w, 7, 1);
    assert_int_equal(asked("SELECT sum(executions) FROM sessions"), 7);
    world_free(w);
    assert_int_equal(read_again(&text), RDL_STORE_READ);
    works();
}

static void impossible_rows_are_seen(void **unused)
{
    static const char *const damages[] = {
        "DELETE FROM requirements WHERE number = 2",
        "DELETE FROM pairs; DELETE FROM requirements WHERE number = 2",
        "UPDATE requirements SET l2 = 255 WHERE number = 2",
        "UPDATE requirements SET l2 = -1 WHERE number = 2",
        "UPDATE requirements SET l2 = NULL WHERE number = 2",
        "UPDATE requirements SET metric = 31 WHERE number = 2",
        "UPDATE requirements SET metric = NULL WHERE number = 2",
        "UPDATE requirements SET l1 = 3 WHERE number = 2",
        "UPDATE requirements SET estimated = 'x' WHERE number = 2",
        "UPDATE requirements SET execution = -1 WHERE number = 2",
        "UPDATE requirements SET execution = 0x7fffffffffffffff",
        "UPDATE requirements SET execution = 1.5 WHERE number = 2",
        "UPDATE requirements SET seconds = -1 WHERE number = 2",
        "UPDATE requirements SET seconds = 9e999 WHERE number = 2",
        "UPDATE requirements SET hits = -1 WHERE number = 2",
        "UPDATE requirements SET failed = 'x' WHERE number = 2",
        "UPDATE sessions SET failed = 1.5",
        ("INSERT INTO requirements SELECT (SELECT count(*) + 1 FROM "
         "requirements), metric, l1, l2, 0, 0, 0, 0, 0 FROM requirements LIMIT "
         "1"),
        "DELETE FROM locations WHERE number = 5",
        "UPDATE locations SET offset = 0x1001 WHERE number > 4",
        "UPDATE locations SET offset = NULL WHERE number = 4",
        "UPDATE locations SET offset = x'00' WHERE number = 4",
        "UPDATE locations SET module = -1",
        "UPDATE locations SET module = 7 WHERE number = 4",
        "UPDATE modules SET number = 700 WHERE number = 1",
        "UPDATE modules SET path = NULL",
        "UPDATE modules SET path = '' WHERE number = 1",
        "UPDATE modules SET path = hex(zeroblob(400)) WHERE number = 1",
        "UPDATE modules SET path = CAST(x'610062' AS TEXT) WHERE number = 1",
        "UPDATE modules SET build = x'00'",
        "UPDATE modules SET build = 'id:xy' WHERE number = 1",
        "UPDATE modules SET build = 'id:123' WHERE number = 1",
        ("INSERT INTO modules SELECT 2, path, build FROM modules WHERE number "
         "= 1"),
        ("INSERT INTO modules SELECT 2, path, 'hash:1-2' FROM modules WHERE "
         "number = 0"),
        "DELETE FROM pairs WHERE member = 1",
        "UPDATE pairs SET requirement = 4000 WHERE member = 2",
        "UPDATE pairs SET requirement = NULL WHERE member = 2",
        "UPDATE pairs SET member = -7 WHERE member = 2",
        "UPDATE pairs SET partners = NULL WHERE member = 2",
        "UPDATE pairs SET partners = 'text' WHERE member = 2",
        "UPDATE pairs SET partners = x'ffffff' WHERE member = 2",
        ("UPDATE pairs SET partners = x'ffffffffffffffffffffffffffffffff"
         "ffffffffffffffffffffffffffffffff' WHERE member = 2"),
        "UPDATE sessions SET began = -1",
        "UPDATE sessions SET began = 'noon'",
        "UPDATE sessions SET ended = 1.5",
        "UPDATE sessions SET version = x'00'",
        "UPDATE sessions SET strategy = x'00'",
        "UPDATE sessions SET strategy = CAST(x'610062' AS TEXT)",
        "UPDATE sessions SET seed = NULL",
        "UPDATE sessions SET seed = 'x'",
        "UPDATE sessions SET metrics = x'00'",
        "UPDATE sessions SET how = x'00'",
        "UPDATE sessions SET executions = -5",
        "UPDATE sessions SET executions = NULL",
        "UPDATE sessions SET executions = 0x7fffffffffffffff",
        "UPDATE sessions SET next = -1",
        "UPDATE sessions SET next = 'many'",
        "UPDATE sessions SET seconds = -0.5",
        "UPDATE sessions SET seconds = 'long'",
        "UPDATE findings SET id = 'zzzzzzzzzzzzzzzz'",
        "UPDATE findings SET id = NULL",
        "UPDATE findings SET kind = NULL",
        "UPDATE findings SET location = x'ff00'",
        "UPDATE findings SET execution = -1",
        "UPDATE findings SET times = NULL",
        "UPDATE findings SET schedule = 5.5; UPDATE findings SET schedule = "
        "x'00'",
        "UPDATE samples SET seconds = 'x'",
        "UPDATE samples SET executions = -1",
        "UPDATE samples SET findings = NULL",
        "UPDATE sample_coverage SET covered = -1",
        "UPDATE sample_coverage SET covered = 'x'",
        "DELETE FROM meta WHERE name = 'path'",
        "UPDATE meta SET value = x'00' WHERE name = 'program'",
        "INSERT INTO meta VALUES('stride', -1)",
        "INSERT INTO meta VALUES('interleavings', -1)",
        "INSERT INTO arguments VALUES(0, NULL)",
        "UPDATE metrics SET name = NULL WHERE number = 1",
        "DROP TABLE samples",
        "DROP TABLE meta",
        "DROP TABLE metrics",
        "DROP TABLE sessions; CREATE TABLE sessions(x)",
        "ALTER TABLE requirements RENAME COLUMN l1 TO l3",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -3",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        struct rdl_rng rng = { .state = 5 };

        assert_int_equal(tear_down(NULL), 0);
        set_up(NULL);
        campaign(&rng);
        told(damages[i]);
        seen(damages[i]);
    }
}

/* --- Bytes ---------------------------------------------------------------- */

static uint8_t whole[1 << 20];
static size_t size;

static void remember(void)
{
    FILE *f = fopen(in_dir(RDL_STORE_NAME), "r");

    size = fread(whole, 1, sizeof(whole), f);
    assert_in_range(size, 8192, sizeof(whole) - 1);
    fclose(f);
}

static void put(const uint8_t *bytes, size_t n)
{
    FILE *f;

    rdl_sqlite_remove(in_dir(RDL_STORE_NAME));
    f = fopen(in_dir(RDL_STORE_NAME), "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void files_that_end_early_are_seen(void **unused)
{
    struct rdl_rng rng = { .state = 5 };

    (void)unused;
    campaign(&rng);
    remember();
    for (size_t n = 1; n < size; n = n * 3 / 2 + 1) {
        put(whole, n);
        seen("a cut");
    }
}

static void no_database_is_put_aside(void **unused)
{
    static uint8_t zeros[8192];
    char *text;

    (void)unused;
    put(zeros, sizeof(zeros));
    seen("zeros");
    memset(zeros, 'x', sizeof(zeros));
    put(zeros, sizeof(zeros));
    seen("letters");
    put(zeros, 1);
    seen("one letter");
    /* An empty file is a store that was not begun. */
    put(zeros, 0);
    assert_int_equal(read_again(&text), RDL_STORE_UNREADABLE);
    assert_non_null(strstr(text, "no campaign has run there yet"));
    free(text);
    works();
}

/* Whatever the bytes are: there is an answer, and behind it a campaign works
 * or is refused. */
static void any_bytes_do_no_harm(void **unused)
{
    struct rdl_rng rng = { .state = 12 };
    unsigned damaged = 0, refused_n = 0;

    (void)unused;
    campaign(&rng);
    remember();
    for (unsigned round = 0; round < 300; round++) {
        const struct rdl_store_opening session = session_of(no_arguments);
        uint8_t *bytes = malloc(size);
        struct rdl_store_totals totals;
        struct world *w = world_new();
        struct rdl_store *s;
        char *text;

        memcpy(bytes, whole, size);
        for (unsigned i = 0; i <= round % 8; i++) {
            /* Headers of pages are where it hurts. */
            size_t at = (size_t)rdl_rng_below(&rng, size);

            if (i % 2 == 0)
                at = at / 4096 * 4096 + (size_t)rdl_rng_below(&rng, 100);
            bytes[at] = (uint8_t)rdl_rng_next(&rng);
        }
        put(bytes, size);
        free(bytes);
        if (read_again(&text) != RDL_STORE_READ)
            assert_non_null(text);
        free(text);
        switch (rdl_store_open(dir, &session, &s, &text)) {
        case RDL_STORE_OPEN:
            damaged += rdl_store_replaced(s);
            free(text);
            loaded(s, w, &totals);
            text = NULL;
            execute(w, &rng, totals.next);
            rdl_store_totals_free(&totals);
            ended(s, w, 1, 1);
            break;
        case RDL_STORE_REFUSED:
            refused_n++;
            break;
        case RDL_STORE_NONE:
            fail_msg("round %u: %s", round, text);
        }
        free(text);
        world_free(w);
    }
    printf("of 300: %u damaged, %u refused\n", damaged, refused_n);
    assert_true(damaged > 100);
    assert_true(refused_n < 30);
}

/* What cannot be read is not written over: the campaign goes on without. */
static void what_cannot_be_loaded_is_left_alone(void **unused)
{
    struct rdl_rng rng = { .state = 5 };
    struct rdl_store_totals totals;
    struct rdl_delta all;
    struct rdl_store *s;
    char *text;

    (void)unused;
    campaign(&rng);
    s = opened();
    /* As an error of the disk would. */
    rdl_sql_run(sql_of(s), "no such statement");
    assert_false(rdl_store_load(s, &all, &totals, &text));
    assert_non_null(strstr(text, "cannot keep the campaign in "));
    assert_non_null(strstr(text, "syntax error"));
    free(text);
    rdl_store_close(s);
    assert_int_equal(asked("SELECT sum(executions) FROM sessions"), 3);
    assert_int_not_equal(access(in_dir(RDL_STORE_DAMAGED_NAME), F_OK), 0);
    works();
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(impossible_rows_are_seen),
        TEST(files_that_end_early_are_seen),
        TEST(no_database_is_put_aside),
        TEST(any_bytes_do_no_harm),
        TEST(what_cannot_be_loaded_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
