/* record.c - structs and arrays of numbers, which tests pass and compare. */
#include "genread/genread.h"

#include "util/alloc.h"

#include <stdlib.h>

struct record {
    bool plain;      /* numbers only */
    long long bytes; /* that belong to a field */
};

static enum CXVisitorResult record_field(CXCursor field, CXClientData data)
{
    struct record *r = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    long long n = 1;

    while (type.kind == CXType_ConstantArray) {
        n *= clang_getArraySize(type);
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    if (rdl_gr_is_number(type)) {
        r->bytes += n * clang_Type_getSizeOf(type);
    } else if (type.kind == CXType_Record) {
        struct record inner = { .plain = true };

        clang_Type_visitFields(type, record_field, &inner);
        r->plain = inner.plain;
        r->bytes += n * inner.bytes;
    } else {
        r->plain = false;
    }
    return r->plain ? CXVisit_Continue : CXVisit_Break;
}

bool rdl_gr_is_plain_record(CXType canonical, bool *padded)
{
    struct record r = { .plain = true };

    if (canonical.kind != CXType_Record || clang_Type_getSizeOf(canonical) <= 0)
        return false;
    clang_Type_visitFields(canonical, record_field, &r);
    if (padded != NULL)
        *padded = r.bytes != clang_Type_getSizeOf(canonical);
    return r.plain;
}

/* --- Fields by name ---------------------------------------------------------
 */

static void record_forget(struct rdl_gen_param *p)
{
    rdl_gen_text_clear(&p->fields, &p->n_fields);
    rdl_gen_text_clear(&p->field_types, &p->n_field_types);
}

static void record_add(struct rdl_gen_param *p, const char *name, CXType type)
{
    rdl_gen_text_add(&p->fields, &p->n_fields, name);
    rdl_gen_text_add(&p->field_types, &p->n_field_types,
                     rdl_gr_is_float(type)      ? RDL_GEN_FLOATING
                     : rdl_gr_is_unsigned(type) ? RDL_GEN_UNSIGNED
                                                : RDL_GEN_SIGNED);
}

static enum CXVisitorResult record_name(CXCursor field, CXClientData data)
{
    struct rdl_gen_param *p = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    char *name;

    if (!rdl_gr_is_number(type) || clang_Cursor_isBitField(field)) {
        record_forget(p);
        return CXVisit_Break;
    }
    name = rdl_gr_text(clang_getCursorSpelling(field));
    record_add(p, name, type);
    free(name);
    return CXVisit_Continue;
}

void rdl_gr_fields(struct rdl_gen_param *p, CXType canonical)
{
    if (clang_getCursorKind(clang_getTypeDeclaration(canonical)) ==
        CXCursor_StructDecl)
        clang_Type_visitFields(canonical, record_name, p);
}

/* --- Arrays ----------------------------------------------------------------
 */

/* "{1,2,3}": a word of a spec has no blanks. */
static void record_contents(struct rdl_gen_param *p, int first, int n)
{
    size_t size;
    char *text;
    FILE *list = rdl_alloc_stream(&text, &size);

    for (int i = 0; i < n; i++)
        fprintf(list, "%c%d", i == 0 ? '{' : ',', first + i);
    fputc('}', list);
    fclose(list);
    rdl_gen_text_add(&p->values, &p->n_values, text);
    free(text);
}

void rdl_gr_array(struct rdl_gen_param *p, CXType element, int n, bool is_const)
{
    p->kind = RDL_GEN_BUFFER;
    p->elements = n;
    if (is_const) {
        record_contents(p, 1, n);
        record_contents(p, 1 + n, n);
        return;
    }
    for (int i = 0; n <= RDL_GEN_ARRAY_SIZE && i < n; i++) {
        char name[16];

        snprintf(name, sizeof(name), "[%d]", i);
        record_add(p, name, element);
    }
}
