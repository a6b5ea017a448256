/* pipeline.c - see pipeline.h.  The stages, in order: choose a
 * path, write the schedule, put the finding into words, replay the file in a
 * new process, shrink it, and compare it with an earlier schedule of the same
 * finding. */
#include "campaign/findings/pipeline.h"

#include "base/text.h"
#include "exec/interrupt.h"
#include "schedule/capture.h"
#include "campaign/persistence.h"
#include "schedule/replay.h"
#include "schedule/better.h"
#include "campaign/findings/minimize.h"
#include "exec/uncontrolled.h"
#include "util/alloc.h"
#include "util/dir.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory that does not exist is created when needed: its nearest existing
 * ancestor must permit it.  Cuts `path` to that ancestor. */
static bool pipeline_ancestor(char *path, const char *out,
                              struct rdl_error *error)
{
    struct stat st;

    while (stat(path, &st) != 0) {
        char *slash = strrchr(path, '/');

        if (errno != ENOENT)
            return rdl_error_errno(error, RDL_EXIT_USAGE,
                                   "cannot use the directory --out %s", out);
        if (slash == NULL)
            strcpy(path, ".");
        else
            slash[slash == path] = '\0';
    }
    if (!S_ISDIR(st.st_mode))
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "cannot use the directory --out %s: %s is not "
                             "a directory",
                             out, path);
    if (access(path, W_OK | X_OK) != 0)
        return rdl_error_errno(error, RDL_EXIT_USAGE,
                               "cannot write schedules to --out %s", out);
    return true;
}

bool rdl_finding_pipeline_check(const char *out, struct rdl_error *error)
{
    char *path;
    bool good;

    if (out[0] == '\0')
        return rdl_error_set(error, RDL_EXIT_USAGE, "--out is empty");
    path = rdl_strdup(out);
    good = pipeline_ancestor(path, out, error);
    free(path);
    return good;
}

static void pipeline_place(void *data, uintptr_t pc, char *out, size_t size)
{
    const struct rdl_campaign *c = data;

    out[0] = '\0';
    if (c->owner.place != NULL)
        c->owner.place(c->owner.data, c, pc, out, size);
}

/* Is the schedule there one of another program? (Two tests that fail in one
 * helper function have findings of the same name.) */
static bool pipeline_is_others(const char *path, const char *program)
{
    struct rdl_schedule there;
    bool others;

    if (access(path, F_OK) != 0 || !rdl_schedule_load(&there, path, NULL))
        return false;
    others = strcmp(there.program, program) != 0;
    rdl_schedule_free(&there);
    return others;
}

/* Schedules of warnings have a directory of their own: the files beside the
 * store are failures, as scripts expect. */
static char *pipeline_directory(const struct rdl_campaign *c,
                                const struct rdl_found *found)
{
    return rdl_format("%s%s", c->options.out,
                      rdl_campaign_warns(c, found->kind) ? "/warnings" : "");
}

static char *pipeline_path(const struct rdl_campaign *c,
                           const struct rdl_found *found, const char *program)
{
    char *directory = pipeline_directory(c, found);
    char *path = rdl_format("%s/%s-%08" PRIx64 ".schedule", directory,
                            found->kind, found->id >> 32);

    for (unsigned n = 2; pipeline_is_others(path, program); n++) {
        free(path);
        path = rdl_format("%s/%s-%08" PRIx64 "-%u.schedule", directory,
                          found->kind, found->id >> 32, n);
    }
    free(directory);
    return path;
}

static void pipeline_kept(const struct rdl_campaign *c, const char *path)
{
    if (c->owner.kept != NULL)
        c->owner.kept(c->owner.data, path);
}

static bool pipeline_write(struct rdl_campaign *c, const struct rdl_worker *w,
                           const struct rdl_config *config,
                           struct rdl_found *found, struct rdl_better *earlier)
{
    const struct rdl_capture_places places = { .find = pipeline_place,
                                               .data = c };
    struct rdl_schedule schedule;
    struct rdl_error trouble;
    char *name, *path, *directory;
    int error;

    if (!rdl_capture_take(w, c->options.program, config, &places, &schedule,
                          &trouble)) {
        rdl_campaign_warn(c, "the record of execution %llu cannot be used: %s",
                          (unsigned long long)found->nth, trouble.text);
        return false;
    }
    rdl_found_say(&found->said, &schedule);
    name = pipeline_path(c, found, schedule.program);
    rdl_better_take(earlier, name, &schedule);
    path = rdl_better_beside(earlier, name);
    free(name);
    directory = pipeline_directory(c, found);
    error = rdl_dir_make(directory);
    free(directory);
    if (error == 0)
        error = rdl_schedule_save(&schedule, path);
    rdl_schedule_free(&schedule);
    if (error != 0) {
        rdl_campaign_warn(
            c,
            "cannot write the schedule %s: %s (the same --seed finds it "
            "again)",
            path, strerror(-error));
        free(path);
        rdl_better_free(earlier);
        return false;
    }
    found->schedule = path;
    pipeline_kept(c, path);
    return true;
}

/* The worker that replays in a new process: `w` itself, unless it rewinds.
 * NULL if raddle cannot start one; then the campaign cannot go on. */
static struct rdl_worker *pipeline_fresh(struct rdl_campaign *c,
                                         struct rdl_worker *w)
{
    struct rdl_worker_options options = c->options.worker;
    struct rdl_worker *fresh;
    struct rdl_stdin input;
    struct rdl_error error;

    if (w->options.isolation->level != RDL_ISOLATION_REWIND)
        return w;
    fresh = c->workers.fresh;
    if (fresh != NULL && !rdl_worker_grow(fresh, options.max_steps, &error)) {
        rdl_campaign_fail(c, &error);
        return NULL;
    }
    if (fresh != NULL)
        return fresh;
    options.isolation = rdl_isolation_at(RDL_ISOLATION_EXEC);
    options.mark = (int)c->workers.n;
    fresh = rdl_alloc(sizeof(*fresh));
    if (!rdl_stdin_copy(&c->workers.latest->input, &input, &error) ||
        !rdl_worker_make(fresh, &options, &input, &error)) {
        rdl_campaign_fail(c, &error);
        free(fresh);
        return NULL;
    }
    c->workers.fresh = fresh;
    return fresh;
}

/* *checked: the replay was not interrupted.  It is observed, because raddle
 * knows names of memory only then. */
static bool pipeline_same(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_schedule *schedule, bool *checked)
{
    const struct rdl_replay_setup options = {
        .tracker = c->options.config.tracker,
        .flags = RDL_CFG_TRACE,
    };
    enum rdl_replay result;
    struct rdl_run_result ran;

    result = rdl_replay(w, schedule, &options, &ran);
    if (rdl_error_is_set(&w->error))
        rdl_campaign_fail(c, &w->error);
    *checked = result != RDL_REPLAY_INTERRUPTED && !ran.outside;
    return result == RDL_REPLAY_SAME;
}

static void pipeline_say(const struct rdl_campaign *c, struct rdl_worker *w,
                         struct rdl_found *found)
{
    if (c->owner.says != NULL)
        c->owner.says(c->owner.data, w, &found->said);
}

/* The replay is in the worker's memory; its words may be better. */
static void pipeline_say_better(const struct rdl_campaign *c,
                                struct rdl_worker *w,
                                struct rdl_schedule *schedule,
                                struct rdl_found *found)
{
    pipeline_say(c, w, found);
    if (strcmp(schedule->text, found->said.text) == 0)
        return;
    rdl_found_say(&found->said, schedule);
    /* If writing fails, the existing file is still valid. */
    rdl_schedule_save(schedule, found->schedule);
}

static void pipeline_replay(struct rdl_campaign *c, struct rdl_worker *w,
                            struct rdl_schedule *schedule,
                            struct rdl_found *found)
{
    struct rdl_worker *fresh = pipeline_fresh(c, w);
    bool ended;

    if (fresh == NULL || rdl_campaign_replaced(c))
        return;
    found->replayed = pipeline_same(c, fresh, schedule, &found->checked);
    if (!found->replayed && rdl_campaign_replaced(c))
        found->checked = false;
    if (found->replayed)
        pipeline_say_better(c, fresh, schedule, found);
    else if (found->checked && fresh != w && !rdl_interrupted() &&
             pipeline_same(c, w, schedule, &ended))
        rdl_notes_add(&c->notes, RDL_NOTE_NOT_REPRODUCED_FRESH,
                      "a failure repeats in the rewound process, but not in a "
                      "new one: the rewind may have "
                      "missed something; use --isolation fork",
                      0);
}

/* Is its schedule worth the time?  A program may have many warnings: raddle
 * shrinks the first ones, where an execution takes microseconds.  (raddle
 * shrink does the others.) */
#define SHRUNK_WARNINGS 8

static bool pipeline_worth(const struct rdl_campaign *c,
                           const struct rdl_found *found)
{
    return !rdl_campaign_warns(c, found->kind) ||
           (c->warnings.n <= SHRUNK_WARNINGS &&
            c->workers.isolation->level == RDL_ISOLATION_REWIND);
}

static void pipeline_shrink(struct rdl_campaign *c,
                            const struct rdl_schedule *schedule,
                            struct rdl_found *found)
{
    const struct rdl_minimize_words words = {
        .places = { .find = pipeline_place, .data = c },
        .says = c->owner.says,
        .label = c->owner.label,
        .data = c->owner.data,
    };

    if (!c->options.shrink || rdl_interrupted() || c->replaced ||
        found->threadless || !pipeline_worth(c, found))
        return;
    if (found->replayed)
        rdl_finding_minimize(c, &words, schedule, found);
    else if (found->checked)
        found->unshrunk.reason = RDL_UNSHRUNK_REPLAY;
}

/* Replays the file, not the schedule in memory: what raddle confirms and
 * shrinks is what the user has. */
static void pipeline_verify(struct rdl_campaign *c, struct rdl_worker *w,
                            struct rdl_found *found)
{
    struct rdl_error error;
    struct rdl_schedule schedule;

    if (!rdl_schedule_load(&schedule, found->schedule, &error)) {
        rdl_campaign_warn(c, "%s (just written: please report it)", error.text);
        found->checked = true;
        return;
    }
    pipeline_replay(c, w, &schedule, found);
    pipeline_shrink(c, &schedule, found);
    rdl_schedule_free(&schedule);
}

/* Does the earlier schedule stay?  Yes if it is better and still fails; if
 * there is no time to see whether it does, it stays unchecked. */
static bool pipeline_better(struct rdl_campaign *c, struct rdl_worker *w,
                            const struct rdl_better *earlier,
                            struct rdl_found *found)
{
    bool same, ended;

    if (!rdl_better_wins(earlier, found) ||
        !rdl_capture_give(&w->memory, &earlier->schedule))
        return false;
    same = pipeline_same(c, w, &earlier->schedule, &ended);
    if (!same && !rdl_interrupted() && !rdl_campaign_replaced(c))
        return false;
    found->replayed = found->checked = same;
    return true;
}

static void pipeline_settle(struct rdl_campaign *c, struct rdl_worker *w,
                            const struct rdl_better *earlier,
                            struct rdl_found *found)
{
    int error = 0;

    if (!earlier->exists)
        return;
    w = pipeline_fresh(c, w);
    if (w == NULL)
        return;
    if (pipeline_better(c, w, earlier, found)) {
        rdl_better_stays(earlier, found);
        if (found->replayed)
            pipeline_say(c, w, found);
    } else {
        error = rdl_better_goes(earlier, found);
    }
    if (error != 0)
        rdl_campaign_warn(c, "cannot write the schedule %s: %s (it is in %s)",
                          earlier->path, strerror(-error), found->schedule);
    pipeline_kept(c, found->schedule);
}

/* Replays and shrinking take long.  If the campaign is killed meanwhile, its
 * store has the finding under the name that the schedule has then. */
static void pipeline_remember(struct rdl_campaign *c,
                              const struct rdl_better *earlier,
                              const struct rdl_found *found)
{
    struct rdl_found now = *found;

    if (earlier->exists) {
        rdl_found_of_schedule(&now, &earlier->schedule);
        now.schedule = earlier->path;
        now.kept = true;
    }
    rdl_persistence_found(c, &now);
}

void rdl_finding_pipeline(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          struct rdl_found *found)
{
    struct rdl_better earlier;

    if (rdl_uncontrolled(config)) {
        rdl_notes_add(&c->notes, RDL_NOTE_NOT_REPLAYABLE,
                      "found while threads ran free: it cannot be replayed", 0);
        return;
    }
    if (!pipeline_write(c, w, config, found, &earlier))
        return;
    pipeline_remember(c, &earlier, found);
    pipeline_verify(c, w, found);
    pipeline_settle(c, w, &earlier, found);
    rdl_better_free(&earlier);
}
