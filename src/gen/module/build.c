/* build.c - compiles a module and the driver of its functions. */
#include "gen/module/module.h"

#include "base/text.h"
#include "gen/emit/driver.h"
#include "util/alloc.h"
#include "util/atomic_file.h"
#include "util/command.h"
#include "util/where.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void build_add_all(struct rdl_gen_words *w,
                          const struct rdl_gen_words *more)
{
    for (size_t i = 0; i < more->n; i++)
        rdl_gen_words_add(w, more->at[i]);
}

static void build_words(struct rdl_gen_words *w, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        rdl_gen_words_add(w, words[i]);
}

/* Runs and frees the command. */
static bool build_run(const struct rdl_gen_module *m, struct rdl_gen_words *w,
                      const char *what, struct rdl_error *e)
{
    struct rdl_command_result r = { 0 };
    bool good;

    w->at = rdl_grow(w->at, (w->n + 1) * sizeof(*w->at));
    w->at[w->n] = NULL;
    good = rdl_command_run(w->at, &r, e);
    if (good && r.status != 0) {
        rdl_gen_module_say(m, r.err);
        good = rdl_error_set(e, RDL_EXIT_NOTHING, "cannot %s", what);
    }
    rdl_command_free(&r);
    rdl_gen_words_free(w);
    return good;
}

static bool build_is_source(const char *path)
{
    const char *dot = strrchr(rdl_text_base_name(path), '.');

    return dot != NULL && strcmp(dot, ".c") == 0;
}

/* The folders of headers that are files: driver.c includes them by name. */
static void build_include_paths(struct rdl_gen_words *w,
                                const struct rdl_gen_module *m)
{
    for (size_t i = 0; i < m->headers.n; i++) {
        char path[PATH_MAX], *slash, *word;

        if (realpath(m->headers.at[i], path) == NULL)
            continue;
        slash = strrchr(path, '/');
        *(slash == path ? slash + 1 : slash) = '\0';
        word = rdl_format("-I%s", path);
        rdl_gen_words_add(w, word);
        free(word);
    }
}

/* One source of the module by raddle cc; its object joins `objects`. */
static bool build_source(struct rdl_gen_build *b,
                         const struct rdl_gen_module *m, const char *source,
                         struct rdl_error *e)
{
    struct rdl_gen_words w = { 0 };
    char *object = rdl_format("%s/%zu-%s.o", b->dir, b->objects.n,
                              rdl_text_base_name(source));
    char *what = rdl_format("compile %s", source);
    bool good;

    build_words(&w, (const char *const[]){ b->raddle, "cc", "-g", "-O1", "-c",
                                           source, "-o", object, NULL });
    build_add_all(&w, &m->cflags);
    build_include_paths(&w, m);
    good = build_run(m, &w, what, e);
    if (good)
        rdl_gen_words_add(&b->objects, object);
    free(what);
    free(object);
    return good;
}

/* Checks the table against what will be linked, where that can be found. */
static void build_check(const struct rdl_gen_build *b,
                        const struct rdl_gen_module *m, struct rdl_gen_table *t)
{
    struct rdl_gen_words files = { 0 };

    build_add_all(&files, &b->objects);
    rdl_gen_libraries(&m->libs, &files);
    rdl_gen_exports(t, files.at, files.n);
    rdl_gen_words_free(&files);
}

static bool build_write_driver(const char *path, const struct rdl_gen_table *t,
                               struct rdl_error *e)
{
    size_t size;
    char *text;
    FILE *out = rdl_alloc_stream(&text, &size);
    int failed;

    rdl_gen_emit_driver(out, t);
    fclose(out);
    failed = rdl_atomic_file(path, text, size);
    free(text);
    return failed == 0 ||
           rdl_error_set(e, RDL_EXIT_NOTHING, "cannot write %s: %s", path,
                         strerror(-failed));
}

/* By plain cc: it is not what is tested. */
static bool build_plain(const struct rdl_gen_module *m, const char *folder,
                        const char *source, const char *object,
                        struct rdl_error *e)
{
    struct rdl_gen_words w = { 0 };

    build_words(&w,
                (const char *const[]){ "cc", "-g", "-O1", "-w", "-c", source,
                                       "-o", object, "-I", folder, NULL });
    build_add_all(&w, &m->cflags);
    build_include_paths(&w, m);
    return build_run(m, &w, "compile the driver of the tests", e);
}

static bool build_link(const struct rdl_gen_build *b,
                       const struct rdl_gen_module *m,
                       const struct rdl_gen_words *first, const char *program,
                       struct rdl_error *e)
{
    struct rdl_gen_words w = { 0 };

    build_words(&w, (const char *const[]){ b->raddle, "cc", "-g", "-pthread",
                                           "-o", program, NULL });
    build_add_all(&w, first);
    build_add_all(&w, &b->objects);
    build_add_all(&w, &m->libs);
    return build_run(m, &w, "link the module with its tests", e);
}

/* A file that comes with raddle. */
static bool build_find(const char *name, char path[PATH_MAX],
                       struct rdl_error *e)
{
    return rdl_where_file(name, path, PATH_MAX) ||
           rdl_error_set(e, RDL_EXIT_INTERNAL,
                         "cannot find %s: is raddle installed as a whole?",
                         path);
}

static bool build_driver(struct rdl_gen_build *b,
                         const struct rdl_gen_module *m,
                         const struct rdl_gen_table *t, struct rdl_error *e)
{
    char interpreter[PATH_MAX], folder[PATH_MAX];
    char *source = rdl_format("%s/driver.c", b->dir);
    struct rdl_gen_words ours = { 0 };
    bool good;

    for (size_t i = 0; i < 2; i++) {
        char *object =
            rdl_format("%s/%s.o", b->dir, i == 0 ? "driver" : "interpreter");

        rdl_gen_words_add(&ours, object);
        free(object);
    }
    good = build_find("gen/interpreter.c", interpreter, e);
    snprintf(folder, sizeof(folder), "%s", interpreter);
    *strrchr(folder, '/') = '\0';
    b->program = rdl_format("%s/driver", b->dir);
    good = good && build_write_driver(source, t, e) &&
           build_plain(m, folder, source, ours.at[0], e) &&
           build_plain(m, folder, interpreter, ours.at[1], e) &&
           build_link(b, m, &ours, b->program, e);
    rdl_gen_words_free(&ours);
    free(source);
    return good;
}

bool rdl_gen_build(struct rdl_gen_build *b, const struct rdl_gen_module *m,
                   struct rdl_gen_table *t, struct rdl_error *e)
{
    for (size_t i = 0; i < m->with.n; i++) {
        if (!build_is_source(m->with.at[i]))
            rdl_gen_words_add(&b->objects, m->with.at[i]);
        else if (!build_source(b, m, m->with.at[i], e))
            return false;
    }
    build_check(b, m, t);
    return build_driver(b, m, t, e);
}

/* The object of apart.c. */
static bool build_apart(const struct rdl_gen_module *m, const char *object,
                        struct rdl_error *e)
{
    char path[PATH_MAX];

    return build_find("gen/apart.c", path, e) &&
           build_plain(m, ".", path, object, e);
}

bool rdl_gen_build_test(const struct rdl_gen_build *b,
                        const struct rdl_gen_module *m, const char *source,
                        bool apart, const char *program, struct rdl_error *e)
{
    struct rdl_gen_words w = { 0 }, objects = { 0 };
    char *path = rdl_format("%s.o", program);
    char *other = rdl_format("%s.apart.o", program);
    bool good;

    /* With hooks: what raddle shows of it are lines of the test. */
    build_words(&w, (const char *const[]){ b->raddle, "cc", "-g", "-O1", "-c",
                                           source, "-o", path, NULL });
    build_add_all(&w, &m->cflags);
    build_include_paths(&w, m);
    rdl_gen_words_add(&objects, path);
    if (apart) {
        rdl_gen_words_add(&w, "-Dpthread_create=rdl_gen_apart_create");
        rdl_gen_words_add(&objects, other);
    }
    good = build_run(m, &w, "compile the test that raddle gen wrote", e) &&
           (!apart || build_apart(m, other, e)) &&
           build_link(b, m, &objects, program, e);
    rdl_gen_words_free(&objects);
    free(other);
    free(path);
    return good;
}

void rdl_gen_build_free(struct rdl_gen_build *b)
{
    rdl_gen_words_free(&b->objects);
    free(b->program);
}
