/* ci.c - the result of raddle gen for CI systems.  Each pair of functions is a
 * test case: it passes if tests of it were run and none showed a finding. */
#include "cli/gen/gen.h"

#include "base/hash.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/test/ci_finding.h"
#include "util/die.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rdl_gen_ci_open(struct rdl_gen_ci *ci, const struct rdl_gen_cli *cli)
{
    ci->junit = rdl_ci_open("junit", cli->junit);
    ci->sarif = rdl_ci_open("sarif", cli->sarif);
}

/* --- Findings ------------------------------------------------------------- */

/* As raddle test would know it.  The schedule file has the place and the
 * explanation. */
static void ci_found(const struct rdl_gen_session *s,
                     const struct rdl_gen_finding *f, struct rdl_found *out)
{
    char *beside = rdl_gen_beside(s, f);
    /* The same whether a race is a warning or a failure. */
    char *name = rdl_format("%s: %s", rdl_gen_verdict_text(f), beside);
    struct rdl_schedule schedule;

    *out = (struct rdl_found){
        .id = rdl_hash_text(name),
        .execution = f->executions,
        .nth = f->executions,
        .seconds = f->seconds,
        .times = f->times,
        .schedule = f->schedule,
        .replayed = f->confirmed,
    };
    rdl_text_copy(out->said.location, f->source != NULL ? f->source : "-",
                  sizeof(out->said.location));
    if (f->schedule != NULL &&
        rdl_schedule_load(&schedule, f->schedule, NULL)) {
        rdl_found_of_schedule(out, &schedule);
        rdl_schedule_free(&schedule);
    }
    rdl_text_copy(out->kind, rdl_gen_kind(f), sizeof(out->kind));
    rdl_text_copy(out->said.text, beside, sizeof(out->said.text));
    free(name);
    free(beside);
}

/* --- Cases ---------------------------------------------------------------- */

struct cases {
    struct rdl_ci_test *all;
    size_t n;
};

static char *ci_case_name(const struct rdl_gen_session *s, unsigned f,
                          unsigned g)
{
    return rdl_format("%s beside %s", s->table->functions[f].name,
                      s->table->functions[g].name);
}

static struct rdl_ci_test *ci_case(struct cases *c,
                                   const struct rdl_ci_test *whole, char *name)
{
    c->all = rdl_grow(c->all, (c->n + 1) * sizeof(*c->all));
    c->all[c->n] = *whole;
    c->all[c->n].part = name;
    c->all[c->n].seconds = 0;
    c->all[c->n].n_findings = 0;
    c->all[c->n].findings = NULL;
    c->all[c->n].n_notes = 0;
    return &c->all[c->n++];
}

/* Those of the findings whose first two calls are these functions, in either
 * order; they follow each other in `findings`. */
static void ci_case_findings(const struct rdl_gen_campaign *r, unsigned f,
                             unsigned g, const struct rdl_ci_finding *findings,
                             bool *taken, struct rdl_ci_test *to)
{
    struct rdl_ci_finding *own = NULL;

    for (size_t i = 0; i < r->n_findings; i++) {
        const struct rdl_gen_finding *x = &r->findings[i];

        if (taken[i] || !((x->f == f && x->g == g) || (x->f == g && x->g == f)))
            continue;
        taken[i] = true;
        own = rdl_grow(own, (to->n_findings + 1) * sizeof(*own));
        own[to->n_findings++] = findings[i];
    }
    to->findings = own;
}

static void ci_cases(struct cases *c, const struct rdl_gen_session *s,
                     const struct rdl_gen_campaign *r,
                     const struct rdl_ci_test *whole)
{
    bool *taken = rdl_alloc(r->n_findings + 1);

    for (size_t i = 0; i < r->pairs.n; i++) {
        const struct rdl_gen_pair *p = &r->pairs.all[i];
        struct rdl_ci_test *one;

        if (p->barred && p->tests == 0)
            continue;
        one = ci_case(c, whole, ci_case_name(s, p->f, p->g));
        one->why = NULL;
        one->left_out = p->tests == 0 ? "no test of this pair was run" : NULL;
        ci_case_findings(r, p->f, p->g, whole->findings, taken, one);
    }
    /* Shrinking may leave another pair, such as a lock beside a method. */
    for (size_t i = 0; i < r->n_findings; i++) {
        const struct rdl_gen_finding *x = &r->findings[i];

        if (!taken[i])
            ci_case_findings(r, x->f, x->g, whole->findings, taken,
                             ci_case(c, whole, ci_case_name(s, x->f, x->g)));
    }
    /* Nothing was tested: an error, never a pass. */
    if (c->n == 0 || whole->why != NULL)
        ci_case(c, whole, rdl_strdup(s->table->header));
    free(taken);
}

static void ci_cases_free(struct cases *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free((void *)c->all[i].part);
        free((void *)c->all[i].findings);
    }
    free(c->all);
}

void rdl_gen_ci_end(struct rdl_gen_ci *ci, const struct rdl_gen_session *s,
                    const struct rdl_gen_campaign *r, int status,
                    const char *why)
{
    struct rdl_found *found = rdl_alloc((r->n_findings + 1) * sizeof(*found));
    struct rdl_ci_report *reports =
        rdl_alloc((r->n_findings + 1) * sizeof(*reports));
    struct rdl_ci_finding *findings =
        rdl_alloc((r->n_findings + 1) * sizeof(*findings));
    char *root = rdl_ci_root(), *none[] = { NULL };
    const struct rdl_ci_test whole = {
        .version = RDL_VERSION,
        .program = s->table->header,
        .arguments = none,
        .root = root,
        .executions = r->executions,
        .steps = r->steps,
        .seed = s->cli->seed,
        .seconds = r->seconds,
        .strategy = s->cli->choice->name,
        .exit_status = status,
        .why = why,
        .n_findings = r->n_findings,
        .findings = findings,
    };
    struct cases cases = { 0 };

    for (size_t i = 0; i < r->n_findings; i++) {
        ci_found(s, &r->findings[i], &found[i]);
        rdl_ci_report_make(&reports[i], &found[i],
                           rdl_gen_is_warning(s, &r->findings[i]), root,
                           &findings[i]);
    }
    ci_cases(&cases, s, r, &whole);
    if (ci->junit != NULL)
        rdl_ci_close("junit", s->cli->junit, ci->junit,
                     rdl_junit_write(ci->junit, &whole, cases.all, cases.n));
    if (ci->sarif != NULL)
        rdl_ci_close("sarif", s->cli->sarif, ci->sarif,
                     rdl_sarif_write(ci->sarif, &whole));
    ci_cases_free(&cases);
    for (size_t i = 0; i < r->n_findings; i++)
        rdl_ci_report_free(&reports[i]);
    free(reports);
    free(findings);
    free(found);
    free(root);
}
