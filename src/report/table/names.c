/* names.c - names of memory and of values: see internal.h. */
#include "report/table/internal.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <ctype.h>
#include <string.h>

struct table_named {
    uintptr_t addr;
    char *name; /* NULL: free */
};

static bool names_looks_like_pointer(uint64_t value, uint32_t size)
{
    return size == sizeof(void *) && value >> 32 != 0 && value >> 47 == 0;
}

/* The block that the finding is about has the name of its contents,
 * "account#2.id"; if that is not known, "block" and "block+8". */
static bool names_name_block(const struct rdl_table *t, uintptr_t addr,
                             bool whole, char *out, size_t size)
{
    const struct rdl_block_view *b = &t->f->block;
    uintptr_t start = t->f->addr - (uintptr_t)b->offset;

    if (!b->known || addr < start || addr - start >= b->size)
        return false;
    if (rdl_symbols_typed_block(t->symbols, addr, whole && addr == start, out,
                                size))
        return true;
    if (addr == start)
        snprintf(out, size, "block");
    else
        snprintf(out, size, "block+%lu", (unsigned long)(addr - start));
    return true;
}

static char *names_name_new(struct rdl_table *t, uintptr_t addr)
{
    char name[TABLE_NAME];

    if (!rdl_symbols_labelled(t->symbols, addr, name, sizeof(name)) &&
        !names_name_block(t, addr, /*whole=*/false, name, sizeof(name)) &&
        !rdl_symbols_data(t->symbols, addr, name, sizeof(name)))
        snprintf(name, sizeof(name), "0x%lx", (unsigned long)addr);
    return rdl_strdup(name);
}

static struct table_named *names_name_slot(struct table_named *names,
                                           size_t room, uintptr_t addr)
{
    size_t i = rdl_mix(0, addr) & (room - 1);

    while (names[i].name != NULL && names[i].addr != addr)
        i = (i + 1) & (room - 1);
    return &names[i];
}

static void names_grow(struct rdl_table *t)
{
    const size_t room = t->room_names == 0 ? 64 : t->room_names * 2;
    struct table_named *names = rdl_alloc(room * sizeof(*names));

    for (size_t i = 0; i < t->room_names; i++) {
        if (t->names[i].name != NULL)
            *names_name_slot(names, room, t->names[i].addr) = t->names[i];
    }
    free(t->names);
    t->names = names;
    t->room_names = room;
}

const char *rdl_table_name(struct rdl_table *t, uintptr_t addr)
{
    struct table_named *n;

    if (t->n_names * 2 >= t->room_names)
        names_grow(t);
    n = names_name_slot(t->names, t->room_names, addr);
    if (n->name == NULL) {
        *n = (struct table_named){ .addr = addr,
                                   .name = names_name_new(t, addr) };
        t->n_names++;
    }
    return n->name;
}

char *rdl_table_whole(struct rdl_table *t, uintptr_t addr, char *out,
                      size_t size)
{
    if (!names_name_block(t, addr, /*whole=*/true, out, size) &&
        !rdl_symbols_whole(t->symbols, addr, out, size))
        snprintf(out, size, "%s", rdl_table_name(t, addr));
    /* People write free(list), not free(*list). */
    if (out[0] == '*')
        memmove(out, out + 1, strlen(out));
    return out;
}

void rdl_table_names_free(struct rdl_table *t)
{
    for (size_t i = 0; i < t->room_names; i++)
        free(t->names[i].name);
    free(t->names);
}

/* The size is not that of a number: part of a string. */
static bool names_value_text(uint64_t value, uint32_t size, char *out,
                             size_t room)
{
    char text[sizeof(value) + 1] = "";
    size_t n;

    if (size < 3 || size == 4 || size >= 8)
        return false;
    memcpy(text, &value, size);
    n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        if (!isprint((unsigned char)text[i]))
            return false;
    }
    snprintf(out, room, "\"%s\"", text);
    return n > 0;
}

/* A pointer: "&account#2"; "list" for what is named "*list", except in `list`
 * itself; "block allocated at bank.c:31"; "work", a function. */
static bool names_value_pointer(struct rdl_table *t, uintptr_t at,
                                uint64_t value, char *out, size_t room)
{
    char name[TABLE_NAME];

    if (!names_name_block(t, value, /*whole=*/true, name, sizeof(name)) &&
        !rdl_symbols_whole(t->symbols, value, name, sizeof(name)) &&
        !rdl_symbols_data(t->symbols, value, name, sizeof(name)))
        return rdl_symbols_function(t->symbols, value, out, room);
    if (name[0] == '*' && strcmp(name + 1, rdl_table_name(t, at)) == 0)
        return rdl_symbols_block_made(t->symbols, value, out, room);
    if (name[0] == '*')
        snprintf(out, room, "%s", name + 1);
    else if (strncmp(name, "block", 5) == 0 && strchr(name, ' ') != NULL)
        snprintf(out, room, "%s", name);
    else
        snprintf(out, room, "&%s", name);
    return true;
}

/* The bits do not show the type: a value near zero on either side is printed as
 * a signed number. */
char *rdl_table_value(struct rdl_table *t, const struct rdl_event *e,
                      uint64_t value, char *out, size_t room)
{
    const uint32_t size = e->size;
    const unsigned unused = size < 8 ? 64 - 8 * size : 0;
    const int64_t number = (int64_t)(value << unused) >> unused;

    if (names_looks_like_pointer(value, size)) {
        if (!names_value_pointer(t, e->addr, value, out, room))
            snprintf(out, room, "0x%lx", (unsigned long)value);
    } else if (names_value_text(value, size, out, room)) {
        return out;
    } else if (number < 0 && number >= -100000 && size >= 4) {
        snprintf(out, room, "%ld", (long)number);
    } else if (value < 1000000000) {
        snprintf(out, room, "%lu", (unsigned long)value);
    } else {
        snprintf(out, room, "0x%lx", (unsigned long)value);
    }
    return out;
}

const char *rdl_table_function(struct rdl_table *t, rdl_tid tid)
{
    struct rdl_place place;

    if (tid == 0)
        return "main";
    if (tid >= t->n_threads || t->threads[tid].start == 0 ||
        !rdl_symbols_find(t->symbols, t->threads[tid].start, &place) ||
        place.function == NULL)
        return "";
    return place.function;
}
