/* cc.c - raddle cc and raddle c++: gcc or clang, with hooks (see cc.h). */
#include "cc/cc.h"

#include "util/die.h"

#include <string.h>
#include <sys/stat.h>

/* Would the output replace this source?  Compilers refuse that; but raddle cc
 * gives them another output first, and replaces it when they are done. */
static bool cc_replaces(const struct rdl_cc_line *line, const char *source)
{
    struct stat from, to;

    return line->output != NULL && stat(source, &from) == 0 &&
           stat(line->output, &to) == 0 && S_ISREG(to.st_mode) &&
           from.st_dev == to.st_dev && from.st_ino == to.st_ino;
}

static void cc_check(const struct rdl_cc_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const struct rdl_cc_word *w = &line->words[i];

        if (w->role == RDL_CC_SOURCE && cc_replaces(line, w->text))
            rdl_die(RDL_EXIT_USAGE,
                    "the source %s is also the output (-o): give "
                    "another name",
                    w->text);
    }
}

static int cc_run(int argc, char **argv, bool cxx)
{
    struct rdl_cc_compiler compiler;
    struct rdl_words w = { 0 };
    const char *wanted = NULL;
    struct rdl_cc_line line;
    int first = 1;

    for (; first < argc && strncmp(argv[first], "--cc=", 5) == 0; first++)
        wanted = argv[first] + 5;
    rdl_cc_compiler(&compiler, wanted, cxx);
    rdl_cc_line_read(&line, argc - first, argv + first);
    cc_check(&line);
    switch (line.stage) {
    case RDL_CC_ASKS:
        rdl_words_add_all(&w, &compiler.command);
        for (int i = first; i < argc; i++)
            rdl_words_add(&w, argv[i]);
        return rdl_cc_end(rdl_cc_run(&w, compiler.command.n));
    case RDL_CC_EARLY:
    case RDL_CC_OBJECT:
        return rdl_cc_end(rdl_cc_compile(&compiler, &line));
    case RDL_CC_LINK:
        break;
    }
    return rdl_cc_end(rdl_cc_link(&compiler, &line));
}

int rdl_cmd_cc(int argc, char **argv)
{
    return cc_run(argc, argv, /*cxx=*/false);
}

int rdl_cmd_cxx(int argc, char **argv)
{
    return cc_run(argc, argv, /*cxx=*/true);
}
