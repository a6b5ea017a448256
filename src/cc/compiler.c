/* compiler.c - which compiler `raddle cc` runs: --cc, then RADDLE_CC
 * (RADDLE_CXX for C++), then gcc. */
#include "cc/cc.h"

#include "util/die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Splits "ccache gcc-12 -B/some/where" at blanks. */
static void compiler_split(struct rdl_words *w, const char *text)
{
    char *copy = rdl_words_format("%s", text), *save;

    for (char *word = strtok_r(copy, " \t", &save); word != NULL;
         word = strtok_r(NULL, " \t", &save))
        rdl_words_add(w, word);
}

static const char *compiler_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* The C++ compiler that belongs to a C compiler: gcc-12 -> g++-12. */
static const char *compiler_for_cxx(const char *word)
{
    static const char *const pairs[][2] = {
        { "clang++", "clang++" }, { "g++", "g++" }, { "clang", "clang++" },
        { "gcc", "g++" },         { "cc", "c++" },
    };
    const char *base = compiler_base_name(word);

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const char *at = strstr(base, pairs[i][0]);

        if (at != NULL)
            return rdl_words_format("%.*s%s%s", (int)(at - word), word,
                                    pairs[i][1], at + strlen(pairs[i][0]));
    }
    return word;
}

/* Asks a compiler whose name does not show its family. */
static enum rdl_cc_family compiler_ask(const struct rdl_words *command)
{
    char *line = rdl_words_format("%s", "");
    enum rdl_cc_family family = RDL_GCC;
    char said[256];
    FILE *pipe;

    for (size_t i = 0; i < command->n; i++)
        line = rdl_words_format("%s '%s'", line, command->at[i]);
    line = rdl_words_format("%s -dM -E -x c /dev/null 2>/dev/null", line);
    pipe = popen(line, "r");
    while (pipe != NULL && fgets(said, sizeof(said), pipe) != NULL) {
        if (strstr(said, "__clang__") != NULL)
            family = RDL_CLANG;
    }
    if (pipe != NULL)
        pclose(pipe);
    return family;
}

static enum rdl_cc_family compiler_family(const struct rdl_words *command)
{
    for (size_t i = command->n; i > 0; i--) {
        const char *base = compiler_base_name(command->at[i - 1]);

        if (strncmp(base, "raddle", 6) == 0)
            rdl_die(RDL_EXIT_USAGE,
                    "the compiler of raddle cc cannot be %s itself",
                    command->at[i - 1]);
        if (strstr(base, "clang") != NULL)
            return RDL_CLANG;
        if (strstr(base, "gcc") != NULL || strstr(base, "g++") != NULL)
            return RDL_GCC;
    }
    return compiler_ask(command);
}

void rdl_cc_compiler(struct rdl_cc_compiler *c, const char *wanted, bool cxx)
{
    const char *named_cxx = getenv("RADDLE_CXX");
    const char *named = wanted != NULL ? wanted : getenv("RADDLE_CC");

    bool derived = cxx && (wanted != NULL || named_cxx == NULL);
    size_t last;

    *c = (struct rdl_cc_compiler){ 0 };
    if (cxx && !derived)
        named = named_cxx;
    compiler_split(&c->command, named != NULL ? named : "gcc");
    last = c->command.n;
    while (last > 0 && c->command.at[last - 1][0] == '-')
        last--; /* skips its options */
    if (last == 0)
        rdl_die(RDL_EXIT_USAGE, "no compiler is named "
                                "(--cc, RADDLE_CC or RADDLE_CXX)");
    if (derived)
        c->command.at[last - 1] =
            (char *)compiler_for_cxx(c->command.at[last - 1]);
    c->family = compiler_family(&c->command);
    c->cxx = cxx ||
             strstr(compiler_base_name(c->command.at[last - 1]), "++") != NULL;
}
