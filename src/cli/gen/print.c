/* print.c - what raddle gen says to people. */
#include "cli/gen/gen.h"

#include "gen/emit/names.h"
#include "gen/emit/test.h"
#include "util/alloc.h"
#include "util/width.h"
#include "util/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Functions with a role (of the type that tests share), joined by commas. */
static void print_role(FILE *out, const struct rdl_gen_table *t,
                       enum rdl_gen_role role, const char *before)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (f->role == role && f->of == t->handle && rdl_gen_drivable(f))
            fprintf(out, "%s%s", n++ > 0 ? ", " : before, f->name);
    }
}

void rdl_gen_print_table(FILE *out, const struct rdl_gen_table *t)
{
    size_t size, heading_size, n = 0;
    char *text, *heading;
    FILE *line = rdl_alloc_stream(&text, &size);
    FILE *head = rdl_alloc_stream(&heading, &heading_size);

    for (size_t i = 0; i < t->n_functions; i++) {
        if (rdl_gen_concurrent(t, i))
            fprintf(line, "%s%s", n++ > 0 ? " " : "", t->functions[i].name);
    }
    fclose(line);
    fprintf(head, "%s: %s", t->header, t->handles[t->handle].type);
    print_role(head, t, RDL_GEN_MAKER, ": made by ");
    print_role(head, t, RDL_GEN_ENDER, ", ended by ");
    fprintf(head, "; %zu function%s can be called at the same time", n,
            n == 1 ? " of it" : "s of it");
    fclose(head);
    rdl_wrap(out, 0, 2, heading);
    free(heading);
    fputs("  ", out);
    rdl_wrap(out, 2, 2, text);
    free(text);
    n = 0;
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];

        if (rdl_gen_drivable(f))
            continue;
        /* The author knows those. */
        if (rdl_gen_spec_ignores(f)) {
            n++;
        } else {
            char *said =
                rdl_format("left out: %s (%s)", f->name, f->out_reason);

            fputs("  ", out);
            rdl_wrap(out, 2, 4, said);
            free(said);
        }
    }
    if (n > 0)
        fprintf(out, "  left out: %zu function%s that the spec ignores\n", n,
                n == 1 ? "" : "s");
}

/* --- Learning ---------------------------------------------------------------
 */

void rdl_gen_print_learnt(FILE *out, const struct rdl_gen_session *s,
                          const struct rdl_gen_campaign *r)
{
    const struct rdl_gen_learnt *l = &r->learnt;
    size_t called = 0, returned = 0;

    for (size_t i = 0; i < l->n; i++) {
        called += l->habits[i].called > 0;
        returned += l->habits[i].returned > 0;
    }
    fprintf(out, "learning: %" PRIu64 " sequences, %zu of %zu functions return",
            l->sequences, returned, called);
    fprintf(out, ", %" PRIu64 " sequences fail in one thread\n", l->failed);
    for (size_t i = 0; i < l->n; i++) {
        const struct rdl_gen_habit *h = &l->habits[i];
        const char *name = s->table->functions[i].name;

        if (h->fails && h->returned > 0)
            fprintf(out,
                    "  left out: %s (%u executions did not end in time while "
                    "it ran)\n",
                    name, h->late);
        else if (h->fails)
            fprintf(out, "  left out: %s (fails in every sequence: %s)\n", name,
                    h->kind);
        else if (s->cli->sequential && h->kind[0] != '\0')
            fprintf(out, "  in one thread: %s: %s%s\n", name, h->kind,
                    h->needs ? ", unless something was called before" : "");
    }
}

/* --- Findings ---------------------------------------------------------------
 */

const char *rdl_gen_verdict_text(const struct rdl_gen_finding *f)
{
    switch (f->verdict) {
    case RDL_GEN_OUT_OF_ORDER:
        return "not linearisable";
    case RDL_GEN_NEVER:
        return "not linearisable, not even sequentially consistent";
    case RDL_GEN_RACES:
        return "data race";
    default:
        return f->kind[0] != '\0' ? f->kind : "thread-safety violation";
    }
}

bool rdl_gen_is_warning(const struct rdl_gen_session *s,
                        const struct rdl_gen_finding *f)
{
    return f->verdict == RDL_GEN_RACES && s->cli->races != RDL_GEN_RACES_FAIL;
}

/* A call with what it returned: "q_pop(q, &v2) = 0, v 1". */
static char *print_call(const struct rdl_gen_session *s,
                        const struct rdl_gen_finding *f, unsigned call)
{
    struct rdl_gen_names names;
    size_t size, values_size;
    char *text, *values;
    int made, where;
    FILE *out = rdl_alloc_stream(&text, &size);
    FILE *v = rdl_alloc_stream(&values, &values_size);

    rdl_gen_names(&names, s->table, &f->test);
    names.contents = true;
    made = rdl_gen_name_made(&names, call);
    if (made >= 0 &&
        rdl_gen_makes(rdl_gen_name_function(&names, call), &where) &&
        where == RDL_GEN_OF_RESULT)
        fprintf(out, "%s = ", names.objects[made].name);
    rdl_gen_name_call(out, &names, call);
    if (made >= 0) {
        fclose(v);
        fclose(out);
        free(values);
        return text;
    }
    if (f->verdict != RDL_GEN_RACES)
        rdl_gen_emit_values(v, s->table, &f->test, call, &f->seen);
    fclose(v);
    if (values[0] != '\0')
        fprintf(out, "%s%s", f->seen.calls[call].returned ? " = " : " ",
                values);
    fclose(out);
    free(values);
    return text;
}

/* One thread below the other, for calls that are too long for columns. */
static void print_threads_apart(FILE *out, const struct rdl_gen_session *s,
                                const struct rdl_gen_finding *f)
{
    const struct rdl_gen_test *t = &f->test;

    for (unsigned i = 0; i < t->n_suffixes; i++) {
        for (unsigned k = 0; k < t->suffixes[i].n; k++) {
            char *text = print_call(s, f, rdl_gen_test_first(t, i) + k);

            if (k == 0)
                fprintf(out, "  thread %u: ", i + 1);
            else
                fprintf(out, "%12s", "");
            rdl_wrap(out, 12, 14, text);
            free(text);
        }
    }
}

static void print_threads(FILE *out, const struct rdl_gen_session *s,
                          const struct rdl_gen_finding *f)
{
    const struct rdl_gen_test *t = &f->test;
    size_t widths[RDL_WIRE_SUFFIXES], all = 2;
    unsigned rows = 0;

    for (unsigned i = 0; i < t->n_suffixes; i++) {
        widths[i] = strlen("thread 1");
        rows = t->suffixes[i].n > rows ? t->suffixes[i].n : rows;
        for (unsigned k = 0; k < t->suffixes[i].n; k++) {
            char *text = print_call(s, f, rdl_gen_test_first(t, i) + k);
            const size_t n = rdl_width(text);

            widths[i] = n > widths[i] ? n : widths[i];
            free(text);
        }
        all += widths[i] + (i > 0 ? 3 : 0);
    }
    if (all > RDL_COLUMNS) {
        print_threads_apart(out, s, f);
        return;
    }
    for (unsigned row = 0; row <= rows; row++) {
        fputs("  ", out);
        for (unsigned i = 0; i < t->n_suffixes; i++) {
            char *text =
                row == 0 ? rdl_format("thread %u", i + 1)
                : row <= t->suffixes[i].n
                    ? print_call(s, f, rdl_gen_test_first(t, i) + row - 1)
                    : rdl_strdup("");
            const bool last = i + 1 == t->n_suffixes;

            if (i > 0)
                fputs(last && *text == '\0' ? "|" : "| ", out);
            fprintf(out, "%s%*s", text,
                    last ? 0 : (int)(widths[i] - rdl_width(text)) + 1, "");
            if (last)
                fputc('\n', out);
            free(text);
        }
    }
}

char *rdl_gen_beside(const struct rdl_gen_session *s,
                     const struct rdl_gen_finding *f)
{
    size_t size;
    char *text;
    FILE *out = rdl_alloc_stream(&text, &size);

    rdl_gen_emit_functions(out, s->table, &f->test);
    fclose(out);
    return text;
}

char *rdl_gen_title(const struct rdl_gen_session *s,
                    const struct rdl_gen_finding *f)
{
    char *beside = rdl_gen_beside(s, f);
    char *title =
        rdl_format("%s%s: %s", rdl_gen_is_warning(s, f) ? "warning: " : "",
                   rdl_gen_verdict_text(f), beside);

    free(beside);
    return title;
}

/* The results of these calls in an outcome, joined by "; ". */
static char *print_outcome(const struct rdl_gen_session *s,
                           const struct rdl_gen_finding *f,
                           const struct rdl_gen_results *r)
{
    size_t size;
    char *text;
    FILE *out = rdl_alloc_stream(&text, &size);
    bool first = true;

    for (unsigned k = rdl_gen_test_first(&f->test, 0); k < r->n_calls; k++) {
        size_t one_size;
        char *values;
        FILE *v = rdl_alloc_stream(&values, &one_size);

        rdl_gen_emit_values(v, s->table, &f->test, k, r);
        fclose(v);
        if (values[0] != '\0') {
            fprintf(out, "%s%s", first ? "" : "; ", values);
            first = false;
        }
        free(values);
    }
    fclose(out);
    return text;
}

void rdl_gen_allowed(const struct rdl_gen_session *s,
                     const struct rdl_gen_finding *f, char ***texts, size_t *n)
{
    for (size_t i = 0; i < f->outcomes.n; i++) {
        bool known = false;
        char *text;

        if (f->outcomes.all[i].ending != RDL_GEN_RETURNED)
            continue;
        text = print_outcome(s, f, &f->outcomes.all[i]);
        for (size_t k = 0; k < *n && !known; k++)
            known = strcmp((*texts)[k], text) == 0;
        if (!known)
            rdl_gen_text_add(texts, n, text);
        free(text);
    }
}

static void print_allowed(FILE *out, const struct rdl_gen_session *s,
                          const struct rdl_gen_finding *f)
{
    char **said = NULL;
    size_t n = 0;

    rdl_gen_allowed(s, f, &said, &n);
    fputs("  one after the other these calls give:\n", out);
    for (size_t i = 0; i < n && i < 6; i++)
        fprintf(out, "    %s\n", said[i]);
    if (n > 6)
        fprintf(out, "    and %zu others\n", n - 6);
    if (f->verdict == RDL_GEN_OUT_OF_ORDER)
        fputs("  never this in an order that real time allows\n", out);
    rdl_gen_text_clear(&said, &n);
}

static void print_line(FILE *out, const struct rdl_gen_session *s,
                       const struct rdl_gen_finding *f, const char *head,
                       unsigned from, unsigned to)
{
    size_t size;
    char *text;
    FILE *line;

    if (from == to)
        return;
    line = rdl_alloc_stream(&text, &size);
    for (unsigned i = from; i < to; i++) {
        char *call = print_call(s, f, i);

        fprintf(line, "%s%s;", i > from ? " " : "", call);
        free(call);
    }
    fclose(line);
    fprintf(out, "  %-8s", head);
    rdl_wrap(out, 10, 10, text);
    free(text);
}

void rdl_gen_print_finding(FILE *out, const struct rdl_gen_session *s,
                           const struct rdl_gen_finding *f)
{
    const struct rdl_gen_test *t = &f->test;
    const unsigned tail = rdl_gen_test_first(t, t->n_suffixes);
    char *title = rdl_gen_title(s, f);

    fputc('\n', out);
    rdl_wrap(out, 0, 2, title);
    free(title);
    fprintf(out, "  test %" PRIu64 ", found after %.1f s", f->test_number,
            f->seconds);
    if (rdl_gen_test_calls(t) < f->calls_before)
        fprintf(out, "; shrunk from %u calls to %u", f->calls_before,
                rdl_gen_test_calls(t));
    fputc('\n', out);
    print_line(out, s, f, "first", 0, rdl_gen_test_first(t, 0));
    print_threads(out, s, f);
    if (f->seen.ending == RDL_GEN_RETURNED)
        print_line(out, s, f, "then", tail, rdl_gen_test_calls(t));
    if (rdl_gen_asserts(f))
        print_allowed(out, s, f);
    if (f->said != NULL) {
        fputs("  ", out);
        rdl_wrap(out, 2, 4, f->said);
    }
    if (f->earlier != NULL)
        fprintf(out, "  known: an earlier session wrote %s\n", f->earlier);
    if (f->source != NULL)
        fprintf(out, "  written: %s%s%s\n", f->source,
                f->schedule != NULL ? ", " : "",
                f->schedule != NULL ? f->schedule : "");
    if (f->confirmed)
        fprintf(out, "  raddle show %s\n", f->schedule);
    else
        fputs("  not confirmed\n", out);
}
