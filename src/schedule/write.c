/* write.c - writes a schedule as text: the header, then one line per turn of a
 * thread, with repeated steps folded into loops. */
#include "schedule/schedule.h"

#include "base/text.h"
#include "detect/detector.h"
#include "schedule/quote.h"

#include <inttypes.h>
#include <string.h>

/* A longer line continues on the next. */
#define WIDTH 96
/* Loops with a body of at most this many steps are folded. */
#define LONGEST_LOOP 24

static void write_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, "%s ", key);
    rdl_quote_write(out, text, strlen(text));
    fputc('\n', out);
}

static void write_program(const struct rdl_schedule *s, FILE *out)
{
    write_text(out, "program", s->program);
    write_text(out, "path", s->path);
    write_text(out, "directory", s->directory);
    for (size_t i = 0; i < s->n_arguments; i++)
        write_text(out, "argument", s->arguments[i]);
    for (size_t i = 0; i < s->n_variables; i++)
        write_text(out, "variable", s->variables[i]);
    fprintf(out, "stdin %" PRIu64 " %016" PRIx64, s->stdin_size, s->stdin_hash);
    if (s->has_stdin) {
        fputc(' ', out);
        rdl_quote_write(out, s->stdin_bytes.data, s->stdin_bytes.size);
    }
    fputc('\n', out);
    if (s->payload.size > 0) {
        fputs("payload ", out);
        rdl_quote_write(out, s->payload.data, s->payload.size);
        fputc('\n', out);
    }
}

static void write_detectors(FILE *out, const char *key, uint64_t set)
{
    const struct rdl_detector *d;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (rdl_detectors_have(set, i))
            fprintf(out, "%s %s\n", key, d->name);
    }
}

/* The warning at which it ends: at most one. */
static void write_ends(FILE *out, const struct rdl_config *c)
{
    const struct rdl_detector *d;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (rdl_detectors_have(c->ends, i))
            fprintf(out, "ends-at %s %016" PRIx64 " %d\n", d->name, c->ends_key,
                    c->ends_code);
    }
}

static void write_config(const struct rdl_config *c, FILE *out)
{
    if (c->part[0] != '\0')
        write_text(out, "case", c->part);
    fprintf(out, "seed %" PRIu64 "\n", c->seed);
    fprintf(out, "strategy %s\n", c->strategy);
    fprintf(out, "depth %" PRIu32 "\n", c->depth);
    fprintf(out, "engine %s\n", c->engine);
    fprintf(out, "execution %" PRIu64 "\n", c->execution);
    fprintf(out, "max-steps %" PRIu64 "\n", c->max_steps);
    fprintf(out, "timeout-ms %" PRIu32 "\n", c->timeout_ms);
    fprintf(out, "expect-exit %" PRId32 "\n", c->expect_exit);
    fprintf(out, "spurious %s\n",
            (c->flags & RDL_CFG_NO_SPURIOUS) != 0 ? "no" : "yes");
    fprintf(out, "leaks %s\n", (c->flags & RDL_CFG_LEAKS) != 0 ? "yes" : "no");
    if ((c->flags & RDL_CFG_FAIL_MALLOC) != 0)
        fputs("fail-malloc yes\n", out);
    if ((c->flags & RDL_CFG_EXPECT_HANDLED) != 0)
        fputs("expect-handled yes\n", out);
    write_detectors(out, "disable", c->disabled);
    write_detectors(out, "continue-after", c->continued);
    write_ends(out, c);
    if ((c->flags & RDL_CFG_PATIENT) != 0)
        fputs("time-passes idle\n", out);
    if ((c->flags & RDL_CFG_STILL) != 0)
        fputs("clocks still\n", out);
}

static void write_shrunk(const struct rdl_schedule *s, FILE *out)
{
    if (s->why != NULL)
        rdl_schedule_write_facts(s->why, out);
    if (s->shrunk_from == NULL)
        return;
    write_text(out, "shrunk-from", s->shrunk_from);
    fprintf(out, "switches-from %" PRIu64 "\n", s->switches_from);
    fprintf(out, "preemptions %" PRIu64 "\n", s->preemptions);
}

static void write_modules(const struct rdl_schedule *s, FILE *out)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        const struct rdl_schedule_module *m = &s->modules[i];

        fputs("module ", out);
        rdl_quote_write(out, m->path, strlen(m->path));
        fputc(' ', out);
        for (size_t k = 0; k < m->build_id_size; k++)
            fprintf(out, "%02x", m->build_id[k]);
        fputs(m->build_id_size == 0 ? "-\n" : "\n", out);
    }
}

static void write_sites(const struct rdl_schedule *s, FILE *out)
{
    for (size_t i = 0; i < s->n_sites; i++) {
        const struct rdl_site *site = &s->sites[i];

        fprintf(out, "site %zu %s%s ", i, rdl_op_name((enum rdl_op)site->op),
                rdl_order_suffix((enum rdl_order)site->order));
        if (site->module == UINT32_MAX) {
            fputs("-", out);
        } else {
            rdl_percent_write(
                out, rdl_text_base_name(s->modules[site->module].path));
            fprintf(out, "+0x%" PRIx64, site->offset);
        }
        if (s->places[i] != NULL)
            fprintf(out, " # %s", s->places[i]);
        fputc('\n', out);
    }
}

static void write_inputs(const struct rdl_schedule *s, FILE *out)
{
    struct rdl_input in;

    for (size_t at = 0; at + sizeof(in) <= s->inputs.size;) {
        memcpy(&in, s->inputs.data + at, sizeof(in));
        at += sizeof(in);
        fprintf(out, "input %" PRIu64 " t%u %u %" PRId64 " ", in.step, in.tid,
                in.call, in.result);
        rdl_quote_write(out, s->inputs.data + at, in.length);
        fputc('\n', out);
        at += (in.length + UINT64_C(7)) & ~UINT64_C(7);
    }
}

/* --- Steps ------------------------------------------------------------- */

struct line {
    FILE *out;
    const struct rdl_schedule *s;
    size_t width;
    size_t choice; /* first that is not written yet */
};

/* Takes the length of a word, to break the line before it if necessary. */
static void write_line_word(struct line *l, const char *word, size_t length)
{
    if (l->width + length + 1 > WIDTH) {
        fputs("\n ", l->out);
        l->width = 1;
    }
    fputc(' ', l->out);
    fputs(word, l->out);
    l->width += length + 1;
}

/* The first step at or after `i` that a choice follows; the steps up to it can
 * be folded together. */
static size_t write_line_next_choice(const struct line *l, size_t i, size_t end)
{
    size_t step;

    if (l->choice == l->s->n_choices)
        return end;
    step = l->s->choices[l->choice].step - 1;
    return step < i ? i : step < end ? step : end;
}

static void write_line_choices(struct line *l, uint64_t step)
{
    char word[128];

    while (l->choice < l->s->n_choices &&
           l->s->choices[l->choice].step == step) {
        const struct rdl_taken_choice *c = &l->s->choices[l->choice++];
        int n =
            snprintf(word, sizeof(word), "!%s", rdl_schedule_choices[c->kind]);

        if (c->value != 1)
            n += snprintf(word + n, sizeof(word) - (size_t)n, "=%" PRIu32,
                          c->value);
        if (c->nth != 0)
            n += snprintf(word + n, sizeof(word) - (size_t)n, "@%u", c->nth);
        write_line_word(l, word, (size_t)n);
    }
}

/* How often steps[0..period) repeats within n. */
static size_t write_line_repeats(const uint32_t *steps, size_t n, size_t period)
{
    size_t i = period;

    while (i < n && steps[i] == steps[i - period])
        i++;
    return i / period;
}

/* The loop at this step that saves most; period 1 and count 1 if there is
 * none. */
static void write_line_loop(const uint32_t *steps, size_t n, size_t *period,
                            size_t *count)
{
    size_t saved = 1;

    *period = *count = 1;
    for (size_t p = 1; p <= LONGEST_LOOP && 2 * p <= n; p++) {
        size_t r = write_line_repeats(steps, n, p);

        if ((r - 1) * p > saved) {
            saved = (r - 1) * p;
            *period = p;
            *count = r;
        }
    }
}

static size_t write_line_fold(struct line *l, size_t i, size_t end)
{
    const uint32_t *steps = l->s->steps;
    size_t period, count;
    char word[LONGEST_LOOP * 12 + 32];
    int n = 0;

    write_line_loop(steps + i, end - i, &period, &count);
    if (period > 1)
        n += snprintf(word, sizeof(word), "[");
    for (size_t k = 0; k < period; k++)
        n += snprintf(word + n, sizeof(word) - (size_t)n, k > 0 ? " %u" : "%u",
                      steps[i + k]);
    if (period > 1)
        n += snprintf(word + n, sizeof(word) - (size_t)n, "]");
    if (count > 1)
        n += snprintf(word + n, sizeof(word) - (size_t)n, "*%zu", count);
    write_line_word(l, word, (size_t)n);
    return i + period * count;
}

static void write_line_steps(struct line *l, size_t i, size_t end)
{
    while (i < end) {
        size_t stop = write_line_next_choice(l, i, end);

        /* The step before a choice is not folded. */
        if (stop == i)
            i = write_line_fold(l, i, i + 1);
        else
            i = write_line_fold(l, i, stop);
        write_line_choices(l, i);
    }
}

static void write_steps(const struct rdl_schedule *s, FILE *out)
{
    struct line l = { .out = out, .s = s };

    for (size_t i = 0; i < s->n_switches; i++) {
        const struct rdl_switch *sw = &s->switches[i];
        size_t end =
            i + 1 < s->n_switches ? s->switches[i + 1].step : s->n_steps;

        l.width =
            (size_t)fprintf(out, "t%u #%08" PRIx32 ":", sw->tid, sw->hash);
        if (i == 0)
            write_line_choices(&l, 0);
        write_line_steps(&l, sw->step, end);
        fputc('\n', out);
    }
}

bool rdl_schedule_write(const struct rdl_schedule *s, FILE *out)
{
    fprintf(out, RDL_SCHEDULE_MAGIC "%d\n", RDL_SCHEDULE_VERSION);
    write_program(s, out);
    write_config(&s->config, out);
    fprintf(out, "finding %s %016" PRIx64 "\n", s->kind, s->id);
    write_text(out, "location", s->location);
    write_text(out, "text", s->text);
    write_shrunk(s, out);
    fprintf(out, "event-hash %016" PRIx64 "\n", s->event_hash);
    fprintf(out, "steps %zu\n", s->n_steps);
    write_modules(s, out);
    write_sites(s, out);
    write_inputs(s, out);
    write_steps(s, out);
    return ferror(out) == 0;
}
