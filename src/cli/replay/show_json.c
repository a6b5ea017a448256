/* show_json.c - see show_json.h. */
#include "cli/replay/show_json.h"

#include "util/die.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"
#include "report/explanation/json.h"
#include "report/finding/stacks_json.h"
#include "report/table/table.h"

#include <stdlib.h>
#include <string.h>

#define OUTPUT (64 * 1024) /* bytes of what the program printed */

/* JSON text here has no NUL, and a reader has no use for terminal commands. */
static char *show_json_output_text(const struct rdl_output *o)
{
    char *gap = o->left_out > 0 ? rdl_format("\n... %llu bytes left out ...\n",
                                             (unsigned long long)o->left_out)
                                : rdl_strdup("");
    size_t n_gap = strlen(gap), n = o->head_size + n_gap + o->tail_size;
    char *text = rdl_alloc(n + 1);

    if (o->head_size > 0)
        memcpy(text, o->head, o->head_size);
    memcpy(text + o->head_size, gap, n_gap);
    if (o->tail_size > 0)
        memcpy(text + o->head_size + n_gap, o->tail, o->tail_size);
    free(gap);
    for (size_t i = 0; i < n; i++) {
        if (rdl_show_controls(text[i]))
            text[i] = '?';
    }
    return text;
}

static json_t *json_output(const struct rdl_worker *w)
{
    struct rdl_output o;
    json_t *value;
    char *text;

    rdl_output_capture_read(&w->output, OUTPUT, &o);
    text = show_json_output_text(&o);
    value = text[0] != '\0' ? rdl_json_text(text) : json_null();
    free(text);
    rdl_output_free(&o);
    return value;
}

/* Only for a failure as recorded: others were not observed up to there. */
static void json_failure(json_t *object, struct rdl_show *show,
                         struct rdl_worker *w, const struct rdl_shown *shown)
{
    const struct rdl_table_about about = {
        .why = shown->schedule->why,
        .shrunk = shown->schedule->shrunk_from != NULL,
    };
    struct rdl_shared *shared = w->memory.shared;
    struct rdl_symbols *symbols = rdl_show_symbols(show, shared);
    const struct rdl_trace *trace = rdl_show_trace(show, shared);
    struct rdl_table *table =
        trace != NULL ? rdl_table_new(trace, symbols) : NULL;
    json_t *files = json_object();
    size_t left_out = 0;

    if (table != NULL) {
        rdl_table_about(table, &about);
        left_out = rdl_table_json(table, shown->most, object, files);
    }
    rdl_table_free(table);
    if (left_out > 0)
        json_object_set_new(object, "left_out",
                            json_integer((json_int_t)left_out));
    json_object_set_new(
        object, "stacks",
        rdl_json_stacks(symbols, rdl_show_found(show, shared), files));
    json_object_set_new(object, "output", json_output(w));
    json_object_set_new(object, "files", files);
    json_object_set_new(object, "newer", rdl_json_newer(symbols));
}

json_t *rdl_show_json(struct rdl_show *show, struct rdl_worker *w,
                      const struct rdl_shown *shown)
{
    const struct rdl_schedule *s = shown->schedule;
    bool same = shown->why[0] == '\0';
    json_t *object = json_pack(
        "{ss so so so so so so so si}", "command", "show", "schedule",
        rdl_json_text(shown->file), "program", rdl_json_text(s->program),
        "result", rdl_json_text(shown->result), "why",
        rdl_json_text(same ? NULL : shown->why), "kind", rdl_json_text(s->kind),
        "location", rdl_json_text(s->location), "text", rdl_json_text(s->text),
        "exit_status", shown->exit_status);

    json_object_set_new(object, "explanation", rdl_explanation_json(s->why));
    if (same)
        json_failure(object, show, w, shown);
    return object;
}
