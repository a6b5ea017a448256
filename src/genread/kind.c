/* kind.c - what a parameter takes, by its type: the first kind that fits. */
#include "genread/genread.h"

#include "util/alloc.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool kind_is_integer(CXType canonical)
{
    return (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
           canonical.kind == CXType_Enum;
}

bool rdl_gr_is_float(CXType canonical)
{
    return canonical.kind >= CXType_Float &&
           canonical.kind <= CXType_LongDouble;
}

bool rdl_gr_is_number(CXType canonical)
{
    return kind_is_integer(canonical) || rdl_gr_is_float(canonical);
}

bool rdl_gr_is_unsigned(CXType canonical)
{
    if (canonical.kind == CXType_Enum)
        canonical = clang_getCanonicalType(
            clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));
    return canonical.kind >= CXType_Bool && canonical.kind <= CXType_UInt128 &&
           canonical.kind != CXType_Char_S && canonical.kind != CXType_WChar;
}

static bool kind_is_char(CXType canonical)
{
    return canonical.kind == CXType_Char_S || canonical.kind == CXType_Char_U;
}

static bool kind_is_byte(CXType canonical)
{
    return kind_is_char(canonical) || canonical.kind == CXType_UChar ||
           canonical.kind == CXType_SChar;
}

static CXType kind_pointee(CXType type)
{
    return clang_getCanonicalType(
        clang_getPointeeType(clang_getCanonicalType(type)));
}

char *rdl_gr_record(CXType type)
{
    CXType pointee;

    if (clang_getCanonicalType(type).kind != CXType_Pointer)
        return NULL;
    pointee = kind_pointee(type);
    if (pointee.kind != CXType_Record)
        return NULL;
    return rdl_gr_text(clang_getCursorUSR(clang_getTypeDeclaration(pointee)));
}

bool rdl_gr_makes_through(const char *function, CXType param)
{
    static const char *const words[] = { "make",  "open",  "create", "new",
                                         "init",  "alloc", "dup",    "copy",
                                         "clone", "build", "start",  NULL };
    char *record;
    bool is_record;

    if (clang_getCanonicalType(param).kind != CXType_Pointer ||
        !rdl_gr_has_any_word(function, words))
        return false;
    record = rdl_gr_record(kind_pointee(param));
    is_record = record != NULL;
    free(record);
    return is_record &&
           !clang_isConstQualifiedType(kind_pointee(kind_pointee(param)));
}

bool rdl_gr_initialises(const char *function, CXType first)
{
    char *record = rdl_gr_record(first);
    const bool is_record = record != NULL;

    free(record);
    return is_record && rdl_gr_has_word(function, "init") &&
           !clang_isConstQualifiedType(kind_pointee(first)) &&
           clang_Type_getSizeOf(kind_pointee(first)) > 0;
}

/* --- Values -----------------------------------------------------------------
 */

static enum CXChildVisitResult kind_enumerator(CXCursor cursor, CXCursor parent,
                                               CXClientData data)
{
    struct rdl_gen_param *p = data;
    char *name;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    if (p->n_values == RDL_GEN_MAX_VALUES)
        return CXChildVisit_Break;
    name = rdl_gr_text(clang_getCursorSpelling(cursor));
    rdl_gen_text_add(&p->values, &p->n_values, name);
    free(name);
    return CXChildVisit_Continue;
}

static void kind_values(struct rdl_gen_param *p, const char *const *values)
{
    for (size_t i = 0; values[i] != NULL; i++)
        rdl_gen_text_add(&p->values, &p->n_values, values[i]);
}

static void kind_number(struct rdl_gen_param *p, CXType canonical)
{
    static const char *const plain[] = { "0", "1", "2", "-1", NULL };
    static const char *const natural[] = { "0", "1", "2", NULL };
    static const char *const truth[] = { "0", "1", NULL };

    p->kind = RDL_GEN_NUMBER;
    p->is_float = rdl_gr_is_float(canonical);
    p->is_unsigned = !p->is_float && rdl_gr_is_unsigned(canonical);
    if (canonical.kind == CXType_Enum)
        clang_visitChildren(clang_getTypeDeclaration(canonical),
                            kind_enumerator, p);
    if (p->n_values == 0)
        kind_values(p, canonical.kind == CXType_Bool ? truth
                       : p->is_unsigned              ? natural
                                                     : plain);
}

static bool kind_is_makeable(const struct rdl_gr_unit *u, CXType type)
{
    char *record = rdl_gr_record(type);
    bool makeable = false;

    for (size_t i = 0; record != NULL && i < u->n_makeable && !makeable; i++)
        makeable = strcmp(u->makeable[i], record) == 0;
    free(record);
    return makeable;
}

static char *kind_without_const(char *type)
{
    static const char prefix[] = "const ";

    while (strncmp(type, prefix, strlen(prefix)) == 0)
        memmove(type, type + strlen(prefix), strlen(type + strlen(prefix)) + 1);
    return type;
}

/* The handle type of a pointer to a record, with the name that the header uses
 * for it: GAsyncQueue, not struct _GAsyncQueue. */
static int kind_handle(struct rdl_gen_table *t, CXType pointer)
{
    CXType written = clang_getPointeeType(pointer), canonical;
    char *name;
    long long size;
    int handle;

    canonical = kind_pointee(pointer);
    /* A typedef of the pointer itself: the record has only one name. */
    if (written.kind == CXType_Invalid)
        written = canonical;
    name = kind_without_const(rdl_gr_type_text(written));
    size = clang_Type_getSizeOf(canonical);
    for (size_t i = 0; i < t->n_handles; i++) {
        if (strcmp(t->handles[i].type, name) == 0) {
            free(name);
            return (int)i;
        }
    }
    handle = rdl_gen_table_handle(t, name);
    t->handles[handle].size = size > 0 ? (size_t)size : 0;
    free(name);
    return handle;
}

/* --- Pointers ---------------------------------------------------------------
 */

static void kind_callback(struct rdl_gen_param *p, CXType function)
{
    const int n = clang_getNumArgTypes(function);

    if (clang_isFunctionTypeVariadic(function) || n < 0)
        return;
    p->kind = RDL_GEN_CALLBACK;
    p->stub_result = rdl_gr_type_text(clang_getResultType(function));
    for (int i = 0; i < n; i++) {
        char *type = rdl_gr_type_text(clang_getArgType(function, (unsigned)i));

        rdl_gen_text_add(&p->stub_params, &p->n_stub_params, type);
        free(type);
    }
}

static void kind_out(struct rdl_gen_param *p, CXType pointee)
{
    p->kind = RDL_GEN_OUT;
    p->pointee = kind_without_const(rdl_gr_type_text(pointee));
    p->initial = rdl_gr_is_number(pointee) && pointee.kind != CXType_Bool;
    p->is_float = rdl_gr_is_float(pointee);
    p->is_unsigned = kind_is_integer(pointee) && rdl_gr_is_unsigned(pointee);
}

/* What two threads write should differ.  What a function only reads ends with a
 * zero: it may take it for a string, whatever size it gets. */
static void kind_buffer(struct rdl_gen_param *p, CXType to, bool is_const)
{
    static const char *const contents[] = { "\"a\"", "\"b\"", "\"key\"", NULL };

    p->kind = RDL_GEN_BUFFER;
    p->pointee = to.kind == CXType_Void
                     ? rdl_strdup("char")
                     : kind_without_const(rdl_gr_type_text(to));
    if (is_const)
        kind_values(p, contents);
}

/* What is "int[]" or "int[3]" in the header is an int * for C. */
static void kind_array(struct rdl_gen_param *p, CXType element, int n,
                       bool is_const)
{
    p->pointee = kind_without_const(rdl_gr_type_text(element));
    free(p->type);
    p->type = rdl_format("%s%s *", is_const ? "const " : "", p->pointee);
    rdl_gr_array(p, element, n, is_const);
}

/* Is the parameter after this one the size of a buffer? */
static bool kind_is_size(CXType type, const char *name)
{
    static const char *const words[] = { "size",  "len", "length", "n",
                                         "count", "cap", "bytes",  "max",
                                         "room",  NULL };
    char *written = rdl_gr_type_text(type);
    const bool is_size = strcmp(written, "size_t") == 0 ||
                         strcmp(written, "ssize_t") == 0 ||
                         strcmp(written, "gsize") == 0;

    free(written);
    return kind_is_integer(clang_getCanonicalType(type)) &&
           (is_size || rdl_gr_has_any_word(name, words));
}

static bool kind_has_size(CXCursor function, unsigned i, bool any_integer)
{
    CXCursor next = clang_Cursor_getArgument(function, i + 1);
    CXType type = clang_getCursorType(next);
    char *name;
    bool is_size;

    if (clang_Cursor_isNull(next))
        return false;
    name = rdl_gr_text(clang_getCursorSpelling(next));
    is_size = kind_is_size(type, name) ||
              (any_integer && kind_is_integer(clang_getCanonicalType(type)));
    free(name);
    return is_size;
}

/* A pointer to a pointer. */
static void kind_double(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                        const char *function, struct rdl_gen_param *p,
                        CXType type)
{
    CXType inner = clang_getPointeeType(type);

    if (inner.kind == CXType_Invalid)
        inner = kind_pointee(type);
    if (rdl_gr_makes_through(function, type)) {
        p->kind = RDL_GEN_MADE;
        p->pointee = kind_without_const(rdl_gr_type_text(inner));
        p->handle = kind_handle(t, inner);
        return;
    }
    /* map_free(&map). */
    if (rdl_gr_ends(function) && kind_is_makeable(u, inner)) {
        p->kind = RDL_GEN_HANDLE;
        p->by_address = true;
        p->pointee = kind_without_const(rdl_gr_type_text(inner));
        p->handle = kind_handle(t, inner);
        return;
    }
    /* An array of pointers, which the function only reads. */
    if (clang_isConstQualifiedType(kind_pointee(type)))
        return;
    p->kind = RDL_GEN_OUT;
    p->pointee = rdl_gr_type_text(inner);
}

static void kind_pointer(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                         CXCursor function, const char *name, unsigned i,
                         struct rdl_gen_param *p, CXType type)
{
    CXType to = kind_pointee(type);
    const bool is_const = clang_isConstQualifiedType(to);

    if (to.kind == CXType_FunctionProto) {
        kind_callback(p, to);
    } else if (to.kind == CXType_Pointer) {
        kind_double(t, u, name, p, type);
    } else if (to.kind == CXType_Void || kind_is_byte(to)) {
        if (kind_has_size(function, i, to.kind != CXType_Void && !is_const)) {
            kind_buffer(p, to, is_const);
            p->partner = (int)i + 1;
        } else if (is_const && kind_is_char(to)) {
            static const char *const strings[] = { "\"a\"", "\"\"", "\"key\"",
                                                   NULL };

            p->kind = RDL_GEN_STRING;
            kind_values(p, strings);
        } else if (to.kind == CXType_Void) {
            p->kind = RDL_GEN_TOKEN;
        } else {
            kind_buffer(p, to, is_const);
        }
    } else if (rdl_gr_is_number(to) && kind_has_size(function, i, false)) {
        kind_array(p, to, RDL_GEN_ARRAY_SIZE, is_const);
        p->partner = (int)i + 1;
    } else if (rdl_gr_is_number(to)) {
        kind_out(p, to);
    } else if (to.kind == CXType_Record) {
        if (!kind_is_makeable(u, type) &&
            rdl_gr_is_plain_record(to, &p->padded)) {
            kind_out(p, to);
            rdl_gr_fields(p, to);
            return;
        }
        p->kind = i == 0 && rdl_gr_initialises(name, type) ? RDL_GEN_STORAGE
                                                           : RDL_GEN_HANDLE;
        p->handle = kind_handle(t, type);
        p->pointee = rdl_strdup(t->handles[p->handle].type);
    }
}

/* "T name[n]"; without n only the parameter behind it may tell how many it
 * takes.  A function may access all n, whatever that parameter says. */
static void kind_written_as_array(struct rdl_gen_param *p, CXType canonical,
                                  bool has_size)
{
    CXType element =
        clang_getCanonicalType(clang_getArrayElementType(canonical));
    const long long declared = canonical.kind == CXType_ConstantArray
                                   ? clang_getArraySize(canonical)
                                   : 0;
    const long long n = has_size && declared < RDL_GEN_ARRAY_SIZE
                            ? RDL_GEN_ARRAY_SIZE
                            : declared;

    if (!rdl_gr_is_number(element) || n <= 0)
        return;
    if (n <= RDL_GEN_ARRAY_SIZE && !kind_is_byte(element)) {
        kind_array(p, element, (int)n,
                   clang_isConstQualifiedType(element) ||
                       clang_isConstQualifiedType(canonical));
        return;
    }
    p->kind = RDL_GEN_BUFFER;
    free(p->type);
    p->type = rdl_format("void *");
}

/* --- Functions --------------------------------------------------------------
 */

static void kind_param(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                       CXCursor function, struct rdl_gen_function *f,
                       unsigned i)
{
    CXCursor cursor = clang_Cursor_getArgument(function, i);
    CXType type = clang_getCursorType(cursor);
    CXType canonical = clang_getCanonicalType(type);
    char *name = rdl_gr_text(clang_getCursorSpelling(cursor));
    struct rdl_gen_param *p = rdl_gen_table_param(f, name);

    free(name);
    /* Typedefs of pointers are looked through: their canonical type has a
     * pointee, the typedef itself has none. */
    p->type = rdl_gr_type_text(type);
    if (canonical.kind == CXType_IncompleteArray ||
        canonical.kind == CXType_ConstantArray) {
        kind_written_as_array(p, canonical, kind_has_size(function, i, false));
        p->partner = p->elements > 0 && kind_has_size(function, i, false)
                         ? (int)i + 1
                         : -1;
    } else if (i > 0 && f->params[i - 1].kind == RDL_GEN_BUFFER &&
               f->params[i - 1].partner == (int)i) {
        static const char *const sizes[] = { "8", "1", "256", NULL };
        static const char *const few[] = { "2", "1", "4", NULL };

        p->kind = RDL_GEN_SIZE;
        p->partner = (int)i - 1;
        kind_values(p, f->params[i - 1].elements > 0 ? few : sizes);
    } else if (rdl_gr_is_number(canonical)) {
        kind_number(p, canonical);
    } else if (canonical.kind == CXType_Pointer) {
        kind_pointer(t, u, function, f->name, i, p, type);
    } else if (rdl_gr_is_plain_record(canonical, NULL)) {
        p->kind = RDL_GEN_STRUCT;
    }
}

static void kind_result(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                        struct rdl_gen_function *f, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);

    f->result_type = rdl_gr_type_text(type);
    f->compare = RDL_GEN_EXACT;
    if (rdl_gr_is_number(canonical)) {
        f->result = RDL_GEN_NUMBER;
        f->result_is_float = rdl_gr_is_float(canonical);
        f->result_is_unsigned =
            !f->result_is_float && rdl_gr_is_unsigned(canonical);
    } else if (canonical.kind == CXType_Pointer) {
        CXType to = kind_pointee(type);

        f->result = RDL_GEN_TOKEN;
        if (kind_is_char(to) && clang_isConstQualifiedType(to))
            f->result = RDL_GEN_STRING;
        if (to.kind == CXType_Record && kind_is_makeable(u, type)) {
            f->result = RDL_GEN_HANDLE;
            f->result_handle = kind_handle(t, type);
        }
    } else {
        f->compare = RDL_GEN_NOTHING;
        f->result =
            canonical.kind == CXType_Record ? RDL_GEN_STRUCT : RDL_GEN_NONE;
    }
}

static void kind_place(struct rdl_gen_function *f, CXCursor cursor)
{
    char *symbol = rdl_gr_text(clang_Cursor_getMangling(cursor));
    CXFile file;

    if (symbol[0] != '\0' && strcmp(symbol, f->name) != 0)
        f->symbol = symbol;
    else
        free(symbol);
    f->defined = clang_Cursor_getStorageClass(cursor) == CX_SC_Static ||
                 !clang_Cursor_isNull(clang_getCursorDefinition(cursor));

    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &f->line,
                               NULL, NULL);
    if (clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
        f->file = rdl_strdup("");
    else
        f->file = rdl_gr_text(clang_getFileName(file));
}

void rdl_gr_function(struct rdl_gen_table *t, const struct rdl_gr_unit *u,
                     CXCursor cursor)
{
    char *name = rdl_gr_text(clang_getCursorSpelling(cursor));
    struct rdl_gen_function *f = rdl_gen_table_function(t, name);
    const int n = clang_Cursor_getNumArguments(cursor);

    free(name);
    kind_place(f, cursor);
    f->deprecated =
        clang_getCursorAvailability(cursor) == CXAvailability_Deprecated;
    kind_result(t, u, f, clang_getCursorResultType(cursor));
    for (int i = 0; i < n; i++)
        kind_param(t, u, cursor, f, (unsigned)i);
    f->variadic = clang_Cursor_isVariadic(cursor);
}
