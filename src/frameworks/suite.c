/* suite.c - which framework a program is made with, and names of cases. */
#include "frameworks/framework.h"

#include "util/alloc.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void rdl_case_names_add(struct rdl_case_names *names, const char *name,
                        size_t length)
{
    for (size_t i = 0; i < names->n; i++) {
        if (strlen(names->all[i]) == length &&
            memcmp(names->all[i], name, length) == 0)
            return;
    }
    names->all = rdl_grow(names->all, (names->n + 1) * sizeof(char *));
    names->all[names->n++] = rdl_format("%.*s", (int)length, name);
}

void rdl_case_names_free(struct rdl_case_names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->all[i]);
    free(names->all);
    *names = (struct rdl_case_names){ .n = 0 };
}

void rdl_case_choice_free(struct rdl_case_choice *c)
{
    for (size_t i = 0; i < c->n_arguments; i++)
        free(c->arguments[i]);
    for (size_t i = 0; i < c->n_variables; i++)
        free(c->variables[i]);
    *c = (struct rdl_case_choice){ .n_arguments = 0 };
}

/* Names that the linker keeps and texts of the framework are bytes of the file,
 * stripped or not. */
static bool suite_has(const char *file, size_t size, const char *mark)
{
    return memmem(file, size, mark, strlen(mark)) != NULL;
}

static bool suite_marked(const struct rdl_suite *s, const char *file,
                         size_t size)
{
    for (size_t i = 0; i < RDL_MARKS && s->marks[i] != NULL; i++) {
        if (suite_has(file, size, s->marks[i]))
            return true;
    }
    return false;
}

static const struct rdl_framework *suite_in(const char *file, size_t size,
                                            bool *able)
{
    const struct rdl_framework *f;

    for (size_t i = 0; (f = rdl_framework_at(i)) != NULL; i++) {
        if (f->suite == NULL || !suite_marked(f->suite, file, size))
            continue;
        *able =
            f->suite->cases != NULL &&
            (f->suite->needs == NULL || suite_has(file, size, f->suite->needs));
        return f;
    }
    return NULL;
}

const struct rdl_framework *rdl_framework_of(const char *path, bool *able)
{
    const struct rdl_framework *found = NULL;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    void *file = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0)
        file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
        found = suite_in(file, (size_t)st.st_size, able);
        munmap(file, (size_t)st.st_size);
    }
    if (fd >= 0)
        close(fd);
    return found;
}
