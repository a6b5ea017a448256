/* image.c - see image.h. */
#include "cc/unhooked/image.h"

#include "util/alloc.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int image_by_offset(const void *a, const void *b)
{
    const GElf_Rela *x = a, *y = b;

    return (x->r_offset > y->r_offset) - (x->r_offset < y->r_offset);
}

static int image_by_start(const void *a, const void *b)
{
    const struct rdl_image_function *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

static void image_relocations(struct rdl_image *image, Elf_Scn *section,
                              const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t n =
        header->sh_entsize != 0 ? header->sh_size / header->sh_entsize : 0;
    struct rdl_image_section *of;

    if (data == NULL || header->sh_info >= image->n_sections || n == 0)
        return;
    of = &image->sections[header->sh_info];
    of->relocations = rdl_grow(of->relocations, (of->n_relocations + n) *
                                                    sizeof(of->relocations[0]));
    for (size_t i = 0; i < n; i++) {
        if (gelf_getrela(data, (int)i, &of->relocations[of->n_relocations]) !=
            NULL)
            of->n_relocations++;
    }
    qsort(of->relocations, of->n_relocations, sizeof(of->relocations[0]),
          image_by_offset);
}

static void image_functions(struct rdl_image *image, size_t n)
{
    GElf_Sym symbol;

    for (size_t i = 0; i < n; i++) {
        struct rdl_image_function *f;
        const char *name;

        if (gelf_getsym(image->symbols, (int)i, &symbol) == NULL ||
            GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0 ||
            symbol.st_shndx >= image->n_sections ||
            !image->sections[symbol.st_shndx].code)
            continue;
        name = elf_strptr(image->elf, image->names, symbol.st_name);
        image->functions =
            rdl_grow(image->functions, (image->n_functions + 1) * sizeof(*f));
        f = &image->functions[image->n_functions++];
        *f = (struct rdl_image_function){
            .start = RDL_IMAGE_AT(symbol.st_shndx, symbol.st_value),
            .end =
                RDL_IMAGE_AT(symbol.st_shndx, symbol.st_value + symbol.st_size),
            .name = name != NULL ? name : "",
        };
        f->part = strstr(f->name, ".cold") != NULL;
    }
    if (image->n_functions > 0)
        qsort(image->functions, image->n_functions, sizeof(*image->functions),
              image_by_start);
}

static void image_section(struct rdl_image *image, Elf_Scn *section,
                          const GElf_Shdr *header, const char *name)
{
    struct rdl_image_section *s = &image->sections[elf_ndxscn(section)];
    Elf_Data *data;

    s->code = (header->sh_flags & SHF_EXECINSTR) != 0;
    s->constant = (header->sh_flags & SHF_ALLOC) != 0 &&
                  ((header->sh_flags & SHF_WRITE) == 0 ||
                   strncmp(name, ".data.rel.ro", 12) == 0);
    if (!s->code || (data = elf_getdata(section, NULL)) == NULL)
        return;
    s->bytes = data->d_buf;
    s->size = data->d_buf != NULL ? data->d_size : 0;
}

static bool image_understand(struct rdl_image *image)
{
    Elf_Scn *section = NULL;
    size_t names, n_symbols = 0;
    GElf_Shdr header;

    if (elf_getshdrnum(image->elf, &image->n_sections) != 0 ||
        elf_getshdrstrndx(image->elf, &names) != 0)
        return false;
    image->sections = rdl_alloc(image->n_sections * sizeof(*image->sections));
    while ((section = elf_nextscn(image->elf, section)) != NULL) {
        const char *name;

        if (gelf_getshdr(section, &header) == NULL)
            return false;
        name = elf_strptr(image->elf, names, header.sh_name);
        image_section(image, section, &header, name != NULL ? name : "");
        if (header.sh_type == SHT_RELA)
            image_relocations(image, section, &header);
        if (header.sh_type == SHT_SYMTAB && header.sh_entsize != 0) {
            image->symbols = elf_getdata(section, NULL);
            image->names = header.sh_link;
            n_symbols = header.sh_size / header.sh_entsize;
        }
    }
    if (image->symbols == NULL)
        return false;
    image_functions(image, n_symbols);
    return true;
}

bool rdl_image_open(struct rdl_image *image, const char *path)
{
    GElf_Ehdr header;

    *image = (struct rdl_image){ 0 };
    image->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (image->fd < 0)
        return false;
    elf_version(EV_CURRENT);
    image->elf = elf_begin(image->fd, ELF_C_READ_MMAP, NULL);
    if (image->elf != NULL && elf_kind(image->elf) == ELF_K_ELF &&
        gelf_getehdr(image->elf, &header) != NULL &&
        header.e_machine == EM_X86_64 && header.e_type == ET_REL &&
        header.e_ident[EI_CLASS] == ELFCLASS64 && image_understand(image))
        return true;
    rdl_image_close(image);
    return false;
}

void rdl_image_close(struct rdl_image *image)
{
    for (size_t i = 0; i < image->n_sections && image->sections != NULL; i++)
        free(image->sections[i].relocations);
    free(image->sections);
    free(image->functions);
    elf_end(image->elf);
    close(image->fd);
}

const GElf_Rela *rdl_image_relocation(const struct rdl_image *image,
                                      uint64_t at, uint64_t size)
{
    const struct rdl_image_section *s;
    const uint64_t offset = RDL_IMAGE_OFFSET(at);
    size_t low = 0, high;

    if (RDL_IMAGE_SECTION(at) >= image->n_sections)
        return NULL;
    s = &image->sections[RDL_IMAGE_SECTION(at)];
    high = s->n_relocations;
    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (s->relocations[middle].r_offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->n_relocations &&
                   s->relocations[low].r_offset - offset < size
               ? &s->relocations[low]
               : NULL;
}

bool rdl_image_target(const struct rdl_image *image, const GElf_Rela *r,
                      int64_t extra, struct rdl_image_target *out)
{
    GElf_Sym symbol;
    const char *name;

    if (gelf_getsym(image->symbols, (int)GELF_R_SYM(r->r_info), &symbol) ==
        NULL)
        return false;
    name = elf_strptr(image->elf, image->names, symbol.st_name);
    *out = (struct rdl_image_target){
        .symbol = GELF_R_SYM(r->r_info),
        .addend = r->r_addend + extra,
        .name = name != NULL ? name : "",
    };
    if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < image->n_sections)
        out->at =
            RDL_IMAGE_AT(symbol.st_shndx,
                         (uint32_t)((int64_t)symbol.st_value + out->addend));
    return true;
}

uint64_t rdl_image_next_reference(const struct rdl_image *image, uint64_t at)
{
    uint64_t next = UINT64_MAX;
    struct rdl_image_target t;

    for (size_t i = 0; i < image->n_sections; i++) {
        const struct rdl_image_section *s = &image->sections[i];

        for (size_t k = 0; s->code && k < s->n_relocations; k++) {
            const GElf_Rela *r = &s->relocations[k];

            /* Relative to the next instruction. */
            if (rdl_image_target(
                    image, r, GELF_R_TYPE(r->r_info) == R_X86_64_PC32 ? 4 : 0,
                    &t) &&
                t.at > at && t.at < next &&
                RDL_IMAGE_SECTION(t.at) == RDL_IMAGE_SECTION(at))
                next = t.at;
        }
    }
    return next;
}

const struct rdl_image_function *
rdl_image_function(const struct rdl_image *image, uint64_t at)
{
    size_t low = 0, high = image->n_functions;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (image->functions[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < image->n_functions && image->functions[low].start <= at
               ? &image->functions[low]
               : NULL;
}
