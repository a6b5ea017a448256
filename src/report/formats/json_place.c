/* json_place.c - see json_place.h. */
#include "report/formats/json_place.h"

#include "report/formats/json.h"

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

json_t *rdl_json_newer(struct rdl_symbols *s)
{
    json_t *array = json_array();
    const char *file, *path;

    for (size_t i = 0; s != NULL && (file = rdl_symbols_newer(s, i, &path));
         i++)
        json_array_append_new(array, rdl_json_text(file));
    return array;
}
