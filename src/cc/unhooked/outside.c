/* outside.c - code of an object that is in none of its functions. */
#include "cc/unhooked/image.h"

/* The size of a ModRM byte and of what follows it. */
static size_t outside_operand(const uint8_t *p, size_t n)
{
    const unsigned mode = p[0] >> 6, base = p[0] & 7;
    size_t size = 1 + (mode == 1) + 4 * (mode == 2);

    if (mode == 3)
        return 1;
    if (base == 4) {
        size++;
        if (mode == 0 && n > 1 && (p[1] & 7) == 5)
            size += 4;
    }
    return size + 4 * (mode == 0 && base == 5);
}

/* The size of the padding at p: a nop of any length (66 and 2e are prefixes), a
 * trap; 0: it is another instruction. */
static size_t outside_padding(const uint8_t *p, size_t n)
{
    size_t i = 0;

    if (p[0] == 0xcc)
        return 1;
    while (i < n && (p[i] == 0x66 || p[i] == 0x2e))
        i++;
    if (i < n && p[i] == 0x90)
        return i + 1;
    if (i + 2 < n && p[i] == 0x0f && p[i + 1] == 0x1f) {
        i += 2;
        i += outside_operand(p + i, n - i);
        return i <= n ? i : 0;
    }
    return 0;
}

/* The last label at or before an address. */
static const char *outside_label(const struct rdl_image *image, uint64_t at)
{
    const char *best = "code outside functions";
    uint64_t highest = 0;
    GElf_Sym symbol;

    for (int i = 1; gelf_getsym(image->symbols, i, &symbol) != NULL; i++) {
        const char *name = elf_strptr(image->elf, image->names, symbol.st_name);

        if (symbol.st_shndx == RDL_IMAGE_SECTION(at) && name != NULL &&
            name[0] != '\0' && symbol.st_value >= highest &&
            symbol.st_value <= RDL_IMAGE_OFFSET(at)) {
            highest = symbol.st_value;
            best = name;
        }
    }
    return best;
}

/* The end of the function that holds the address, or the address.  Functions
 * may overlap, so the first that holds it need not be found by halving. */
static uint64_t outside_function(const struct rdl_image *image, uint64_t at,
                                 uint64_t *next)
{
    *next = UINT64_MAX;
    for (size_t i = 0; i < image->n_functions; i++) {
        const struct rdl_image_function *f = &image->functions[i];

        if (f->start > at) {
            *next = f->start;
            return at;
        }
        if (f->end > at)
            at = f->end;
    }
    return at;
}

bool rdl_image_outside(const struct rdl_image *image, uint64_t *at,
                       uint64_t *end, const char **name)
{
    while (RDL_IMAGE_SECTION(*at) < image->n_sections) {
        const size_t number = RDL_IMAGE_SECTION(*at);
        const struct rdl_image_section *s = &image->sections[number];
        const uint64_t section_end = RDL_IMAGE_AT(number, s->size);
        size_t padding;

        if (s->code && s->bytes != NULL)
            *at = outside_function(image, *at, end);
        if (!s->code || s->bytes == NULL || *at >= section_end) {
            *at = RDL_IMAGE_AT(number + 1, 0);
            continue;
        }
        if (*end > section_end)
            *end = section_end;
        padding = outside_padding(s->bytes + RDL_IMAGE_OFFSET(*at),
                                  (size_t)(*end - *at));
        if (padding == 0) {
            *name = outside_label(image, *at);
            return true;
        }
        *at += padding;
    }
    return false;
}
