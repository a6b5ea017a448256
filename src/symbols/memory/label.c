/* label.c - names that the program gives to its objects (raddle_name).  A name
 * is that of the whole object: the heap block that begins there, the variable,
 * or the part of a variable.  Parts of it are named by its type: that of the
 * variable, or of the block by where it was allocated. */
#include "symbols/internal.h"

#include "base/text.h"
#include "util/utf8.h"

#include <dwarf.h>
#include <string.h>

/* The text is the program's: any bytes, cut to the room for it.  Makes it one
 * line for a terminal without backquotes, because a backquote ends what an
 * explanation quotes. */
bool rdl_symbols_label_text(struct rdl_label *l)
{
    char *text = l->text, *end;
    bool cut;

    text[sizeof(l->text) - 1] = '\0';
    cut = strlen(text) == sizeof(l->text) - 1;
    rdl_text_clean(text);
    for (end = text; *end != '\0';) {
        const size_t n = rdl_utf8_length(end);

        if (n == 0 && cut && strlen(end) < 4) {
            *end = '\0';
            break;
        }
        if (n == 0)
            *end = '?';
        else if (*end == '`')
            *end = '\'';
        end += n > 0 ? n : 1;
    }
    while (end > text && end[-1] == ' ')
        *--end = '\0';
    return text[strspn(text, " ")] != '\0';
}

/* For a variable or a part of one: its type and size. */
static bool label_variable_type(struct rdl_symbols *s,
                                const struct rdl_label *l,
                                struct symbol_block_type *object)
{
    struct rdl_append nowhere = { .out = (char[256]){ 0 }, .size = 256 };
    Dwfl_Module *module;
    Dwarf_Die variable;
    GElf_Off offset;

    if (rdl_symbols_object(s, l->addr, &module, &offset) == NULL ||
        !rdl_symbols_variable(module, l->addr - offset, &variable) ||
        !rdl_symbols_type(&variable, &object->type))
        return false;
    /* &table[2] is the element, &table the whole. */
    while (offset > 0) {
        const Dwarf_Word before = offset;

        rdl_symbols_step(&nowhere, &object->type, &offset);
        if (offset == before)
            return false;
    }
    return dwarf_aggregate_size(&object->type, &object->element) == 0;
}

/* The type of the named object, as far as known; returns its size. */
static Dwarf_Word label_type(struct rdl_symbols *s, const struct rdl_label *l,
                             struct symbol_block_type *object)
{
    const struct symbol_block_type *block;
    Dwarf_Word size;
    uintptr_t start;

    *object = (struct symbol_block_type){ .name = NULL };
    if (object->element == 0 && l->size == 0 &&
        !label_variable_type(s, l, object))
        object->element = 0;
    if (object->element == 0 && l->size > 0) {
        block = rdl_symbols_block_at(s, l->addr, &start, &size);
        if (block != NULL && start == l->addr && size == l->size)
            *object = *block;
    }
    if (l->size > 0)
        return l->size;
    return object->element > 0 ? object->element : 1;
}

bool rdl_symbols_labelled(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size)
{
    const struct rdl_label *l = rdl_symbols_label(s, addr);
    struct rdl_append t = { .out = out, .size = size };
    struct symbol_block_type object;
    Dwarf_Word whole = 0;

    for (; l != NULL; l = rdl_symbols_label(s, l->addr - 1)) {
        whole = label_type(s, l, &object);
        if (addr - l->addr < whole || l->addr == 0)
            break;
    }
    if (l == NULL || addr - l->addr >= whole)
        return false;
    rdl_append(&t, "%s", l->text);
    if (object.element > 0)
        rdl_symbols_inside(&t, &object, whole, addr - l->addr);
    else if (addr > l->addr)
        rdl_append(&t, "+%lu", (unsigned long)(addr - l->addr));
    return true;
}
