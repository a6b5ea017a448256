/* table.h - what raddle gen knows of a module: its functions, what to pass to
 * them and what its author says about them.
 *
 * raddle-gen makes a table of a header and writes it as JSON; raddle reads it,
 * changes it as the user's spec file says (spec.h) and leaves functions out
 * that the module does not have (build.h).  From then on the table does not
 * change: functions, parameters and handle types are named by their index.
 *
 * Everything that a pointer here points to belongs to the table. */
#ifndef RDL_GEN_TABLE_TABLE_H
#define RDL_GEN_TABLE_TABLE_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A function with more parameters is left out. */
#define RDL_GEN_MAX_PARAMS 8
/* Values of a pool, at most; the rest is cut off by the reader of a header, and
 * an error in a spec. */
#define RDL_GEN_MAX_VALUES 16
/* Addresses that nobody dereferences, for parameters of kind `token`. */
#define RDL_GEN_TOKENS 8
/* Bytes of a buffer that a function gets; a size beside it is at most this. */
#define RDL_GEN_BUFFER_SIZE 256
/* Elements of an array of numbers whose length another parameter says. */
#define RDL_GEN_ARRAY_SIZE 4

/* What a parameter takes or a result is.  KIND(id, name): the name is for JSON
 * and for people. */
#define RDL_GEN_KINDS(KIND)                                                    \
    KIND(NONE, "none")         /* void, or a type that cannot be driven */     \
    KIND(NUMBER, "number")     /* integer, enum, floating: `values` */         \
    KIND(STRING, "string")     /* const char *: `values` */                    \
    KIND(BUFFER, "buffer")     /* RDL_GEN_BUFFER_SIZE bytes; `partner` says */ \
    KIND(SIZE, "size")         /* how many of them may be used */              \
    KIND(TOKEN, "token")       /* void *: one of RDL_GEN_TOKENS addresses */   \
    KIND(OUT, "out")           /* a `pointee`, filled, read afterwards */      \
    KIND(HANDLE, "handle")     /* an object of `handle` that was made */       \
    KIND(MADE, "made")         /* H **: the call stores a new H * there */     \
    KIND(STORAGE, "storage")   /* H *: memory that the call initialises */     \
    KIND(CALLBACK, "callback") /* a function that driver.c has for it */       \
    KIND(STRUCT, "struct")     /* by value, zeroed */                          \
    KIND(EXPRESSION, "expression") /* any type: `values`, from the spec */
enum rdl_gen_kind {
#define RDL_GEN_KIND(id, name) RDL_GEN_##id,
    RDL_GEN_KINDS(RDL_GEN_KIND)
#undef RDL_GEN_KIND
        RDL_GEN_N_KINDS
};
extern const char *const rdl_gen_kind_names[RDL_GEN_N_KINDS];

struct rdl_gen_param {
    char *name;    /* "p2" (the second) if the header has none */
    char *type;    /* as C writes it: "const char *" */
    char *pointee; /* of OUT, MADE, STORAGE, HANDLE; of BUFFER: the type of a
                    * byte, NULL: any; else NULL */
    enum rdl_gen_kind kind;
    int handle;       /* HANDLE, MADE, STORAGE: which type; else -1 */
    int elements;     /* BUFFER: an array of so many numbers of type `pointee`,
                       * which `fields` may name; 0: RDL_GEN_BUFFER_SIZE bytes */
    bool by_address;  /* HANDLE: the call takes the address of a pointer to it
                       * (and may set that to null) */
    int partner;      /* BUFFER: parameter with its size; SIZE: of which
                       * buffer; -1: none */
    bool is_float;    /* NUMBER */
    bool is_unsigned; /* NUMBER */
    bool initial;     /* OUT: a number that can begin with -9, not a bool */
    bool padded;      /* OUT: a struct with bytes that no field has; they differ
                       * by chance, so only its `fields` are compared */
    bool null;        /* null may be passed too (spec: null) */
    bool owned;       /* the callee keeps or frees it (spec: owns): an
                       * object is passed to such a call once */
    /* NUMBER, STRING, SIZE, EXPRESSION: C; not empty.  BUFFER: string literals
     * (of an array: lists as {1,2}), what it holds before the call; empty:
     * zeros. */
    char **values;
    size_t n_values;
    /* OUT: the fields of a struct that has only numbers, no arrays; of each
     * one of the names below. */
    char **fields, **field_types;
    size_t n_fields, n_field_types;
    char *stub_result;  /* CALLBACK: the C type that it returns */
    char **stub_params; /* CALLBACK: the C types that it takes */
    size_t n_stub_params;
};

#define RDL_GEN_SIGNED "signed"
#define RDL_GEN_UNSIGNED "unsigned"
#define RDL_GEN_FLOATING "float"

/* What a function is for.  Of the handle's functions, METHODs are what threads
 * call at the same time. */
#define RDL_GEN_ROLES(ROLE)                                                    \
    ROLE(METHOD, "method")     /* takes the handle of the test */              \
    ROLE(MAKER, "maker")       /* makes an object of type `of` */              \
    ROLE(ENDER, "ender")       /* ends one */                                  \
    ROLE(RETAINER, "retainer") /* takes a reference to one */                  \
    ROLE(LOCK, "lock")         /* first of a pair: `partner` is the second */  \
    ROLE(UNLOCK, "unlock")     /* second of a pair */                          \
    ROLE(BARE, "bare")         /* only while lock function `inside` holds */   \
    ROLE(INIT, "init")         /* f(void): once, at main */                    \
    ROLE(OTHER, "other")       /* takes other handles, or none */
enum rdl_gen_role {
#define RDL_GEN_ROLE(id, name) RDL_GEN_##id,
    RDL_GEN_ROLES(RDL_GEN_ROLE)
#undef RDL_GEN_ROLE
        RDL_GEN_N_ROLES
};
extern const char *const rdl_gen_role_names[RDL_GEN_N_ROLES];

/* How the results of two executions are compared. */
#define RDL_GEN_COMPARES(COMPARE)                                              \
    COMPARE(EXACT, "exact")     /* numbers by value, pointers by identity */   \
    COMPARE(WEAK, "weak")       /* not at all (spec: weak) */                  \
    COMPARE(NEAR, "near")       /* may differ by `slack` (spec: weak f +-1) */ \
    COMPARE(FRESH, "fresh")     /* a new object: by what it holds */           \
    COMPARE(NOTHING, "nothing") /* void, or a struct */
enum rdl_gen_compare {
#define RDL_GEN_COMPARE(id, name) RDL_GEN_##id,
    RDL_GEN_COMPARES(RDL_GEN_COMPARE)
#undef RDL_GEN_COMPARE
        RDL_GEN_N_COMPARES
};
extern const char *const rdl_gen_compare_names[RDL_GEN_N_COMPARES];

struct rdl_gen_function {
    char *name;
    char *file; /* where it is declared; "" for a wrap */
    unsigned line;
    char *symbol;     /* its name for the linker; NULL: the same */
    bool defined;     /* static, or defined in the header or in a wrap */
    char *out_reason; /* why it is left out; NULL: it can be called */
    enum rdl_gen_role role;
    int of;      /* MAKER, ENDER, RETAINER: handle type; else -1 */
    int partner; /* LOCK, UNLOCK: the other one; else -1 */
    int inside;  /* BARE: the lock function; else -1 */
    struct rdl_gen_param *params;
    size_t n_params;
    char *result_type;        /* as C writes it */
    enum rdl_gen_kind result; /* NONE, NUMBER, STRING, TOKEN (any pointer),
                               * HANDLE (of type result_handle), STRUCT */
    int result_handle;        /* -1: none */
    bool result_is_float, result_is_unsigned;
    enum rdl_gen_compare compare;
    unsigned slack; /* NEAR */
    /* What the spec says. */
    bool alone;      /* not thread-safe: in prefixes only */
    bool one_thread; /* one suffix of a test calls it, at most */
    bool blocks;     /* may wait for another call */
    bool invariant;  /* int f(H *): called at the end, not 0: wrong */
    int *alone_with; /* never beside these functions */
    size_t n_alone_with;
    bool deprecated;
    bool variadic;
    bool out_by_types; /* out_reason is of rdl_gen_table_settle() */
};

/* A type whose objects functions get and return by address. */
struct rdl_gen_handle {
    char *type;    /* of the object: "struct q", "GAsyncQueue" */
    size_t size;   /* 0: incomplete */
    bool makeable; /* some function that can be called makes one */
};

/* A macro with parameters: the header has it, types do not. */
struct rdl_gen_macro {
    char *name;
    unsigned n_params;
};

struct rdl_gen_table {
    char *header;    /* as the user named it */
    char **includes; /* lines of driver.c: "\"queue.h\"", "<glib.h>" */
    size_t n_includes;
    char **wraps; /* C text of the spec, for driver.c and tests */
    size_t n_wraps;
    struct rdl_gen_handle *handles;
    size_t n_handles;
    int handle; /* the type that tests share; -1: none */
    struct rdl_gen_function *functions;
    size_t n_functions;
    struct rdl_gen_macro *macros;
    size_t n_macros;
};

struct rdl_gen_table *rdl_gen_table_new(void);
void rdl_gen_table_free(struct rdl_gen_table *t); /* NULL is allowed */

/* Add an element; the pointer is valid until the next is added. */
struct rdl_gen_function *rdl_gen_table_function(struct rdl_gen_table *t,
                                                const char *name);
struct rdl_gen_param *rdl_gen_table_param(struct rdl_gen_function *f,
                                          const char *name);
void rdl_gen_table_macro(struct rdl_gen_table *t, const char *name,
                         unsigned n_params);
/* Keeps the first reason, except one that types gave. */
void rdl_gen_leave_out(struct rdl_gen_function *f, const char *reason);
/* The index of that type, which is added if it is new. */
int rdl_gen_table_handle(struct rdl_gen_table *t, const char *type);
/* Appends a copy to a list of texts. */
void rdl_gen_text_add(char ***list, size_t *n, const char *text);
void rdl_gen_text_clear(char ***list, size_t *n);

/* -1: none of that name. */
int rdl_gen_table_find(const struct rdl_gen_table *t, const char *name);
int rdl_gen_param_find(const struct rdl_gen_function *f, const char *name);

/* Can it be called in a test: is it not left out? */
static inline bool rdl_gen_drivable(const struct rdl_gen_function *f)
{
    return f->out_reason == NULL;
}

/* May threads call it at the same time as others?  METHODs of the handle and
 * what comes with them: MAKERs of other types that take it, RETAINER and ENDER
 * if the type has both, LOCK, UNLOCK, BARE; not what is `alone` or an
 * invariant. */
bool rdl_gen_concurrent(const struct rdl_gen_table *t, size_t function);
/* Is it forbidden to call g in one suffix while f is in another? */
bool rdl_gen_excluded(const struct rdl_gen_table *t, size_t f, size_t g);
/* The number of different arguments to choose from: `n_values` where the kind
 * has values, RDL_GEN_TOKENS of tokens, 1 where there is no choice, and one
 * more at the end for null if `null` is set.  0 for HANDLE: the objects of the
 * test decide. */
size_t rdl_gen_choices(const struct rdl_gen_param *p);
/* After a change of kinds, roles or `handle`: sets `makeable` and the roles
 * METHOD and OTHER; leaves functions out that cannot be called because of a
 * type, or because no function makes what they need. */
void rdl_gen_table_settle(struct rdl_gen_table *t);

/* To be freed with json_decref(). */
json_t *rdl_gen_table_to_json(const struct rdl_gen_table *t);
/* NULL if it is not such a table. */
struct rdl_gen_table *rdl_gen_table_from_json(const json_t *j,
                                              struct rdl_error *e);

#endif
