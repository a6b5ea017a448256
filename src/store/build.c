/* build.c - see build.h. */
#include "store/build.h"

#include "base/hash.h"
#include "base/shared.h"
#include "util/alloc.h"
#include "util/regular_file.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ID "id:"
#define HASH "hash:"
/* The module table has room for this much, and cuts longer ones too. */
#define MOST_ID sizeof(((struct rdl_module *)0)->build_id)

char *rdl_store_build_id(const uint8_t *id, size_t size)
{
    char text[sizeof(ID) + 2 * MOST_ID] = ID;

    if (size == 0)
        return NULL;
    for (size_t i = 0; i < size && i < MOST_ID; i++)
        snprintf(text + strlen(ID) + 2 * i, 3, "%02x", id[i]);
    return rdl_strdup(text);
}

size_t rdl_store_build_bytes(const char *build, uint8_t *id, size_t most)
{
    size_t n = 0;

    if (strncmp(build, ID, strlen(ID)) != 0)
        return 0;
    for (const char *hex = build + strlen(ID); n < most && strlen(hex) >= 2;
         hex += 2) {
        unsigned byte;

        if (sscanf(hex, "%2x", &byte) != 1)
            break;
        id[n++] = (uint8_t)byte;
    }
    return n;
}

static char *build_id_of(int fd)
{
    char *build = NULL;
    const void *id;
    ssize_t size;
    Elf *elf;

    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf != NULL && elf_kind(elf) == ELF_K_ELF) {
        size = dwelf_elf_gnu_build_id(elf, &id);
        if (size > 0)
            build = rdl_store_build_id(id, (size_t)size);
    }
    elf_end(elf);
    return build;
}

static char *build_hash_of(int fd)
{
    uint64_t words[8192], hash = 0, size = 0;
    ssize_t n;

    lseek(fd, 0, SEEK_SET);
    /* A short read leaves the rest of the last word zero; the size
     * distinguishes contents that this makes equal. */
    while (memset(words, 0, sizeof(words)),
           (n = read(fd, words, sizeof(words))) > 0) {
        size += (uint64_t)n;
        for (size_t i = 0; i < ((size_t)n + 7) / 8; i++)
            hash = rdl_mix(hash, words[i]);
    }
    if (n < 0)
        return NULL;
    return rdl_format(HASH "%llu-%016llx", (unsigned long long)size,
                      (unsigned long long)hash);
}

char *rdl_store_build_of(const char *path)
{
    int fd = rdl_regular_file_open(path, RDL_PLAIN_PROGRAM, NULL);
    char *build;

    if (fd < 0)
        return NULL;
    build = build_id_of(fd);
    if (build == NULL)
        build = build_hash_of(fd);
    close(fd);
    return build;
}

/* The first digits of what distinguishes builds. */
static char *build_short(const char *build)
{
    const char *dash = strrchr(build, '-'), *colon = strchr(build, ':');
    const char *from = dash != NULL    ? dash + 1
                       : colon != NULL ? colon + 1
                                       : build;

    return rdl_format("%.8s%s", from, strlen(from) > 8 ? ".." : "");
}

char *rdl_store_build_change(const char *was, const char *is)
{
    bool ids =
        strncmp(was, ID, strlen(ID)) == 0 && strncmp(is, ID, strlen(ID)) == 0;
    char *from = build_short(was), *to = build_short(is);
    char *text =
        rdl_format("%s %s -> %s", ids ? "build id" : "content", from, to);

    free(from);
    free(to);
    return text;
}
