/* read.c - has raddle-gen read the headers. */
#include "gen/module/module.h"

#include "util/alloc.h"
#include "util/command.h"
#include "util/fd.h"
#include "util/where.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The wraps of a spec as a file in memory; *fd is -1 if there are none. */
static bool read_wraps(const struct rdl_gen_spec *spec, int *fd,
                       struct rdl_error *e)
{
    char *text = rdl_gen_spec_wraps(spec);
    bool good = true;

    *fd = -1;
    if (text != NULL) {
        *fd = rdl_fd_memory("wraps");
        good = *fd >= 0 && rdl_fd_write(*fd, text, strlen(text));
    }
    if (!good)
        rdl_error_set(e, RDL_EXIT_INTERNAL,
                      "cannot write the wrap lines of the spec to a file in "
                      "memory: %s",
                      strerror(errno));
    free(text);
    return good;
}

static void read_command(struct rdl_gen_words *w, const char *program,
                         const struct rdl_gen_module *m, int wraps)
{
    rdl_gen_words_add(w, program);
    for (size_t i = 0; i < m->only.n; i++) {
        rdl_gen_words_add(w, "--only");
        rdl_gen_words_add(w, m->only.at[i]);
    }
    if (wraps >= 0) {
        char path[64];

        snprintf(path, sizeof(path), "/proc/%ld/fd/%d", (long)getpid(), wraps);
        rdl_gen_words_add(w, "--append");
        rdl_gen_words_add(w, path);
    }
    for (size_t i = 0; i < m->headers.n; i++)
        rdl_gen_words_add(w, m->headers.at[i]);
    rdl_gen_words_add(w, "--");
    for (size_t i = 0; i < m->cflags.n; i++)
        rdl_gen_words_add(w, m->cflags.at[i]);
    w->at = rdl_grow(w->at, (w->n + 1) * sizeof(*w->at));
    w->at[w->n] = NULL;
}

static struct rdl_gen_table *read_result(const struct rdl_gen_module *m,
                                         const struct rdl_command_result *r,
                                         struct rdl_error *e)
{
    struct rdl_gen_table *t;
    json_t *json;

    if (r->status != 0) {
        rdl_gen_module_say(m, r->err);
        rdl_error_set(
            e, r->status == RDL_EXIT_USAGE ? RDL_EXIT_USAGE : RDL_EXIT_NOTHING,
            "clang cannot read %s; give the flags that it needs with "
            "--cflags, --pkg or --commands",
            m->headers.at[0]);
        return NULL;
    }
    json = json_loads(r->out, 0, NULL);
    t = rdl_gen_table_from_json(json, e);
    json_decref(json);
    return t;
}

struct rdl_gen_table *rdl_gen_read(const struct rdl_gen_module *m,
                                   const struct rdl_gen_spec *spec,
                                   struct rdl_error *e)
{
    struct rdl_command_result r = { 0 };
    struct rdl_gen_words command = { 0 };
    struct rdl_gen_table *t = NULL;
    char program[PATH_MAX];
    int wraps;

    if (!rdl_where_file("raddle-gen", program, sizeof(program))) {
        rdl_error_set(e, RDL_EXIT_USAGE,
                      "raddle was built without raddle-gen, which reads "
                      "headers: install libclang-14-dev (apt install "
                      "libclang-14-dev) and build raddle again");
        return NULL;
    }
    if (read_wraps(spec, &wraps, e)) {
        read_command(&command, program, m, wraps);
        if (rdl_command_run(command.at, &r, e))
            t = read_result(m, &r, e);
    }
    if (t != NULL && spec != NULL && !rdl_gen_spec_apply(spec, t, e)) {
        rdl_gen_table_free(t);
        t = NULL;
    }
    if (wraps >= 0)
        close(wraps);
    rdl_command_free(&r);
    rdl_gen_words_free(&command);
    return t;
}
