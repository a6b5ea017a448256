/* found.c - keeps a finding as files that need nothing of raddle gen: a C test,
 * and the schedule under which it fails. */
#include "cli/gen/gen.h"

#include "base/text.h"
#include "base/time.h"
#include "gen/emit/test.h"
#include "gen/module/confirm.h"
#include "util/atomic_file.h"
#include "util/die.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *found_path(const struct rdl_gen_session *s, const char *end)
{
    return rdl_format("%s/%u%s", s->cli->out, s->n_written, end);
}

static bool found_write(const struct rdl_gen_session *s,
                        const struct rdl_gen_finding *f, const char *path)
{
    const struct rdl_gen_written written = {
        .table = s->table,
        .test = &f->test,
        .verdict = rdl_gen_verdict_text(f),
        .allowed = rdl_gen_asserts(f) ? &f->outcomes : NULL,
        .seen = &f->seen,
        .in_order = f->verdict == RDL_GEN_OUT_OF_ORDER,
    };
    size_t size;
    char *text;
    FILE *out = rdl_alloc_stream(&text, &size);
    int failed;

    rdl_gen_emit_test(out, &written);
    fclose(out);
    failed = rdl_atomic_file(path, text, size);
    if (failed != 0)
        rdl_warn("cannot write %s: %s", path, strerror(-failed));
    free(text);
    return failed == 0;
}

/* The schedule that confirmed it goes beside the C file. */
static char *found_keep_schedule(const struct rdl_gen_session *s,
                                 const char *from)
{
    char *to = found_path(s, ".schedule");

    if (rename(from, to) == 0)
        return to;
    rdl_warn("cannot move %s to %s: %s", from, to, strerror(errno));
    free(to);
    return rdl_strdup(from);
}

/* What a confirmation may take beyond --time: twenty replays and a campaign of
 * a small program take a second or two. */
#define BEYOND_NS UINT64_C(10000000000)

/* How long the confirmation may take, in ms; 0: no limit. */
static uint64_t found_limit(const struct rdl_gen_session *s)
{
    const uint64_t now = rdl_time_ns(), end = s->deadline_ns + BEYOND_NS;

    if (s->deadline_ns == 0)
        return 0;
    return rdl_time_out_ms(end > now ? end - now : 0);
}

static void found_confirm(const struct rdl_gen_session *s,
                          struct rdl_gen_finding *f)
{
    char *program = found_path(s, ""), *dir = found_path(s, ".campaign");
    char *apart = found_path(s, ".apart");
    const bool asserts = rdl_gen_asserts(f);
    const struct rdl_gen_confirm confirm = {
        .raddle = s->build->raddle,
        .program = program,
        .apart = asserts ? apart : NULL,
        .dir = dir,
        .races = f->verdict == RDL_GEN_RACES,
        .seed = s->cli->seed,
        .limit_ms = found_limit(s),
    };
    struct rdl_error error = { 0 };
    char *schedule = NULL, *headline = NULL, kind[32] = "";

    if (rdl_gen_build_test(s->build, &s->cli->module, f->source, false, program,
                           &error) &&
        (!asserts || rdl_gen_build_test(s->build, &s->cli->module, f->source,
                                        true, apart, &error)))
        schedule = rdl_gen_confirm(&confirm, kind, &headline, &error);
    /* A test that fails before it races shows something else. */
    if (schedule != NULL && f->verdict == RDL_GEN_RACES &&
        strcmp(f->kind, kind) != 0) {
        rdl_error_set(&error, RDL_EXIT_NOTHING, "it fails with %s", kind);
        free(schedule);
        schedule = NULL;
    }
    f->confirmed = schedule != NULL;
    if (f->verdict == RDL_GEN_RACES && schedule != NULL) {
        free(f->said);
        f->said = headline;
        headline = NULL;
    }
    free(headline);
    /* The C file says what its schedule shows: of a test that can get stuck in
     * several ways that need not be what was seen first. */
    if (schedule != NULL && f->verdict == RDL_GEN_UNSAFE &&
        strcmp(f->kind, kind) != 0) {
        rdl_text_copy(f->kind, kind, sizeof(f->kind));
        found_write(s, f, f->source);
    }
    if (schedule != NULL)
        f->schedule = found_keep_schedule(s, schedule);
    else
        rdl_warn("%s: %s", f->source, error.text);
    free(schedule);
    free(apart);
    free(program);
    free(dir);
}

void rdl_gen_found(void *data, struct rdl_gen_finding *f)
{
    struct rdl_gen_session *s = data;
    struct stat st;

    /* Files of earlier sessions stay. */
    do {
        s->n_written++;
        free(f->source);
        f->source = found_path(s, ".c");
    } while (stat(f->source, &st) == 0);
    rdl_gen_progress_end(s);
    if (found_write(s, f, f->source)) {
        found_confirm(s, f);
    } else {
        free(f->source);
        f->source = NULL;
    }
    rdl_gen_print_finding(s->out, s, f);
    rdl_gen_json_keep(s, s->result);
}
