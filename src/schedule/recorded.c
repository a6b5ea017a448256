/* recorded.c - see recorded.h.  Checks what differs from the recording (files,
 * build ids, directory) before anything runs, and collects notes about it. */
#include "schedule/recorded.h"

#include "base/text.h"
#include "exec/engine.h"
#include "schedule/build_id.h"
#include "schedule/environment.h"
#include "util/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool rdl_recorded_load(struct rdl_recorded *r, const char *file,
                       struct rdl_error *error)
{
    *r = (struct rdl_recorded){ .file = file };
    return rdl_schedule_load(&r->schedule, file, error);
}

/* Notes a known difference before it causes a divergence. */
static void recorded_compare_files(const struct rdl_recorded *r,
                                   const struct rdl_note_sink *notes)
{
    const struct rdl_schedule *s = &r->schedule;

    for (size_t i = 0; i < s->n_modules; i++) {
        const struct rdl_schedule_module *m = &s->modules[i];
        bool main = strcmp(m->path, s->path) == 0;
        const char *path = main ? r->program.path : m->path;

        if (rdl_build_check(path, m) == RDL_BUILD_OTHER)
            rdl_note_sink_say(
                notes,
                "%s is not the file that was recorded (its build id "
                "differs)%s",
                path, main ? ": rebuilt since? the schedule may not fit" : "");
    }
}

/* Is it the file that was recorded, wherever it is now? */
static bool recorded_is_same(const struct rdl_recorded *r)
{
    const struct rdl_schedule *s = &r->schedule;

    for (size_t i = 0; i < s->n_modules; i++) {
        if (strcmp(s->modules[i].path, s->path) == 0)
            return rdl_build_check(r->program.path, &s->modules[i]) ==
                   RDL_BUILD_SAME;
    }
    return false;
}

static bool recorded_program(struct rdl_recorded *r,
                             const struct rdl_recorded_how *how,
                             struct rdl_error *error)
{
    const char *recorded = r->schedule.path;
    const char *was = rdl_text_base_name(recorded), *now;

    if (how->program == NULL && access(recorded, F_OK) != 0)
        return rdl_error_errno(error, RDL_EXIT_USAGE,
                               "cannot find the program %s that was recorded "
                               "(--program FILE: where it is now)",
                               recorded);
    if (!rdl_program_find(how->program != NULL ? how->program : recorded,
                          &r->program, error))
        return false;
    rdl_program_notes(&r->program, &how->notes);
    now = rdl_text_base_name(r->program.path);
    return strcmp(was, now) == 0 || (how->renamed && recorded_is_same(r)) ||
           rdl_error_set(error, RDL_EXIT_USAGE,
                         "the recorded program has the file name %s, this one "
                         "%s%s",
                         was, now,
                         how->renamed ? ", and it is not the same build" : "");
}

static bool recorded_stdin(const struct rdl_recorded *r,
                           const struct rdl_recorded_how *how,
                           struct rdl_stdin *in, struct rdl_error *error)
{
    const struct rdl_schedule *s = &r->schedule;
    uint64_t size, hash;

    if (s->has_stdin)
        return rdl_stdin_give(in, s->stdin_bytes.data, s->stdin_bytes.size,
                              error);
    if (how->input != NULL ? !how->input(in, error)
                           : !rdl_stdin_give(in, NULL, 0, error))
        return false;
    rdl_stdin_digest(in, &size, &hash);
    if (size != s->stdin_size || hash != s->stdin_hash)
        rdl_note_sink_say(&how->notes,
                          "the recorded execution read another standard input "
                          "(%" PRIu64
                          " bytes; too large for the schedule): give it "
                          "with <",
                          s->stdin_size);
    return true;
}

static char **recorded_argv(const struct rdl_schedule *s)
{
    char **argv = rdl_alloc((s->n_arguments + 2) * sizeof(char *));

    argv[0] = s->program;
    for (size_t i = 0; i < s->n_arguments; i++)
        argv[1 + i] = s->arguments[i];
    return argv;
}

/* Arguments may name files relative to it. */
static const char *recorded_directory(const struct rdl_schedule *s,
                                      const struct rdl_note_sink *notes)
{
    struct stat st;

    if (stat(s->directory, &st) == 0 && S_ISDIR(st.st_mode) &&
        access(s->directory, X_OK) == 0)
        return s->directory;
    rdl_note_sink_say(
        notes, "the recorded execution ran in %s, which cannot be entered",
        s->directory);
    return NULL;
}

bool rdl_recorded_prepare(struct rdl_recorded *r,
                          const struct rdl_recorded_how *how,
                          struct rdl_stdin *input, struct rdl_error *error)
{
    if (!recorded_program(r, how, error))
        return false;
    if (!rdl_engine_known(r->schedule.config.engine))
        return rdl_error_set(error, RDL_EXIT_USAGE, "%s: unknown engine '%s'",
                             r->file, r->schedule.config.engine);
    recorded_compare_files(r, &how->notes);
    if (!recorded_stdin(r, how, input, error))
        return false;
    r->directory = recorded_directory(&r->schedule, &how->notes);
    r->environment = rdl_environment_of(&r->schedule);
    r->argv = recorded_argv(&r->schedule);
    return true;
}

struct rdl_worker_options rdl_recorded_worker(const struct rdl_recorded *r,
                                              const char *runtime)
{
    return (struct rdl_worker_options){
        .path = r->program.path,
        .argv = r->argv,
        .runtime = runtime,
        .directory = r->directory,
        .environment = r->environment,
        .coverage = -1,
    };
}

void rdl_recorded_free(struct rdl_recorded *r)
{
    rdl_program_free(&r->program);
    free(r->argv);
    free(r->environment);
    rdl_schedule_free(&r->schedule);
}
