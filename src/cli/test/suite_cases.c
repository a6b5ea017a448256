/* suite_cases.c - see suite_cases.h. */
#include "cli/test/suite_cases.h"

#include "exec/plain_run.h"
#include "util/alloc.h"
#include "util/clean_print.h"
#include "util/die.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* The user's command with more arguments; the caller frees the array. */
static char **cases_command(char *const *command,
                            const struct rdl_case_choice *choice)
{
    size_t n = 0;
    char **argv;

    while (command[n] != NULL)
        n++;
    argv = rdl_alloc((n + choice->n_arguments + 1) * sizeof(*argv));
    memcpy(argv, command, n * sizeof(*argv));
    memcpy(argv + n, choice->arguments, choice->n_arguments * sizeof(*argv));
    return argv;
}

/* Runs the program so that it lists its cases: of all, or those of a choice. */
static void cases_ask(const struct rdl_framework *f,
                      const struct rdl_test_options *o,
                      const struct rdl_program *program,
                      const struct rdl_case_choice *choice,
                      struct rdl_case_names *out)
{
    const struct rdl_case_choice *list = &f->suite->list;
    char *variables[2 * RDL_CHOICE_MOST];
    char **chosen = cases_command(o->command, choice);
    struct rdl_plain_run run = {
        .path = program->path,
        .argv = cases_command(chosen, list),
        .variables = variables,
        .n_variables = list->n_variables + choice->n_variables,
        .timeout_ns = o->timeout_ns,
    };
    struct rdl_error error;
    char *output;

    memcpy(variables, list->variables, sizeof(list->variables));
    memcpy(variables + list->n_variables, choice->variables,
           sizeof(choice->variables));
    output = rdl_plain_run(&run, &error);
    if (output == NULL)
        rdl_die(error.code,
                "cannot list the cases of %s (%s): %s; run without raddle, it "
                "must work",
                o->command[0], f->name, error.text);
    f->suite->cases(output, out);
    free(output);
    free((char **)run.argv);
    free(chosen);
}

/* Does the program run one case alone if asked to? */
static bool cases_follows(const struct rdl_framework *f,
                          const struct rdl_test_options *o,
                          const struct rdl_program *program, const char *name)
{
    struct rdl_case_choice choice = { .n_arguments = 0 };
    struct rdl_case_names got = { .n = 0 };
    bool follows;

    f->suite->choose(name, &choice);
    cases_ask(f, o, program, &choice, &got);
    follows = got.n == 1 && strcmp(got.all[0], name) == 0;
    rdl_case_names_free(&got);
    rdl_case_choice_free(&choice);
    return follows;
}

static void cases_add(struct rdl_suite_cases *s,
                      const struct rdl_test_options *o, const char *name,
                      bool chosen)
{
    struct rdl_suite_case *c;

    if (o->pattern != NULL && fnmatch(o->pattern, name, 0) != 0)
        return;
    s->all = rdl_grow(s->all, (s->n + 1) * sizeof(*s->all));
    c = &s->all[s->n++];
    *c = (struct rdl_suite_case){ .name = rdl_strdup(name),
                                  .shown = rdl_clean_copy(name) };
    if (chosen)
        s->framework->suite->choose(name, &c->choice);
    c->argv = cases_command(o->command, &c->choice);
}

/* All in one: the framework cannot choose. */
static void cases_whole(struct rdl_suite_cases *s,
                        const struct rdl_test_options *o, const char *why)
{
    rdl_warn("note: the suite runs as one case: %s", why);
    cases_add(s, o, o->command[0], /*chosen=*/false);
}

static const struct rdl_framework *
cases_framework(const struct rdl_test_options *o,
                const struct rdl_program *program, bool *able)
{
    const struct rdl_framework *f = rdl_framework_of(program->path, able);
    const struct rdl_framework *each;
    char names[256] = "";

    if (f != NULL) {
        if (!*able && !f->suite->whole)
            rdl_die(RDL_EXIT_USAGE, "--cases: %s", f->suite->cannot);
        return f;
    }
    for (size_t i = 0; (each = rdl_framework_at(i)) != NULL; i++) {
        if (each->suite == NULL || strstr(names, each->name) != NULL)
            continue;
        strcat(names, names[0] != '\0' ? ", " : "");
        strcat(names, each->name);
    }
    rdl_die(RDL_EXIT_USAGE,
            "--cases: %s is not made with a test framework that raddle knows "
            "(%s): leave --cases out to test the program as it is",
            o->command[0], names);
}

void rdl_suite_cases_list(struct rdl_suite_cases *s,
                          const struct rdl_test_options *o,
                          const struct rdl_program *program)
{
    static const struct rdl_case_choice none = { .n_arguments = 0 };
    struct rdl_case_names names = { .n = 0 };
    bool able;

    *s = (struct rdl_suite_cases){
        .framework = cases_framework(o, program, &able),
    };
    if (able)
        cases_ask(s->framework, o, program, &none, &names);
    if (!able)
        cases_whole(s, o, s->framework->suite->cannot);
    else if (names.n > 1 && s->framework->suite->executes &&
             !cases_follows(s->framework, o, program, names.all[0]))
        cases_whole(s, o,
                    "asked to run one case, it runs others too (is the choice "
                    "its first argument?)");
    else
        for (size_t i = 0; i < names.n; i++)
            cases_add(s, o, names.all[i], /*chosen=*/true);
    if (able && names.n == 0)
        rdl_die(RDL_EXIT_NOTHING,
                "--cases: %s does not list a case (raddle takes it for a "
                "program with %s): leave --cases out to test the program as "
                "it is",
                o->command[0], s->framework->name);
    if (s->n == 0)
        rdl_die(RDL_EXIT_NOTHING,
                "--cases=%s: none of the %zu cases of %s has such a name",
                o->pattern, names.n > 0 ? names.n : 1, o->command[0]);
    rdl_case_names_free(&names);
}

void rdl_suite_cases_free(struct rdl_suite_cases *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct rdl_suite_case *c = &s->all[i];

        free(c->name);
        free(c->shown);
        free(c->argv);
        free(c->why);
        json_decref(c->json);
        rdl_case_choice_free(&c->choice);
        if (c->campaign != NULL)
            rdl_campaign_free(c->campaign);
        free(c->campaign);
    }
    free(s->all);
}
