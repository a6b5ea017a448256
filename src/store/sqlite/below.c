/* below.c - see below.h. */
#include "store/sqlite/below.h"

#include "store/sqlite/internal.h"
#include "util/alloc.h"
#include "util/shell_quote.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST 8 /* limit of names */

static int below_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool below_has(const char *dir)
{
    char *path = rdl_format("%s/" RDL_STORE_NAME, dir);
    struct stat st;
    bool has = stat(path, &st) == 0 && S_ISREG(st.st_mode);

    free(path);
    return has;
}

static size_t below_list(const char *dir, char ***out)
{
    DIR *list = opendir(dir);
    size_t length = strlen(dir), n = 0;
    const struct dirent *entry;

    *out = NULL;
    while (length > 1 && dir[length - 1] == '/')
        length--;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        char *path;

        if (entry->d_name[0] == '.')
            continue;
        path = rdl_format("%.*s/%s", (int)length, dir, entry->d_name);
        if (!below_has(path)) {
            free(path);
            continue;
        }
        *out = rdl_grow(*out, (n + 1) * sizeof(**out));
        (*out)[n++] = path;
    }
    if (list != NULL)
        closedir(list);
    return n;
}

/* Takes over `text`. */
static char *below_add(char *text, const char *path)
{
    char *quoted = rdl_quote(path);
    char *longer =
        text == NULL ? rdl_strdup(quoted) : rdl_format("%s, %s", text, quoted);

    free(quoted);
    free(text);
    return longer;
}

char *rdl_sqlite_below(const char *dir)
{
    char **all, *text = NULL;
    size_t n = below_list(dir, &all);

    if (n > 0)
        qsort(all, n, sizeof(*all), below_compare);
    for (size_t i = 0; i < n; i++) {
        if (i < MOST)
            text = below_add(text, all[i]);
        free(all[i]);
    }
    free(all);
    if (n > MOST) {
        char *longer = rdl_format("%s and %zu more", text, n - MOST);

        free(text);
        text = longer;
    }
    return text;
}
