/* link.c - links with the archive of hooks, and checks whether the result has
 * them. */
#include "cc/cc.h"

#include "cc/foreign.h"
#include "util/where.h"
#include "util/die.h"
#include "symbols/files/noted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define ARCHIVE "libraddle_hooks.a"

static void link_say(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->said.n; i++)
        fprintf(stderr, "raddle cc: %s\n", line->said.at[i]);
}

/* Did raddle cc compile any of the linked files? */
static bool link_has_ours(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        if (line->words[i].role == RDL_CC_LINKER_INPUT &&
            rdl_cc_object_ours(line->words[i].text))
            return true;
    }
    return false;
}

/* Names the linked files without hooks beside code with hooks: once they are
 * part of the program, nothing shows it any more. */
static void link_uninstrumented(const struct rdl_cc_line *line,
                                const char *path)
{
    const char *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < line->n; i++) {
        const struct rdl_cc_word *w = &line->words[i];

        if (w->role != RDL_CC_LINKER_INPUT ||
            rdl_cc_foreign_of_system(w->text) ||
            !rdl_cc_object_uninstrumented(w->text))
            continue;
        if (n++ == 0)
            first = w->text;
    }
    if (n == 0)
        return;
    fprintf(stderr, "raddle cc: %s", first);
    if (n > 1)
        fprintf(stderr, " and %zu more", n - 1);
    fprintf(stderr,
            " in %s hold%s no hooks: not compiled by raddle cc, so raddle will "
            "see the synchronisation in there but not the memory\n",
            path, n > 1 ? "" : "s");
}

static void link_assembler(const char *path)
{
    struct rdl_noted a = rdl_noted_read(path, RDL_NOTED_ASSEMBLER);

    if (a.n > 0) {
        fprintf(stderr, "raddle cc: assembler in %s accesses memory at %s",
                path, a.first);
        if (a.n > 1)
            fprintf(stderr, " (+%zu more)", a.n - 1);
        fprintf(stderr,
                ": raddle will not see that (use the compiler's atomics there; "
                "many projects have an option for it)\n");
    }
    rdl_noted_free(&a);
}

static void link_check(const struct rdl_cc_line *line)
{
    const char *path = line->output != NULL ? line->output : "a.out";

    switch (rdl_cc_object_hooked(path)) {
    case RDL_NO_HOOKS:
        if (link_has_ours(line)) /* code without accesses needs no hooks */
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
        link_uninstrumented(line, path);
        link_assembler(path);
        break;
    case RDL_NOT_ELF:
        break;
    }
}

static bool link_wants(const struct rdl_cc_line *line, const char *name)
{
    for (size_t i = 0; i < line->n; i++) {
        if (line->words[i].role == RDL_CC_LINKER_INPUT &&
            rdl_cc_object_wants(line->words[i].text, name))
            return true;
    }
    return false;
}

/* Hooks at the ends of functions must run when an exception passes.  So C++
 * code needs its run-time library, which a driver for C does not link.  Code
 * with exceptions of its own fails there anyway. */
static void link_cxx(struct rdl_words *w, const struct rdl_cc_line *line)
{
    if (!link_wants(line, "__gxx_personality_v0") ||
        link_wants(line, "__cxa_throw") ||
        link_wants(line, "__cxa_begin_catch"))
        return;
    rdl_words_add(w, "-Wl,--push-state,--as-needed");
    rdl_words_add(w, "-lstdc++");
    rdl_words_add(w, "-Wl,--pop-state");
}

/* Compiles every source; its object replaces it on the command line.  Continues
 * after a failure, as compilers do, so that the user sees all errors at
 * once. */
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
    struct rdl_cc_places foreign = { 0 };
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
    if (!line->unhooked)
        rdl_cc_foreign_find(line, &foreign);
    if (foreign.size > 0)
        rdl_cc_foreign_note(c, &foreign, &w);
    if (hooks && !c->cxx)
        link_cxx(&w, line);
    if (hooks)
        rdl_words_add(&w, rdl_words_format("%s", archive));
    status = rdl_cc_run(&w, c->command.n);
    if (status == 0 && hooks)
        link_check(line);
    /* All its parts have the mark, which the linker does not copy. */
    if (status == 0 && line->relocatable && !line->unhooked &&
        foreign.size == 0)
        rdl_cc_object_prepare(line->output != NULL ? line->output : "a.out");
    return status;
}
