/* compile.c - compiles with hooks: adds raddle's options before the user's,
 * runs the compiler, and prepares the object. */
#include "cc/cc.h"

#include "util/where.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The options for instrumentation.  Volatile accesses get entries of their
 * own. */
static const char *const gcc_options[] = {
    "-fsanitize=thread",
    "--param=tsan-distinguish-volatile=1",
    /* Its warning that libtsan does not support fences does not apply to us. */
    "-Wno-tsan",
    /* Calls must stay calls, so that raddle sees them (hooks/wraps.h). */
    "--param=builtin-string-cmp-inline-length=0",
    "-mstringop-strategy=libcall",
};

static const char *const clang_options[] = {
    /* For the compiler proper: the driver would ask for a PIE. */
    "-Xclang",
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-distinguish-volatile=1",
    /* Without it only the write of x++ is seen, and raddle would miss lost
     * updates. */
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    /* Accesses of more than 16 bytes get no hook at all, and clang vectorises
     * before it instruments. */
    "-mprefer-vector-width=128",
};

/* <raddle.h> of this raddle, wherever it is installed; any -I comes first.  The
 * directory contains nothing else, so that no other header is found in it. */
static void compile_header(struct rdl_words *w, enum rdl_cc_family family)
{
    char path[4096];
    const char *const words[] = { "-isystem", path };

    if (!rdl_where_file("include/raddle.h", path, sizeof(path)))
        return;
    *strrchr(path, '/') = '\0';
    for (size_t i = 0; i < 2; i++) {
        /* clang's driver complains if nothing is preprocessed. */
        if (family == RDL_CLANG)
            rdl_words_add(w, "-Xclang");
        rdl_words_add(w, rdl_words_format("%s", words[i]));
    }
}

/* At the front: a word after the user's could be taken for an input. */
static void compile_begin(struct rdl_words *w, const struct rdl_cc_compiler *c,
                          const struct rdl_cc_line *line, bool instrument)
{
    rdl_words_add_all(w, &c->command);
    if (instrument)
        compile_header(w, c->family);
    if (!instrument || line->unhooked)
        return;
    if (!line->debug)
        rdl_words_add(w, "-g");
    if (c->family == RDL_GCC) {
        for (size_t i = 0; i < sizeof(gcc_options) / sizeof(char *); i++)
            rdl_words_add(w, gcc_options[i]);
    } else {
        for (size_t i = 0; i < sizeof(clang_options) / sizeof(char *); i++)
            rdl_words_add(w, clang_options[i]);
    }
}

/* Does this option make other files than the object? */
static bool compile_makes_files(const char *option)
{
    return strncmp(option, "-save-temps", 11) == 0 ||
           strncmp(option, "-Wp,-M", 6) == 0;
}

/* Does the object depend on its name, or on files that were made with it?  Then
 * another compilation must not replace it. */
static bool compile_names_files(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        if (line->words[i].role == RDL_CC_OPTION &&
            strncmp(line->words[i].text, "-gsplit-dwarf", 13) == 0)
            return true;
    }
    return line->coverage;
}

/* The object of a source was made: notes its assembler and prepares it. */
static void compile_prepare(const struct rdl_cc_compiler *c,
                            const struct rdl_cc_line *line,
                            const struct rdl_cc_word *source,
                            const char *object)
{
    struct rdl_words options = { 0 };

    if (line->unhooked)
        return;
    if (rdl_cc_instrumentable(source)) {
        compile_begin(&options, c, line, true);
        if (c->family == RDL_CLANG)
            rdl_words_add(&options, "-Qunused-arguments");
        for (size_t i = 0; i < line->n; i++) {
            if (line->words[i].role == RDL_CC_OPTION &&
                !compile_makes_files(line->words[i].text))
                rdl_words_add(&options, line->words[i].text);
        }
        rdl_cc_accesses_note(c, &options, source, object,
                             !compile_names_files(line));
        rdl_cc_assembler_note(c, &options, source, object);
    } else { /* also what -S made of another source */
        rdl_cc_accesses_note(c, &c->command, source, object, false);
    }
    rdl_cc_object_prepare(object);
}

static void compile_prepare_all(const struct rdl_cc_compiler *c,
                                const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const struct rdl_cc_word *w = &line->words[i];

        if (w->role == RDL_CC_SOURCE)
            compile_prepare(
                c, line, w,
                line->output != NULL
                    ? line->output
                    : rdl_words_format("%s.o", rdl_cc_stem(w->text)));
    }
}

int rdl_cc_compile(const struct rdl_cc_compiler *c,
                   const struct rdl_cc_line *line)
{
    struct rdl_words w = { 0 };
    int status;

    compile_begin(&w, c, line, line->instrumentable);
    for (size_t i = 0; i < line->n; i++) {
        enum rdl_cc_role role = line->words[i].role;

        if (role != RDL_CC_DROPPED && role != RDL_CC_LINK_ONLY)
            rdl_words_add(&w, line->words[i].text);
    }
    status = rdl_cc_run(&w, c->command.n);
    if (line->stage == RDL_CC_OBJECT && status == 0)
        compile_prepare_all(c, line);
    return status;
}

static char *compile_without_suffix(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');

    return rdl_words_format(
        "%.*s", (int)(dot != NULL ? dot - path : (long)strlen(path)), path);
}

/* Files that a compiler names after the program if it also links must keep that
 * name: dependencies, coverage notes, dumps. */
static void compile_name_dependencies(struct rdl_words *w,
                                      const struct rdl_cc_line *line,
                                      enum rdl_cc_family family,
                                      const char *stem)
{
    const char *prefix = family == RDL_GCC ? "a-" : "";

    if (!line->dependencies)
        return;
    if (!line->dependency_file) {
        rdl_words_add(w, "-MF");
        rdl_words_add(w, line->output != NULL
                             ? rdl_words_format(
                                   "%s.d", compile_without_suffix(line->output))
                             : rdl_words_format("%s%s.d", prefix, stem));
    }
    if (!line->dependency_name) {
        rdl_words_add(w, "-MT");
        rdl_words_add(w, line->output != NULL ? line->output
                                              : rdl_words_format("%s.o", stem));
    }
}

static void compile_name_others(struct rdl_words *w,
                                const struct rdl_cc_line *line,
                                enum rdl_cc_family family, const char *source)
{
    const char *stem = rdl_cc_stem(source);
    const char *slash = strrchr(source, '/');
    const char *base = slash != NULL ? slash + 1 : source;
    const char *dot = strrchr(base, '.');
    char here[4096];

    if (family == RDL_GCC) {
        rdl_words_add(w, "-dumpdir");
        rdl_words_add(w, rdl_words_format(
                             "%s-", line->output != NULL ? line->output : "a"));
        rdl_words_add(w, "-dumpbase");
        rdl_words_add(w, base);
        if (dot != NULL && dot != base) {
            rdl_words_add(w, "-dumpbase-ext");
            rdl_words_add(w, dot);
        }
        return;
    }
    /* clang names them after the object, which will be deleted. */
    rdl_words_add(w, "-gno-split-dwarf");
    if (line->coverage && getcwd(here, sizeof(here)) != NULL) {
        rdl_words_add(w, "-Xclang");
        rdl_words_add(
            w, rdl_words_format("-coverage-notes-file=%s/%s.gcno", here, stem));
        rdl_words_add(w, "-Xclang");
        rdl_words_add(
            w, rdl_words_format("-coverage-data-file=%s/%s.gcda", here, stem));
    }
}

int rdl_cc_compile_apart(const struct rdl_cc_compiler *c,
                         const struct rdl_cc_line *line, size_t source,
                         const char *object)
{
    const struct rdl_cc_word *s = &line->words[source];
    struct rdl_words w = { 0 };
    int status;

    compile_begin(&w, c, line, rdl_cc_instrumentable(s));
    if (c->family == RDL_CLANG) /* options for the link */
        rdl_words_add(&w, "-Qunused-arguments");
    for (size_t i = 0; i < line->n; i++) {
        enum rdl_cc_role role = line->words[i].role;

        if (role == RDL_CC_OPTION || role == RDL_CC_DEPENDENCY)
            rdl_words_add(&w, line->words[i].text);
    }
    compile_name_dependencies(&w, line, c->family, rdl_cc_stem(s->text));
    compile_name_others(&w, line, c->family, s->text);
    rdl_words_add(&w, "-c");
    rdl_words_add(&w, "-o");
    rdl_words_add(&w, object);
    if (s->language != NULL) {
        rdl_words_add(&w, "-x");
        rdl_words_add(&w, s->language);
    }
    rdl_words_add(&w, s->text);
    status = rdl_cc_run(&w, c->command.n);
    if (status == 0)
        compile_prepare(c, line, s, object);
    return status;
}
