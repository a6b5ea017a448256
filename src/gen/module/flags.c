/* flags.c - the flags that a module is compiled with: from pkg-config, from
 * compile_commands.json. */
#include "gen/module/module.h"

#include "base/text.h"
#include "util/alloc.h"
#include "util/command.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

void rdl_gen_words_add(struct rdl_gen_words *w, const char *word)
{
    rdl_gen_text_add(&w->at, &w->n, word);
}

void rdl_gen_words_free(struct rdl_gen_words *w)
{
    rdl_gen_text_clear(&w->at, &w->n);
}

void rdl_gen_module_free(struct rdl_gen_module *m)
{
    rdl_gen_words_free(&m->headers);
    rdl_gen_words_free(&m->only);
    rdl_gen_words_free(&m->with);
    rdl_gen_words_free(&m->cflags);
    rdl_gen_words_free(&m->libs);
}

void rdl_gen_module_say(const struct rdl_gen_module *m, const char *text)
{
    while (*text != '\0' && m->said != NULL) {
        const size_t n = strcspn(text, "\n");

        rdl_note_sink_say(m->said, "%.*s", (int)n, text);
        text += n + (text[n] == '\n');
    }
}

bool rdl_gen_words_split(struct rdl_gen_words *w, const char *text,
                         struct rdl_error *e)
{
    wordexp_t words;

    if (wordexp(text, &words, WRDE_NOCMD) != 0)
        return rdl_error_set(e, RDL_EXIT_USAGE,
                             "cannot split '%s' into words: quote what is "
                             "special for a shell",
                             text);
    for (size_t i = 0; i < words.we_wordc; i++)
        rdl_gen_words_add(w, words.we_wordv[i]);
    wordfree(&words);
    return true;
}

static bool flags_pkg(struct rdl_gen_words *w, const char *what,
                      const char *package, struct rdl_error *e)
{
    char *argv[] = { rdl_strdup("pkg-config"), rdl_strdup(what),
                     rdl_strdup(package), NULL };
    struct rdl_command_result r = { 0 };
    bool good = rdl_command_run(argv, &r, e);

    if (good && r.status != 0)
        good = rdl_error_set(e, RDL_EXIT_USAGE, "pkg-config %s %s failed: %s",
                             what, package, r.err);
    else if (good)
        good = r.out[strspn(r.out, " \n")] == '\0' ||
               (r.out[strcspn(r.out, "\n")] = '\0',
                rdl_gen_words_split(w, r.out, e));
    rdl_command_free(&r);
    for (size_t i = 0; argv[i] != NULL; i++)
        free(argv[i]);
    return good;
}

bool rdl_gen_module_pkg(struct rdl_gen_module *m, const char *package,
                        struct rdl_error *e)
{
    return flags_pkg(&m->cflags, "--cflags", package, e) &&
           flags_pkg(&m->libs, "--libs", package, e);
}

/* --- compile_commands.json --------------------------------------------------
 */

/* Is it one of the module's sources? */
static bool flags_is_source(const struct rdl_gen_module *m, const char *path)
{
    char full[PATH_MAX];

    for (size_t i = 0; i < m->with.n; i++) {
        if (realpath(m->with.at[i], full) != NULL && strcmp(full, path) == 0)
            return true;
    }
    return false;
}

static char *flags_absolute(const char *directory, const char *path)
{
    char *joined = path[0] == '/' ? rdl_strdup(path)
                                  : rdl_format("%s/%s", directory, path);
    char *full = realpath(joined, NULL);

    if (full == NULL)
        return joined;
    free(joined);
    return full;
}

static void flags_add_path(struct rdl_gen_words *out, const char *option,
                           const char *directory, const char *path)
{
    char *full = flags_absolute(directory, path);
    char *word = rdl_format("%s%s", option, full);

    rdl_gen_words_add(out, word);
    free(word);
    free(full);
}

/* Of a compiler's command the flags that decide what a header says. */
static void flags_take(struct rdl_gen_words *out, const char *directory,
                       char *const *words, size_t n)
{
    static const char *const paths[] = { "-I",       "-isystem",   "-iquote",
                                         "-include", "-idirafter", "-imacros" };
    static const char *const taken[] = { "-D", "-U", "-std=",
                                         "-f", "-m", "-pthread" };

    for (size_t i = 1; i < n; i++) {
        for (size_t k = 0; k < sizeof(paths) / sizeof(paths[0]); k++) {
            const size_t length = strlen(paths[k]);

            if (strncmp(words[i], paths[k], length) != 0)
                continue;
            if (words[i][length] != '\0')
                flags_add_path(out, paths[k], directory, words[i] + length);
            else if (i + 1 < n)
                flags_add_path(out, paths[k], directory, words[++i]);
            break;
        }
        for (size_t k = 0; k < sizeof(taken) / sizeof(taken[0]); k++) {
            if (strncmp(words[i], taken[k], strlen(taken[k])) != 0)
                continue;
            rdl_gen_words_add(out, words[i]);
            if ((k == 0 || k == 1) && words[i][2] == '\0' && i + 1 < n)
                rdl_gen_words_add(out, words[++i]);
            break;
        }
    }
}

static bool flags_entry(struct rdl_gen_module *m, const json_t *entry,
                        const char *directory, struct rdl_error *e)
{
    const char *command = json_string_value(json_object_get(entry, "command"));
    const json_t *arguments = json_object_get(entry, "arguments");
    struct rdl_gen_words words = { 0 };
    bool good = true;

    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));

        rdl_gen_words_add(&words, word != NULL ? word : "");
    }
    if (command != NULL && words.n == 0)
        good = rdl_gen_words_split(&words, command, e);
    flags_take(&m->cflags, directory, words.at, words.n);
    rdl_gen_words_free(&words);
    return good;
}

bool rdl_gen_module_database(struct rdl_gen_module *m, const char *path,
                             struct rdl_error *e)
{
    json_error_t where;
    json_t *database = json_load_file(path, 0, &where);
    bool good = true, found = false;

    if (database == NULL)
        return rdl_error_set(e, RDL_EXIT_USAGE, "cannot read %s: line %d: %s",
                             path, where.line, where.text);
    for (size_t i = 0; i < json_array_size(database) && !found; i++) {
        const json_t *entry = json_array_get(database, i);
        const char *directory =
            json_string_value(json_object_get(entry, "directory"));
        const char *file = json_string_value(json_object_get(entry, "file"));
        char *full;

        if (directory == NULL || file == NULL)
            continue;
        full = flags_absolute(directory, file);
        found = flags_is_source(m, full);
        if (found)
            good = flags_entry(m, entry, directory, e);
        free(full);
    }
    json_decref(database);
    if (!found)
        return rdl_error_set(e, RDL_EXIT_USAGE,
                             "%s has none of the files of --with", path);
    return good;
}
