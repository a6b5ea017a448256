/* scope.c - see scope.h. */
#include "symbols/scope.h"

#include "symbols/source.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIES 200000 /* that are looked through for a type */
#define MOST_DEEP 16     /* namespaces, structures without a name */

/* --- The place ------------------------------------------------------------ */

bool rdl_scope_open(struct symbol_scope *c, struct rdl_symbols *s,
                    uintptr_t return_address, size_t inlined)
{
    Dwfl_Module *module = rdl_symbols_open(s, return_address - 1);
    Dwarf_Die *innermost = NULL, *unit;
    Dwarf_Addr bias;
    int first = 0;

    *c = (struct symbol_scope){ .n = 0 };
    if (module == NULL)
        return false;
    unit = rdl_symbols_unit(module, return_address - 1, &bias);
    if (unit == NULL)
        return false;
    c->pc = return_address - 1 - bias;
    if (dwarf_getscopes(unit, c->pc, &innermost) <= 0)
        return false;
    c->n = dwarf_getscopes_die(&innermost[0], &c->scopes);
    free(innermost);
    for (; inlined > 0 && first < c->n; first++)
        inlined -= dwarf_tag(&c->scopes[first]) == DW_TAG_inlined_subroutine;
    if (c->n <= 0 || inlined > 0) {
        rdl_scope_close(c);
        return false;
    }
    c->n -= first;
    memmove(c->scopes, c->scopes + first, (size_t)c->n * sizeof(*c->scopes));
    return true;
}

void rdl_scope_close(struct symbol_scope *c)
{
    free(c->scopes);
    c->scopes = NULL;
    c->n = 0;
}

/* Is the scope one that a function's names end at? */
static bool scope_is_function(Dwarf_Die *die)
{
    const int tag = dwarf_tag(die);

    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* --- Types ---------------------------------------------------------------- */

bool rdl_type_pointee(Dwarf_Die *pointer, Dwarf_Die *type)
{
    Dwarf_Die bare;

    return dwarf_peel_type(pointer, &bare) == 0 &&
           dwarf_tag(&bare) == DW_TAG_pointer_type &&
           rdl_symbols_written(&bare, type);
}

bool rdl_type_is_any_pointer(Dwarf_Die *pointer)
{
    Dwarf_Die bare, to;

    return dwarf_peel_type(pointer, &bare) == 0 &&
           dwarf_tag(&bare) == DW_TAG_pointer_type &&
           !rdl_symbols_written(&bare, &to);
}

bool rdl_type_peel(Dwarf_Die *type, Dwarf_Die *bare, Dwarf_Word *size)
{
    return dwarf_peel_type(type, bare) == 0 &&
           dwarf_aggregate_size(bare, size) == 0 && *size > 0;
}

bool rdl_type_is_structure(Dwarf_Die *type)
{
    Dwarf_Die bare;

    if (dwarf_peel_type(type, &bare) != 0)
        return false;
    return dwarf_tag(&bare) == DW_TAG_structure_type ||
           dwarf_tag(&bare) == DW_TAG_class_type;
}

const char *rdl_type_name(struct rdl_symbols *s, Dwarf_Die *type)
{
    Dwarf_Die bare, at = *type;
    const char *name;

    if (dwarf_peel_type(type, &bare) != 0)
        return NULL;
    /* Of a structure its own name, which it has wherever it is used. */
    name =
        rdl_type_is_structure(&bare) ? rdl_symbols_qualified(s, &bare) : NULL;
    while (name == NULL) {
        const int tag = dwarf_tag(&at);

        if (tag == DW_TAG_pointer_type || tag == DW_TAG_array_type ||
            tag == DW_TAG_subroutine_type)
            return NULL;
        name = dwarf_diename(&at);
        if (name == NULL && !rdl_symbols_written(&at, &at))
            return NULL;
    }
    return name;
}

/* --- Names ---------------------------------------------------------------- */

static bool scope_is_called(Dwarf_Die *die, const char *name, size_t n)
{
    const char *own = dwarf_diename(die);

    return own != NULL && strlen(own) == n && memcmp(own, name, n) == 0;
}

static bool scope_is_variable(Dwarf_Die *die)
{
    const int tag = dwarf_tag(die);

    return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

static bool scope_find_variable(const struct symbol_scope *c, const char *name,
                                size_t n, Dwarf_Die *type)
{
    for (int i = 0; i < c->n; i++) {
        Dwarf_Die die;

        if (dwarf_child(&c->scopes[i], &die) != 0)
            continue;
        do {
            if (scope_is_variable(&die) && scope_is_called(&die, name, n))
                return rdl_symbols_written(&die, type);
        } while (dwarf_siblingof(&die, &die) == 0);
    }
    return false;
}

static bool scope_find_member(Dwarf_Die *structure, const char *name, size_t n,
                              Dwarf_Die *type, int deep)
{
    Dwarf_Die bare, die, inner;

    if (deep > MOST_DEEP || dwarf_peel_type(structure, &bare) != 0 ||
        dwarf_child(&bare, &die) != 0)
        return false;
    do {
        const int tag = dwarf_tag(&die);

        if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
            continue;
        if (scope_is_called(&die, name, n))
            return rdl_symbols_written(&die, type);
        if ((dwarf_diename(&die) == NULL || tag == DW_TAG_inheritance) &&
            rdl_symbols_written(&die, &inner) &&
            scope_find_member(&inner, name, n, type, deep + 1))
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

struct type_search {
    const char *name;
    size_t n;
    size_t dies;
    bool known, differs; /* one was found; another that is not the same */
    Dwarf_Die found;
};

static bool scope_may_be_type(int tag)
{
    switch (tag) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_typedef:
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
        return true;
    default:
        return false;
    }
}

static void scope_found_type(struct type_search *t, Dwarf_Die *die)
{
    Dwarf_Die one, two;

    if (!t->known)
        t->found = *die;
    else if (dwarf_peel_type(&t->found, &one) != 0 ||
             dwarf_peel_type(die, &two) != 0 ||
             dwarf_dieoffset(&one) != dwarf_dieoffset(&two))
        t->differs = true;
    t->known = true;
}

/* Blocks belong to the function that is looked through: where a structure is
 * declared in one, compilers differ in where they put it. */
static void scope_find_type(struct type_search *t, Dwarf_Die *parent, int deep)
{
    Dwarf_Die die;

    if (deep > MOST_DEEP || dwarf_child(parent, &die) != 0)
        return;
    do {
        const int tag = dwarf_tag(&die);

        if (t->differs || t->dies++ > MOST_DIES)
            return;
        if (scope_may_be_type(tag) && scope_is_called(&die, t->name, t->n) &&
            rdl_symbols_number(&die, DW_AT_declaration) == 0)
            scope_found_type(t, &die);
        if (tag == DW_TAG_namespace || tag == DW_TAG_structure_type ||
            tag == DW_TAG_class_type || tag == DW_TAG_lexical_block)
            scope_find_type(t, &die, deep + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
}

bool rdl_scope_named(const struct symbol_scope *c, const char *name, size_t n,
                     Dwarf_Die *type)
{
    struct type_search t = { .name = name, .n = n };

    /* Two of one name that are not the same: the source would have to say from
     * where on the inner one hides the other. */
    for (int i = 0; n > 0 && i < c->n; i++)
        scope_find_type(&t, &c->scopes[i], 0);
    if (!t.known || t.differs || t.dies > MOST_DIES)
        return false;
    *type = t.found;
    return true;
}

bool rdl_scope_function(const struct symbol_scope *c, const char **name,
                        unsigned *line)
{
    for (int i = 0; i < c->n; i++) {
        int at = 0;

        if (!scope_is_function(&c->scopes[i]))
            continue;
        *name = dwarf_diename(&c->scopes[i]);
        if (*name == NULL || dwarf_decl_line(&c->scopes[i], &at) != 0)
            return false;
        *line = (unsigned)at;
        return at > 0;
    }
    return false;
}

/* Does it have one place for all calls? */
static bool scope_is_static(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t n;

    return dwarf_attr_integrate(variable, DW_AT_location, &attribute) != NULL &&
           dwarf_getlocation(&attribute, &ops, &n) == 0 && n > 0 &&
           ops[0].atom == DW_OP_addr;
}

bool rdl_scope_is_own(const struct symbol_scope *c, const char *name)
{
    for (int i = 0; i < c->n; i++) {
        Dwarf_Die die;

        if (dwarf_child(&c->scopes[i], &die) == 0) {
            do {
                if (dwarf_tag(&die) == DW_TAG_variable &&
                    scope_is_called(&die, name, strlen(name)))
                    return !scope_is_static(&die);
            } while (dwarf_siblingof(&die, &die) == 0);
        }
        if (scope_is_function(&c->scopes[i]))
            return false;
    }
    return false;
}

bool rdl_scope_gives_any(const struct symbol_scope *c)
{
    Dwarf_Die type;

    for (int i = 0; i < c->n; i++) {
        if (scope_is_function(&c->scopes[i]))
            return rdl_symbols_written(&c->scopes[i], &type) &&
                   rdl_type_is_any_pointer(&type);
    }
    return false;
}

bool rdl_scope_pointee(const struct symbol_scope *c, Dwarf_Word size,
                       Dwarf_Die *type)
{
    bool found = false;

    for (int i = 0; i < c->n; i++) {
        Dwarf_Die die, pointer, to, bare;
        Dwarf_Word whole;

        if (dwarf_child(&c->scopes[i], &die) != 0)
            continue;
        do {
            if (!scope_is_variable(&die) ||
                !rdl_symbols_written(&die, &pointer) ||
                !rdl_type_pointee(&pointer, &to) ||
                !rdl_type_is_structure(&to) ||
                !rdl_type_peel(&to, &bare, &whole) || whole != size)
                continue;
            if (found && dwarf_dieoffset(&bare) != dwarf_dieoffset(type))
                return false;
            *type = bare;
            found = true;
        } while (dwarf_siblingof(&die, &die) == 0);
        if (scope_is_function(&c->scopes[i]))
            break; /* what all functions see says little about this one */
    }
    return found;
}

/* --- Expressions ---------------------------------------------------------- */

static const char *scope_skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static size_t scope_word_length(const char *text)
{
    size_t n = 0;

    if (isdigit((unsigned char)text[0]))
        return 0;
    while (rdl_source_in_word(text[n]))
        n++;
    return n;
}

/* Behind the bracket that closes the one at `text`; NULL if none does. */
static const char *scope_behind_bracket(const char *text)
{
    int deep = 0;

    for (; *text != '\0'; text++) {
        deep += (*text == '[') - (*text == ']');
        if (deep == 0)
            return text + 1;
    }
    return NULL;
}

static bool scope_element_of(Dwarf_Die *type)
{
    Dwarf_Die bare;

    if (rdl_type_pointee(type, type))
        return true;
    return dwarf_peel_type(type, &bare) == 0 &&
           dwarf_tag(&bare) == DW_TAG_array_type &&
           rdl_symbols_written(&bare, type);
}

/* "->next", ".items", "[i]" behind an expression of that type. */
static bool scope_expression_part(const char **text, Dwarf_Die *type)
{
    const char *at = *text;
    size_t n;

    if (*at == '[') {
        *text = scope_behind_bracket(at);
        return *text != NULL && scope_element_of(type);
    }
    if (*at == '-' && !rdl_type_pointee(type, type))
        return false;
    at = scope_skip_blanks(at + (*at == '-' ? 2 : 1));
    n = scope_word_length(at);
    *text = at + n;
    return n > 0 && scope_find_member(type, at, n, type, 0);
}

bool rdl_scope_expression(const struct symbol_scope *c, const char *text,
                          Dwarf_Die *type, const char **end)
{
    const char *at = scope_skip_blanks(text);
    size_t n, stars = 0;

    for (; *at == '*'; at = scope_skip_blanks(at + 1))
        stars++;
    n = scope_word_length(at);
    if (n == 0 || !scope_find_variable(c, at, n, type))
        return false;
    at = scope_skip_blanks(at + n);
    while (*at == '[' || *at == '.' || (at[0] == '-' && at[1] == '>')) {
        if (!scope_expression_part(&at, type))
            return false;
        at = scope_skip_blanks(at);
    }
    for (; stars > 0; stars--) {
        if (!scope_element_of(type))
            return false;
    }
    *end = at;
    return true;
}

/* Behind "const struct " and the like. */
static const char *scope_skip_keywords(const char *at)
{
    static const char *const keywords[] = { "const", "volatile", "struct",
                                            "class", "union",    "enum" };
    const size_t n = scope_word_length(at);

    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
        if (strlen(keywords[i]) == n && strncmp(keywords[i], at, n) == 0)
            return scope_skip_keywords(scope_skip_blanks(at + n));
    }
    return at;
}

bool rdl_scope_sizeof(const struct symbol_scope *c, const char *text,
                      Dwarf_Die *type)
{
    const char *begin = scope_skip_blanks(text),
               *at = scope_skip_keywords(begin), *end;
    size_t n = scope_word_length(at);

    if (at == begin && rdl_scope_expression(c, at, type, &end))
        return *end == '\0' || *end == ')';
    end = scope_skip_blanks(at + n);
    while (end[0] == ':' && end[1] == ':') {
        at = scope_skip_blanks(end + 2);
        n = scope_word_length(at);
        end = scope_skip_blanks(at + n);
    }
    return (*end == '\0' || *end == ')') && rdl_scope_named(c, at, n, type);
}
