/* stacks_json.c - see stacks_json.h. */
#include "report/finding/stacks_json.h"

#include "report/finding/stacks.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"

struct stacks {
    json_t *array, *files;
};

static void json_stack(void *data, const struct rdl_finding_stack *s)
{
    struct stacks *all = data;
    json_t *frames = json_array();
    char text[512];

    for (size_t i = 0; i < s->n; i++) {
        rdl_json_file(all->files, &s->frames[i]);
        rdl_place_format(&s->frames[i], text, sizeof(text));
        json_array_append_new(frames, rdl_json_place(&s->frames[i], text));
    }
    json_array_append_new(
        all->array,
        json_pack("{so so so so}", "thread",
                  s->tid != RDL_NO_TID ? json_integer(s->tid) : json_null(),
                  "title", rdl_json_text(s->title), "held",
                  rdl_json_text(s->held[0] != '\0' ? s->held : NULL), "frames",
                  frames));
}

json_t *rdl_json_stacks(struct rdl_symbols *symbols,
                        const struct rdl_finding *finding, json_t *files)
{
    struct stacks all = { .array = json_array(), .files = files };

    rdl_finding_stacks(symbols, finding, json_stack, &all);
    return all.array;
}
