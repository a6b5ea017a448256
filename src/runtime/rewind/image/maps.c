/* maps.c - reads /proc/self/maps (proc(5)), whose lines look like
 *
 *   563240f3e000-563240f5f000 rw-p 00000000 00:00 0      [heap]
 *
 * An inode of 0 means that there is no file. */
#include "runtime/rewind/image/maps.h"

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
static char maps_next(struct rdl_maps *maps)
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

/* A hexadecimal number and the character after it. */
static uintptr_t maps_number(struct rdl_maps *maps)
{
    uintptr_t value = 0;

    for (;;) {
        char c = maps_next(maps);

        if (c >= '0' && c <= '9')
            value = value * 16 + (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (uintptr_t)(c - 'a') + 10;
        else
            return value;
    }
}

static bool maps_begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* The end of the line: spaces, the name without them. */
static void maps_read_name(struct rdl_maps *maps, struct rdl_map *map)
{
    static const char gone[] = "(deleted)";
    char name[20] = { 0 }, c;
    size_t n = 0, matched = 0; /* characters of `gone`, so far */

    for (c = maps_next(maps); c != '\n' && c != '\0'; c = maps_next(maps)) {
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
    map->drivers = maps_begins(name, "/memfd:raddle-"); /* exec/shared_map.c */
    map->device = name[0] != '/' || name[1] == '[' ||
                  (maps_begins(name, "/dev/") &&
                   !maps_begins(name, "/dev/zero(deleted)") &&
                   !maps_begins(name, "/dev/shm/") &&
                   !maps_begins(name, "/dev/hugepages/"));
    /* System V segments are always deleted files; those without a key belong to
     * their creators. */
    map->lasts = maps_begins(name, "/SYSV")
                     ? !maps_begins(name, "/SYSV00000000")
                     : gone[matched] != '\0';
}

static bool maps_read_line(struct rdl_maps *maps)
{
    struct rdl_map *map = &maps->latest;
    char c;

    *map = (struct rdl_map){ .start = 0 };

    map->start = maps_number(maps);
    map->end = maps_number(maps);
    if (map->end == 0)
        return false;
    map->protection = maps_next(maps) == 'r' ? PROT_READ : PROT_NONE;
    map->protection |= maps_next(maps) == 'w' ? PROT_WRITE : PROT_NONE;
    map->protection |= maps_next(maps) == 'x' ? PROT_EXEC : PROT_NONE;
    map->shared = maps_next(maps) == 's';
    maps_next(maps);   /* space */
    maps_number(maps); /* offset */
    maps_number(maps); /* device: major */
    maps_number(maps); /* and minor */
    c = maps_next(maps);
    /* A segment's inode may be 0, too. */
    map->anonymous = c == '0' && !map->shared;
    while (c >= '0' && c <= '9')
        c = maps_next(maps);
    if (c != '\n')
        maps_read_name(maps, map);
    else
        map->nameless = true;
    return true;
}

const struct rdl_map *rdl_maps_next(struct rdl_maps *maps)
{
    return maps_read_line(maps) ? &maps->latest : NULL;
}

const struct rdl_map *rdl_maps_find(struct rdl_maps *maps, uintptr_t addr)
{
    struct rdl_map *map = &maps->latest;

    while (map->end <= addr) {
        if (!maps_read_line(maps))
            *map = (struct rdl_map){
                .end = UINTPTR_MAX,
                .protection = PROT_READ | PROT_WRITE,
            };
    }
    return map;
}
