/* environment.c - see environment.h. */
#include "schedule/environment.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A name that ends in _ means all names that begin with it. */
static const char *const names[] = {
    "LANG",
    "LC_",
    "LANGUAGE",
    "TZ",
    "OMP_",
    "GOMP_",
    "KMP_",
    "MALLOC_",
    "G_",
    "GLIBC_TUNABLES",
    "POSIXLY_CORRECT",
    "CK_",
    "CMOCKA_",
    "CRITERION_",
};

static bool environment_match(const char *entry)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t n = strlen(names[i]);

        if (strncmp(entry, names[i], n) != 0)
            continue;
        if (names[i][n - 1] == '_' || entry[n] == '=')
            return true;
    }
    return false;
}

void rdl_environment_record(struct rdl_schedule *s)
{
    for (char **e = environ; *e != NULL; e++) {
        if (!environment_match(*e) || strchr(*e, '=') == NULL)
            continue;
        s->variables = rdl_grow(s->variables,
                                (s->n_variables + 1) * sizeof(*s->variables));
        s->variables[s->n_variables++] = rdl_strdup(*e);
    }
}

char **rdl_environment_of(const struct rdl_schedule *s)
{
    size_t n = 0;
    char **all;

    while (environ[n] != NULL)
        n++;
    all = rdl_alloc((n + s->n_variables + 1) * sizeof(*all));
    n = 0;
    for (char **e = environ; *e != NULL; e++) {
        if (!environment_match(*e))
            all[n++] = *e;
    }
    for (size_t i = 0; i < s->n_variables; i++)
        all[n++] = s->variables[i];
    return all;
}
