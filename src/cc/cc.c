/* cc.c - raddle cc and raddle c++: gcc or clang, with hooks (see cc.h). */
#include "cc/cc.h"

#include <string.h>

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
