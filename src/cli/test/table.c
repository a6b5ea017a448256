/* table.c - see table.h. */
#include "cli/test/table.h"

#include "exec/interrupt.h"
#include "schedule/replay.h"
#include "detect/detector.h"
#include "util/die.h"
#include "report/finding/text.h"
#include "symbols/stack.h"
#include "report/table/table.h"

#include <stdlib.h>

#define FRAMES 4 /* of each stack under a table; raddle replay has all */

static FILE *table_text_open(char **text)
{
    static size_t size;

    return rdl_alloc_stream(text, &size);
}

static char *table_text_of_stacks(struct rdl_show *show,
                                  const struct rdl_worker *w, size_t frames,
                                  const struct rdl_finding_told *told)
{
    const struct rdl_shared *s = w->memory.shared;
    char *text;
    FILE *out = table_text_open(&text);

    rdl_finding_print_threads(out, rdl_show_symbols(show, s), &s->finding,
                              frames, told, show->colour);
    fclose(out);
    return text;
}

static void table_drop(struct rdl_test_table *t)
{
    free(t->stacks);
    free(t->output);
    *t = (struct rdl_test_table){ 0 };
}

void rdl_test_table_take(struct rdl_test_table *t, struct rdl_show *show,
                         struct rdl_worker *w, size_t most_output)
{
    FILE *out = show->out;

    table_drop(t);
    t->stacks = table_text_of_stacks(show, w, RDL_MAX_STACK, /*told=*/NULL);
    show->out = table_text_open(&t->output);
    rdl_show_output(show, w, most_output);
    fclose(show->out);
    show->out = out;
}

/* The stacks below a table tell what it does not. */
static void table_print(struct rdl_test_table *t, struct rdl_show *show,
                        struct rdl_campaign *c, const struct rdl_found *found)
{
    const struct rdl_replay_setup options = {
        .tracker = c->options.config.tracker,
        .flags = RDL_CFG_WATCH,
    };
    struct rdl_worker *w =
        c->workers.fresh != NULL ? c->workers.fresh : c->workers.latest;
    bool ends[RDL_MAX_THREADS] = { false };
    const struct rdl_finding_told told = {
        .cycle = found->cause[0] != '\0',
        .ends = ends,
    };
    const struct rdl_table_about about = { .cause = found->cause,
                                           .shrunk = found->shrunk };
    struct rdl_schedule schedule;
    struct rdl_schedule_error error;
    struct rdl_run_result ran;

    /* One that timed out would take that time once more. */
    if (!found->replayed || rdl_interrupted() ||
        rdl_detector_comes(found->kind, RDL_AT_TIMEOUT) ||
        !rdl_schedule_load(&schedule, found->schedule, &error))
        return;
    if (rdl_replay(w, &schedule, &options, &ran) == RDL_RERUN_SAME &&
        !rdl_interrupted()) {
        rdl_show_table(show, w, &about, /*full=*/false, ends);
        free(t->stacks);
        t->stacks = table_text_of_stacks(show, w, FRAMES, &told);
    }
    rdl_schedule_free(&schedule);
}

void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        struct rdl_campaign *c, const struct rdl_found *found)
{
    table_print(t, show, c, found);
    if (!found->kept || found->replayed) { /* else they are of another one */
        fputs(t->stacks, show->out);
        rdl_show_unquoted(show);
        if (t->output[0] != '\0')
            fprintf(show->out, "\n%s", t->output);
    }
    fflush(show->out);
    table_drop(t);
}
