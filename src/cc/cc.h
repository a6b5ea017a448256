/* cc.h - the parts of `raddle cc`, a compiler driver around gcc or clang.
 *
 * A compilation gets -fsanitize=thread, and its object is prepared (object.c).
 * A link does not get that option, which would bring in libtsan; it gets the
 * archive of hooks instead.  A command that does both is split, so that there
 * are objects to prepare.  Everything else passes through to the compiler. */
#ifndef RDL_CC_CC_H
#define RDL_CC_CC_H

#include <stdbool.h>
#include <stddef.h>

/* A growing, NULL-terminated list of words; the words live until the process
 * ends. */
struct rdl_words {
    char **at;
    size_t n;
};

/* words.c */
void rdl_words_add(struct rdl_words *w, const char *word);
void rdl_words_add_all(struct rdl_words *w, const struct rdl_words *more);
void *rdl_words_room(size_t size); /* zeroed */
char *rdl_words_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Adds `word`, or the contents of the response file if it is one ("@file"). */
void rdl_words_expand(struct rdl_words *w, const char *word);
/* Writes words as a response file. */
bool rdl_words_write(const struct rdl_words *w, size_t from, const char *path);

enum rdl_cc_family { RDL_GCC, RDL_CLANG };

/* compiler.c: which compiler to run, with its prefix ("ccache gcc"). */
struct rdl_cc_compiler {
    struct rdl_words command;
    enum rdl_cc_family family;
    bool cxx; /* links the C++ libraries */
};
/* `wanted` is the value of --cc, NULL if none was given. */
void rdl_cc_compiler(struct rdl_cc_compiler *c, const char *wanted, bool cxx);

enum rdl_cc_role {
    RDL_CC_OPTION,       /* or the value of one */
    RDL_CC_LINKER_INPUT, /* objects, archives, -l */
    RDL_CC_SOURCE,
    RDL_CC_LANGUAGE,   /* -x and its value */
    RDL_CC_OUTPUT,     /* -o and its value */
    RDL_CC_DEPENDENCY, /* -MD and its relatives */
    RDL_CC_LINK_ONLY,  /* not for the compiler */
    RDL_CC_DROPPED,    /* not passed on */
};

enum rdl_cc_stage {
    RDL_CC_ASKS,   /* no input, or a query: --version, -print-... */
    RDL_CC_EARLY,  /* ends before an object is made: -E, -S, -M */
    RDL_CC_OBJECT, /* -c */
    RDL_CC_LINK,
};

struct rdl_cc_word {
    const char *text;
    enum rdl_cc_role role;
    const char *language; /* of a source: by -x, NULL: by its suffix */
};

/* A parsed command line (command_line.c). */
struct rdl_cc_line {
    struct rdl_cc_word *words;
    size_t n;
    enum rdl_cc_stage stage;
    const char *output; /* NULL: the compiler's choice */
    size_t n_sources;
    bool instrumentable;  /* a source that is not assembly */
    bool unhooked;        /* -m32: compiled without hooks */
    bool relocatable;     /* -r */
    bool debug;           /* some -g option */
    bool dependencies;    /* -MD, -MMD */
    bool dependency_file; /* -MF */
    bool dependency_name; /* -MT, -MQ */
    bool coverage;
    struct rdl_words said; /* messages to print at a link */
};

void rdl_cc_line_read(struct rdl_cc_line *line, int argc, char **argv);
/* Is this source not assembly? */
bool rdl_cc_instrumentable(const struct rdl_cc_word *source);
/* Base name of a source without its suffix. */
char *rdl_cc_stem(const char *path);

/* run.c: runs a command; its first `n_program` words are the program.  Returns
 * its status as wait() gives it. */
int rdl_cc_run(const struct rdl_words *command, size_t n_program);
/* The same; what it says is not shown. */
int rdl_cc_run_quietly(const struct rdl_words *command, size_t n_program);
/* A path in a directory that is removed at the end. */
char *rdl_cc_temporary(const char *name);
/* Ends raddle as the command ended: with its status, or by its signal. */
int rdl_cc_end(int status);

/* object.c: prepares an object of the compiler, and puts a mark into the last
 * byte of e_ident, which is padding by the standard. */
#define RDL_CC_MARK 'r'
void rdl_cc_object_prepare(const char *path);
/* Was this object prepared?  False for any other file. */
bool rdl_cc_object_ours(const char *path);
/* Is it an object with code, or an archive, without any prepared code? */
bool rdl_cc_object_uninstrumented(const char *path);
/* Does an object refer to this name without defining it? */
bool rdl_cc_object_wants(const char *path, const char *name);
/* Does a linked file have hooks, and can the runtime attach to them? */
enum rdl_cc_hooked { RDL_HOOKED, RDL_NO_HOOKS, RDL_NO_ATTACH, RDL_NOT_ELF };
enum rdl_cc_hooked rdl_cc_object_hooked(const char *path);

/* accesses.c: the places of accesses that raddle does not see. */
struct rdl_cc_places {
    char *text; /* strings with their NULs, each once */
    size_t size;
};
/* `places` is a struct rdl_cc_places. */
void rdl_cc_places_add(void *places, const char *place);
/* Runs the compiler on one source, up to `stage` ("-S", "-c"); what it says is
 * not shown.  `options` begin with the compiler; they name and make no other
 * files. */
int rdl_cc_run_on(const struct rdl_cc_compiler *c,
                  const struct rdl_words *options,
                  const struct rdl_cc_word *source, const char *stage,
                  const char *output);
/* Looks for accesses without a hook in an object that the compiler has just
 * made from that source.  If `again`, it compiles once more so that there are
 * fewer, where that helps.  Writes the places of the others into the object. */
void rdl_cc_accesses_note(const struct rdl_cc_compiler *c,
                          const struct rdl_words *options,
                          const struct rdl_cc_word *source, const char *object,
                          bool again);

/* assembler.c: writes the places of inline assembler that accesses memory into
 * the object made from that source.  `options` begin with the compiler. */
void rdl_cc_assembler_note(const struct rdl_cc_compiler *c,
                           const struct rdl_words *options,
                           const struct rdl_cc_word *source,
                           const char *object);

/* compile.c */
int rdl_cc_compile(const struct rdl_cc_compiler *c,
                   const struct rdl_cc_line *line);
/* Compiles the source line->words[source] of a command that also links. */
int rdl_cc_compile_apart(const struct rdl_cc_compiler *c,
                         const struct rdl_cc_line *line, size_t source,
                         const char *object);

/* cc.c: the commands, as commands.h declares them. */
int rdl_cmd_cc(int argc, char **argv);
int rdl_cmd_cxx(int argc, char **argv);

/* link.c */
int rdl_cc_link(const struct rdl_cc_compiler *c, struct rdl_cc_line *line);

#endif
