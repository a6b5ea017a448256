/* temporaries.c - see temporaries.h.
 *
 * Known are paths as the kernel spells them, so that names can be compared.
 * What cannot be known (a path too long, too many files, a directory moved
 * with what is in it, what a child process made) is left where it is. */
#include "runtime/rewind/temporaries.h"

#include "runtime/keep.h"
#include "runtime/machine/raw.h"
#include "runtime/sched.h"

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
/* Something that was there before the execution is in a temporary directory
 * now: from here on nothing tells it from what the execution made. */
static bool mixed;

RDL_KEEP_USED(entries, n_entries);

/* What `fd` leads to, into the first entry that is free. */
static struct entry *look(int fd)
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

static struct entry *look_at(long directory, const char *path)
{
    struct entry *e;
    long fd = rdl_raw(SYS_openat, directory, path,
                      O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);

    if (fd < 0)
        return NULL;
    e = look((int)fd);
    rdl_raw(SYS_close, fd);
    return e;
}

static bool is_within(const struct entry *e)
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

static struct entry *known(const struct entry *e)
{
    for (size_t i = 0; i < n_entries; i++) {
        if (entries[i].inode == e->inode && entries[i].device == e->device)
            return &entries[i];
    }
    return NULL;
}

void rdl_temporary_begins(const char *path)
{
    struct entry *e = look_at(AT_FDCWD, path);

    if (e == NULL)
        return;
    e->root = true;
    n_entries++;
}

static void made(struct entry *e)
{
    if (e != NULL && !mixed && is_within(e))
        n_entries++;
}

void rdl_temporary_made(long directory, const char *path)
{
    if (n_entries > 0)
        made(look_at(directory, path));
}

void rdl_temporary_created(int fd)
{
    if (n_entries > 0)
        made(look(fd));
}

void rdl_temporary_moved(long directory, const char *path)
{
    struct entry *to, *from;

    if (n_entries == 0)
        return;
    to = look_at(directory, path);
    if (to == NULL) {
        mixed = true;
        return;
    }
    from = known(to);
    if (!is_within(to)) {
        if (from != NULL)
            from->over = true;
    } else if (from == NULL) {
        mixed = true;
    } else {
        strcpy(from->path, to->path);
    }
}

static void end(const struct entry *e)
{
    struct stat st;

    if (!e->over &&
        rdl_raw(SYS_newfstatat, AT_FDCWD, e->path, &st, AT_SYMLINK_NOFOLLOW) ==
            0 &&
        st.st_ino == e->inode && st.st_dev == e->device)
        rdl_raw(SYS_unlinkat, AT_FDCWD, e->path,
                e->directory ? AT_REMOVEDIR : 0);
}

void rdl_temporaries_end(void)
{
    for (size_t i = 0; i < n_entries; i++) {
        if (!entries[i].directory)
            end(&entries[i]);
    }
    /* The innermost first; one that holds something else stays. */
    for (size_t i = n_entries; i > 0; i--) {
        if (entries[i - 1].directory)
            end(&entries[i - 1]);
    }
}
