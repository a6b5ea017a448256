/* ci.c - see ci.h.  What each thread did comes from the schedule file, which is
 * what the user has; places are looked up in the modules that it names.  CI
 * systems want file names relative to the root of the source tree:
 * GITHUB_WORKSPACE, or the nearest directory above with .git, or the current
 * one. */
#include "cli/test/ci.h"

#include "cli/test/command.h"

#include "base/event.h"
#include "schedule/schedule.h"
#include "cli/cli.h"
#include "util/die.h"
#include "report/explanation/json.h"
#include "report/explanation/text.h"
#include "report/formats/ci.h"
#include "symbols/symbol.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limit of steps of a finding in a report: the latest ones where a thread got
 * or lost its turn. */
#define MOST_STEPS 500

struct finding_report { /* a finding with everything needed to report it */
    struct rdl_ci_finding *out;
    struct rdl_schedule schedule;
    struct rdl_symbols *symbols; /* of the schedule's modules */
    const char *root;
    char explanation[RDL_EXPLANATION_TEXT];
    json_t *facts;
    char **texts; /* owned: paths and names */
    size_t n_texts;
};

static const char *ci_report_keep(struct finding_report *s, char *text)
{
    s->texts = rdl_grow(s->texts, (s->n_texts + 1) * sizeof(*s->texts));
    s->texts[s->n_texts++] = text;
    return text;
}

/* --- Places ---------------------------------------------------------------
 */

static char *ci_root(void)
{
    const char *given = getenv("GITHUB_WORKSPACE");
    char *here, *root, *slash;

    if (given != NULL && given[0] == '/')
        return rdl_strdup(given);
    here = getcwd(NULL, 0);
    if (here == NULL)
        return rdl_strdup("/");
    root = rdl_strdup(here);
    while ((slash = strrchr(root, '/')) != NULL) {
        char *git = rdl_format("%s/.git", root);
        bool there = access(git, F_OK) == 0;

        free(git);
        if (there) {
            free(here);
            return root;
        }
        *slash = '\0';
    }
    free(root);
    return here;
}

static void ci_place_file(struct finding_report *s, const char *path,
                          struct rdl_ci_place *out)
{
    size_t n = strlen(s->root);
    char *real = path[0] == '/' ? realpath(path, NULL) : NULL;

    out->file = ci_report_keep(s, rdl_strdup(real != NULL ? real : path));
    free(real);
    if (strncmp(out->file, s->root, n) == 0 && out->file[n] == '/') {
        out->file += n + 1;
        out->below = true;
    }
}

static void ci_place_of_pc(struct finding_report *s, uintptr_t pc,
                           struct rdl_ci_place *out)
{
    struct rdl_place place;

    *out = (struct rdl_ci_place){ .line = 0 };
    if (s->symbols == NULL || !rdl_symbols_find(s->symbols, pc, &place))
        return;
    if (place.path != NULL || place.file != NULL)
        ci_place_file(s, place.path != NULL ? place.path : place.file, out);
    out->line = place.line;
    out->column = place.column;
    out->function = place.function;
}

/* Is `name` the whole path or its last components? */
static bool ci_same_file(const char *path, const char *name, size_t n)
{
    size_t length = strlen(path);

    return length >= n && strncmp(path + length - n, name, n) == 0 &&
           (length == n || path[length - n - 1] == '/' || name[0] == '/');
}

/* The absolute path of a file that the schedule's sites name too. */
static const char *ci_path_of_file(struct finding_report *s, const char *file,
                                   size_t n)
{
    const struct rdl_schedule *d = &s->schedule;
    struct rdl_place place;

    for (size_t i = 0; s->symbols != NULL && i < d->n_sites; i++) {
        if (rdl_symbols_find(s->symbols,
                             ((uintptr_t)d->sites[i].module + 1) << 40 |
                                 d->sites[i].offset,
                             &place) &&
            place.path != NULL && ci_same_file(place.path, file, n))
            return place.path;
    }
    return NULL;
}

/* "bank.c:48:5 (main)": what rdl_place_format wrote. */
static void ci_place_of_text(struct finding_report *s, const char *text,
                             struct rdl_ci_place *out)
{
    struct rdl_found_place place;
    const char *path;
    char *name;

    *out = (struct rdl_ci_place){ .line = 0 };
    if (!rdl_found_place(text, &place))
        return;
    out->line = place.line;
    out->column = place.column;
    if (place.function != NULL)
        out->function = ci_report_keep(
            s, rdl_format("%.*s", (int)place.n_function, place.function));
    path = ci_path_of_file(s, place.file, place.n_file);
    name = rdl_format("%.*s", (int)place.n_file, place.file);
    ci_place_file(s, path != NULL ? path : name, out);
    free(name);
}

/* --- What the threads did -------------------------------------------------
 */

/* By ascending tid. */
static struct rdl_ci_thread *ci_thread_of(struct rdl_ci_finding *f,
                                          unsigned tid)
{
    size_t at = 0;

    while (at < f->n_threads && f->threads[at].tid < tid)
        at++;
    if (at < f->n_threads && f->threads[at].tid == tid)
        return &f->threads[at];
    f->threads = rdl_grow(f->threads, (f->n_threads + 1) * sizeof(*f->threads));
    memmove(&f->threads[at + 1], &f->threads[at],
            (f->n_threads - at) * sizeof(*f->threads));
    f->threads[at] = (struct rdl_ci_thread){ .tid = tid };
    f->n_threads++;
    return &f->threads[at];
}

/* The role of the step in the explanation, or NULL. */
static const char *ci_report_role(const struct rdl_explanation *x,
                                  uint64_t number)
{
    for (size_t i = 0; i < x->n; i++) {
        for (size_t k = 0; k < x->facts[i].n_steps; k++) {
            if (x->facts[i].steps[k].step == number)
                return rdl_role_name(x->facts[i].steps[k].role);
        }
    }
    return NULL;
}

static void ci_report_step(struct finding_report *s, unsigned tid,
                           uint64_t number, bool arrives)
{
    const struct rdl_schedule *d = &s->schedule;
    const struct rdl_site *site = &d->sites[d->steps[number]];
    struct rdl_ci_thread *t = ci_thread_of(s->out, tid);
    struct rdl_ci_step *step;

    t->steps = rdl_grow(t->steps, (t->n_steps + 1) * sizeof(*t->steps));
    step = &t->steps[t->n_steps++];
    *step = (struct rdl_ci_step){
        .op = rdl_op_name((enum rdl_op)site->op),
        .number = number,
        .role = ci_report_role(s->out->why, number),
        .arrives = arrives,
    };
    ci_place_of_pc(s, ((uintptr_t)site->module + 1) << 40 | site->offset,
                   &step->place);
}

static void ci_report_steps(struct finding_report *s)
{
    const struct rdl_schedule *d = &s->schedule;
    size_t first =
        d->n_switches > MOST_STEPS / 2 ? d->n_switches - MOST_STEPS / 2 : 0;

    for (size_t i = first; i < d->n_switches; i++) {
        const struct rdl_switch *w = &d->switches[i];
        uint64_t end = i + 1 < d->n_switches ? w[1].step : d->n_steps;

        if (w->step >= end)
            continue;
        ci_report_step(s, w->tid, w->step, true);
        if (end - w->step > 1)
            ci_report_step(s, w->tid, end - 1, false);
    }
}

/* Each module gets its own terabyte of addresses. */
static struct rdl_symbols *ci_report_symbols(const struct rdl_schedule *d)
{
    struct rdl_module *modules =
        rdl_alloc((d->n_modules + 1) * sizeof(*modules));
    struct rdl_symbols *symbols;

    for (size_t i = 0; i < d->n_modules; i++) {
        struct rdl_module *m = &modules[i];

        m->base = m->start = (uintptr_t)(i + 1) << 40;
        m->end = (uintptr_t)(i + 2) << 40;
        m->build_id_size = d->modules[i].build_id_size;
        memcpy(m->build_id, d->modules[i].build_id, sizeof(m->build_id));
        snprintf(m->path, sizeof(m->path), "%s", d->modules[i].path);
    }
    symbols = rdl_symbols_new(modules, d->n_modules);
    free(modules);
    return symbols;
}

static void ci_report_make(struct finding_report *s, const struct rdl_found *f,
                           bool warning, const char *root,
                           struct rdl_ci_finding *out)
{

    *s = (struct finding_report){ .out = out, .root = root };
    rdl_explanation_text(&f->why, s->explanation, sizeof(s->explanation));
    s->facts = rdl_explanation_json(&f->why);
    *out = (struct rdl_ci_finding){
        .id = f->id,
        .kind = f->kind,
        .text = f->said.text,
        .location = f->said.location,
        .warning = warning,
        .schedule = f->schedule,
        .replayed = f->replayed,
        .before = f->before,
        .execution = f->execution,
        .nth = f->nth,
        .explanation = f->why.n > 0 ? s->explanation : NULL,
        .why = &f->why,
        .facts = s->facts,
        .steps = f->steps,
        .times = f->times,
    };
    if (f->schedule != NULL &&
        rdl_schedule_load(&s->schedule, f->schedule, NULL)) {
        s->symbols = ci_report_symbols(&s->schedule);
        ci_report_steps(s);
    }
    ci_place_of_text(s, f->said.location, &out->place);
    if (f->said.other[0] != '\0')
        ci_place_of_text(s, f->said.other, &out->other);
    out->n_accesses = f->said.n_accesses;
    for (size_t i = 0; i < out->n_accesses; i++)
        ci_place_of_text(s, f->said.accesses[i], &out->accesses[i]);
}

static void ci_report_free(struct finding_report *s)
{
    for (size_t i = 0; i < s->out->n_threads; i++)
        free(s->out->threads[i].steps);
    free(s->out->threads);
    for (size_t i = 0; i < s->n_texts; i++)
        free(s->texts[i]);
    free(s->texts);
    json_decref(s->facts);
    if (s->symbols == NULL)
        return;
    rdl_symbols_free(s->symbols);
    rdl_schedule_free(&s->schedule);
}

/* --- Files ----------------------------------------------------------------
 */

static FILE *ci_open(const char *option, const char *path)
{
    FILE *out = path != NULL ? fopen(path, "we") : NULL;

    if (path != NULL && out == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --%s %s", option, path);
    return out;
}

static void ci_close(const char *option, const char *path, FILE *out, bool good)
{
    if (fclose(out) != 0 || !good)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --%s %s", option, path);
}

void rdl_test_ci_open(struct rdl_ci_files *f, const struct rdl_test_options *o,
                      FILE *out)
{
    struct rdl_error error;

    f->junit = ci_open("junit", o->junit);
    f->sarif = ci_open("sarif", o->sarif);
    if (o->annotations && !rdl_annotations_hold(out, &error))
        rdl_die_error(&error);
}

static void ci_write(struct rdl_ci_files *f, const struct rdl_test_options *o,
                     const struct rdl_ci_test *whole,
                     const struct rdl_ci_test *tests, size_t n, FILE *out)
{
    if (f->junit != NULL)
        ci_close("junit", o->junit, f->junit,
                 rdl_junit_write(f->junit, whole, tests, n));
    if (f->sarif != NULL)
        ci_close("sarif", o->sarif, f->sarif, rdl_sarif_write(f->sarif, whole));
    if (o->annotations)
        rdl_annotations_write(out, whole);
}

/* --- Results --------------------------------------------------------------
 */

struct made { /* a result and what it points to */
    struct rdl_ci_test test;
    struct finding_report *reports;
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

        ci_report_make(&m->reports[i], f, /*warning=*/i >= errors, root,
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
        ci_report_free(&m->reports[i]);
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
    root = ci_root();
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
