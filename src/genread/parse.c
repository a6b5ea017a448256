/* parse.c - has clang read the header, and collects its functions and macros.
 */
#include "genread/genread.h"

#include "base/text.h"
#include "util/alloc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that includes the header exists in memory only. */
#define MAIN_FILE "raddle-gen-input.c"

char *rdl_gr_include(const char *header)
{
    if (access(header, R_OK) != 0)
        return rdl_format("<%s>", header);
    return rdl_format("\"%s\"", rdl_text_base_name(header));
}

/* A header that is a file is included by its path: no -I is needed. */
static char *parse_source(const struct rdl_gr_request *r)
{
    size_t size;
    char *text;
    FILE *out = rdl_alloc_stream(&text, &size);

    for (size_t i = 0; i < r->n_headers; i++) {
        char path[PATH_MAX];

        if (realpath(r->headers[i], path) != NULL)
            fprintf(out, "#include \"%s\"\n", path);
        else
            fprintf(out, "#include <%s>\n", r->headers[i]);
    }
    if (r->append != NULL)
        fprintf(out, "#line 1 \"%s\"\n%s\n", MAIN_FILE, r->append);
    fclose(out);
    return text;
}

/* The headers of the compiler itself (stddef.h): libclang looks for them beside
 * itself, where Debian does not have them.  If they are not found, every type
 * is an int. */
static char *parse_resources(void)
{
    char path[PATH_MAX];
    FILE *clang;
    bool found;

    if (access(RDL_CLANG_RESOURCES, R_OK) == 0)
        return rdl_format("-resource-dir=%s", RDL_CLANG_RESOURCES);
    clang = popen("clang -print-resource-dir 2>/dev/null", "r");
    found = clang != NULL && fgets(path, sizeof(path), clang) != NULL;
    if (clang != NULL)
        pclose(clang);
    if (!found)
        return NULL;
    path[strcspn(path, "\n")] = '\0';
    return rdl_format("-resource-dir=%s", path);
}

/* By #line: a mistake in a wrap is one in a line of the spec. */
static void parse_print(CXDiagnostic d)
{
    char *text = rdl_gr_text(clang_getDiagnosticSpelling(d)), *file;
    CXString name;
    unsigned line, column;

    clang_getPresumedLocation(clang_getDiagnosticLocation(d), &name, &line,
                              &column);
    file = rdl_gr_text(name);
    if (file[0] != '\0')
        fprintf(stderr, "%s:%u:%u: ", file, line, column);
    fprintf(stderr, "error: %s\n", text);
    free(file);
    free(text);
}

/* Prints the errors; false if there is one. */
static bool parse_diagnose(CXTranslationUnit unit)
{
    bool good = true;

    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);

        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            parse_print(d);
            good = false;
        }
        clang_disposeDiagnostic(d);
    }
    return good;
}

static CXTranslationUnit parse_unit(const struct rdl_gr_request *r,
                                    CXIndex index)
{
    const unsigned options = CXTranslationUnit_SkipFunctionBodies |
                             CXTranslationUnit_DetailedPreprocessingRecord;
    const char **args =
        rdl_alloc(((size_t)r->n_cflags + 2) * sizeof(const char *));
    char *resources = parse_resources(), *source = parse_source(r);
    struct CXUnsavedFile file = { MAIN_FILE, source, strlen(source) };
    CXTranslationUnit unit = NULL;
    int n = 0;

    for (; n < r->n_cflags; n++)
        args[n] = r->cflags[n];
    if (resources != NULL)
        args[n++] = resources;
    if (clang_parseTranslationUnit2(index, MAIN_FILE, args, n, &file, 1,
                                    options, &unit) != CXError_Success) {
        fprintf(stderr, "raddle-gen: clang cannot read the header with these "
                        "flags\n");
        unit = NULL;
    }
    free(source);
    free(resources);
    free(args);
    return unit;
}

/* --- What the unit declares -------------------------------------------------
 */

struct search {
    const struct rdl_gr_request *request;
    struct rdl_gr_unit *unit;
};

/* Is the file `path` meant by the name that the user gave? */
static bool parse_same_file(const char *path, const char *name)
{
    const size_t n = strlen(name), length = strlen(path);
    char full[PATH_MAX];

    if (realpath(name, full) != NULL && strcmp(full, path) == 0)
        return true;
    return length >= n && strcmp(path + length - n, name) == 0 &&
           (length == n || path[length - n - 1] == '/');
}

/* Is it in a file whose functions the user wants? */
static bool parse_wanted(const struct rdl_gr_request *r, CXCursor cursor)
{
    char **names = r->n_only > 0 ? r->only : r->headers;
    const size_t n = r->n_only > 0 ? r->n_only : r->n_headers;
    char *path, full[PATH_MAX];
    bool wanted = false;
    CXFile file;

    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL,
                               NULL, NULL);
    if (file == NULL)
        return false;
    if (clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
        return true;
    path = rdl_gr_text(clang_getFileName(file));
    if (realpath(path, full) == NULL)
        snprintf(full, sizeof(full), "%s", path);
    for (size_t i = 0; i < n && !wanted; i++)
        wanted =
            parse_same_file(full, names[i]) || parse_same_file(path, names[i]);
    free(path);
    return wanted;
}

static bool parse_known(const struct rdl_gr_unit *u, CXCursor cursor)
{
    CXCursor canonical = clang_getCanonicalCursor(cursor);

    for (size_t i = 0; i < u->n_functions; i++) {
        if (clang_equalCursors(clang_getCanonicalCursor(u->functions[i]),
                               canonical))
            return true;
    }
    return false;
}

/* Counts the parameters of "name(a, b) ..." by its tokens. */
static unsigned parse_macro_params(CXTranslationUnit unit, CXCursor macro)
{
    CXToken *tokens = NULL;
    unsigned n = 0, count = 0;

    clang_tokenize(unit, clang_getCursorExtent(macro), &tokens, &n);
    for (unsigned i = 2; i < n; i++) {
        char *text = rdl_gr_text(clang_getTokenSpelling(unit, tokens[i]));
        const bool end = strcmp(text, ")") == 0;

        count += !end && strcmp(text, ",") != 0;
        free(text);
        if (end)
            break;
    }
    clang_disposeTokens(unit, tokens, n);
    return count;
}

static void parse_macro(struct search *s, CXCursor cursor)
{
    struct rdl_gr_unit *u = s->unit;
    char *name;

    if (!clang_Cursor_isMacroFunctionLike(cursor) ||
        clang_Location_isFromMainFile(clang_getCursorLocation(cursor)) ||
        !parse_wanted(s->request, cursor))
        return;
    name = rdl_gr_text(clang_getCursorSpelling(cursor));
    u->macros = rdl_grow(u->macros, (u->n_macros + 1) * sizeof(*u->macros));
    u->macros[u->n_macros].name = name;
    u->macros[u->n_macros].n_params = parse_macro_params(u->unit, cursor);
    u->n_macros++;
}

static enum CXChildVisitResult parse_visit(CXCursor cursor, CXCursor parent,
                                           CXClientData data)
{
    struct search *s = data;
    struct rdl_gr_unit *u = s->unit;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_MacroDefinition) {
        parse_macro(s, cursor);
        return CXChildVisit_Continue;
    }
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        !parse_wanted(s->request, cursor) || parse_known(u, cursor))
        return CXChildVisit_Continue;
    u->functions =
        rdl_grow(u->functions, (u->n_functions + 1) * sizeof(*u->functions));
    u->functions[u->n_functions++] = cursor;
    return CXChildVisit_Continue;
}

static void parse_add_makeable(struct rdl_gr_unit *u, char *record)
{
    if (record != NULL)
        rdl_gen_text_add(&u->makeable, &u->n_makeable, record);
    free(record);
}

/* Names and types say which records functions make; whether those functions can
 * be called is for rdl_gen_table_settle() to decide. */
static void parse_makeable(struct rdl_gr_unit *u)
{
    for (size_t i = 0; i < u->n_functions; i++) {
        CXType type = clang_getCursorType(u->functions[i]);
        char *name = rdl_gr_text(clang_getCursorSpelling(u->functions[i]));
        const int n = clang_getNumArgTypes(type);

        parse_add_makeable(u, rdl_gr_record(clang_getResultType(type)));
        for (int k = 0; k < n; k++) {
            CXType param = clang_getArgType(type, (unsigned)k);

            if (rdl_gr_makes_through(name, param))
                parse_add_makeable(u, rdl_gr_record(clang_getPointeeType(
                                          clang_getCanonicalType(param))));
        }
        if (n > 0 && rdl_gr_initialises(name, clang_getArgType(type, 0)))
            parse_add_makeable(u, rdl_gr_record(clang_getArgType(type, 0)));
        free(name);
    }
}

bool rdl_gr_parse(const struct rdl_gr_request *r, struct rdl_gr_unit *u)
{
    struct search s = { r, u };

    u->index = clang_createIndex(0, 0);
    u->unit = parse_unit(r, u->index);
    if (u->unit == NULL || !parse_diagnose(u->unit))
        return false;
    clang_visitChildren(clang_getTranslationUnitCursor(u->unit), parse_visit,
                        &s);
    parse_makeable(u);
    return true;
}

void rdl_gr_free(struct rdl_gr_unit *u)
{
    for (size_t i = 0; i < u->n_macros; i++)
        free(u->macros[i].name);
    free(u->macros);
    free(u->functions);
    rdl_gen_text_clear(&u->makeable, &u->n_makeable);
    if (u->unit != NULL)
        clang_disposeTranslationUnit(u->unit);
    clang_disposeIndex(u->index);
}
