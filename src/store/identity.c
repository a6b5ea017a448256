/* identity.c - see identity.h. */
#include "store/identity.h"

#include "base/text.h"
#include "store/build.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_identity_argument(struct rdl_identity *id, const char *argument)
{
    id->arguments =
        rdl_grow(id->arguments, (id->n_arguments + 1) * sizeof(*id->arguments));
    id->arguments[id->n_arguments++] = rdl_strdup(argument);
}

void rdl_identity_module(struct rdl_identity *id, const char *path,
                         const char *build)
{
    id->modules =
        rdl_grow(id->modules, (id->n_modules + 1) * sizeof(*id->modules));
    id->modules[id->n_modules++] = (struct rdl_identity_module){
        .path = rdl_strdup(path),
        .build = rdl_strdup(build),
    };
}

void rdl_identity_free(struct rdl_identity *id)
{
    for (size_t i = 0; i < id->n_arguments; i++)
        free(id->arguments[i]);
    for (size_t i = 0; i < id->n_modules; i++) {
        free(id->modules[i].path);
        free(id->modules[i].build);
    }
    free(id->arguments);
    free(id->modules);
    free(id->path);
    free(id->build);
    *id = (struct rdl_identity){ .path = NULL };
}

/* The file has changed.  A missing file shows nothing about what will be
 * loaded, nor does one of unknown build. */
static char *identity_rebuilt(const char *name, const char *path,
                              const char *was)
{
    char *is = rdl_store_build_of(path), *change, *text = NULL;

    if (is != NULL && was[0] != '\0' && strcmp(is, was) != 0) {
        change = rdl_store_build_change(was, is);
        text = rdl_format("%s was rebuilt since (%s)", name, change);
        free(change);
    }
    free(is);
    return text;
}

static char *identity_program(const struct rdl_identity *was,
                              const struct rdl_store_opening *is)
{
    if (strcmp(was->path, is->path) != 0)
        return rdl_format("the campaign there was one of %s", was->path);
    return identity_rebuilt(is->program, was->path, was->build);
}

static char *identity_libraries(const struct rdl_identity *was)
{
    char *text = NULL;

    for (size_t i = 0; text == NULL && i < was->n_modules; i++) {
        const struct rdl_identity_module *m = &was->modules[i];

        text = identity_rebuilt(rdl_text_base_name(m->path), m->path, m->build);
    }
    return text;
}

/* " a 'b c'"; for people only. */
static void identity_join(char **words, const char *next)
{
    bool plain = next[0] != '\0' && strpbrk(next, " \t\n'\"\\") == NULL;
    char *longer = plain ? rdl_format("%s %s", *words, next)
                         : rdl_format("%s '%s'", *words, next);

    free(*words);
    *words = longer;
}

static char *identity_arguments(const struct rdl_identity *was, char *const *is)
{
    char *was_all = rdl_strdup(""), *is_all = rdl_strdup(""), *text = NULL;
    bool same = true;
    size_t n = 0;

    for (; is[n] != NULL; n++) {
        identity_join(&is_all, is[n]);
        same = same && n < was->n_arguments &&
               strcmp(is[n], was->arguments[n]) == 0;
    }
    for (size_t i = 0; i < was->n_arguments; i++)
        identity_join(&was_all, was->arguments[i]);
    if (!same || n != was->n_arguments)
        text = rdl_format("its arguments were%s, now%s",
                          was_all[0] != '\0' ? was_all : " none",
                          is_all[0] != '\0' ? is_all : " none");
    free(was_all);
    free(is_all);
    return text;
}

char *rdl_identity_change(const struct rdl_identity *was,
                          const struct rdl_store_opening *is)
{
    char *text = identity_program(was, is);

    if (text == NULL)
        text = identity_arguments(was, is->arguments);
    if (text == NULL)
        text = identity_libraries(was);
    return text;
}
