/* command_line.c - parses a compiler's command line: which files are compiled
 * or linked, which words are values of others, and which options cannot stay.
 *
 * Every word gets a role.  One table lists the options that take a value,
 * another the options that raddle drops or changes and the reasons to print. */
#include "cc/cc.h"

#include "util/die.h"

#include <fnmatch.h>
#include <string.h>

/* Options whose value may be the next word. */
static const char *const valued[] = {
    "-o",
    "-x",
    "-D",
    "-U",
    "-I",
    "-L",
    "-l",
    "-F",
    "-A",
    "-B",
    "-T",
    "-u",
    "-z",
    "-e",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-include",
    "-include-pch",
    "-imacros",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isystem",
    "-isysroot",
    "-iquote",
    "-imultilib",
    "-imultiarch",
    "-iframework",
    "-cxx-isystem",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-Xanalyzer",
    "-mllvm",
    "--param",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "-target",
    "-arch",
    "-rpath",
    "-working-directory",
    "-gcc-toolchain",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "--sysroot",
    "--output",
    "--include",
    "--language",
    "--define-macro",
    "--undefine-macro",
    "--include-directory",
    "--library-directory",
};

static const char *const questions[] = {
    "--version",        "--help*",      "--target-help", "-dumpversion",
    "-dumpfullversion", "-dumpmachine", "-dumpspecs",    "-print-*",
    "--print-*",        "-###",         "-cc1*",
};

static const char *const early[] = {
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "--analyze",
    "--precompile",
    "-emit-ast",
    "--preprocess",
    "--assemble",
    "--syntax-only",
};

/* The -g options that ask for debug information. */
static const char *const debug[] = {
    "-g",     "-g[0-9]", "-ggdb*",   "-gdwarf*", "-gline-*", "-gmlt",
    "-gfull", "-gused",  "-gstabs*", "-gctf*",   "-gbtf*",   "-gcodeview",
};

static const char *const coverage[] = {
    "--coverage",
    "-coverage",
    "-ftest-coverage",
    "-fprofile-arcs",
};

/* Why an option cannot stay as it is. */
static const char no_static[] =
    "is left out: raddle's runtime is loaded into the program, which a static "
    "program cannot do";
static const char no_sanitizer[] =
    "is left out: a sanitizer's runtime and raddle's cannot share a program";
static const char no_lto[] =
    "does not reach code with hooks: what is made at link time would lose "
    "them, so files are compiled one by one";
static const char no_hooks[] =
    "is kept, and the program gets no hooks: raddle controls 64-bit programs";
static const char no_start[] =
    "is kept: without libc's start-up code the hooks are attached only if the "
    "program runs its constructors itself";
static const char no_link[] =
    "is kept: the hooks come when its result is linked by raddle cc";

static const struct {
    const char *option; /* a pattern */
    enum { KEEP, LEAVE_OUT, ONLY_LINK, UNHOOKED, RELOCATABLE } action;
    const char *why; /* NULL: it goes with another that is reported */
} rules[] = {
    { "-static", LEAVE_OUT, no_static },
    { "--static", LEAVE_OUT, no_static },
    { "-static-pie", LEAVE_OUT, no_static },
    { "-fsanitize=*", LEAVE_OUT, no_sanitizer },
    { "-fsanitize-*", LEAVE_OUT, NULL },
    { "-fno-sanitize*", LEAVE_OUT, NULL },
    { "-static-lib?san", LEAVE_OUT, NULL },
    { "-static-libubsan", LEAVE_OUT, NULL },
    { "-static-libsan", LEAVE_OUT, NULL },
    { "-shared-lib*san", LEAVE_OUT, NULL },
    { "-l[alt]san", LEAVE_OUT, NULL },
    { "-lubsan", LEAVE_OUT, NULL },
    { "-flto-*", ONLY_LINK, NULL },
    { "-flto*", ONLY_LINK, no_lto },
    { "-fwhole-program*", ONLY_LINK, NULL },
    { "-fvirtual-function-elimination", ONLY_LINK, NULL },
    { "-fsplit-lto-unit", ONLY_LINK, NULL },
    { "-fthinlto-index=*", ONLY_LINK, NULL },
    { "-m32", UNHOOKED, no_hooks },
    { "-mx32", UNHOOKED, no_hooks },
    { "-m16", UNHOOKED, no_hooks },
    { "-nostdlib", KEEP, no_start },
    { "-nodefaultlibs", KEEP, no_start },
    { "-r", RELOCATABLE, no_link },
    { "-Wl,-r", RELOCATABLE, no_link },
    { "-Wl,--relocatable", RELOCATABLE, no_link },
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static bool line_in(const char *word, const char *const *patterns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (fnmatch(patterns[i], word, 0) == 0)
            return true;
    }
    return false;
}

static const char *line_suffix(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');

    return dot != NULL ? dot + 1 : "";
}

char *rdl_cc_stem(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t n = dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base);

    return rdl_words_format("%.*s", (int)n, base);
}

static bool line_is_header(const char *path, const char *language)
{
    static const char *const suffixes[] = { "h",   "hh",  "H",   "hp", "hxx",
                                            "hpp", "HPP", "h++", "tcc" };

    if (language != NULL)
        return fnmatch("*-header", language, 0) == 0;
    return line_in(line_suffix(path), suffixes, LENGTH(suffixes));
}

static bool line_is_assembly(const char *path, const char *language)
{
    static const char *const suffixes[] = { "s", "S", "sx" };

    if (language != NULL)
        return strncmp(language, "assembler", 9) == 0;
    return line_in(line_suffix(path), suffixes, LENGTH(suffixes));
}

static bool line_is_source(const char *path, const char *language)
{
    static const char *const suffixes[] = {
        "c",   "i",   "ii",  "m",   "mi",  "mm",   "M",   "mii", "cc",  "cp",
        "cxx", "cpp", "CPP", "c++", "C",   "cppm", "f",   "for", "ftn", "F",
        "FOR", "fpp", "FPP", "FTN", "f90", "f95",  "f03", "f08", "F90", "F95",
        "F03", "F08", "go",  "d",   "adb", "ads",  "bc",  "ll",
    };

    return language != NULL || strcmp(path, "-") == 0 ||
           line_is_header(path, NULL) || line_is_assembly(path, NULL) ||
           line_in(line_suffix(path), suffixes, LENGTH(suffixes));
}

/* Adds a message, once. */
static void line_say(struct rdl_cc_line *line, const char *word,
                     const char *why)
{
    char *text = rdl_words_format("%s %s", word, why);

    for (size_t i = 0; i < line->said.n; i++) {
        if (strcmp(line->said.at[i], text) == 0)
            return;
    }
    rdl_words_add(&line->said, text);
}

static bool line_has(const struct rdl_words *words, const char *wanted)
{
    for (size_t i = 0; i < words->n; i++) {
        if (strcmp(words->at[i], wanted) == 0)
            return true;
    }
    return false;
}

static enum rdl_cc_role line_judge(struct rdl_cc_line *line,
                                   const struct rdl_words *all,
                                   const char *word)
{
    for (size_t i = 0; i < LENGTH(rules); i++) {
        if (fnmatch(rules[i].option, word, 0) != 0)
            continue;
        /* libtool names libc and the start files itself. */
        if (rules[i].why != NULL &&
            !(rules[i].action == KEEP && line_has(all, "-lc")))
            line_say(line, word, rules[i].why);
        line->unhooked = line->unhooked || rules[i].action == UNHOOKED;
        line->relocatable = line->relocatable || rules[i].action == RELOCATABLE;
        return rules[i].action == LEAVE_OUT   ? RDL_CC_DROPPED
               : rules[i].action == ONLY_LINK ? RDL_CC_LINK_ONLY
                                              : RDL_CC_OPTION;
    }
    return RDL_CC_OPTION;
}

static void line_stage(struct rdl_cc_line *line, enum rdl_cc_stage stage)
{
    if (stage < line->stage)
        line->stage = stage;
}

/* An option without a value, or with its value in the same word. */
static enum rdl_cc_role line_option(struct rdl_cc_line *line,
                                    const struct rdl_words *all,
                                    const char *word)
{
    if (line_in(word, questions, LENGTH(questions)))
        line_stage(line, RDL_CC_ASKS);
    if (line_in(word, early, LENGTH(early)))
        line_stage(line, RDL_CC_EARLY);
    if (strcmp(word, "-c") == 0 || strcmp(word, "--compile") == 0)
        line_stage(line, RDL_CC_OBJECT);
    if (line_in(word, debug, LENGTH(debug)))
        line->debug = true;
    if (line_in(word, coverage, LENGTH(coverage)))
        line->coverage = true;
    if (strcmp(word, "-MD") == 0 || strcmp(word, "-MMD") == 0)
        line->dependencies = true;
    if (strncmp(word, "-MF", 3) == 0)
        line->dependency_file = true;
    if (strncmp(word, "-MT", 3) == 0 || strncmp(word, "-MQ", 3) == 0)
        line->dependency_name = true;
    if (fnmatch("-M[DMFTQPGJ]*", word, 0) == 0)
        return RDL_CC_DEPENDENCY;
    if (strncmp(word, "-l", 2) == 0 &&
        line_judge(line, all, word) != RDL_CC_DROPPED)
        return RDL_CC_LINKER_INPUT;
    if (strncmp(word, "-x", 2) == 0 || strncmp(word, "--language", 10) == 0)
        return RDL_CC_LANGUAGE;
    if (strncmp(word, "-o", 2) == 0 || strncmp(word, "--output", 8) == 0)
        return RDL_CC_OUTPUT;
    return line_judge(line, all, word);
}

/* The value of -x or -o. */
static void line_value(struct rdl_cc_line *line, enum rdl_cc_role role,
                       const char *value, const char **language)
{
    if (role == RDL_CC_LANGUAGE)
        *language = strcmp(value, "none") != 0 ? value : NULL;
    if (role == RDL_CC_OUTPUT)
        line->output = value;
}

bool rdl_cc_instrumentable(const struct rdl_cc_word *source)
{
    return !line_is_assembly(source->text, source->language);
}

static void line_input(struct rdl_cc_line *line, struct rdl_cc_word *w,
                       const char *language, bool *only_headers)
{
    if (!line_is_source(w->text, language)) {
        w->role = RDL_CC_LINKER_INPUT;
        *only_headers = false;
        return;
    }
    w->role = RDL_CC_SOURCE;
    w->language = language;
    line->n_sources++;
    if (rdl_cc_instrumentable(w))
        line->instrumentable = true;
    if (!line_is_header(w->text, language))
        *only_headers = false;
}

void rdl_cc_line_read(struct rdl_cc_line *line, int argc, char **argv)
{
    struct rdl_words all = { 0 };
    const char *language = NULL;
    bool only_headers = true, only_inputs = false, any = false;

    *line = (struct rdl_cc_line){ .stage = RDL_CC_LINK };
    for (int i = 0; i < argc; i++)
        rdl_words_expand(&all, argv[i]);
    line->words = rdl_words_room(all.n * sizeof(line->words[0]));
    for (size_t i = 0; i < all.n; i++) {
        struct rdl_cc_word *w = &line->words[line->n++];

        w->text = all.at[i];
        if (only_inputs || w->text[0] != '-' || w->text[1] == '\0') {
            line_input(line, w, language, &only_headers);
            any = true;
            continue;
        }
        if (strcmp(w->text, "--") == 0) {
            only_inputs = true;
            w->role = RDL_CC_DROPPED; /* inputs are named at the end anyway */
            continue;
        }
        w->role = line_option(line, &all, w->text);
        if (w->role == RDL_CC_LINKER_INPUT) {
            any = true;
            only_headers = false;
        }
        if (line_in(w->text, valued, LENGTH(valued)) && i + 1 < all.n) {
            struct rdl_cc_word *value = &line->words[line->n++];

            value->text = all.at[++i];
            value->role = w->role;
            line_value(line, w->role, value->text, &language);
        } else if (w->role == RDL_CC_LANGUAGE || w->role == RDL_CC_OUTPUT) {
            const char *equals = strchr(w->text, '=');

            line_value(line, w->role,
                       w->text[1] == '-' && equals != NULL ? equals + 1
                                                           : w->text + 2,
                       &language);
        }
    }
    if (!any)
        line->stage = RDL_CC_ASKS;
    else if (only_headers)
        line_stage(line, RDL_CC_EARLY);
}
