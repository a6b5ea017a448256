/* module.h - the module under test as the user names it: headers, sources,
 * libraries and flags; from there to a table and to a program.
 *
 * read.c has raddle-gen make the table, build.c compiles: the module by raddle
 * cc, driver.c and the interpreter by plain cc. */
#ifndef RDL_GEN_MODULE_MODULE_H
#define RDL_GEN_MODULE_MODULE_H

#include "gen/table/spec.h"
#include "gen/table/table.h"
#include "util/note_sink.h"

struct rdl_gen_words {
    char **at;
    size_t n;
};
void rdl_gen_words_add(struct rdl_gen_words *w, const char *word);
void rdl_gen_words_free(struct rdl_gen_words *w);

struct rdl_gen_module {
    struct rdl_gen_words headers; /* at least one */
    struct rdl_gen_words only;    /* files whose functions are wanted */
    struct rdl_gen_words with;    /* sources, objects, archives, libraries */
    struct rdl_gen_words cflags;  /* for clang and all compilers */
    struct rdl_gen_words libs;    /* for the linker */
    /* Gets what compilers say, line by line, before an error. */
    const struct rdl_note_sink *said;
};
/* Hands each line of the text to m->said. */
void rdl_gen_module_say(const struct rdl_gen_module *m, const char *text);
void rdl_gen_module_free(struct rdl_gen_module *m);

/* flags.c: adds what pkg-config knows about a package. */
bool rdl_gen_module_pkg(struct rdl_gen_module *m, const char *package,
                        struct rdl_error *e);
/* flags.c: adds the flags of the first of the sources that the
 * compile_commands.json at `path` names. */
bool rdl_gen_module_database(struct rdl_gen_module *m, const char *path,
                             struct rdl_error *e);
/* flags.c: splits words as a shell does, without running anything. */
bool rdl_gen_words_split(struct rdl_gen_words *w, const char *text,
                         struct rdl_error *e);

/* read.c: the table of the headers, changed by the spec (which may be NULL).
 * If clang does not accept a header, m->said gets clang's messages. */
struct rdl_gen_table *rdl_gen_read(const struct rdl_gen_module *m,
                                   const struct rdl_gen_spec *spec,
                                   struct rdl_error *e);

/* build.c.  `dir` exists; everything that is made goes there.  `raddle` is the
 * path of raddle itself. */
struct rdl_gen_build {
    const char *raddle, *dir;
    char *program;                /* what runs tests */
    struct rdl_gen_words objects; /* of the module, for rdl_gen_build_test() */
};
/* Compiles the module, leaves functions out that it does not have, writes and
 * compiles the driver and links all. */
bool rdl_gen_build(struct rdl_gen_build *b, const struct rdl_gen_module *m,
                   struct rdl_gen_table *t, struct rdl_error *e);
/* Compiles and links a test that was written as C.  `apart`: its threads then
 * run one after the other, in any order. */
bool rdl_gen_build_test(const struct rdl_gen_build *b,
                        const struct rdl_gen_module *m, const char *source,
                        bool apart, const char *program, struct rdl_error *e);
void rdl_gen_build_free(struct rdl_gen_build *b);

/* libraries.c: adds the files that the linker takes for these flags; a library
 * that is not found is there as its flag. */
void rdl_gen_libraries(const struct rdl_gen_words *libs,
                       struct rdl_gen_words *files);

/* exports.c: leaves functions out that are in none of the files; does nothing
 * if one of the files cannot be read as an object, archive or library. */
void rdl_gen_exports(struct rdl_gen_table *t, char *const *files, size_t n);

#endif
