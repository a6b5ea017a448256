/* foreign.c - see foreign.h. */
#include "cc/foreign.h"

#include "symbols/files/noted.h"
#include "util/die.h"
#include "util/system_library.h"

#include <ar.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A symbol in loaded data: a linker that removes unused sections keeps the
 * places only beside such data. */
#define SYMBOL "rdl_unhooked_places"

/* Machine code, or what a linker makes machine code of (-flto). */
static bool foreign_has_code(Elf *elf)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return true;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name;

        if (gelf_getshdr(section, &header) == NULL)
            return true;
        name = elf_strptr(elf, names, header.sh_name);
        if (header.sh_size > 0 &&
            ((header.sh_flags & SHF_EXECINSTR) != 0 ||
             (name != NULL && strncmp(name, ".gnu.lto_", 9) == 0)))
            return true;
    }
    return false;
}

static bool foreign_is_bitcode(Elf *elf)
{
    size_t size;
    const char *bytes = elf_rawfile(elf, &size);

    return bytes != NULL && size >= 4 && memcmp(bytes, "BC\xc0\xde", 4) == 0;
}

/* Hooks alone do not say that raddle cc looked at the object: another compiler
 * driver also knows -fsanitize=thread, and `ld -r` joins any objects. */
static bool foreign_object(Elf *elf)
{
    GElf_Ehdr header;

    if (elf_kind(elf) != ELF_K_ELF)
        return foreign_is_bitcode(elf);
    return gelf_getehdr(elf, &header) != NULL && header.e_type == ET_REL &&
           header.e_ident[EI_NIDENT - 1] != RDL_CC_MARK &&
           foreign_has_code(elf);
}

static void foreign_add(struct rdl_cc_places *places, const char *name)
{
    rdl_cc_places_add(places,
                      rdl_words_format("%s: compiled without raddle cc", name));
}

static void foreign_archive(Elf *archive, int fd, const char *path,
                            struct rdl_cc_places *places)
{
    Elf_Cmd command = ELF_C_READ;
    Elf *member;

    while ((member = elf_begin(fd, command, archive)) != NULL) {
        const Elf_Arhdr *header = elf_getarhdr(member);

        if (header != NULL && header->ar_name[0] != '/' &&
            foreign_object(member))
            foreign_add(places,
                        rdl_words_format("%s(%s)", path, header->ar_name));
        command = elf_next(member);
        elf_end(member);
    }
}

/* An archive of names: not looked at, so it counts. */
static bool foreign_is_thin(Elf *elf)
{
    static const char magic[] = "!<thin>\n";
    size_t size;
    const char *bytes = elf_rawfile(elf, &size);

    return bytes != NULL && size > SARMAG && memcmp(bytes, magic, SARMAG) == 0;
}

bool rdl_cc_foreign_of_system(const char *path)
{
    char *real = realpath(path, NULL);
    const bool result = real != NULL && rdl_system_library_at(real);

    free(real);
    return result;
}

static bool foreign_is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void foreign_file(const char *path, struct rdl_cc_places *places)
{
    int fd;
    Elf *elf;

    if (!foreign_is_file(path) || rdl_cc_foreign_of_system(path))
        return;
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ, NULL);
    if (elf != NULL && elf_kind(elf) == ELF_K_AR)
        foreign_archive(elf, fd, path, places);
    else if (elf != NULL && (foreign_is_thin(elf) || foreign_object(elf)))
        foreign_add(places, path);
    elf_end(elf);
    close(fd);
}

/* Looks for a library in one folder; true: it is there. */
static bool foreign_library_in(const char *folder, const char *name,
                               struct rdl_cc_places *places)
{
    const char *shared = rdl_words_format("%s/lib%s.so", folder, name);
    const char *archive = name[0] == ':'
                              ? rdl_words_format("%s/%s", folder, name + 1)
                              : rdl_words_format("%s/lib%s.a", folder, name);

    if (!foreign_is_file(archive))
        return foreign_is_file(shared);
    /* Also beside a shared library, which -Bstatic passes over. */
    foreign_file(archive, places);
    return true;
}

/* -L and -l, each with its value in the same word or in the next. */
static const char *foreign_value(const struct rdl_cc_line *line, size_t i,
                                 const char *option)
{
    const char *text = line->words[i].text;

    if (strncmp(text, option, 2) != 0)
        return NULL;
    if (text[2] != '\0')
        return text + 2;
    return i + 1 < line->n ? line->words[i + 1].text : NULL;
}

static void foreign_library(const struct rdl_cc_line *line, const char *name,
                            struct rdl_cc_places *places)
{
    const char *more = getenv("LIBRARY_PATH");

    for (size_t i = 0; i < line->n; i++) {
        const char *folder = foreign_value(line, i, "-L");

        if (folder != NULL && foreign_library_in(folder, name, places))
            return;
    }
    while (more != NULL && *more != '\0') {
        const size_t n = strcspn(more, ":");

        if (foreign_library_in(rdl_words_format("%.*s", (int)n, more), name,
                               places))
            return;
        more += n + (more[n] == ':');
    }
    foreign_library_in("/usr/local/lib", name, places);
}

/* -Wl,a,b */
static void foreign_parts(const char *text, struct rdl_cc_places *places)
{
    while (*text == ',') {
        const size_t n = strcspn(++text, ",");

        foreign_file(rdl_words_format("%.*s", (int)n, text), places);
        text += n;
    }
}

void rdl_cc_foreign_find(const struct rdl_cc_line *line,
                         struct rdl_cc_places *places)
{
    for (size_t i = 0; i < line->n; i++) {
        const struct rdl_cc_word *w = &line->words[i];
        const char *library = foreign_value(line, i, "-l");

        if (w->role != RDL_CC_LINKER_INPUT && w->role != RDL_CC_OPTION)
            continue;
        if (library != NULL)
            foreign_library(line, library, places);
        else if (strncmp(w->text, "-Wl,", 4) == 0)
            foreign_parts(w->text + 3, places);
        else if (w->text[0] != '-') /* also the value of -Xlinker */
            foreign_file(w->text, places);
    }
}

static void foreign_write_places(FILE *f, const char *section,
                                 const struct rdl_cc_places *places)
{
    fprintf(f, ".section %s,\"MS\",@progbits,1\n", section);
    for (size_t i = 0; i < places->size; i++)
        fprintf(f, ".byte %d\n", (unsigned char)places->text[i]);
}

static void foreign_write(FILE *f, const struct rdl_cc_places *places)
{
    foreign_write_places(f, RDL_NOTED_UNHOOKED, places);
    foreign_write_places(f, RDL_NOTED_FOREIGN, places);
    fprintf(f, ".section .rodata." SYMBOL ",\"a\",@progbits\n"
               ".weak " SYMBOL "\n.hidden " SYMBOL "\n" SYMBOL ": .byte 0\n"
               ".section .note.GNU-stack,\"\",@progbits\n");
}

void rdl_cc_foreign_note(const struct rdl_cc_compiler *c,
                         const struct rdl_cc_places *places,
                         struct rdl_words *command)
{
    const char *source = rdl_cc_temporary("places.s");
    const char *object = rdl_cc_temporary("places.o");
    const struct rdl_cc_word word = { .text = source, .language = "assembler" };
    FILE *f = fopen(source, "we");
    bool written = f != NULL;

    if (f != NULL) {
        foreign_write(f, places);
        written = ferror(f) == 0;
        written = fclose(f) == 0 && written;
    }
    if (!written)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write %s", source);
    if (rdl_cc_run_on(c, &c->command, &word, "-c", object) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "%s cannot assemble %s, which says which files were compiled "
                "without raddle cc",
                c->command.at[0], source);
    rdl_words_add(command, "-Wl,-u," SYMBOL);
    rdl_words_add(command, object);
}
