/* gen_file.c - see gen_file.h. */
#include "cli/gen_file.h"

#include "util/alloc.h"
#include "util/atomic_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *gen_file_path(const char *dir)
{
    return rdl_format("%s/results.json", dir);
}

int rdl_gen_file_write(const char *dir, const json_t *results)
{
    char *text = results != NULL ? json_dumps(results, JSON_INDENT(1)) : NULL;
    char *path = gen_file_path(dir);
    const int failed =
        text != NULL ? rdl_atomic_file(path, text, strlen(text)) : -ENOMEM;

    free(text);
    free(path);
    return failed;
}

json_t *rdl_gen_file_read(const char *dir)
{
    char *path = gen_file_path(dir);
    json_t *results = json_load_file(path, 0, NULL);
    const char *command =
        json_string_value(json_object_get(results, "command"));

    free(path);
    if (command != NULL && strcmp(command, "gen") == 0)
        return results;
    json_decref(results);
    return NULL;
}
