/* comparison_file.c - see comparison_file.h. */
#include "cli/comparison_file.h"

#include "util/alloc.h"
#include "util/atomic_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAME "regress.json"

int rdl_comparison_file_write(const char *dir, const json_t *comparison)
{
    char *path = rdl_format("%s/" NAME, dir);
    char *text = json_dumps(comparison, JSON_INDENT(1));
    const int error =
        text != NULL ? rdl_atomic_file(path, text, strlen(text)) : -ENOMEM;

    free(text);
    free(path);
    return error;
}

/* Another program may have written the file, or a later raddle. */
static bool file_is_of(const json_t *comparison, const char *build,
                       uint64_t executions)
{
    const char *of = json_string_value(json_object_get(comparison, "build"));
    const json_int_t n =
        json_integer_value(json_object_get(comparison, "executions"));

    return of != NULL && strcmp(of, build) == 0 && n > 0 &&
           (uint64_t)n <= executions;
}

json_t *rdl_comparison_file_read(const char *dir, const char *build,
                                 uint64_t executions)
{
    char *path = rdl_format("%s/" NAME, dir);
    json_t *comparison = json_load_file(path, 0, NULL);

    free(path);
    if (comparison != NULL && !file_is_of(comparison, build, executions)) {
        json_decref(comparison);
        comparison = NULL;
    }
    return comparison;
}
