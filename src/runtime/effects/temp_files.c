/* temp_files.c - see temp_files.h.
 *
 * Stores paths as the kernel spells them, so that names can be compared.  What
 * temp_files_known cannot contain (a path that is too long, too many files,
 * what a child process made) stays where it is. */
#include "runtime/effects/temp_files.h"

#include "runtime/machine/raw.h"
#include "runtime/core/control.h"

#include "base/shared.h"
#include "base/temp_file.h"
#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* A temporary directory now contains something older than the execution: from
 * here on it cannot be distinguished from what the execution made. */
static bool mixed;

static struct rdl_temp_file *temp_files_all(void)
{
    return rdl_shared_data(rdl_shared, RDL_TEMP_FILES);
}

static uint64_t *temp_files_used(void)
{
    return &rdl_shared->regions[RDL_TEMP_FILES].used;
}

/* Stores the path of `fd` in the first free entry. */
static struct rdl_temp_file *temp_files_look(int fd)
{
    struct rdl_temp_file *e = temp_files_all() + *temp_files_used();
    char link[48] = "/proc/self/fd/";
    struct stat st;
    long n;

    if (*temp_files_used() == RDL_MAX_TEMP_FILES || rdl_child ||
        rdl_raw(SYS_fstat, fd, &st) < 0)
        return NULL;
    rdl_text_number(link, (unsigned long)fd);
    n = rdl_raw(SYS_readlink, link, e->path, RDL_TEMP_PATH - 1);
    if (n <= 0 || n >= RDL_TEMP_PATH - 1)
        return NULL;
    e->path[n] = '\0';
    e->device = st.st_dev;
    e->inode = st.st_ino;
    e->directory = S_ISDIR(st.st_mode);
    e->root = e->over = false;
    return e;
}

static struct rdl_temp_file *temp_files_look_at(long directory,
                                                const char *path)
{
    struct rdl_temp_file *e;
    long fd = rdl_raw(SYS_openat, directory, path,
                      O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);

    if (fd < 0)
        return NULL;
    e = temp_files_look((int)fd);
    rdl_raw(SYS_close, fd);
    return e;
}

static bool temp_files_is_below(const char *path, const char *directory)
{
    size_t length = strlen(directory);

    return strncmp(path, directory, length) == 0 && path[length] == '/';
}

static bool temp_files_is_within(const struct rdl_temp_file *e)
{
    for (size_t i = 0; i < *temp_files_used(); i++) {
        const struct rdl_temp_file *r = temp_files_all() + i;

        if (r->root && r->directory && !r->over &&
            temp_files_is_below(e->path, r->path))
            return true;
    }
    return false;
}

static bool temp_files_is_there(const struct rdl_temp_file *e)
{
    struct stat st;

    return rdl_raw(SYS_newfstatat, AT_FDCWD, e->path, &st,
                   AT_SYMLINK_NOFOLLOW) == 0 &&
           st.st_ino == e->inode && st.st_dev == e->device;
}

/* The entry of the file that was moved to e->path.  Other names of the file may
 * have entries too, and so may removed files whose inode it has now: those are
 * older. */
static struct rdl_temp_file *temp_files_known(const struct rdl_temp_file *e)
{
    struct rdl_temp_file *all = temp_files_all(), *known = NULL;

    for (size_t i = *temp_files_used(); i > 0; i--) {
        if (all[i - 1].inode != e->inode || all[i - 1].device != e->device)
            continue;
        if (!temp_files_is_there(&all[i - 1]))
            return &all[i - 1];
        if (known == NULL)
            known = &all[i - 1];
    }
    return known;
}

void rdl_temp_files_begins(const char *path)
{
    struct rdl_temp_file *e = temp_files_look_at(AT_FDCWD, path);

    if (e == NULL)
        return;
    e->root = true;
    ++*temp_files_used();
}

static void temp_files_made(struct rdl_temp_file *e)
{
    if (e != NULL && !mixed && temp_files_is_within(e))
        ++*temp_files_used();
}

void rdl_temp_files_made(long directory, const char *path)
{
    if (*temp_files_used() > 0)
        temp_files_made(temp_files_look_at(directory, path));
}

void rdl_temp_files_created(int fd)
{
    if (*temp_files_used() > 0)
        temp_files_made(temp_files_look(fd));
}

/* One file or directory that has another path now. */
struct move {
    struct rdl_temp_file *entry; /* NULL: none has another path inside */
    char from[RDL_TEMP_PATH], to[RDL_TEMP_PATH];
};

static void temp_files_look_for_move(struct move *m, long directory,
                                     const char *path)
{
    const struct rdl_temp_file *to = temp_files_look_at(directory, path);
    struct rdl_temp_file *from;

    m->entry = NULL;
    if (to == NULL) {
        mixed = true;
        return;
    }
    from = temp_files_known(to);
    if (!temp_files_is_within(to)) {
        if (from != NULL)
            from->over = true;
    } else if (from == NULL) {
        mixed = true;
    } else {
        m->entry = from;
        strcpy(m->from, from->path);
        strcpy(m->to, to->path);
    }
}

/* e may be below the directory that moved.  A path that becomes too long stays
 * as it was. */
static bool temp_files_follow(struct rdl_temp_file *e, const struct move *m)
{
    const size_t from = strlen(m->from), to = strlen(m->to);
    size_t rest;

    if (!m->entry->directory || !temp_files_is_below(e->path, m->from))
        return false;
    rest = strlen(e->path + from) + 1;
    if (to + rest <= RDL_TEMP_PATH) {
        memmove(e->path + to, e->path + from, rest);
        memcpy(e->path, m->to, to);
    }
    return true;
}

/* All at once: in an exchange, each has the former path of the other. */
static void temp_files_move(const struct move *moves, size_t n)
{
    struct rdl_temp_file *all = temp_files_all();

    for (size_t i = 0; i < *temp_files_used(); i++) {
        for (size_t k = 0; k < n; k++) {
            if (moves[k].entry != NULL && temp_files_follow(&all[i], &moves[k]))
                break;
        }
    }
    for (size_t k = 0; k < n; k++) {
        if (moves[k].entry != NULL)
            strcpy(moves[k].entry->path, moves[k].to);
    }
}

void rdl_temp_files_moved(long directory, const char *path)
{
    struct move move;

    if (*temp_files_used() == 0)
        return;
    temp_files_look_for_move(&move, directory, path);
    temp_files_move(&move, 1);
}

void rdl_temp_files_exchanged(const long directories[2],
                              const char *const paths[2])
{
    struct move moves[2];

    if (*temp_files_used() == 0)
        return;
    for (size_t k = 0; k < 2; k++)
        temp_files_look_for_move(&moves[k], directories[k], paths[k]);
    temp_files_move(moves, 2);
}

static void temp_files_remove(const struct rdl_temp_file *e)
{
    if (temp_files_is_there(e))
        rdl_raw(SYS_unlinkat, AT_FDCWD, e->path,
                e->directory ? AT_REMOVEDIR : 0);
}

void rdl_temp_files_end(void)
{
    rdl_temp_files_each(temp_files_all(), *temp_files_used(),
                        temp_files_remove);
    *temp_files_used() = 0;
}
