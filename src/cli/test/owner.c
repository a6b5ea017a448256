/* owner.c - see owner.h. */
#include "cli/test/owner.h"

#include "cli/test/command.h"

#include "base/text.h"
#include "base/time.h"
#include "campaign/claim.h"
#include "cli/test/suppress.h"
#include "cli/unshrunk.h"
#include "minimize/minimize.h"
#include "report/explanation/label.h"
#include "report/explanation/tested.h"
#include "report/explanation/text.h"
#include "report/finding/text.h"
#include "report/table/table.h"
#include "util/clean_print.h"
#include "util/die.h"
#include "util/shell_quote.h"
#include "util/wrap.h"

#include <stdlib.h>
#include <string.h>

static bool owner_suppressed(void *data, const struct rdl_campaign *c)
{
    struct rdl_test_owner *t = data;
    const struct rdl_shared *s = c->workers.latest->memory.shared;

    return rdl_test_suppressed(&t->suppressions, rdl_show_symbols(&t->show, s),
                               s);
}

static bool owner_refuted(void *data, const struct rdl_campaign *c)
{
    struct rdl_test_owner *t = data;
    const struct rdl_shared *s = c->workers.latest->memory.shared;

    return !rdl_explanation_tested(rdl_show_symbols(&t->show, s), &s->finding);
}

static void owner_where_found(void *data, const struct rdl_campaign *c,
                              struct rdl_finding_summary *out)
{
    struct rdl_test_owner *t = data;
    const struct rdl_shared *s = c->workers.latest->memory.shared;
    struct rdl_symbols *symbols = rdl_show_symbols(&t->show, s);

    rdl_show_places(symbols, &s->finding, out);
}

static void owner_says(void *data, struct rdl_worker *w,
                       struct rdl_finding_summary *out)
{
    struct rdl_test_owner *t = data;

    rdl_show_said(&t->show, w, out);
    rdl_test_table_take(&t->table, &t->show, w, RDL_TEST_OUTPUT_SHOWN);
}

/* raddle reports it after shrinking its schedule, since another thread may fail
 * then; meanwhile it shows that this takes a moment. */
static void owner_found(void *data, struct rdl_campaign *c,
                        const struct rdl_found *found)
{
    struct rdl_test_owner *t = data;
    char text[512];

    snprintf(text, sizeof(text), "%s at %s: replaying%s it", found->kind,
             found->said.location,
             c->options.shrink && !found->threadless ? " and shrinking" : "");
    rdl_panel_say(&t->panel, text);
}

static void owner_shrunk(const struct rdl_show *show,
                         const struct rdl_found *found)
{
    FILE *out = show->out;
    char text[96], why[RDL_EXPLANATION_TEXT];

    if (found->shrunk)
        rdl_minimize_text(found->preemptions, found->switches,
                          found->switches_from, text, sizeof(text));
    if (found->kept) {
        fputc('\n', out);
        rdl_clean_line(out, "kept: %s has one as good or better%s%s",
                       found->schedule, found->shrunk ? ": " : "",
                       found->shrunk ? text : "");
    } else if (found->shrunk)
        fprintf(
            out, "\n%s %s%s\n",
            found->smaller ? "shrunk to" : "no smaller one was found:", text,
            found->untried
                ? "; not all was tried (raddle shrink --effort 10 goes on)"
                : "");
    if (found->unshrunk.reason != RDL_NOT_UNSHRUNK)
        fprintf(out, "\nnot shrunk: %s\n", rdl_unshrunk_text(&found->unshrunk));
    if (found->why.n > 0)
        rdl_wrap_to(out, rdl_show_prose(show), 0, 2,
                    rdl_explanation_text(&found->why, why, sizeof(why)));
}

static void owner_recorded(void *data, struct rdl_campaign *c,
                           const struct rdl_found *found)
{
    struct rdl_test_owner *t = data;
    char *quoted;

    rdl_panel_hide(&t->panel);
    if (t->part != NULL) {
        fputc('\n', t->show.out);
        rdl_clean_line(t->show.out, "case %s", t->part);
    }
    rdl_finding_print_said(t->show.out, found->kind, found->said.text,
                           found->said.location, found->nth, t->show.colour);
    if (found->threadless)
        fputs(RDL_FINDING_THREADLESS "\n", t->show.out);
    else if (found->schedule != NULL)
        owner_shrunk(&t->show, found);
    rdl_test_table_end(&t->table, &t->show, found);
    if (found->schedule == NULL)
        return;
    quoted = rdl_quote(found->schedule);
    fprintf(t->show.out, "\nreplay it with  raddle replay %s%s\n\n", quoted,
            found->replayed ? ""
            : !found->checked && c->replaced
                ? "\n(not verified: the program was replaced or removed before "
                  "the confirming replay)"
            : !found->checked
                ? "\n(not verified: the confirming replay was interrupted)"
                : "\n(a first replay did NOT give the same failure: "
                  "something outside raddle's control decides)");
    /* Somebody may follow the file of a running campaign. */
    fflush(t->show.out);
    free(quoted);
}

static void owner_kept(void *data, const char *path)
{
    (void)data;
    rdl_die_found(path);
}

static void owner_warn(void *data, const char *text)
{
    (void)data;
    rdl_warn("%s", text);
}

/* Few lines, because the program goes on as if nothing had happened: raddle
 * show and raddle replay print the table. */
static void owner_warning(void *data, struct rdl_campaign *c,
                          const struct rdl_found *found)
{
    struct rdl_test_owner *t = data;
    FILE *out = t->show.out;
    char text[1024], line[1100], why[RDL_EXPLANATION_TEXT];
    char *quoted;

    (void)c;
    rdl_panel_hide(&t->panel);
    rdl_trace_free(&t->table.trace); /* taken when it was replayed */
    snprintf(
        line, sizeof(line), "warning: %s",
        rdl_finding_said(found->kind, found->said.text, text, sizeof(text)));
    rdl_wrap_to(out, rdl_show_prose(&t->show), 0, 2, line);
    /* What its accesses are is what the first line says. */
    if (found->why.n > 1 ||
        (found->why.n == 1 && found->why.facts[0].kind != RDL_FACT_RACE &&
         found->said.n_accesses == 0)) {
        fputs("  ", out);
        rdl_wrap_to(out, rdl_show_prose(&t->show), 2, 4,
                    rdl_explanation_text(&found->why, why, sizeof(why)));
    }
    if (found->schedule == NULL)
        return;
    quoted = rdl_quote(found->schedule);
    fprintf(out, "  show it with  raddle show %s\n", quoted);
    free(quoted);
    fflush(out);
}

/* Numbers of executions and steps do not make another note of it. */
static void owner_remember(struct rdl_test_owner *t,
                           const struct rdl_placed_note *placed)
{
    char text[sizeof(placed->note.text)];
    size_t n = 0;

    for (const char *c = placed->note.text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            text[n++] = *c;
    }
    text[n] = '\0';
    rdl_notes_add(&t->reported, placed->note.kind, text, 0);
}

static void owner_note(void *data, struct rdl_campaign *c,
                       const struct rdl_placed_note *placed)
{
    struct rdl_test_owner *t = data;
    const size_t before = t->reported.n;

    (void)c;
    owner_remember(t, placed);
    if (t->reported.n == before) /* another campaign said the same */
        return;
    rdl_panel_hide(&t->panel);
    if (!t->options->quiet || rdl_note_limits(placed->note.kind))
        rdl_show_note(&t->show, placed->note.text, placed->location);
}

static void owner_place(void *data, const struct rdl_campaign *c, uintptr_t pc,
                        char *out, size_t size)
{
    struct rdl_test_owner *t = data;

    rdl_show_place(&t->show, c->workers.latest->memory.shared, pc, out, size);
}

static void owner_object(void *data, const struct rdl_campaign *c,
                         uintptr_t addr, char *out, size_t size)
{
    struct rdl_test_owner *t = data;
    struct rdl_symbols *symbols =
        rdl_show_symbols(&t->show, c->workers.latest->memory.shared);

    if (!rdl_symbols_data(symbols, addr, out, size))
        out[0] = '\0';
}

static uintptr_t owner_structure(void *data, const struct rdl_campaign *c,
                                 uintptr_t addr)
{
    struct rdl_test_owner *t = data;

    return rdl_symbols_structure(
        rdl_show_symbols(&t->show, c->workers.latest->memory.shared), addr);
}

static void owner_label(void *data, struct rdl_shared *shared,
                        struct rdl_explanation *why)
{
    struct rdl_test_owner *t = data;

    rdl_explanation_label(shared, rdl_show_symbols(&t->show, shared), why);
}

static void owner_progress(void *data, const struct rdl_campaign *c)
{
    struct rdl_test_owner *t = data;
    const uint64_t aside_ns = (uint64_t)(rdl_budget_aside(&c->budget) * 1e9);
    const struct rdl_claim claim = rdl_claim_of(c);
    struct rdl_panel_view view = {
        .findings = c->findings.n,
        .elapsed_ns =
            (uint64_t)(rdl_budget_seconds(&c->budget) * 1e9) + aside_ns,
        .aside_ns = aside_ns,
        .most_executions = c->options.executions,
        .most_ns = c->options.time_ns,
    };

    rdl_campaign_count(c, &view.executions, &view.steps);
    if (claim.explores && c->options.executions == 0) {
        view.total = rdl_reach_total(claim.reach);
        view.least = rdl_reach_least(claim.reach);
    }
    if (t->part != NULL) {
        view.executions += t->executions;
        view.steps += t->steps;
        view.findings += t->findings;
        view.elapsed_ns = rdl_time_ns() - t->begin_ns;
        view.most_executions = t->options->executions;
        view.most_ns = t->options->time_ns;
    }
    rdl_panel_update(&t->panel, &view);
}

static void owner_aim(void *data, struct rdl_campaign *c)
{
    struct rdl_test_owner *t = data;
    json_t *unknown;

    if (t->unknown != NULL && json_array_size(t->unknown) == 0)
        return;
    unknown = rdl_targets_mark(
        &t->options->targets,
        t->unknown != NULL ? t->unknown : t->options->targets.all, c);
    json_decref(t->unknown);
    t->unknown = unknown;
}

static void owner_aim_of_command(void *data, struct rdl_campaign *c)
{
    struct rdl_test_owner *t = data;

    t->command->aim(t->command->data, c);
}

struct rdl_campaign_owner rdl_test_owner_calls(struct rdl_test_owner *t)
{
    return (struct rdl_campaign_owner){
        .data = t,
        .suppressed =
            t->options->suppressions != NULL ? owner_suppressed : NULL,
        .refuted = owner_refuted,
        .where = owner_where_found,
        .says = owner_says,
        .found = owner_found,
        .recorded = owner_recorded,
        .kept = owner_kept,
        .warn = owner_warn,
        .warning = owner_warning,
        .note = owner_note,
        .progress = owner_progress,
        .place = owner_place,
        .object = owner_object,
        .structure = owner_structure,
        .aim = t->options->targets.all != NULL ? owner_aim
               : t->options->changed           ? owner_aim_of_command
                                               : NULL,
        .label = owner_label,
    };
}

void rdl_test_owner_free(struct rdl_test_owner *t)
{
    rdl_show_free(&t->show);
    rdl_suppressions_free(&t->suppressions);
    rdl_notes_free(&t->reported);
    json_decref(t->unknown);
}
