/* ci_finding.c - see ci_finding.h.  What each thread did comes from the
 * schedule file, which is what the user has; places are looked up in the
 * modules that it names. */
#include "cli/test/ci_finding.h"

#include "base/event.h"
#include "report/explanation/json.h"
#include "symbols/symbol.h"
#include "util/alloc.h"
#include "util/die.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limit of steps of a finding in a report: the latest ones where a thread got
 * or lost its turn. */
#define MOST_STEPS 500

static const char *ci_report_keep(struct rdl_ci_report *s, char *text)
{
    s->texts = rdl_grow(s->texts, (s->n_texts + 1) * sizeof(*s->texts));
    s->texts[s->n_texts++] = text;
    return text;
}

/* --- Places ---------------------------------------------------------------
 */

char *rdl_ci_root(void)
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

static void ci_place_file(struct rdl_ci_report *s, const char *path,
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

static void ci_place_of_pc(struct rdl_ci_report *s, uintptr_t pc,
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
static const char *ci_path_of_file(struct rdl_ci_report *s, const char *file,
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
static void ci_place_of_text(struct rdl_ci_report *s, const char *text,
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

static void ci_report_step(struct rdl_ci_report *s, unsigned tid,
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

static void ci_report_steps(struct rdl_ci_report *s)
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

void rdl_ci_report_make(struct rdl_ci_report *s, const struct rdl_found *f,
                        bool warning, const char *root,
                        struct rdl_ci_finding *out)
{
    *s = (struct rdl_ci_report){ .out = out, .root = root };
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

void rdl_ci_report_free(struct rdl_ci_report *s)
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

FILE *rdl_ci_open(const char *option, const char *path)
{
    FILE *out = path != NULL ? fopen(path, "we") : NULL;

    if (path != NULL && out == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --%s %s", option, path);
    return out;
}

void rdl_ci_close(const char *option, const char *path, FILE *out, bool good)
{
    if (fclose(out) != 0 || !good)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --%s %s", option, path);
}
