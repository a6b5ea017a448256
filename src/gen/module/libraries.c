/* libraries.c - the files that the linker takes for the words of --libs. */
#include "gen/module/module.h"

#include "util/alloc.h"
#include "util/command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file in the compiler's own folders; NULL: it is not there. */
static char *libraries_standard(const char *name)
{
    char *argument = rdl_format("-print-file-name=%s", name);
    char *argv[] = { rdl_strdup("cc"), argument, NULL };
    struct rdl_command_result r = { 0 };
    struct rdl_error error = { 0 };
    char *path = NULL;

    if (rdl_command_run(argv, &r, &error) && r.status == 0) {
        r.out[strcspn(r.out, "\n")] = '\0';
        if (strchr(r.out, '/') != NULL)
            path = rdl_strdup(r.out);
    }
    rdl_command_free(&r);
    free(argv[0]);
    free(argument);
    return path;
}

static char *libraries_file(const struct rdl_gen_words *folders,
                            const char *name)
{
    for (size_t i = 0; i < folders->n; i++) {
        char *path = rdl_format("%s/%s", folders->at[i], name);

        if (access(path, R_OK) == 0)
            return path;
        free(path);
    }
    return libraries_standard(name);
}

/* The file of -lNAME or -l:FILE; NULL: not found.  The linker looks for both
 * kinds of library in one folder before it goes on to the next; which of two
 * with one name it is, hardly matters for the names in it. */
static char *libraries_named(const struct rdl_gen_words *folders,
                             const char *name)
{
    char *shared, *archive, *path;

    if (name[0] == ':')
        return libraries_file(folders, name + 1);
    shared = rdl_format("lib%s.so", name);
    archive = rdl_format("lib%s.a", name);
    path = libraries_file(folders, shared);
    if (path == NULL)
        path = libraries_file(folders, archive);
    free(shared);
    free(archive);
    return path;
}

/* The value of a word such as -lNAME, or the word behind it as in -l NAME; NULL
 * if the word is another. */
static const char *libraries_value(const struct rdl_gen_words *libs, size_t *i,
                                   const char *flag)
{
    const char *word = libs->at[*i];

    if (strncmp(word, flag, 2) != 0)
        return NULL;
    if (word[2] != '\0')
        return word + 2;
    return *i + 1 < libs->n ? libs->at[++*i] : NULL;
}

void rdl_gen_libraries(const struct rdl_gen_words *libs,
                       struct rdl_gen_words *files)
{
    struct rdl_gen_words folders = { 0 };

    /* -L counts for libraries before it too. */
    for (size_t i = 0; i < libs->n; i++) {
        const char *folder = libraries_value(libs, &i, "-L");

        if (folder != NULL)
            rdl_gen_words_add(&folders, folder);
    }
    for (size_t i = 0; i < libs->n; i++) {
        const char *word = libs->at[i];
        const char *name = libraries_value(libs, &i, "-l");

        if (name != NULL) {
            char *path = libraries_named(&folders, name);

            rdl_gen_words_add(files, path != NULL ? path : word);
            free(path);
        } else if (libraries_value(libs, &i, "-L") == NULL && word[0] != '-') {
            rdl_gen_words_add(files, word);
        }
    }
    rdl_gen_words_free(&folders);
}
