/* show.c - see show.h.  The symbols and the trace are cached; hashes of the
 * module table and of the execution decide whether they are still valid. */
#include "cli/replay/show.h"

#include "base/hash.h"
#include "exec/interrupt.h"
#include "util/clean_print.h"
#include "util/append.h"
#include "util/colour.h"
#include "report/finding/stacks.h"
#include "report/finding/accesses.h"
#include "report/finding/stacks.h"
#include "report/finding/text.h"
#include "report/table/table.h"
#include "trace/numbers.h"
#include "util/wrap.h"

#include <stdlib.h>

void rdl_show_make(struct rdl_show *s, bool to_stderr)
{
    FILE *out = to_stderr ? stderr : stdout;

    *s = (struct rdl_show){ .out = out, .colour = rdl_colour_wanted(out) };
}

void rdl_show_free(struct rdl_show *s)
{
    if (s->symbols != NULL)
        rdl_symbols_free(s->symbols);
    rdl_trace_free(&s->trace);
}

static size_t show_width(const struct rdl_show *s)
{
    return s->width != 0 ? s->width : rdl_table_width(s->out);
}

size_t rdl_show_prose(const struct rdl_show *s)
{
    const size_t width = show_width(s);

    return width < RDL_COLUMNS ? width : RDL_COLUMNS;
}

/* Equal as long as the same files are at the same addresses. */
static uint64_t show_modules_hash(const struct rdl_module *modules, size_t n)
{
    uint64_t h = n;

    for (size_t i = 0; i < n; i++) {
        h = rdl_mix(h, rdl_hash_text(modules[i].path));
        h = rdl_mix(h, modules[i].base);
        h = rdl_mix(h, modules[i].start);
    }
    return h;
}

static void show_modules(struct rdl_show *s, const struct rdl_module *modules,
                         size_t n)
{
    const uint64_t hash = show_modules_hash(modules, n);

    if (s->symbols != NULL && s->modules_hash == hash)
        return;
    s->modules_hash = hash;
    s->traced_hash = 0;
    /* The runtime notes a module when a step is in it, so each execution has a
     * table of its own. */
    if (s->symbols != NULL && rdl_symbols_more(s->symbols, modules, n))
        return;
    rdl_symbols_free(s->symbols);
    s->symbols = rdl_symbols_new(modules, n);
    s->newer = s->unread = 0;
}

/* If the execution was observed, names of memory are those of it. */
static void show_trace_names(struct rdl_show *s,
                             const struct rdl_shared *shared)
{
    uint64_t hash = rdl_mix(shared->outcome.event_hash, shared->outcome.steps);
    bool traced;

    hash = rdl_mix(hash, shared->config.flags & RDL_CFG_TRACE);
    hash = rdl_mix(hash, shared->regions[RDL_TRACE_EXTRAS].used);
    rdl_symbols_labels(s->symbols, shared->labels, shared->n_labels);
    if (s->traced_hash == hash)
        return;
    s->traced_hash = hash;
    rdl_trace_free(&s->trace);
    traced = rdl_trace_take(&s->trace, shared);
    rdl_trace_number(&s->trace);
    rdl_symbols_set_trace(s->symbols, traced ? &s->trace : NULL);
}

const struct rdl_trace *rdl_show_trace(struct rdl_show *s,
                                       const struct rdl_shared *shared)
{
    rdl_show_symbols(s, shared);
    return s->trace.n_steps > 0 ? &s->trace : NULL;
}

struct rdl_symbols *rdl_show_symbols(struct rdl_show *s,
                                     const struct rdl_shared *shared)
{
    show_modules(s, shared->modules, shared->n_modules);
    show_trace_names(s, shared);
    return s->symbols;
}

const struct rdl_finding *rdl_show_found(struct rdl_show *s,
                                         const struct rdl_shared *shared)
{
    const struct rdl_trace *trace = rdl_show_trace(s, shared);

    return trace != NULL ? trace->finding : &shared->finding;
}

struct rdl_symbols *rdl_show_trace_symbols(struct rdl_show *s,
                                           const struct rdl_trace *trace)
{
    show_modules(s, trace->modules, trace->n_modules);
    rdl_symbols_labels(s->symbols, trace->labels, trace->n_labels);
    rdl_symbols_set_trace(s->symbols, trace->n_steps > 0 ? trace : NULL);
    s->traced_hash = 0; /* a worker's memory holds another execution */
    return s->symbols;
}

void rdl_show_place(struct rdl_show *s, const struct rdl_shared *shared,
                    uintptr_t pc, char *out, size_t size)
{
    struct rdl_symbols *symbols;
    struct rdl_place place;

    out[0] = '\0';
    if (pc == 0)
        return;
    symbols = rdl_show_symbols(s, shared);
    if (rdl_symbols_find(symbols, pc, &place))
        rdl_finding_at(symbols, pc, out, size);
}

void rdl_show_finding(struct rdl_show *s, const struct rdl_worker *w)
{
    const struct rdl_shared *shared = w->memory.shared;

    rdl_finding_print(s->out, rdl_show_symbols(s, shared),
                      rdl_show_found(s, shared), s->colour);
    rdl_show_unquoted(s);
}

void rdl_show_places(struct rdl_symbols *symbols, const struct rdl_finding *f,
                     struct rdl_finding_summary *out)
{
    const struct rdl_pattern_view *p = &f->pattern;

    rdl_finding_location(symbols, f, out->location, sizeof(out->location));
    rdl_finding_other_location(symbols, f, out->other, sizeof(out->other));
    out->n_accesses = p->kind != RDL_PATTERN_NOT ? p->n : 0;
    for (size_t i = 0; i < out->n_accesses; i++)
        rdl_finding_at(symbols, p->sides[i].pc, out->accesses[i],
                       sizeof(out->accesses[i]));
}

void rdl_show_said(struct rdl_show *s, const struct rdl_worker *w,
                   struct rdl_finding_summary *out)
{
    const struct rdl_shared *shared = w->memory.shared;
    struct rdl_symbols *symbols = rdl_show_symbols(s, shared);
    const struct rdl_finding *f = rdl_show_found(s, shared);

    rdl_show_places(symbols, f, out);
    rdl_finding_says(symbols, f, out->text, sizeof(out->text));
}

static bool show_stop(void *unused)
{
    (void)unused;
    return rdl_interrupted();
}

void rdl_show_table(struct rdl_show *s, const struct rdl_trace *trace,
                    const struct rdl_table_about *about, bool *ends)
{
    const bool full = s->full && !rdl_interrupted();
    const struct rdl_table_view view = {
        .width = show_width(s),
        .colour = s->colour,
        .full = full,
        .stop = full ? show_stop : NULL,
    };
    struct rdl_table *table;

    if (trace == NULL || trace->n_steps == 0)
        return;
    table = rdl_table_new(trace, s->symbols);
    rdl_table_about(table, about);
    fputc('\n', s->out);
    rdl_table_print(s->out, table, &view, ends);
    rdl_table_free(table);
}

/* Takes over the text. */
static void show_paragraph(struct rdl_show *s, char *text)
{
    fputc('\n', s->out);
    rdl_wrap_to(s->out, rdl_show_prose(s), 0, 4, text);
    free(text);
}

static void show_newer(struct rdl_show *s)
{
    struct rdl_stale_sources list = { 0 };
    const char *file, *path;

    while ((file = rdl_symbols_newer(s->symbols, s->newer, &path)) != NULL) {
        rdl_stale_sources_add(&list, file, path);
        s->newer++;
    }
    if (list.n > 0)
        show_paragraph(s, rdl_stale_sources_text(&list, "quoted"));
}

static void show_unread(struct rdl_show *s)
{
    char names[1024];
    struct rdl_append list = rdl_append_begin(names, sizeof(names));
    const size_t before = s->unread;
    const char *file;

    while ((file = rdl_symbols_unread(s->symbols, s->unread)) != NULL) {
        rdl_append(&list, "%s%s", list.used > 0 ? ", " : "", file);
        s->unread++;
    }
    if (s->unread > before)
        show_paragraph(s, rdl_symbols_unread_text(names, s->unread - before));
}

void rdl_show_unquoted(struct rdl_show *s)
{
    if (s->symbols == NULL)
        return;
    show_newer(s);
    show_unread(s);
}

bool rdl_show_controls(char c)
{
    return ((unsigned char)c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

static void show_text(FILE *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        fputc(rdl_show_controls(text[i]) ? '?' : text[i], out);
}

void rdl_show_output(struct rdl_show *s, struct rdl_worker *w, size_t most)
{
    struct rdl_output o;

    rdl_output_capture_read(&w->output, most, &o);
    if (o.head_size > 0) {
        char last =
            o.tail_size > 0 ? o.tail[o.tail_size - 1] : o.head[o.head_size - 1];

        fputs("output of the program:\n", s->out);
        show_text(s->out, o.head, o.head_size);
        if (o.left_out > 0)
            fprintf(s->out, "\n... %llu bytes left out ...\n",
                    (unsigned long long)o.left_out);
        show_text(s->out, o.tail, o.tail_size);
        if (last != '\n')
            fputc('\n', s->out);
    }
    rdl_output_free(&o);
}

void rdl_show_note(struct rdl_show *s, const char *text, const char *location)
{
    fflush(s->out);
    rdl_clean_line(stderr, "raddle: note: %s", text);
    if (location[0] != '\0')
        rdl_clean_line(stderr, "        at %s", location);
}
