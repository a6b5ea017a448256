/* write_facts.c - the facts of an explanation as lines of a schedule. */
#include "schedule/schedule.h"

#include "schedule/quote.h"

#include <inttypes.h>
#include <string.h>

static void facts_text(FILE *out, const char *text)
{
    fputc(' ', out);
    rdl_quote_write(out, text, strlen(text));
}

static void facts_place(FILE *out, const struct rdl_fact_place *p)
{
    facts_text(out, p->file);
    fprintf(out, " %" PRIu32, p->line);
}

static void facts_step(FILE *out, const struct rdl_fact_step *s)
{
    if (s->step == RDL_FACT_NO_STEP)
        fputs("fact-step -", out);
    else
        fprintf(out, "fact-step %" PRIu64, s->step);
    fprintf(out, " %s t%u %s", rdl_role_name(s->role), s->tid,
            s->op != RDL_NO_OP ? rdl_op_name((enum rdl_op)s->op) : "-");
    facts_text(out, s->what);
    facts_place(out, &s->place);
    facts_place(out, &s->call);
    fputc('\n', out);
}

void rdl_schedule_write_facts(const struct rdl_explanation *x, FILE *out)
{
    for (size_t i = 0; i < x->n; i++) {
        const struct rdl_fact *f = &x->facts[i];

        fprintf(out, "fact %s %s ", rdl_fact_kind_name(f->kind),
                rdl_how_name(f->how));
        if (f->turn == RDL_NO_TID)
            fputs("-", out);
        else
            fprintf(out, "t%u", f->turn);
        fprintf(out, " %s %u",
                f->passes_before && f->passes_after ? "both"
                : f->passes_before                  ? "before"
                : f->passes_after                   ? "after"
                                                    : "-",
                f->count);
        if (f->delay_ns > 0)
            fprintf(out, " %" PRIu64, f->delay_ns);
        fputc('\n', out);
        for (size_t k = 0; k < f->n_steps; k++)
            facts_step(out, &f->steps[k]);
    }
    for (size_t i = 0; i < x->n_threads; i++) {
        fprintf(out, "fact-thread t%u", x->threads[i].tid);
        facts_text(out, x->threads[i].function);
        fputc('\n', out);
    }
}
