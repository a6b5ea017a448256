/* json_place.c - see json_place.h. */
#include "report/json_place.h"

#include "report/finding_stacks.h"
#include "report/json.h"

#include <string.h>

json_t *rdl_json_place(const struct rdl_place *place, const char *text)
{
    return json_pack("{so so si si so}", "location", rdl_json_text(text),
                     "file", rdl_json_text(place->file), "line",
                     (int)place->line, "column", (int)place->column, "function",
                     rdl_json_text(place->function));
}

void rdl_json_path(json_t *files, const char *name, const char *path)
{
    const json_t *known = json_object_get(files, name);

    if (known == NULL)
        json_object_set_new(files, name, rdl_json_text(path));
    else if (path == NULL || !json_is_string(known) ||
             strcmp(json_string_value(known), path) != 0)
        json_object_set_new(files, name, json_null());
}

void rdl_json_file(json_t *files, const struct rdl_place *place)
{
    json_t *name = rdl_json_text(place->file);

    if (place->file != NULL && place->path != NULL)
        rdl_json_path(files, json_string_value(name), place->path);
    json_decref(name);
}

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
