/* gen_subject.h - a table of a queue with two handle types, made by hand as
 * raddle-gen would make it, and the header it is of. */
#ifndef GEN_SUBJECT_H
#define GEN_SUBJECT_H

#include "gen/table/table.h"
#include "util/alloc.h"

#include <string.h>

#define SUBJECT_HEADER                                                         \
    "#include <stddef.h>\n"                                                    \
    "struct q;\nstruct pool;\ntypedef int (*order)(const void *, const void "  \
    "*);\n"                                                                    \
    "struct pool *pool_new(struct pool *parent);\n"                            \
    "int q_create(struct q **out, struct pool *pool, int room);\n"             \
    "void q_free(struct q *q);\n"                                              \
    "int q_push(struct q *q, int v);\n"                                        \
    "int q_pop(struct q *q, int *v);\n"                                        \
    "unsigned q_size(const struct q *q);\n"                                    \
    "void q_lock(struct q *q);\nvoid q_unlock(struct q *q);\n"                 \
    "int q_push_unlocked(struct q *q, int v);\n"                               \
    "void *q_swap(struct q *q, void *item);\n"                                 \
    "void q_sort(struct q *q, order compare);\n"                               \
    "const char *q_name(struct q *q, const char *wanted);\n"                   \
    "int q_check(struct q *q);\n"                                              \
    "long q_write(struct q *q, char *buffer, size_t size);\n"                  \
    "void q_print(struct q *q, struct file *out);\n"

static inline struct rdl_gen_function *
subject_function(struct rdl_gen_table *t, const char *name, const char *type,
                 enum rdl_gen_kind result)
{
    struct rdl_gen_function *f = rdl_gen_table_function(t, name);

    f->file = rdl_strdup("queue.h");
    f->line = (unsigned)t->n_functions;
    f->result_type = rdl_strdup(type);
    f->result = result;
    f->compare = result == RDL_GEN_NONE ? RDL_GEN_NOTHING : RDL_GEN_EXACT;
    return f;
}

static inline struct rdl_gen_param *subject_param(struct rdl_gen_function *f,
                                                  const char *name,
                                                  const char *type,
                                                  enum rdl_gen_kind kind)
{
    struct rdl_gen_param *p = rdl_gen_table_param(f, name);

    p->type = rdl_strdup(type);
    p->kind = kind;
    return p;
}

static inline void subject_handle(struct rdl_gen_function *f, const char *name,
                                  const char *type, int handle)
{
    struct rdl_gen_param *p = subject_param(f, name, type, RDL_GEN_HANDLE);

    p->handle = handle;
    p->pointee = rdl_format("%.*s", (int)strlen(type) - 2, type);
}

static inline void subject_number(struct rdl_gen_function *f, const char *name)
{
    struct rdl_gen_param *p = subject_param(f, name, "int", RDL_GEN_NUMBER);

    rdl_gen_text_add(&p->values, &p->n_values, "0");
    rdl_gen_text_add(&p->values, &p->n_values, "-1");
}

static inline void subject_methods(struct rdl_gen_table *t, int q)
{
    struct rdl_gen_function *f;
    struct rdl_gen_param *p;

    f = subject_function(t, "q_push", "int", RDL_GEN_NUMBER);
    subject_handle(f, "q", "struct q *", q);
    subject_number(f, "v");
    f = subject_function(t, "q_pop", "int", RDL_GEN_NUMBER);
    subject_handle(f, "q", "struct q *", q);
    p = subject_param(f, "v", "int *", RDL_GEN_OUT);
    p->pointee = rdl_strdup("int");
    p->initial = true;
    f = subject_function(t, "q_size", "unsigned int", RDL_GEN_NUMBER);
    f->result_is_unsigned = true;
    subject_handle(f, "q", "struct q *", q);
    f = subject_function(t, "q_lock", "void", RDL_GEN_NONE);
    subject_handle(f, "q", "struct q *", q);
    f = subject_function(t, "q_unlock", "void", RDL_GEN_NONE);
    subject_handle(f, "q", "struct q *", q);
    f = subject_function(t, "q_push_unlocked", "int", RDL_GEN_NUMBER);
    subject_handle(f, "q", "struct q *", q);
    subject_number(f, "v");
    f = subject_function(t, "q_swap", "void *", RDL_GEN_TOKEN);
    subject_handle(f, "q", "struct q *", q);
    subject_param(f, "item", "void *", RDL_GEN_TOKEN);
    f = subject_function(t, "q_sort", "void", RDL_GEN_NONE);
    subject_handle(f, "q", "struct q *", q);
    p = subject_param(f, "compare", "order", RDL_GEN_CALLBACK);
    p->stub_result = rdl_strdup("int");
    rdl_gen_text_add(&p->stub_params, &p->n_stub_params, "const void *");
    rdl_gen_text_add(&p->stub_params, &p->n_stub_params, "const void *");
    f = subject_function(t, "q_name", "const char *", RDL_GEN_STRING);
    subject_handle(f, "q", "struct q *", q);
    p = subject_param(f, "wanted", "const char *", RDL_GEN_STRING);
    rdl_gen_text_add(&p->values, &p->n_values, "\"a b\"");
    rdl_gen_text_add(&p->values, &p->n_values, "\"\"");
    f = subject_function(t, "q_check", "int", RDL_GEN_NUMBER);
    subject_handle(f, "q", "struct q *", q);
    f = subject_function(t, "q_write", "long", RDL_GEN_NUMBER);
    subject_handle(f, "q", "struct q *", q);
    subject_param(f, "buffer", "char *", RDL_GEN_BUFFER)->partner = 2;
    p = subject_param(f, "size", "size_t", RDL_GEN_SIZE);
    p->partner = 1;
    rdl_gen_text_add(&p->values, &p->n_values, "8");
    f = subject_function(t, "q_print", "void", RDL_GEN_NONE);
    subject_handle(f, "q", "struct q *", q);
    subject_param(f, "out", "struct file *", RDL_GEN_NONE);
}

static inline struct rdl_gen_table *subject_table(void)
{
    struct rdl_gen_table *t = rdl_gen_table_new();
    const int q = rdl_gen_table_handle(t, "struct q");
    const int pool = rdl_gen_table_handle(t, "struct pool");
    struct rdl_gen_function *f;
    struct rdl_gen_param *p;

    t->header = rdl_strdup("queue.h");
    rdl_gen_text_add(&t->includes, &t->n_includes, "\"queue.h\"");
    t->handle = q;
    f = subject_function(t, "pool_new", "struct pool *", RDL_GEN_HANDLE);
    f->result_handle = f->of = pool;
    f->role = RDL_GEN_MAKER;
    subject_handle(f, "parent", "struct pool *", pool);
    f = subject_function(t, "q_create", "int", RDL_GEN_NUMBER);
    f->of = q;
    f->role = RDL_GEN_MAKER;
    p = subject_param(f, "out", "struct q **", RDL_GEN_MADE);
    p->handle = q;
    p->pointee = rdl_strdup("struct q *");
    subject_handle(f, "pool", "struct pool *", pool);
    subject_number(f, "room");
    f = subject_function(t, "q_free", "void", RDL_GEN_NONE);
    f->of = q;
    f->role = RDL_GEN_ENDER;
    subject_handle(f, "q", "struct q *", q);
    subject_methods(t, q);
    rdl_gen_table_settle(t);
    return t;
}

#endif
