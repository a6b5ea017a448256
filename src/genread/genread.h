/* genread.h - the parts of raddle-gen, which makes a table of functions
 * (gen/table/table.h) of a C header with libclang.
 *
 * It is an executable of its own: being linked with libclang costs every start
 * a tenth of a second and 58 MB, and raddle test must not pay for that.  raddle
 * gen starts it and reads the table as JSON.
 *
 *     raddle-gen [--only FILE]... [--append FILE] HEADER... -- CFLAGS...
 *
 * parse.c finds the functions, kind.c says what their parameters take, role.c
 * what each function is for. */
#ifndef RDL_GENREAD_GENREAD_H
#define RDL_GENREAD_GENREAD_H

#include "gen/table/table.h"

#include <clang-c/Index.h>

struct rdl_gr_request {
    char **headers; /* as the user named them */
    size_t n_headers;
    char **only; /* take functions of these files; none: of the headers */
    size_t n_only;
    char *append; /* C text after the includes; NULL: none */
    const char *const *cflags;
    int n_cflags;
};

/* A unit of clang and the functions of interest in it. */
struct rdl_gr_unit {
    CXIndex index;
    CXTranslationUnit unit;
    CXCursor *functions;
    size_t n_functions;
    struct rdl_gr_macro {
        char *name;
        unsigned n_params;
    } * macros;
    size_t n_macros;
    /* Records that some function makes, by their canonical name. */
    char **makeable;
    size_t n_makeable;
};

/* parse.c: false if clang reports an error; clang's messages are then on
 * standard error. */
bool rdl_gr_parse(const struct rdl_gr_request *r, struct rdl_gr_unit *u);
void rdl_gr_free(struct rdl_gr_unit *u);
/* The line for driver.c that includes a header: a file as "name", other ones
 * as <name>. */
char *rdl_gr_include(const char *header);

/* text.c: copies of libclang's strings, for free(). */
char *rdl_gr_text(CXString s);
char *rdl_gr_type_text(CXType type);
/* Is `word` a part of the name, between underscores or at a capital letter? */
bool rdl_gr_has_word(const char *name, const char *word);
/* The same for one of the NULL-terminated words. */
bool rdl_gr_has_any_word(const char *name, const char *const *words);
/* Is it the last part of the name? */
bool rdl_gr_last_word(const char *name, const char *word);

/* kind.c */
bool rdl_gr_is_number(CXType canonical);
bool rdl_gr_is_float(CXType canonical);
bool rdl_gr_is_unsigned(CXType canonical);
/* The record behind a pointer to one, as its canonical name; NULL if the type
 * is not a pointer to a record. */
char *rdl_gr_record(CXType type);
/* Does a function of that name and type make a record through a parameter of
 * type H **? */
bool rdl_gr_makes_through(const char *function, CXType param);
/* Does a function of that name initialise its first parameter, an H * with a
 * complete H? */
bool rdl_gr_initialises(const char *function, CXType first);
/* Adds the function with its parameters; the reason if it cannot be called. */
void rdl_gr_function(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                     CXCursor cursor);

/* record.c */
/* Is it complete, and made of numbers only?  `padded`, unless NULL: has it
 * bytes that no field has? */
bool rdl_gr_is_plain_record(CXType canonical, bool *padded);
/* Makes it an array of n numbers, which the call only reads if `is_const`. */
void rdl_gr_array(struct rdl_gen_param *p, CXType element, int n,
                  bool is_const);
/* Adds the fields of a struct to a parameter, if each is a number. */
void rdl_gr_fields(struct rdl_gen_param *p, CXType canonical);

/* role.c: does its name say that it ends an object? */
bool rdl_gr_ends(const char *function);
/* Gives every function its role, and the table its handle type. */
void rdl_gr_roles(struct rdl_gen_table *t);

#endif
