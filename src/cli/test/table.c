/* table.c - see table.h. */
#include "cli/test/table.h"

#include "detect/detector.h"
#include "report/finding/text.h"
#include "report/table/table.h"
#include "symbols/stack.h"
#include "trace/numbers.h"
#include "util/die.h"

/* Limit for each stack under a table; raddle replay shows all. */
#define FRAMES 4

static char *table_output(struct rdl_show *show, struct rdl_worker *w,
                          size_t most)
{
    FILE *out = show->out;
    char *text;
    size_t size;

    show->out = rdl_alloc_stream(&text, &size);
    rdl_show_output(show, w, most);
    fclose(show->out);
    show->out = out;
    return text;
}

void rdl_test_table_take(struct rdl_test_table *t, struct rdl_show *show,
                         struct rdl_worker *w, size_t most_output)
{
    rdl_trace_free(&t->trace);
    rdl_trace_take(&t->trace, w->memory.shared);
    rdl_trace_number(&t->trace);
    t->trace.output = table_output(show, w, most_output);
}

/* Is it the execution of the schedule, and short enough to look at?  An
 * execution that timed out is not. */
static bool table_fits(const struct rdl_test_table *t,
                       const struct rdl_found *found)
{
    return found->replayed && t->trace.n_steps > 0 &&
           !rdl_detector_comes(found->kind, RDL_AT_TIMEOUT);
}

/* One thread alone, up to the failure: its steps explain nothing that its
 * output and its stack do not. */
static void table_print_threadless(const struct rdl_test_table *t,
                                   struct rdl_show *show,
                                   const struct rdl_found *found)
{
    struct rdl_symbols *symbols = rdl_show_trace_symbols(show, &t->trace);
    bool ends[RDL_MAX_THREADS] = { true };
    const struct rdl_finding_known known = { .ends = ends };

    /* At its end it is in the C library. */
    if (!rdl_detector_comes(found->kind, RDL_AT_EXIT))
        rdl_finding_print_threads(show->out, symbols, t->trace.finding, FRAMES,
                                  &known, show->colour);
    if (t->trace.output[0] != '\0')
        fprintf(show->out, "\n%s", t->trace.output);
}

/* The stacks below a table show what it leaves out. */
static void table_print(const struct rdl_test_table *t, struct rdl_show *show,
                        const struct rdl_found *found)
{
    struct rdl_symbols *symbols = rdl_show_trace_symbols(show, &t->trace);
    const bool fits = table_fits(t, found);
    bool ends[RDL_MAX_THREADS] = { false };
    const struct rdl_finding_known known = {
        .cycle = found->why.n > 0,
        .ends = ends,
    };
    const struct rdl_table_about about = { .why = &found->why,
                                           .shrunk = found->shrunk,
                                           .schedule = found->schedule };

    if (fits)
        rdl_show_table(show, &t->trace, &about, ends);
    rdl_finding_print_threads(show->out, symbols, t->trace.finding,
                              fits ? FRAMES : RDL_MAX_STACK,
                              fits ? &known : NULL, show->colour);
    rdl_show_unquoted(show);
    if (t->trace.output[0] != '\0')
        fprintf(show->out, "\n%s", t->trace.output);
}

void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        const struct rdl_found *found)
{
    /* Otherwise the trace is of another schedule than the stored one. */
    if (found->threadless && !show->full)
        table_print_threadless(t, show, found);
    else if (!found->kept || found->replayed)
        table_print(t, show, found);
    fflush(show->out);
    rdl_trace_free(&t->trace);
}
