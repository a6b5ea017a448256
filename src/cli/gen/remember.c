/* remember.c - see remember.h. */
#include "cli/gen/remember.h"

#include "util/atomic_file.h"
#include "util/die.h"

#include <glob.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "session.json"

void rdl_gen_remember(const char *dir, const struct rdl_gen_words *words)
{
    char *path = rdl_format("%s/" FILE_NAME, dir), *text;
    json_t *list = json_array();
    int failed = 0;

    for (size_t i = 0; i < words->n; i++)
        json_array_append_new(list, json_string(words->at[i]));
    text = json_dumps(list, 0);
    if (text != NULL)
        failed = rdl_atomic_file(path, text, strlen(text));
    if (failed != 0)
        rdl_warn("cannot write %s: %s", path, strerror(-failed));
    free(text);
    json_decref(list);
    free(path);
}

static void remember_read(const char *path, struct rdl_gen_words *words)
{
    json_t *list = json_load_file(path, 0, NULL), *word;
    size_t i;

    if (!json_is_array(list))
        rdl_die(RDL_EXIT_USAGE,
                "cannot go on: %s does not name a header (raddle gen HEADER "
                "--with FILE --continue)",
                path);
    json_array_foreach(list, i, word)
    {
        if (json_is_string(word))
            rdl_gen_words_add(words, json_string_value(word));
    }
    json_decref(list);
}

void rdl_gen_recall(const char *dir, struct rdl_gen_words *words)
{
    char *pattern =
        rdl_format("%s/" FILE_NAME, dir != NULL ? dir : "raddle-gen/*");
    glob_t found = { 0 };

    if (dir != NULL)
        remember_read(pattern, words);
    else if (glob(pattern, 0, NULL, &found) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "cannot go on: no %s below this directory (raddle gen HEADER "
                "--with FILE begins a session)",
                pattern);
    else if (found.gl_pathc > 1)
        rdl_die(RDL_EXIT_USAGE,
                "which session? There are %zu below raddle-gen/ (raddle gen "
                "--continue -o %.*s)",
                (size_t)found.gl_pathc,
                (int)(strrchr(found.gl_pathv[0], '/') - found.gl_pathv[0]),
                found.gl_pathv[0]);
    else
        remember_read(found.gl_pathv[0], words);
    globfree(&found);
    free(pattern);
}
