/* temp_files.c - see temp_files.h.
 *
 * Stores paths as the kernel spells them, so that names can be compared.  What
 * temp_files_known cannot contain (a path that is too long, too many files, a
 * directory moved with its contents, what a child process made) stays where it
 * is. */
#include "runtime/effects/temp_files.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/core/control.h"

#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define MAX_ENTRIES 256
#define MAX_PATH 256

static struct entry {
    dev_t device;
    ino_t inode;
    bool directory;
    bool root; /* has a temporary name itself */
    bool over; /* moved out: no longer temporary */
    char path[MAX_PATH];
} entries[MAX_ENTRIES];
static size_t n_entries;
/* A temporary directory now contains something older than the execution: from
 * here on it cannot be distinguished from what the execution made. */
static bool mixed;

RDL_KEEP_USED(entries, n_entries);

/* Stores the path of `fd` in the first free entry. */
static struct entry *temp_files_look(int fd)
{
    struct entry *e = &entries[n_entries];
    char link[48] = "/proc/self/fd/";
    struct stat st;
    long n;

    if (n_entries == MAX_ENTRIES || rdl_child ||
        rdl_raw(SYS_fstat, fd, &st) < 0)
        return NULL;
    rdl_text_number(link, (unsigned long)fd);
    n = rdl_raw(SYS_readlink, link, e->path, MAX_PATH - 1);
    if (n <= 0 || n >= MAX_PATH - 1)
        return NULL;
    e->path[n] = '\0';
    e->device = st.st_dev;
    e->inode = st.st_ino;
    e->directory = S_ISDIR(st.st_mode);
    e->root = e->over = false;
    return e;
}

static struct entry *temp_files_look_at(long directory, const char *path)
{
    struct entry *e;
    long fd = rdl_raw(SYS_openat, directory, path,
                      O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);

    if (fd < 0)
        return NULL;
    e = temp_files_look((int)fd);
    rdl_raw(SYS_close, fd);
    return e;
}

static bool temp_files_is_within(const struct entry *e)
{
    for (size_t i = 0; i < n_entries; i++) {
        const struct entry *r = &entries[i];
        size_t length = strlen(r->path);

        if (r->root && r->directory && !r->over &&
            strncmp(e->path, r->path, length) == 0 && e->path[length] == '/')
            return true;
    }
    return false;
}

static struct entry *temp_files_known(const struct entry *e)
{
    for (size_t i = 0; i < n_entries; i++) {
        if (entries[i].inode == e->inode && entries[i].device == e->device)
            return &entries[i];
    }
    return NULL;
}

void rdl_temp_files_begins(const char *path)
{
    struct entry *e = temp_files_look_at(AT_FDCWD, path);

    if (e == NULL)
        return;
    e->root = true;
    n_entries++;
}

static void temp_files_made(struct entry *e)
{
    if (e != NULL && !mixed && temp_files_is_within(e))
        n_entries++;
}

void rdl_temp_files_made(long directory, const char *path)
{
    if (n_entries > 0)
        temp_files_made(temp_files_look_at(directory, path));
}

void rdl_temp_files_created(int fd)
{
    if (n_entries > 0)
        temp_files_made(temp_files_look(fd));
}

void rdl_temp_files_moved(long directory, const char *path)
{
    struct entry *to, *from;

    if (n_entries == 0)
        return;
    to = temp_files_look_at(directory, path);
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
        strcpy(from->path, to->path);
    }
}

static void temp_files_end(const struct entry *e)
{
    struct stat st;

    if (!e->over &&
        rdl_raw(SYS_newfstatat, AT_FDCWD, e->path, &st, AT_SYMLINK_NOFOLLOW) ==
            0 &&
        st.st_ino == e->inode && st.st_dev == e->device)
        rdl_raw(SYS_unlinkat, AT_FDCWD, e->path,
                e->directory ? AT_REMOVEDIR : 0);
}

void rdl_temp_files_end(void)
{
    for (size_t i = 0; i < n_entries; i++) {
        if (!entries[i].directory)
            temp_files_end(&entries[i]);
    }
    /* The innermost first; a directory that is not empty stays. */
    for (size_t i = n_entries; i > 0; i--) {
        if (entries[i - 1].directory)
            temp_files_end(&entries[i - 1]);
    }
}
