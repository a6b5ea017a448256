/* object.c - prepares an object that the compiler made.
 *
 * Only in objects that have hooks:
 *   - calls of quiet entries become idle (hooks/hooks.h);
 *   - calls of functions of hooks/wraps.h go to their entries, by longer symbol
 *     and string tables at the end of the file.
 * Every object gets a mark in its header, in bytes that ELF leaves unused, so
 * that a link can distinguish code without accesses from code that was not
 * instrumented.  Preparing twice has no further effect.  The file is changed in
 * place: the build system may have linked it, or have it open. */
#include "cc/cc.h"

#include "util/die.h"
#include "hooks/hooks.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "__tsan_"
#define WRAP_PREFIX "rdl_wrap_"
#define LONGEST_NAME 32 /* of wraps.h, with its NUL */

static const char *const quiet[] = {
#define HOOK(name)
#define QUIET(name) PREFIX #name,
#include "hooks/list.h"
#undef HOOK
};

static const char *const wraps[] = {
#define WRAP(name) #name,
#include "hooks/wraps.h"
#undef WRAP
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A mapped file.  Nothing in it is trusted before object_at() has checked
 * it. */
struct image {
    unsigned char *data;
    size_t size;
    Elf64_Ehdr *header;
    Elf64_Shdr *sections;
    size_t n_sections;
};

static bool object_inside(const struct image *f, uint64_t offset, uint64_t size)
{
    return offset <= f->size && size <= f->size - offset;
}

static void *object_at(const struct image *f, uint64_t offset, uint64_t size)
{
    return object_inside(f, offset, size) && offset % 8 == 0 ? f->data + offset
                                                             : NULL;
}

static bool object_image_understand(struct image *f)
{
    Elf64_Ehdr *h = object_at(f, 0, sizeof(*h));
    Elf64_Shdr *first;

    f->header = h;
    if (h == NULL || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != EM_X86_64 ||
        h->e_shentsize != sizeof(Elf64_Shdr))
        return false;
    first = object_at(f, h->e_shoff, sizeof(*first));
    if (first == NULL)
        return false;
    f->n_sections = h->e_shnum != 0 ? h->e_shnum : first->sh_size;
    if (f->n_sections > f->size / sizeof(*first))
        return false;
    f->sections = object_at(f, h->e_shoff, f->n_sections * sizeof(*first));
    return f->sections != NULL;
}

static bool object_image_map(struct image *f, int fd, int protection)
{
    struct stat st;

    *f = (struct image){ 0 };
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return false;
    f->size = (size_t)st.st_size;
    f->data = mmap(NULL, f->size, protection, MAP_SHARED, fd, 0);
    if (f->data == MAP_FAILED)
        return false;
    if (object_image_understand(f))
        return true;
    munmap(f->data, f->size);
    return false;
}

static Elf64_Shdr *object_image_section(const struct image *f, uint32_t type)
{
    for (size_t i = 0; i < f->n_sections; i++) {
        if (f->sections[i].sh_type == type)
            return &f->sections[i];
    }
    return NULL;
}

/* The symbols of a table and their names, all checked. */
struct symbols {
    Elf64_Sym *at;
    size_t n;
    Elf64_Shdr *table, *strings;
    const char *text;
};

static bool object_image_symbols(const struct image *f, Elf64_Shdr *table,
                                 struct symbols *s)
{
    if (table == NULL || table->sh_link >= f->n_sections)
        return false;
    s->table = table;
    s->at = object_at(f, table->sh_offset, table->sh_size);
    s->n = table->sh_size / sizeof(Elf64_Sym);
    s->strings = &f->sections[table->sh_link];
    if (!object_inside(f, s->strings->sh_offset, s->strings->sh_size) ||
        s->strings->sh_size == 0)
        return false;
    s->text = (const char *)f->data + s->strings->sh_offset;
    return s->at != NULL && s->text[s->strings->sh_size - 1] == '\0';
}

/* The name of symbol i if it is undefined, else "". */
static const char *object_wanted_name(const struct symbols *s, size_t i)
{
    const Elf64_Sym *symbol = &s->at[i];

    if (symbol->st_shndx != SHN_UNDEF ||
        ELF64_ST_BIND(symbol->st_info) != STB_GLOBAL ||
        symbol->st_name >= s->strings->sh_size)
        return "";
    return s->text + symbol->st_name;
}

static bool object_listed(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, list[i]) == 0)
            return true;
    }
    return false;
}

static bool object_is_quiet(const char *name)
{
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
           object_listed(name, quiet, LENGTH(quiet));
}

/* The relocations of a section, NULL if it has none with these symbols. */
static Elf64_Rela *object_relocations_of(const struct image *f,
                                         const struct symbols *s,
                                         size_t section, size_t *n)
{
    const Elf64_Shdr *h = &f->sections[section];

    *n = h->sh_size / sizeof(Elf64_Rela);
    if (h->sh_type != SHT_RELA || h->sh_info >= f->n_sections ||
        h->sh_link >= f->n_sections || &f->sections[h->sh_link] != s->table)
        return NULL;
    return object_at(f, h->sh_offset, h->sh_size);
}

static void object_make_idle(const struct image *f, const struct symbols *s)
{
    for (size_t i = 0; i < f->n_sections; i++) {
        size_t n;
        Elf64_Rela *r = object_relocations_of(f, s, i, &n);
        const Elf64_Shdr *code;
        unsigned char *bytes;

        if (r == NULL)
            continue;
        code = &f->sections[f->sections[i].sh_info];
        if ((code->sh_flags & SHF_EXECINSTR) == 0 ||
            code->sh_type != SHT_PROGBITS ||
            !object_inside(f, code->sh_offset, code->sh_size))
            continue;
        bytes = f->data + code->sh_offset;
        for (size_t k = 0; k < n; k++) {
            uint32_t type = ELF64_R_TYPE(r[k].r_info);
            uint64_t symbol = ELF64_R_SYM(r[k].r_info);

            if ((type != R_X86_64_PLT32 && type != R_X86_64_PC32) ||
                r[k].r_addend != -4 || symbol >= s->n || r[k].r_offset == 0 ||
                r[k].r_offset >= code->sh_size)
                continue;
            if (bytes[r[k].r_offset - 1] != RDL_CALL_OPCODE ||
                !object_is_quiet(object_wanted_name(s, symbol)))
                continue;
            bytes[r[k].r_offset - 1] = RDL_IDLE_OPCODE;
            r[k].r_addend += RDL_IDLE_BIAS;
        }
    }
}

/* Finds the symbols that are functions of wraps.h and that code refers to. */
static size_t object_find_calls(const struct image *f, const struct symbols *s,
                                bool *called)
{
    size_t n_called = 0;

    for (size_t i = 0; i < f->n_sections; i++) {
        size_t n;
        const Elf64_Rela *r = object_relocations_of(f, s, i, &n);

        for (size_t k = 0; r != NULL && k < n; k++) {
            uint64_t symbol = ELF64_R_SYM(r[k].r_info);

            if (symbol < s->n && !called[symbol] &&
                object_listed(object_wanted_name(s, symbol), wraps,
                              LENGTH(wraps))) {
                called[symbol] = true;
                n_called++;
            }
        }
    }
    return n_called;
}

/* Changes relocations of symbol `from` to symbol `to`. */
static void object_repoint(const struct image *f, const struct symbols *s,
                           uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < f->n_sections; i++) {
        size_t n;
        Elf64_Rela *r = object_relocations_of(f, s, i, &n);

        for (size_t k = 0; r != NULL && k < n; k++) {
            if (ELF64_R_SYM(r[k].r_info) == from)
                r[k].r_info = ELF64_R_INFO(to, ELF64_R_TYPE(r[k].r_info));
        }
    }
}

/* Appends a copy of the symbol table with symbols for the entries, and a copy
 * of the string table with their names, and changes the relocations.  The old
 * symbols stay: they make the linker look for the functions as usual. */
static bool object_redirect_calls(struct image *f, struct symbols *s, int fd)
{
    bool *called = rdl_words_room(s->n);
    size_t n_called = object_find_calls(f, s, called), n_old = s->n;
    size_t table = (size_t)((unsigned char *)s->table - f->data);
    size_t symbols = (f->size + 15) & ~(size_t)15;
    size_t strings = symbols + (n_old + n_called) * sizeof(Elf64_Sym);
    size_t used = s->strings->sh_size, next = n_old;
    size_t longest = strlen(WRAP_PREFIX) + LONGEST_NAME;
    Elf64_Sym *to;
    char *text;

    if (n_called == 0 || object_image_section(f, SHT_SYMTAB_SHNDX) != NULL)
        return true;
    munmap(f->data, f->size);
    if (ftruncate(fd, (off_t)(strings + used + n_called * longest)) != 0 ||
        !object_image_map(f, fd, PROT_READ | PROT_WRITE) ||
        !object_image_symbols(f, (Elf64_Shdr *)(f->data + table), s))
        return false;
    to = (Elf64_Sym *)(f->data + symbols);
    text = (char *)f->data + strings;
    memcpy(to, s->at, n_old * sizeof(*to));
    memcpy(text, s->text, used);
    for (size_t i = 0; i < n_old; i++) {
        if (!called[i])
            continue;
        to[next] = s->at[i];
        to[next].st_name = (Elf64_Word)used;
        strcpy(stpcpy(text + used, WRAP_PREFIX), object_wanted_name(s, i));
        used += strlen(text + used) + 1;
        object_repoint(f, s, i, next++);
    }
    s->table->sh_offset = symbols;
    s->table->sh_size = next * sizeof(*to);
    s->strings->sh_offset = strings;
    s->strings->sh_size = used;
    return true;
}

void rdl_cc_object_prepare(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool instrumented = false;
    struct symbols symbols;
    struct image f;

    if (fd < 0)
        return;
    if (!object_image_map(&f, fd, PROT_READ | PROT_WRITE)) {
        close(fd); /* /dev/null, bitcode, another machine's */
        return;
    }
    if (f.header->e_type == ET_REL)
        f.header->e_ident[EI_NIDENT - 1] = RDL_CC_MARK;
    if (f.header->e_type == ET_REL &&
        object_image_symbols(&f, object_image_section(&f, SHT_SYMTAB),
                             &symbols)) {
        for (size_t i = 0; i < symbols.n && !instrumented; i++)
            instrumented = strncmp(object_wanted_name(&symbols, i), PREFIX,
                                   strlen(PREFIX)) == 0;
        if (instrumented) {
            object_make_idle(&f, &symbols);
            if (!object_redirect_calls(&f, &symbols, fd))
                rdl_die_errno(RDL_EXIT_INTERNAL, "cannot change %s", path);
        }
    }
    munmap(f.data, f.size);
    close(fd);
}

static bool object_image_open(struct image *f, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && object_image_map(f, fd, PROT_READ);

    if (fd >= 0)
        close(fd);
    return good;
}

/* Does an undefined symbol begin with `name`? */
static bool object_image_wants(const struct image *f, const char *name,
                               size_t length)
{
    struct symbols s;

    if (!object_image_symbols(f, object_image_section(f, SHT_SYMTAB), &s))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (strncmp(object_wanted_name(&s, i), name, length) == 0)
            return true;
    }
    return false;
}

static bool object_image_has_code(const struct image *f)
{
    for (size_t i = 0; i < f->n_sections; i++) {
        if ((f->sections[i].sh_flags & SHF_EXECINSTR) != 0 &&
            f->sections[i].sh_size > 0)
            return true;
    }
    return false;
}

/* Does the archive have objects with code, and none of ours?  Ours have the
 * mark, or names of hooks. */
static bool object_archive_foreign(const unsigned char *data, size_t size)
{
    const unsigned char *end = data + size, *object = data;
    bool any = false;

    if (size < SARMAG || memcmp(data, ARMAG, SARMAG) != 0 ||
        memmem(data, size, PREFIX, strlen(PREFIX)) != NULL)
        return false;
    while ((object = memmem(object, (size_t)(end - object), ELFMAG, SELFMAG)) !=
               NULL &&
           end - object >= EI_NIDENT) {
        if (object[EI_NIDENT - 1] == RDL_CC_MARK)
            return false;
        any = true;
        object += SELFMAG;
    }
    return any;
}

static bool object_archive_uninstrumented(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool plain = false;
    struct stat st;
    void *data = MAP_FAILED;

    if (fd < 0)
        return false;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data != MAP_FAILED) {
        plain = object_archive_foreign(data, (size_t)st.st_size);
        munmap(data, (size_t)st.st_size);
    }
    close(fd);
    return plain;
}

bool rdl_cc_object_uninstrumented(const char *path)
{
    struct image f;
    bool plain;

    if (!object_image_open(&f, path))
        return object_archive_uninstrumented(path);
    /* `ld -r` loses the mark, not the hooks. */
    plain = f.header->e_type == ET_REL &&
            f.header->e_ident[EI_NIDENT - 1] != RDL_CC_MARK &&
            object_image_has_code(&f) &&
            !object_image_wants(&f, PREFIX, strlen(PREFIX));
    munmap(f.data, f.size);
    return plain;
}

bool rdl_cc_object_wants(const char *path, const char *name)
{
    struct image f;
    bool wants;

    if (!object_image_open(&f, path))
        return false;
    wants = f.header->e_type == ET_REL &&
            object_image_wants(&f, name, strlen(name) + 1);
    munmap(f.data, f.size);
    return wants;
}

bool rdl_cc_object_ours(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    unsigned char ident[EI_NIDENT] = { 0 };
    bool complete = fd >= 0 && read(fd, ident, EI_NIDENT) == EI_NIDENT;

    if (fd >= 0)
        close(fd);
    return complete && memcmp(ident, ELFMAG, SELFMAG) == 0 &&
           ident[EI_NIDENT - 1] == RDL_CC_MARK;
}

static bool object_has_note(const struct image *f)
{
    for (size_t i = 0; i < f->n_sections; i++) {
        const Elf64_Shdr *section = &f->sections[i];

        if (section->sh_type == SHT_NOTE &&
            object_inside(f, section->sh_offset, section->sh_size) &&
            memmem(f->data + section->sh_offset, section->sh_size,
                   RDL_HOOKS_NOTE, sizeof(RDL_HOOKS_NOTE)) != NULL)
            return true;
    }
    return false;
}

static bool object_has_attach(const struct image *f)
{
    struct symbols s;

    if (!object_image_symbols(f, object_image_section(f, SHT_DYNSYM), &s))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.at[i].st_name < s.strings->sh_size &&
            strcmp(s.text + s.at[i].st_name, "raddle_attach") == 0)
            return true;
    }
    return false;
}

enum rdl_cc_hooked rdl_cc_object_hooked(const char *path)
{
    enum rdl_cc_hooked result;
    struct image f;

    if (!object_image_open(&f, path))
        return RDL_NOT_ELF;
    result = !object_has_note(&f)     ? RDL_NO_HOOKS
             : !object_has_attach(&f) ? RDL_NO_ATTACH
                                      : RDL_HOOKED;
    munmap(f.data, f.size);
    return result;
}
