/* unloaded.c - see unloaded.h. */
#include "symbols/files/unloaded.h"

#include "base/text.h"
#include "util/regular_file.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

#define ROOM_SHIFT 40

/* A program that is not position-independent has absolute addresses in its
 * file: there is no base to add. */
static bool unloaded_fixed(const char *path)
{
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    Elf64_Ehdr head;
    bool fixed;

    if (fd < 0)
        return false;
    fixed = read(fd, &head, sizeof(head)) == sizeof(head) &&
            memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
            head.e_type == ET_EXEC;
    close(fd);
    return fixed;
}

void rdl_unloaded_module(struct rdl_module *out, uint32_t number,
                         const char *path, const uint8_t *build_id,
                         size_t build_id_size)
{
    const uintptr_t room = (uintptr_t)1 << ROOM_SHIFT;

    *out = (struct rdl_module){
        .base = unloaded_fixed(path) ? 0 : (number + 1) * room,
    };
    out->start = out->base;
    out->end = out->base + room;
    if (build_id_size > sizeof(out->build_id))
        build_id_size = sizeof(out->build_id);
    if (build_id_size > 0)
        memcpy(out->build_id, build_id, build_id_size);
    out->build_id_size = (uint8_t)build_id_size;
    rdl_text_copy(out->path, path, sizeof(out->path));
}
