/* maps.c - reads /proc/self/maps (proc(5)), whose lines look like
 *
 *   563240f3e000-563240f5f000 rw-p 00000000 00:00 0      [heap]
 *
 * An inode of 0 says that there is no file behind it. */
#include "runtime/rewind/maps.h"

#include "runtime/machine/raw.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

void rdl_maps_open(struct rdl_maps *maps)
{
    maps->fd = (int)rdl_raw(SYS_openat, AT_FDCWD, "/proc/self/maps",
                            O_RDONLY | O_CLOEXEC);
    maps->at = maps->filled = 0;
    maps->latest = (struct rdl_map){ .end = 0 };
}

void rdl_maps_close(struct rdl_maps *maps)
{
    if (maps->fd >= 0)
        rdl_raw(SYS_close, maps->fd);
}

/* The next character, 0 at the end. */
static char next(struct rdl_maps *maps)
{
    long got;

    if (maps->at == maps->filled) {
        got = rdl_raw(SYS_read, maps->fd, maps->text, sizeof(maps->text));
        if (got <= 0)
            return '\0';
        maps->at = 0;
        maps->filled = (size_t)got;
    }
    return maps->text[maps->at++];
}

/* A hexadecimal number and the character behind it. */
static uintptr_t number(struct rdl_maps *maps)
{
    uintptr_t value = 0;

    for (;;) {
        char c = next(maps);

        if (c >= '0' && c <= '9')
            value = value * 16 + (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (uintptr_t)(c - 'a') + 10;
        else
            return value;
    }
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* The end of the line: spaces, the name without them. */
static void read_name(struct rdl_maps *maps, struct rdl_map *map)
{
    static const char gone[] = "(deleted)";
    char name[20] = { 0 }, c;
    size_t n = 0, matched = 0; /* of `gone`, so far */

    for (c = next(maps); c != '\n' && c != '\0'; c = next(maps)) {
        if (c == ' ')
            continue;
        if (n < sizeof(name) - 1)
            name[n++] = c;
        matched = c == gone[matched] ? matched + 1 : c == gone[0];
    }
    map->stack = strcmp(name, "[stack]") == 0;
    map->nameless = n == 0 || name[0] == '[';
    if (!map->shared)
        return;
    map->drivers = begins(name, "/memfd:raddle-"); /* campaign/memory.c */
    map->device =
        name[0] != '/' || name[1] == '[' ||
        (begins(name, "/dev/") && !begins(name, "/dev/zero(deleted)") &&
         !begins(name, "/dev/shm/") && !begins(name, "/dev/hugepages/"));
    /* System V segments are always deleted files; those without a key are
     * their makers'. */
    map->lasts = begins(name, "/SYSV") ? !begins(name, "/SYSV00000000")
                                       : gone[matched] != '\0';
}

static bool read_line(struct rdl_maps *maps)
{
    struct rdl_map *map = &maps->latest;
    char c;

    *map = (struct rdl_map){ .start = 0 };

    map->start = number(maps);
    map->end = number(maps);
    if (map->end == 0)
        return false;
    map->protection = next(maps) == 'r' ? PROT_READ : PROT_NONE;
    map->protection |= next(maps) == 'w' ? PROT_WRITE : PROT_NONE;
    map->protection |= next(maps) == 'x' ? PROT_EXEC : PROT_NONE;
    map->shared = next(maps) == 's';
    next(maps);   /* space */
    number(maps); /* offset */
    number(maps); /* device: major */
    number(maps); /* and minor */
    c = next(maps);
    map->anonymous = c == '0' && !map->shared; /* a segment's may be 0, too */
    while (c >= '0' && c <= '9')
        c = next(maps);
    if (c != '\n')
        read_name(maps, map);
    else
        map->nameless = true;
    return true;
}

const struct rdl_map *rdl_maps_next(struct rdl_maps *maps)
{
    return read_line(maps) ? &maps->latest : NULL;
}

const struct rdl_map *rdl_maps_find(struct rdl_maps *maps, uintptr_t addr)
{
    struct rdl_map *map = &maps->latest;

    while (map->end <= addr) {
        if (!read_line(maps))
            *map = (struct rdl_map){
                .end = UINTPTR_MAX,
                .protection = PROT_READ | PROT_WRITE,
            };
    }
    return map;
}
