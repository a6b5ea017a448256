/* elf_symbol.c - see elf_symbol.h, and elf(5) for the tables. */
#include "runtime/machine/elf_symbol.h"

#include "base/text.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HIDDEN 0x8000 /* in a version index: not the default one */
#define FIRST_NAMED 2 /* below: local, or without a version */

/* What is needed of an object's dynamic section. */
struct tables {
    uintptr_t base;
    const ElfW(Sym) * symbols;
    const char *strings;
    const uint32_t *gnu_hash;
    const ElfW(Word) * hash;
    const ElfW(Versym) * versions; /* of each symbol; NULL: without */
    const ElfW(Verdef) * defined;  /* the names of versions */
    size_t n_defined;
};

extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/* The loader has made addresses of most entries; some objects are read-only. */
static const void *elf_symbol_at(const struct link_map *object, ElfW(Addr) at)
{
    return (const void *)(at < object->l_addr ? object->l_addr + at : at);
}

static bool elf_symbol_read(const struct link_map *object, struct tables *t)
{
    *t = (struct tables){ .base = object->l_addr };
    for (const ElfW(Dyn) *d = object->l_ld; d->d_tag != DT_NULL; d++) {
        const void *at = elf_symbol_at(object, d->d_un.d_ptr);

        switch (d->d_tag) {
        case DT_SYMTAB:
            t->symbols = at;
            break;
        case DT_STRTAB:
            t->strings = at;
            break;
        case DT_GNU_HASH:
            t->gnu_hash = at;
            break;
        case DT_HASH:
            t->hash = at;
            break;
        case DT_VERSYM:
            t->versions = at;
            break;
        case DT_VERDEF:
            t->defined = at;
            break;
        case DT_VERDEFNUM:
            t->n_defined = d->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return t->symbols != NULL && t->strings != NULL;
}

static bool elf_symbol_has_version(const struct tables *t, size_t index,
                                   const char *version)
{
    const ElfW(Verdef) *v = t->defined;

    for (size_t i = 0; v != NULL && i < t->n_defined; i++) {
        const ElfW(Verdaux) *name = (const void *)((const char *)v + v->vd_aux);

        if (v->vd_ndx == index)
            return strcmp(t->strings + name->vda_name, version) == 0;
        v = (const void *)((const char *)v + v->vd_next);
    }
    return false;
}

static bool elf_symbol_fits(const struct tables *t, size_t i, const char *name,
                            const char *version)
{
    const ElfW(Sym) *s = &t->symbols[i];
    size_t index;

    if (s->st_shndx == SHN_UNDEF || s->st_value == 0 ||
        ELF64_ST_BIND(s->st_info) == STB_LOCAL ||
        ELF64_ST_TYPE(s->st_info) == STT_TLS ||
        strcmp(t->strings + s->st_name, name) != 0)
        return false;
    if (t->versions == NULL)
        return true;
    index = t->versions[i] & ~HIDDEN;
    if (version != NULL)
        return elf_symbol_has_version(t, index, version);
    return index < FIRST_NAMED || (t->versions[i] & HIDDEN) == 0;
}

static uint32_t elf_symbol_hash(const char *name)
{
    uint32_t h = 5381;

    for (const unsigned char *c = (const unsigned char *)name; *c != 0; c++)
        h = h * 33 + *c;
    return h;
}

/* The section: numbers of buckets, of the first symbol, of words of the filter
 * (and its shift), the filter, the buckets, a hash for each symbol; the lowest
 * bit of a hash ends its bucket. */
static size_t elf_symbol_hashed(const struct tables *t, const char *name,
                                const char *version)
{
    const uint32_t *g = t->gnu_hash;
    const uint32_t n_buckets = g[0], first = g[1], n_filter = g[2];
    const uint32_t *buckets = g + 4 + n_filter * (sizeof(ElfW(Addr)) / 4);
    const uint32_t *hashes = buckets + n_buckets, h = elf_symbol_hash(name);
    uint32_t i = n_buckets > 0 ? buckets[h % n_buckets] : 0;

    if (i < first)
        return 0;
    for (;; i++) {
        if ((hashes[i - first] | 1) == (h | 1) &&
            elf_symbol_fits(t, i, name, version))
            return i;
        if ((hashes[i - first] & 1) != 0)
            return 0;
    }
}

/* The number of a symbol; 0: none. */
static size_t elf_symbol_number(const struct tables *t, const char *name,
                                const char *version)
{
    if (t->gnu_hash != NULL)
        return elf_symbol_hashed(t, name, version);
    for (size_t i = 1; t->hash != NULL && i < t->hash[1]; i++) {
        if (elf_symbol_fits(t, i, name, version))
            return i;
    }
    return 0;
}

static void *elf_symbol_of(const struct link_map *object, const char *name,
                           const char *version)
{
    const ElfW(Sym) * s;
    struct tables t;
    uintptr_t at;
    size_t i;

    if (!elf_symbol_read(object, &t))
        return NULL;
    i = elf_symbol_number(&t, name, version);
    if (i == 0)
        return NULL;
    s = &t.symbols[i];
    at = s->st_shndx == SHN_ABS ? s->st_value : t.base + s->st_value;
    if (ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC)
        at = ((uintptr_t(*)(void))at)();
    return (void *)at;
}

/* The kernel's object is in the list of the loader, but in no one's scope. */
static bool elf_symbol_is_kernels(const struct link_map *object)
{
    return strncmp(object->l_name, "linux-vdso", strlen("linux-vdso")) == 0;
}

static void *elf_symbol_from(const struct link_map *object, const char *name,
                             const char *version)
{
    void *at = NULL;

    for (; object != NULL && at == NULL; object = object->l_next) {
        if (!elf_symbol_is_kernels(object))
            at = elf_symbol_of(object, name, version);
    }
    return at;
}

void *rdl_elf_symbol_default(const char *name)
{
    return elf_symbol_from(_r_debug.r_map, name, NULL);
}

void *rdl_elf_symbol_next(const char *name, const char *version)
{
    const struct link_map *own = _r_debug.r_map;

    while (own != NULL && own->l_ld != _DYNAMIC)
        own = own->l_next;
    return elf_symbol_from(own != NULL ? own->l_next : NULL, name, version);
}

void *rdl_elf_symbol_in(const char *object, const char *name)
{
    for (const struct link_map *m = _r_debug.r_map; m != NULL; m = m->l_next) {
        if (strcmp(rdl_text_base_name(m->l_name), object) == 0)
            return elf_symbol_of(m, name, NULL);
    }
    return NULL;
}
