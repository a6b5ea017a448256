/* sources.c - see sources.h. */
#include "report/sources.h"

#include "util/regular_file.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rdl_sources_make(struct rdl_sources *s, size_t most)
{
    *s = (struct rdl_sources){
        .texts = json_object(),
        .paths = json_object(),
        .newer = json_array(),
        .room = most,
    };
}

/* A whole file of that size; NULL if it cannot be read. */
static char *sources_source_read(int fd, size_t size)
{
    char *text = malloc(size + 1);
    size_t n = 0;
    ssize_t got = 1;

    if (text == NULL)
        return NULL;
    while (n < size && got > 0) {
        got = read(fd, text + n, size - n);
        n += got > 0 ? (size_t)got : 0;
    }
    /* JSON text here has no NUL. */
    for (size_t i = 0; i < n; i++)
        text[i] = text[i] == '\0' ? '?' : text[i];
    text[n] = '\0';
    return text;
}

static void sources_source_add(struct rdl_sources *s, const char *name,
                               const char *path)
{
    int fd = rdl_regular_file_open(path, UINT64_MAX, NULL);
    char *text = NULL;
    struct stat st;

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0) {
        if ((size_t)st.st_size <= s->room)
            text = sources_source_read(fd, (size_t)st.st_size);
        else
            s->left++;
    }
    close(fd);
    if (text == NULL)
        return;
    s->room -= (size_t)st.st_size;
    json_object_set_new(s->texts, name, rdl_json_text(text));
    free(text);
}

static bool sources_source_listed(const json_t *names, const char *name)
{
    size_t i;
    json_t *one;

    json_array_foreach((json_t *)names, i, one)
    {
        if (strcmp(json_string_value(one), name) == 0)
            return true;
    }
    return false;
}

void rdl_sources_newer(struct rdl_sources *s, const json_t *names)
{
    size_t i;
    json_t *name;

    json_array_foreach((json_t *)names, i, name)
    {
        json_object_del(s->texts, json_string_value(name));
        if (!sources_source_listed(s->newer, json_string_value(name)))
            json_array_append(s->newer, name);
    }
}

void rdl_sources_add(struct rdl_sources *s, const json_t *files)
{
    const char *name;
    json_t *path;

    /* A relative path has no known directory. */
    json_object_foreach((json_t *)files, name, path)
    {
        bool first = json_object_get(s->paths, name) == NULL;

        rdl_json_path(s->paths, name, json_string_value(path));
        if (json_is_null(json_object_get(s->paths, name)))
            json_object_del(s->texts, name);
        else if (first && json_string_value(path)[0] == '/' &&
                 !sources_source_listed(s->newer, name))
            sources_source_add(s, name, json_string_value(path));
    }
}

json_t *rdl_sources_take(struct rdl_sources *s)
{
    json_decref(s->paths);
    json_decref(s->newer);
    return s->texts;
}
