/* summary.c - what raddle gen says of a session as a whole. */
#include "cli/gen/gen.h"

#include "util/alloc.h"
#include "util/wrap.h"

#include <inttypes.h>
#include <stdlib.h>

static void summary_counts(FILE *out, const struct rdl_gen_campaign *r)
{
    size_t covered = 0, pairs = 0;

    for (size_t i = 0; i < r->pairs.n; i++) {
        pairs += !r->pairs.all[i].barred;
        covered +=
            !r->pairs.all[i].barred && rdl_gen_pair_seen(&r->pairs.all[i]);
    }
    fprintf(out,
            "%" PRIu64 " test%s, %" PRIu64
            " executions in %.1f s, pairs of functions %zu of %zu",
            r->tests, r->tests == 1 ? "" : "s", r->executions, r->seconds,
            covered, pairs);
}

/* Pairs that no execution showed at work at the same time. */
static void summary_missing(FILE *out, const struct rdl_gen_session *s,
                            const struct rdl_gen_campaign *r)
{
    const size_t most = 6;
    size_t n = 0, size;
    char *text;
    FILE *line = rdl_alloc_stream(&text, &size);

    for (size_t i = 0; i < r->pairs.n; i++) {
        const struct rdl_gen_pair *p = &r->pairs.all[i];

        if (p->barred || rdl_gen_pair_seen(p))
            continue;
        if (n < most)
            fprintf(line, "%s%s beside %s",
                    n == 0 ? "never at work at the same time: " : ", ",
                    s->table->functions[p->f].name,
                    s->table->functions[p->g].name);
        n++;
    }
    if (n > most)
        fprintf(line, " and %zu others", n - most);
    fclose(line);
    if (n > 0) {
        fputs("  ", out);
        rdl_wrap(out, 2, 4, text);
    }
    free(text);
}

/* What the session that this one continues found: it still counts. */
void rdl_gen_print_known(FILE *out, const struct rdl_gen_session *s,
                         const struct rdl_gen_campaign *r)
{
    for (size_t i = 0; i < r->n_known; i++) {
        const struct rdl_gen_finding *f = &r->findings[i];
        char *title = rdl_gen_title(s, f);
        char *text = rdl_format(
            "found before: %s%s%s%s", title, f->source != NULL ? " (" : "",
            f->source != NULL ? f->source : "", f->source != NULL ? ")" : "");

        rdl_wrap(out, 0, 2, text);
        free(text);
        free(title);
    }
}

void rdl_gen_print_summary(FILE *out, const struct rdl_gen_session *s,
                           const struct rdl_gen_campaign *r)
{
    const size_t races = r->n_findings - rdl_gen_failures(r, false);

    summary_counts(out, r);
    fputc('\n', out);
    if (r->end != RDL_GEN_END_FINDINGS)
        summary_missing(out, s, r);
    if (r->fail_alone > 0)
        fprintf(out,
                "%" PRIu64 " tests left out: they fail one call after the "
                "other\n",
                r->fail_alone);
    if (r->stuck > 0)
        fprintf(out,
                "%" PRIu64 " tests left out: they wait for ever in every "
                "order\n",
                r->stuck);
    if (r->undecided > 0)
        fprintf(out,
                "%" PRIu64 " executions undecided: not every order of their "
                "calls was run\n",
                r->undecided);
    if (r->cut > 0)
        fprintf(out,
                "%" PRIu64 " executions cut: they reached the bound on steps "
                "or time, or a call ended the process\n",
                r->cut);
    if (races > 0 && s->cli->races != RDL_GEN_RACES_FAIL)
        fprintf(out, "%zu data race%s (--races=fail makes %s a failure)\n",
                races, races == 1 ? "" : "s", races == 1 ? "it" : "each");
    if (r->n_findings > 0)
        return;
    if (r->tests > 0)
        fputs("nothing found\n", out);
    else if (r->end == RDL_GEN_END_TIME)
        fputs("nothing tested: the time was over while raddle learnt how to "
              "call the functions (-t)\n",
              out);
    else
        fputs("nothing tested\n", out);
}

void rdl_gen_progress(void *data, const struct rdl_gen_campaign *so_far)
{
    const struct rdl_gen_session *s = data;

    if (!s->tty)
        return;
    fputs("\r", stderr);
    summary_counts(stderr, so_far);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void rdl_gen_progress_end(const struct rdl_gen_session *s)
{
    if (s->tty)
        fputs("\r\033[K", stderr);
}
