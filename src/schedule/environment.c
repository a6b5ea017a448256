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

static size_t environment_name_length(const char *entry)
{
    return strcspn(entry, "=");
}

static bool environment_same_name(const char *a, const char *b)
{
    size_t n = environment_name_length(a);

    return n == environment_name_length(b) && strncmp(a, b, n) == 0;
}

/* Is it one of `names`? */
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

bool rdl_environment_may_store(const char *entry)
{
    static const char *const ours[] = { "LD_", "RADDLE_" };

    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
        if (strncmp(entry, ours[i], strlen(ours[i])) == 0)
            return false;
    }
    return entry[0] != '\0' && entry[0] != '=';
}

/* The entry of the schedule for that name, or NULL. */
static char *environment_recorded(const struct rdl_schedule *s,
                                  const char *entry)
{
    for (size_t i = 0; i < s->n_variables; i++) {
        if (environment_same_name(s->variables[i], entry))
            return s->variables[i];
    }
    return NULL;
}

static void environment_store(struct rdl_schedule *s, const char *entry)
{
    if (!rdl_environment_may_store(entry) ||
        environment_recorded(s, entry) != NULL)
        return;
    s->variables =
        rdl_grow(s->variables, (s->n_variables + 1) * sizeof(*s->variables));
    s->variables[s->n_variables++] = rdl_strdup(entry);
}

/* NAME=VALUE, or `name` itself if it is not set. */
static const char *environment_find(char *const *environment, const char *name)
{
    for (char *const *e = environment; *e != NULL; e++) {
        if (strchr(*e, '=') != NULL && environment_same_name(*e, name))
            return *e;
    }
    return name;
}

static int environment_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void rdl_environment_record(struct rdl_schedule *s, char *const *environment,
                            const struct rdl_shared *shared)
{
    const char *name = shared->asked;

    for (char *const *e = environment; *e != NULL; e++) {
        if (environment_match(*e) && strchr(*e, '=') != NULL)
            environment_store(s, *e);
    }
    for (; name < shared->asked + shared->asked_used;
         name += strlen(name) + 1) {
        if (strchr(name, '=') == NULL)
            environment_store(s, environment_find(environment, name));
    }
    /* The order of questions differs between schedules. */
    if (s->n_variables > 0)
        qsort(s->variables, s->n_variables, sizeof(*s->variables),
              environment_compare);
}

/* A program that walks through the list finds it in the same order: each entry
 * has the place that it has here. */
char **rdl_environment_of(const struct rdl_schedule *s)
{
    size_t n = 0, here;
    char **all;

    while (environ[n] != NULL)
        n++;
    all = rdl_alloc((n + s->n_variables + 1) * sizeof(*all));
    n = 0;
    for (char **e = environ; *e != NULL; e++) {
        char *recorded = environment_recorded(s, *e);

        if (recorded != NULL ? strchr(recorded, '=') != NULL
                             : !environment_match(*e))
            all[n++] = recorded != NULL ? recorded : *e;
    }
    here = n;
    for (size_t i = 0; i < s->n_variables; i++) {
        bool there = strchr(s->variables[i], '=') == NULL;

        for (size_t k = 0; k < here && !there; k++)
            there = all[k] == s->variables[i];
        if (!there)
            all[n++] = s->variables[i];
    }
    return all;
}
