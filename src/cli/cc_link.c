/* cc_link.c - links with the archive of hooks, and looks whether they are in
 * what came out. */
#include "cli/cc.h"

#include "base/where.h"
#include "driver/die.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define ARCHIVE "libraddle_hooks.a"

static void link_say(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->said.n; i++)
        fprintf(stderr, "raddle cc: %s\n", line->said.at[i]);
}

/* Is any of what was linked our compiler's work? */
static bool link_has_ours(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        if (line->words[i].role == RDL_CC_LINKER_INPUT &&
            rdl_cc_object_ours(line->words[i].text))
            return true;
    }
    return false;
}

static void link_check(const struct rdl_cc_line *line)
{
    const char *path = line->output != NULL ? line->output : "a.out";

    switch (rdl_cc_object_hooked(path)) {
    case RDL_NO_HOOKS:
        if (link_has_ours(line)) /* code without accesses needs none */
            break;
        fprintf(stderr,
                "raddle cc: %s holds no hooks: none of its code was compiled "
                "by raddle cc, so raddle will see its synchronisation but not "
                "its memory\n",
                path);
        break;
    case RDL_NO_ATTACH:
        fprintf(stderr,
                "raddle cc: the hooks of %s cannot be attached: the linker "
                "took out the weak symbol raddle_attach (static link, or -z "
                "nodynamic-undefined-weak)\n",
                path);
        break;
    case RDL_HOOKED:
    case RDL_NOT_ELF:
        break;
    }
}

/* Compiles every source; its object takes its place.  Goes on behind a failure
 * as the compilers do, so that all errors are seen at once. */
static int link_compile(const struct rdl_cc_compiler *c,
                        struct rdl_cc_line *line)
{
    int result = 0;

    for (size_t i = 0; i < line->n; i++) {
        struct rdl_cc_word *w = &line->words[i];
        char *object;
        int status;

        if (w->role != RDL_CC_SOURCE)
            continue;
        object = rdl_cc_temporary(
            rdl_words_format("%zu-%s.o", i, rdl_cc_stem(w->text)));
        status = rdl_cc_compile_apart(c, line, i, object);
        if (status != 0)
            result = status;
        if (WIFSIGNALED(status))
            break;
        w->role = RDL_CC_LINKER_INPUT;
        w->text = object;
    }
    return result;
}

int rdl_cc_link(const struct rdl_cc_compiler *c, struct rdl_cc_line *line)
{
    bool hooks = !line->unhooked && !line->relocatable;
    struct rdl_words w = { 0 };
    char archive[4096];
    int status;

    link_say(line);
    if (hooks && !rdl_where_file(ARCHIVE, archive, sizeof(archive)))
        rdl_die(RDL_EXIT_INTERNAL,
                "%s is missing; it belongs to raddle's installation", archive);
    status = link_compile(c, line);
    if (status != 0)
        return status;
    rdl_words_add_all(&w, &c->command);
    if (c->family == RDL_CLANG && line->n_sources > 0)
        rdl_words_add(&w, "-Qunused-arguments");
    for (size_t i = 0; i < line->n; i++) {
        enum rdl_cc_role role = line->words[i].role;

        if (role != RDL_CC_DROPPED && role != RDL_CC_LANGUAGE &&
            role != RDL_CC_DEPENDENCY)
            rdl_words_add(&w, line->words[i].text);
    }
    if (hooks)
        rdl_words_add(&w, rdl_words_format("%s", archive));
    status = rdl_cc_run(&w, c->command.n);
    if (status == 0 && hooks)
        link_check(line);
    return status;
}
