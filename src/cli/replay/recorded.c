/* recorded.c - see recorded.h. */
#include "cli/replay/recorded.h"

#include "base/text.h"
#include "schedule/build_id.h"
#include "schedule/environment.h"
#include "cli/options.h"
#include "cli/session.h"
#include "util/die.h"
#include "util/shell_quote.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the file is instead, and where schedules are. */
_Noreturn static void recorded_refuse(const char *file,
                                      const struct rdl_schedule_error *error)
{
    struct stat st;
    char *quoted;

    if (stat(file, &st) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "cannot read the schedule %s: %s (raddle test names those that "
                "it writes, raddle-out/*/*.schedule if --out is not given)",
                file, error->text);
    if (S_ISDIR(st.st_mode)) {
        quoted = rdl_quote(file);
        rdl_die(RDL_EXIT_USAGE,
                "%s is a directory: give a schedule in it (%s/*.schedule), or "
                "see all of its campaign: raddle report %s",
                file, quoted, quoted);
    }
    if (S_ISREG(st.st_mode) && st.st_size == 0)
        rdl_die(RDL_EXIT_USAGE,
                "%s is empty, no schedule: raddle test with the same --seed "
                "writes it again",
                file);
    if (error->line == 0)
        rdl_die(RDL_EXIT_USAGE, "cannot read the schedule %s: %s", file,
                error->text);
    rdl_die(RDL_EXIT_USAGE, "%s:%lu: %s", file, error->line, error->text);
}

void rdl_recorded_load(struct rdl_recorded *r, const char *file)
{
    struct rdl_schedule_error error;

    *r = (struct rdl_recorded){ .file = file };
    if (!rdl_schedule_load(&r->schedule, file, &error))
        recorded_refuse(file, &error);
}

/* What is known to be different is said before it causes a divergence. */
static void recorded_compare_files(const struct rdl_recorded *r)
{
    const struct rdl_schedule *s = &r->schedule;

    for (size_t i = 0; i < s->n_modules; i++) {
        const struct rdl_schedule_module *m = &s->modules[i];
        bool main = strcmp(m->path, s->path) == 0;
        const char *path = main ? r->program.path : m->path;

        if (rdl_build_check(path, m) == RDL_BUILD_OTHER)
            rdl_warn("note: %s is not the file that was recorded (its build "
                     "id differs)%s",
                     path,
                     main ? ": rebuilt since? the schedule may not fit" : "");
    }
}

/* Places are named by module, and a module by its file name. */
static void recorded_check_name(const struct rdl_recorded *r)
{
    const char *was = rdl_text_base_name(r->schedule.path);
    const char *now = rdl_text_base_name(r->program.path);

    if (strcmp(was, now) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "the recorded program has the file name %s, "
                "this one %s",
                was, now);
}

static void recorded_stdin(const struct rdl_recorded *r, struct rdl_stdin *in)
{
    const struct rdl_schedule *s = &r->schedule;
    uint64_t size, hash;
    struct rdl_error error;

    if (s->has_stdin) {
        if (!rdl_stdin_give(in, s->stdin_bytes.data, s->stdin_bytes.size,
                            &error))
            rdl_die_error(&error);
        return;
    }
    rdl_session_stdin(in);
    rdl_stdin_digest(in, &size, &hash);
    if (size != s->stdin_size || hash != s->stdin_hash)
        rdl_warn("note: the recorded execution read another standard input "
                 "(%" PRIu64 " bytes; too large for the schedule): give it "
                 "with <",
                 s->stdin_size);
}

static char **recorded_argv(const struct rdl_schedule *s)
{
    char **argv = rdl_alloc((s->n_arguments + 2) * sizeof(char *));

    argv[0] = s->program;
    for (size_t i = 0; i < s->n_arguments; i++)
        argv[1 + i] = s->arguments[i];
    return argv;
}

/* Arguments may name files relative to where it ran. */
static void recorded_directory(const struct rdl_schedule *s)
{
    char *here = getcwd(NULL, 0);

    if (here == NULL || strcmp(here, s->directory) != 0) {
        if (chdir(s->directory) != 0)
            rdl_warn("note: the recorded execution ran in %s, which cannot be "
                     "entered",
                     s->directory);
    }
    free(here);
}

void rdl_recorded_enter(struct rdl_recorded *r, const char *elsewhere,
                        struct rdl_stdin *input)
{
    if (elsewhere == NULL && access(r->schedule.path, F_OK) != 0)
        rdl_die_errno(RDL_EXIT_USAGE,
                      "cannot find the program %s that was recorded "
                      "(--program FILE: where it is now)",
                      r->schedule.path);
    rdl_session_program(elsewhere != NULL ? elsewhere : r->schedule.path,
                        &r->program);
    recorded_check_name(r);
    if (!rdl_engine_known(r->schedule.config.engine))
        rdl_die(RDL_EXIT_USAGE, "%s: unknown engine '%s'", r->file,
                r->schedule.config.engine);
    recorded_compare_files(r);
    recorded_stdin(r, input);
    recorded_directory(&r->schedule);
    rdl_environment_restore(&r->schedule);
    r->argv = recorded_argv(&r->schedule);
}

void rdl_recorded_leave(struct rdl_recorded *r)
{
    rdl_program_free(&r->program);
    free(r->argv);
}

void rdl_recorded_free(struct rdl_recorded *r)
{
    rdl_schedule_free(&r->schedule);
}
