/* ci.c - see ci.h. */
#include "cli/test/ci.h"

#include "cli/test/ci_finding.h"
#include "cli/test/command.h"

#include "cli/cli.h"
#include "util/die.h"
#include "report/formats/ci.h"

#include <stdlib.h>
#include <string.h>

/* --- Files ----------------------------------------------------------------
 */

void rdl_test_ci_open(struct rdl_ci_files *f, const struct rdl_test_options *o,
                      FILE *out)
{
    struct rdl_error error;

    f->junit = rdl_ci_open("junit", o->junit);
    f->sarif = rdl_ci_open("sarif", o->sarif);
    if (o->annotations && !rdl_annotations_hold(out, &error))
        rdl_die_error(&error);
}

static void ci_write(struct rdl_ci_files *f, const struct rdl_test_options *o,
                     const struct rdl_ci_test *whole,
                     const struct rdl_ci_test *tests, size_t n, FILE *out)
{
    if (f->junit != NULL)
        rdl_ci_close("junit", o->junit, f->junit,
                     rdl_junit_write(f->junit, whole, tests, n));
    if (f->sarif != NULL)
        rdl_ci_close("sarif", o->sarif, f->sarif,
                     rdl_sarif_write(f->sarif, whole));
    if (o->annotations)
        rdl_annotations_write(out, whole);
}

/* --- Results --------------------------------------------------------------
 */

struct made { /* a result and what it points to */
    struct rdl_ci_test test;
    struct rdl_ci_report *reports;
    struct rdl_ci_finding *findings;
    struct rdl_ci_note *notes;
};

static struct rdl_ci_test ci_test(const struct rdl_test_result *r,
                                  const char *root)
{
    const struct rdl_campaign *c = r->campaign;

    return (struct rdl_ci_test){
        .part = r->part,
        .left_out = r->left_out,
        .version = RDL_VERSION,
        .program = c->options.program,
        .arguments = c->options.worker.argv + 1,
        .root = root,
        .executions = c->totals.executions,
        .steps = c->totals.steps,
        .seed = c->options.config.seed,
        .suppressed = c->totals.suppressed,
        .seconds =
            rdl_budget_seconds(&c->budget) + rdl_budget_aside(&c->budget),
        .strategy = c->options.config.strategy,
        .exit_status = r->exit_status,
        .why = r->why,
        .missed = r->verdict.missed,
        .n_findings = c->findings.n,
        .n_warnings = c->warnings.n,
        .n_notes = c->notes.n,
    };
}

/* A case that did not run: an error, not a pass. */
static void ci_make_none(struct made *m, const struct rdl_test_result *r,
                         const struct rdl_test_options *o, const char *root)
{
    *m = (struct made){
        .test = { .part = r->part,
                  .version = RDL_VERSION,
                  .program = o->command[0],
                  .arguments = o->command + 1,
                  .root = root,
                  .strategy = o->strategy,
                  .seed = o->seed,
                  .exit_status = r->exit_status,
                  .why = r->why },
    };
}

static void ci_make(struct made *m, const struct rdl_test_result *r,
                    const char *root)
{
    const struct rdl_campaign *c = r->campaign;
    const size_t errors = c->findings.n, all = errors + c->warnings.n;

    *m = (struct made){
        .test = ci_test(r, root),
        .reports = rdl_alloc((all + 1) * sizeof(*m->reports)),
        .findings = rdl_alloc((all + 1) * sizeof(*m->findings)),
        .notes = rdl_alloc((c->notes.n + 1) * sizeof(*m->notes)),
    };
    for (size_t i = 0; i < all; i++) {
        const struct rdl_found *f =
            i < errors ? &c->findings.all[i] : &c->warnings.all[i - errors];

        rdl_ci_report_make(&m->reports[i], f, /*warning=*/i >= errors, root,
                           &m->findings[i]);
        if (r->command != NULL && r->command->baseline != NULL)
            m->findings[i].baseline = r->command->baseline(r->command->data, f);
    }
    for (size_t i = 0; i < c->notes.n; i++)
        m->notes[i] = (struct rdl_ci_note){
            .kind = rdl_note_name(c->notes.all[i].note.kind),
            .text = c->notes.all[i].note.text,
        };
    m->test.findings = m->findings;
    m->test.warnings = m->findings + errors;
    m->test.notes = m->notes;
}

static void ci_made_free(struct made *m)
{
    for (size_t i = 0; i < m->test.n_findings + m->test.n_warnings; i++)
        rdl_ci_report_free(&m->reports[i]);
    free(m->reports);
    free(m->findings);
    free(m->notes);
}

/* Appends the `more` findings at `from` to the *n at *to. */
static void ci_append(struct rdl_ci_finding **to, size_t *n,
                      const struct rdl_ci_finding *from, size_t more)
{
    *to = rdl_grow(*to, (*n + more + 1) * sizeof(**to));
    if (more > 0)
        memcpy(*to + *n, from, more * sizeof(**to));
    *n += more;
}

/* The sum of the tests; the findings and notes of all, which the caller frees.
 */
static void ci_sum(struct rdl_ci_test *whole, const struct made *made, size_t n,
                   struct rdl_ci_finding **findings,
                   struct rdl_ci_finding **warnings, struct rdl_ci_note **notes)
{
    *findings = *warnings = NULL;
    *notes = NULL;
    whole->executions = whole->steps = whole->suppressed = 0;
    whole->n_findings = whole->n_warnings = whole->n_notes = 0;
    whole->seconds = 0;
    for (size_t i = 0; i < n; i++) {
        const struct rdl_ci_test *t = &made[i].test;

        whole->executions += t->executions;
        whole->steps += t->steps;
        whole->suppressed += t->suppressed;
        whole->seconds += t->seconds;
        ci_append(findings, &whole->n_findings, t->findings, t->n_findings);
        ci_append(warnings, &whole->n_warnings, t->warnings, t->n_warnings);
        *notes = rdl_grow(*notes,
                          (whole->n_notes + t->n_notes + 1) * sizeof(**notes));
        if (t->n_notes > 0)
            memcpy(*notes + whole->n_notes, t->notes,
                   t->n_notes * sizeof(**notes));
        whole->n_notes += t->n_notes;
    }
    whole->findings = *findings;
    whole->warnings = *warnings;
    whole->notes = *notes;
}

void rdl_test_ci_end(struct rdl_ci_files *f, const struct rdl_test_options *o,
                     const struct rdl_test_result *whole,
                     const struct rdl_test_result *results, size_t n, FILE *out)
{
    struct rdl_ci_finding *findings, *warnings;
    struct rdl_ci_note *notes;
    struct rdl_ci_test *tests, sum;
    struct made *made;
    char *root;

    if (f->junit == NULL && f->sarif == NULL && !o->annotations)
        return;
    root = rdl_ci_root();
    made = rdl_alloc(n * sizeof(*made));
    tests = rdl_alloc(n * sizeof(*tests));
    for (size_t i = 0; i < n; i++) {
        if (results[i].campaign != NULL)
            ci_make(&made[i], &results[i], root);
        else
            ci_make_none(&made[i], &results[i], o, root);
        tests[i] = made[i].test;
    }
    if (whole->campaign != NULL)
        sum = ci_test(whole, root);
    else
        sum = tests[0];
    sum.arguments = o->command + 1;
    ci_sum(&sum, made, n, &findings, &warnings, &notes);
    ci_write(f, o, &sum, tests, n, out);
    for (size_t i = 0; i < n; i++)
        ci_made_free(&made[i]);
    free(findings);
    free(warnings);
    free(notes);
    free(tests);
    free(made);
    free(root);
}
