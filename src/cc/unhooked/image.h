/* image.h - an object file: its code, functions and relocations.
 *
 * An address is a section's number in the upper half and an offset in the
 * lower. */
#ifndef RDL_CC_UNHOOKED_IMAGE_H
#define RDL_CC_UNHOOKED_IMAGE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RDL_IMAGE_AT(section, offset) ((uint64_t)(section) << 32 | (offset))
#define RDL_IMAGE_SECTION(at) ((size_t)((at) >> 32))
#define RDL_IMAGE_OFFSET(at) ((uint64_t)(uint32_t)(at))

struct rdl_image_section {
    const uint8_t *bytes; /* of code */
    size_t size;
    bool code, constant;
    GElf_Rela *relocations; /* by offset */
    size_t n_relocations;
};

/* A function or a part of one. */
struct rdl_image_function {
    uint64_t start, end;
    const char *name;
    bool part; /* "f.cold": only f jumps there */
};

struct rdl_image {
    Elf *elf;
    int fd;
    size_t n_sections;
    struct rdl_image_section *sections;
    Elf_Data *symbols;
    size_t names; /* the section of the symbols' names */
    struct rdl_image_function *functions; /* by start */
    size_t n_functions;
};

/* What a relocation refers to. */
struct rdl_image_target {
    uint64_t at;     /* if it is in this object, else 0; addend included */
    uint64_t symbol; /* its number if it is not */
    int64_t addend;
    const char *name; /* "" if the symbol has none */
};

bool rdl_image_open(struct rdl_image *image, const char *path);
void rdl_image_close(struct rdl_image *image);

/* The first relocation in [at, at + size); NULL if there is none. */
const GElf_Rela *rdl_image_relocation(const struct rdl_image *image,
                                      uint64_t at, uint64_t size);
/* `extra` is added to the addend. */
bool rdl_image_target(const struct rdl_image *image, const GElf_Rela *r,
                      int64_t extra, struct rdl_image_target *out);
/* The lowest address behind `at` in its section that code refers to; the end of
 * the address space if there is none. */
uint64_t rdl_image_next_reference(const struct rdl_image *image, uint64_t at);
/* The function that holds the address; NULL if none does. */
const struct rdl_image_function *
rdl_image_function(const struct rdl_image *image, uint64_t at);

/* The first code at or behind `*at` that is not in a function, and neither
 * padding; `*at` becomes its address.  `end` is where the next function or the
 * section ends it, `name` a label before it.  False: there is not any. */
bool rdl_image_outside(const struct rdl_image *image, uint64_t *at,
                       uint64_t *end, const char **name);

#endif
