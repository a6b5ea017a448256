/* schedule.c - what is written is read back equal; what is damaged is refused
 * with its line, and never read as something else. */
#include "schedule/schedule.h"

#include "base/rng.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "sanitized.h"
#include "schedule_make.h"

/* --- Equal or not --------------------------------------------------------- */

#define BYTES_EQUAL(a, b, n)                                                   \
    do {                                                                       \
        if ((n) > 0)                                                           \
            assert_memory_equal(a, b, n);                                      \
    } while (0)

/* Behind its last field a structure may have bytes of no meaning. */
#define CONFIG_END                                                             \
    (offsetof(struct rdl_config, tracker) +                                    \
     sizeof(((struct rdl_config *)0)->tracker))
_Static_assert(sizeof(struct rdl_config) - CONFIG_END <
                   _Alignof(struct rdl_config),
               "tracker is the last field");

static void assert_same(const struct rdl_schedule *a,
                        const struct rdl_schedule *b)
{
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->path, b->path);
    assert_string_equal(a->directory, b->directory);
    assert_string_equal(a->location, b->location);
    assert_string_equal(a->text, b->text);
    assert_string_equal(a->kind, b->kind);
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->event_hash, b->event_hash);
    assert_int_equal(a->stdin_size, b->stdin_size);
    assert_int_equal(a->stdin_hash, b->stdin_hash);
    assert_int_equal(a->has_stdin, b->has_stdin);
    BYTES_EQUAL(a->stdin_bytes.data, b->stdin_bytes.data, a->stdin_bytes.size);
    assert_int_equal(a->payload.size, b->payload.size);
    BYTES_EQUAL(a->payload.data, b->payload.data, a->payload.size);
    assert_memory_equal(&a->config, &b->config, CONFIG_END);
    facts_assert_same(a->why, b->why);
    assert_int_equal(a->n_arguments, b->n_arguments);
    for (size_t i = 0; i < a->n_arguments; i++)
        assert_string_equal(a->arguments[i], b->arguments[i]);
    assert_int_equal(a->n_variables, b->n_variables);
    assert_string_equal(a->variables[0], b->variables[0]);
    assert_int_equal(a->n_modules, b->n_modules);
    for (size_t i = 0; i < a->n_modules; i++) {
        assert_string_equal(a->modules[i].path, b->modules[i].path);
        assert_int_equal(a->modules[i].build_id_size,
                         b->modules[i].build_id_size);
        assert_memory_equal(a->modules[i].build_id, b->modules[i].build_id,
                            sizeof(a->modules[i].build_id));
    }
    assert_int_equal(a->n_sites, b->n_sites);
    BYTES_EQUAL(a->sites, b->sites, a->n_sites * sizeof(*a->sites));
    for (size_t i = 0; i < a->n_sites; i++) {
        assert_int_equal(a->places[i] == NULL, b->places[i] == NULL);
        if (a->places[i] != NULL)
            assert_string_equal(a->places[i], b->places[i]);
    }
    assert_int_equal(a->n_steps, b->n_steps);
    BYTES_EQUAL(a->steps, b->steps, a->n_steps * sizeof(*a->steps));
    assert_int_equal(a->n_switches, b->n_switches);
    BYTES_EQUAL(a->switches, b->switches, a->n_switches * sizeof(*a->switches));
    assert_int_equal(a->n_choices, b->n_choices);
    BYTES_EQUAL(a->choices, b->choices, a->n_choices * sizeof(*a->choices));
    assert_int_equal(a->inputs.size, b->inputs.size);
    BYTES_EQUAL(a->inputs.data, b->inputs.data, a->inputs.size);
}

static void written_is_read_back_equal(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < ROUNDS_OF(300); seed++) {
        struct rdl_schedule a, b;
        struct rdl_schedule_error error;
        size_t size;
        char *text;

        make(&a, seed);
        text = text_of(&a, &size);
        if (!rdl_schedule_parse(&b, text, size, &error))
            fail_msg("seed %d, line %lu: %s\n%s", (int)seed, error.line,
                     error.text, text);
        assert_same(&a, &b);
        free(text);
        rdl_schedule_free(&a);
        rdl_schedule_free(&b);
    }
}

/* Damage of any kind: an error that names a line, never another schedule. */
/* Strategies that had other names when the schedule was written; those that
 * this version does not have stay as they are. */
static void old_names_of_strategies_are_read(void **unused)
{
    static const char *const names[][2] = { { "place", "site-priority" },
                                            { "site-priority",
                                              "site-priority" },
                                            { "of-old", "of-old" } };

    (void)unused;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct rdl_schedule a, b;
        struct rdl_schedule_error error;
        size_t size;
        char *text;

        make(&a, 1);
        strcpy(a.config.strategy, names[i][0]);
        text = text_of(&a, &size);
        assert_true(rdl_schedule_parse(&b, text, size, &error));
        assert_string_equal(b.config.strategy, names[i][1]);
        free(text);
        rdl_schedule_free(&a);
        rdl_schedule_free(&b);
    }
}

static void assert_refused(const char *text, size_t size)
{
    struct rdl_schedule_error error;
    struct rdl_schedule s;
    /* Of the exact size, so that ASan sees a step too far. */
    char *copy = malloc(size > 0 ? size : 1);

    memcpy(copy, text, size);
    if (rdl_schedule_parse(&s, copy, size, &error))
        fail_msg("accepted:\n%.*s", (int)size, text);
    assert_true(error.line > 0);
    assert_true(error.text[0] != '\0');
    free(copy);
}

static void every_truncation_is_refused(void **unused)
{
    struct rdl_schedule s;
    size_t size;
    char *text;

    (void)unused;
    make(&s, 5);
    text = text_of(&s, &size);
    for (size_t n = 0; n < size; n++)
        assert_refused(text, n);
    free(text);
    rdl_schedule_free(&s);
}

static void every_changed_byte_is_refused(void **unused)
{
    struct rdl_rng rng = { 7 };
    struct rdl_schedule s;
    size_t size;
    char *text;

    (void)unused;
    make(&s, 11);
    text = text_of(&s, &size);
    for (size_t i = 0; i < size; i++) {
        char was = text[i];

        text[i] ^= (char)(1u << below(&rng, 8));
        assert_refused(text, size);
        text[i] = (char)~was;
        assert_refused(text, size);
        text[i] = was;
    }
    free(text);
    rdl_schedule_free(&s);
}

/* The checksum is made right again, so that only the grammar is left to
 * notice: it may accept what is another well-formed schedule, but must
 * neither crash nor run away. */
static void grammar_survives_changes_that_the_checksum_hides(void **unused)
{
    struct rdl_rng rng = { 13 };

    (void)unused;
    for (uint64_t round = 0; round < ROUNDS_OF(1500); round++) {
        struct rdl_schedule s, read;
        struct rdl_schedule_error error;
        size_t size, body;
        char *text;

        make(&s, round % 16);
        text = text_of(&s, &size);
        body = size - strlen("end 0123456789abcdef\n");
        for (uint64_t k = 1 + below(&rng, 4); k > 0; k--) {
            size_t i = below(&rng, body), from = below(&rng, body);

            if (below(&rng, 2) == 0)
                text[i] = (char)below(&rng, 256);
            else
                memmove(text + i, text + from,
                        below(&rng, body - (i > from ? i : from)));
        }
        snprintf(text + body, size - body + 1, "end %016llx\n",
                 (unsigned long long)rdl_schedule_checksum(text, body));
        if (rdl_schedule_parse(&read, text, size, &error)) {
            assert_true(read.n_steps <= read.config.max_steps);
            for (size_t i = 0; i < read.n_steps; i++)
                assert_true(read.steps[i] < read.n_sites);
            rdl_schedule_free(&read);
        } else {
            assert_true(error.line > 0);
        }
        free(text);
        rdl_schedule_free(&s);
    }
}

static void read_is(const struct rdl_schedule *s, bool good)
{
    struct rdl_schedule_error error;
    struct rdl_schedule read;
    size_t size;
    char *text = text_of(s, &size);

    assert_int_equal(rdl_schedule_parse(&read, text, size, &error), good);
    if (good)
        rdl_schedule_free(&read);
    else
        assert_non_null(strstr(error.text, "did not take"));
    free(text);
}

static void a_fact_is_about_steps_that_its_thread_took(void **unused)
{
    struct rdl_schedule s;
    struct rdl_fact_step *step;
    uint64_t seed = 0;

    (void)unused;
    for (make(&s, seed); s.why == NULL || s.n_steps == 0; make(&s, ++seed))
        rdl_schedule_free(&s);
    step = &s.why->facts[0].steps[0];
    s.why->n = s.why->facts[0].n_steps = 1;
    step->step = 0;
    step->tid = s.switches[0].tid;
    read_is(&s, true);
    /* A later thread in the slot of one that has ended has a higher number;
     * main's slot is its own. */
    step->tid = (rdl_tid)(step->tid == 0 ? 1 : step->tid - 1);
    read_is(&s, false);
    step->step = s.n_steps;
    step->tid = s.switches[s.n_switches - 1].tid;
    read_is(&s, false);
    rdl_schedule_free(&s);
}

static void error_of(const char *text, struct rdl_schedule_error *error)
{
    struct rdl_schedule s;

    assert_false(rdl_schedule_parse(&s, text, strlen(text), error));
}

static void errors_name_the_line_and_the_reason(void **unused)
{
    static const struct {
        const char *text;
        unsigned long line;
        const char *reason;
    } cases[] = {
        { "", 1, "not a raddle schedule" },
        { "#!/bin/sh\n", 1, "not a raddle schedule" },
        { "raddle-schedule 3\n", 1, "version 3" },
        { "raddle-schedule 1\n", 1, "run 'raddle test' again" },
        { "raddle-schedule 2", 1, "cut off" },
        { "raddle-schedule 2\n", 1, "'end', is missing" },
        { "raddle-schedule 2\nprogram \"a\"\nprogram \"a\"\n", 3, "twice" },
        { "raddle-schedule 2\nprogram \"a\n", 2, "quotes" },
        { "raddle-schedule 2\nprogram \"\\x00\"\n", 2, "\\x00" },
        { "raddle-schedule 2\ncolour red\n", 2, "unknown key 'colour'" },
        { "raddle-schedule 2\nseed 007\n", 2, "begins with 0" },
        { "raddle-schedule 2\nseed 99999999999999999999\n", 2, "too large" },
        { "raddle-schedule 2\nsite 1 read -\n", 2, "site 0 is missing" },
        { "raddle-schedule 2\nsite 0 reed -\n", 2, "operator 'reed'" },
        { "raddle-schedule 2\nsite 0 rmw.loose -\n", 2, "order 'loose'" },
        { "raddle-schedule 2\nsite 0 rmw.seq-cst -\n", 2, "order 'seq-cst'" },
        { "raddle-schedule 2\nsite 0 read.acquire -\n", 2, "operator 'read'" },
        { "raddle-schedule 2\nsite 0 read x+0x1\n", 2, "unknown module 'x'" },
        { "raddle-schedule 2\nsite 0 read -\nt0 #00000000: 1\n", 3,
          "unknown site 1" },
        { "raddle-schedule 2\nsteps 3\nsite 0 read -\nt0 #00000000: 0*4\n", 4,
          "more steps" },
        { "raddle-schedule 2\nfact luck seen - - 0\n", 2, "fact 'luck'" },
        { "raddle-schedule 2\nfact saw felt - - 0\n", 2, "know 'felt'" },
        { "raddle-schedule 2\nfact saw seen t9999 - 0\n", 2, "too large" },
        { "raddle-schedule 2\nfact saw seen - never 0\n", 2, "nor both" },
        { "raddle-schedule 2\nfact-step - bare t0 - \"\" \"\" 0 \"\" 0\n", 2,
          "a step without a fact" },
        { "raddle-schedule 2\nfact-thread t0 \"\\x1b[2J\"\n", 2,
          "an invalid text of a fact" },
        { "raddle-schedule 2\nt0 #00000000: !sudden\n", 2, "choice 'sudden'" },
        { "raddle-schedule 2\nt0 #00000000:\nseed 1\n", 3, "line of steps" },
        { "raddle-schedule 2\nend 0000000000000000\n", 2,
          "'program' is missing" },
    };
    struct rdl_schedule_error error;

    (void)unused;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        error_of(cases[i].text, &error);
        if (error.line != cases[i].line ||
            strstr(error.text, cases[i].reason) == NULL)
            fail_msg("%s: line %lu '%s', expected line %lu '%s'", cases[i].text,
                     error.line, error.text, cases[i].line, cases[i].reason);
    }
}

/* A thousand rounds of a loop are one word. */
static void loops_are_folded(void **unused)
{
    struct rdl_schedule s;
    size_t size;
    char *text;

    (void)unused;
    make(&s, 3);
    free(s.steps);
    free(s.places[0]);
    s.places[0] = NULL;
    s.config.max_steps = s.n_steps = 6001;
    s.steps = rdl_alloc(s.n_steps * sizeof(*s.steps));
    for (size_t i = 0; i < 6000; i++)
        s.steps[i] = (uint32_t)(i % 3 % s.n_sites);
    s.n_switches = 1;
    s.n_choices = 1;
    s.choices[0] = (struct rdl_taken_choice){
        .step = 6001,
        .kind = RDL_CHOOSE_WAITER,
        .value = 2,
    };
    text = text_of(&s, &size);
    assert_true(s.n_sites > 2);
    assert_non_null(strstr(text, ": [0 1 2]*2000 0 !waiter=2\n"));
    free(text);
    rdl_schedule_free(&s);
}

static void saving_leaves_the_whole_file_or_nothing(void **unused)
{
    char directory[] = "/tmp/raddle-schedule-XXXXXX";
    struct rdl_schedule s, read;
    struct rdl_error error;
    char *path;

    (void)unused;
    assert_non_null(mkdtemp(directory));
    path = rdl_format("%s/x.schedule", directory);
    make(&s, 17);
    assert_int_equal(rdl_schedule_save(&s, path), 0);
    assert_true(rdl_schedule_load(&read, path, &error));
    assert_same(&s, &read);
    rdl_schedule_free(&read);
    unlink(path);
    /* No temporary file is left: the directory is empty again. */
    assert_int_equal(rmdir(directory), 0);
    assert_true(rdl_schedule_save(&s, path) < 0);
    assert_false(rdl_schedule_load(&read, path, &error));
    assert_int_equal(error.code, RDL_EXIT_USAGE);
    assert_non_null(strstr(error.text, path));
    rdl_schedule_free(&s);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read_back_equal),
        cmocka_unit_test(old_names_of_strategies_are_read),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused),
        cmocka_unit_test(grammar_survives_changes_that_the_checksum_hides),
        cmocka_unit_test(a_fact_is_about_steps_that_its_thread_took),
        cmocka_unit_test(errors_name_the_line_and_the_reason),
        cmocka_unit_test(loops_are_folded),
        cmocka_unit_test(saving_leaves_the_whole_file_or_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
