/* proc_maps.c - see proc_maps.h and proc(5).  A line:
 *
 *   563240f3e000-563240f5f000 rw-p 00002000 fe:00 247498   /usr/bin/head */
#include "runtime/io/proc_maps.h"

#include "runtime/core/runtime_memory.h"
#include "runtime/observe/sharing.h"
#include "runtime/rewind/image/image.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define RIGHTS 5 /* "rw-p ", the last one's space included */

struct mapping {
    uint64_t start, end, offset;
    const char *rights;
    const char *file; /* device, inode, path */
    const char *over; /* the end of the line */
};

/* A hexadecimal number; *at is behind the character that ends it. */
static uint64_t proc_maps_number(const char **at)
{
    uint64_t value = 0;

    for (;;) {
        const char c = *(*at)++;

        if (c >= '0' && c <= '9')
            value = value * 16 + (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (uint64_t)(c - 'a') + 10;
        else
            return value;
    }
}

static char *proc_maps_put(char *out, uint64_t number, char behind)
{
    int shift = 28; /* at least eight digits */

    while (shift < 60 && number >> (shift + 4) != 0)
        shift += 4;
    for (; shift >= 0; shift -= 4)
        *out++ = "0123456789abcdef"[number >> shift & 15];
    *out++ = behind;
    return out;
}

/* The next line; false at the end. */
static bool proc_maps_read(const char **at, struct mapping *m)
{
    const char *over = strchr(*at, '\n');

    if (over == NULL)
        return false;
    m->over = over;
    m->start = proc_maps_number(at);
    m->end = proc_maps_number(at);
    m->rights = *at;
    *at += RIGHTS;
    m->offset = proc_maps_number(at);
    m->file = *at;
    *at = over + 1;
    return true;
}

static const char *proc_maps_path(const struct mapping *m)
{
    const char *path = memchr(m->file, '/', (size_t)(m->over - m->file));

    return path != NULL ? path : m->over;
}

static bool proc_maps_own(const struct mapping *m)
{
    static const char drivers[] = "/memfd:raddle-"; /* exec/shared_map.c */

    return rdl_runtime_memory_holds(m->start) ||
           rdl_sharing_lies_in(m->start, m->end) ||
           strncmp(proc_maps_path(m), drivers, sizeof(drivers) - 1) == 0;
}

/* What is deleted, or shared without a file, has an inode that is new each
 * time: it counts as 0. */
static bool proc_maps_gone(const struct mapping *m)
{
    static const char gone[] = " (deleted)";
    const size_t n = sizeof(gone) - 1;

    return (size_t)(m->over - m->file) > n && memcmp(m->over - n, gone, n) == 0;
}

/* The kernel keeps neighbours apart whose protection once differed. */
static bool proc_maps_one(const struct mapping *m, const struct mapping *next)
{
    const size_t n = (size_t)(m->over - m->file);
    const bool file = proc_maps_path(m) != m->over;

    return m->end == next->start && (size_t)(next->over - next->file) == n &&
           memcmp(m->rights, next->rights, RIGHTS) == 0 &&
           memcmp(m->file, next->file, n) == 0 &&
           (!file || m->offset + (m->end - m->start) == next->offset);
}

static char *proc_maps_line(char *out, const struct mapping *m)
{
    const char *c = m->file, *inode;

    out = proc_maps_put(out, m->start, '-');
    out = proc_maps_put(out, m->end, ' ');
    memcpy(out, m->rights, RIGHTS);
    out = proc_maps_put(out + RIGHTS, m->offset, ' ');
    while (*c != ' ' && c < m->over)
        *out++ = *c++;
    inode = c + 1;
    for (; c < m->over; c++) {
        const bool digit = c >= inode && *c != ' ' && c < proc_maps_path(m);

        if (digit && proc_maps_gone(m))
            *out++ = c == inode ? '0' : ' ';
        else
            *out++ = *c;
    }
    *out++ = '\n';
    return out;
}

void rdl_proc_maps_prepare(void)
{
    rdl_image_open();
}

size_t rdl_proc_maps_show(const char *text, char *shown)
{
    struct mapping m, next;
    bool more = proc_maps_read(&text, &m);
    char *out = shown;

    while (more) {
        while ((more = proc_maps_read(&text, &next)) &&
               (proc_maps_one(&m, &next)))
            m.end = next.end;
        if (!proc_maps_own(&m))
            out = proc_maps_line(out, &m);
        m = next;
    }
    return (size_t)(out - shown);
}
