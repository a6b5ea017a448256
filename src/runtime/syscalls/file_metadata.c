/* file_metadata.c - see file_metadata.h.
 *
 * Beyond MAX_FILES files, the program sees what the kernel says.  So it does
 * for what its child processes make, and for the times of a file that it
 * changes only through a mapping. */
#include "runtime/syscalls/file_metadata.h"

#include "runtime/core/control.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/clock.h"
#include "runtime/syscalls/numbers.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <utime.h>

#define MAX_FILES 256
/* Above what file systems number in practice, below 32 bits for programs that
 * keep it in an int. */
#define FIRST_INODE 0x70000000

static struct file {
    dev_t device;
    ino_t inode;
    ino_t shown; /* equal to inode: it was there before */
    struct timespec born, accessed, modified, changed;
} files[MAX_FILES];
static size_t n_files;
static ino_t n_shown; /* inode numbers given so far */

RDL_KEEP_USED(files, n_files);

static struct timespec file_metadata_now(void)
{
    return rdl_clock_shows(CLOCK_REALTIME, rdl_virtual_ns);
}

static struct file *file_metadata_find(dev_t device, ino_t inode)
{
    for (size_t i = 0; i < n_files; i++) {
        if (files[i].inode == inode && files[i].device == device)
            return &files[i];
    }
    return NULL;
}

/* The entry of a file; NULL if there is no room. */
static struct file *file_metadata_enter(const struct stat *st)
{
    struct file *f = file_metadata_find(st->st_dev, st->st_ino);

    if (f != NULL)
        return f;
    if (n_files == MAX_FILES)
        return NULL;
    f = &files[n_files++];
    *f = (struct file){ .device = st->st_dev,
                        .inode = st->st_ino,
                        .shown = st->st_ino };
    f->born = f->accessed = f->modified = f->changed = file_metadata_now();
    return f;
}

/* A new file may have the inode of one that was removed. */
static void file_metadata_number(const struct stat *st)
{
    struct file *f = file_metadata_enter(st);

    if (f == NULL)
        return;
    f->shown = FIRST_INODE + n_shown++;
    f->born = f->accessed = f->modified = f->changed = file_metadata_now();
}

/* A file without a name, for the driver made it. */
static void file_metadata_standard(int fd)
{
    struct stat st;
    struct file *f;

    if (rdl_raw(SYS_fstat, fd, &st) < 0 || !S_ISREG(st.st_mode) ||
        st.st_nlink > 0)
        return;
    f = file_metadata_enter(&st);
    f->shown = FIRST_INODE - 1 - (ino_t)fd;
}

void rdl_file_metadata_begin(void)
{
    for (int fd = 0; fd <= 2; fd++)
        file_metadata_standard(fd);
}

bool rdl_file_metadata_is_new(int directory, const char *path)
{
    struct stat st;

    return rdl_raw(SYS_newfstatat, directory, path, &st, 0) < 0;
}

void rdl_file_metadata_made(int fd)
{
    struct stat st;

    if (!rdl_child && rdl_raw(SYS_fstat, fd, &st) == 0)
        file_metadata_number(&st);
}

void rdl_file_metadata_made_at(int directory, const char *path)
{
    struct stat st;

    if (!rdl_child &&
        rdl_raw(SYS_newfstatat, directory, path, &st, AT_SYMLINK_NOFOLLOW) == 0)
        file_metadata_number(&st);
}

/* --- Changes -------------------------------------------------------------- */

/* Where a call names its file: by path, or by descriptor if that is 0. */
static bool file_metadata_look(long directory, long path, int flags,
                               struct stat *st)
{
    return (path == 0
                ? rdl_raw(SYS_fstat, directory, st)
                : rdl_raw(SYS_newfstatat, directory, path, st, flags)) == 0;
}

/* Its contents; those of a directory are names. */
static void file_metadata_modified(long directory, long path)
{
    struct stat st;
    struct file *f;

    if (!file_metadata_look(directory, path, 0, &st) ||
        (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return;
    f = file_metadata_enter(&st);
    if (f != NULL)
        f->modified = f->changed = file_metadata_now();
}

/* Its mode, owner or number of names.  What was there before keeps its other
 * times. */
static void file_metadata_changed(long directory, long path, int flags)
{
    struct stat st;
    struct file *f;

    if (!file_metadata_look(directory, path, flags, &st))
        return;
    f = file_metadata_find(st.st_dev, st.st_ino);
    if (f == NULL) {
        f = file_metadata_enter(&st);
        if (f == NULL)
            return;
        f->accessed = st.st_atim;
        f->modified = st.st_mtim;
    }
    f->changed = file_metadata_now();
}

/* The directory that holds the name: a name was made there or removed. */
static void file_metadata_names_changed(long directory, const char *path)
{
    char parent[PATH_MAX];
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    size_t n = slash != NULL ? (size_t)(slash - path) + 1 : 0;

    if (path == NULL || n >= sizeof(parent))
        return;
    memcpy(parent, path, n);
    parent[n] = '\0';
    file_metadata_modified(directory, (long)(n > 0 ? parent : "."));
}

void rdl_file_metadata_opened(int fd, int directory, const char *path)
{
    struct stat st;

    rdl_file_metadata_made(fd);
    if (!rdl_child && rdl_raw(SYS_fstat, fd, &st) == 0 && st.st_nlink > 0)
        file_metadata_names_changed(directory, path);
}

static void file_metadata_set_time(struct timespec *shown,
                                   const struct timespec *given)
{
    if (given == NULL || given->tv_nsec == UTIME_NOW)
        *shown = file_metadata_now();
    else if (given->tv_nsec != UTIME_OMIT)
        *shown = *given;
}

/* `times`: access and modification, NULL for now. */
static void file_metadata_times(long directory, long path, int flags,
                                const struct timespec *times)
{
    struct stat st;
    struct file *f;

    file_metadata_changed(directory, path, flags);
    if (!file_metadata_look(directory, path, flags, &st))
        return;
    f = file_metadata_find(st.st_dev, st.st_ino);
    if (f == NULL)
        return;
    file_metadata_set_time(&f->accessed, times);
    file_metadata_set_time(&f->modified, times != NULL ? times + 1 : NULL);
}

/* utimes and futimesat have microseconds, utime has seconds. */
static void file_metadata_times_us(long directory, long path,
                                   const struct timeval *given)
{
    struct timespec times[2];

    for (int i = 0; i < 2 && given != NULL; i++)
        times[i] =
            (struct timespec){ given[i].tv_sec, given[i].tv_usec * 1000 };
    file_metadata_times(directory, path, 0, given != NULL ? times : NULL);
}

static void file_metadata_times_s(long path, const struct utimbuf *given)
{
    struct timespec times[2];

    if (given != NULL) {
        times[0] = (struct timespec){ .tv_sec = given->actime };
        times[1] = (struct timespec){ .tv_sec = given->modtime };
    }
    file_metadata_times(AT_FDCWD, path, 0, given != NULL ? times : NULL);
}

/* --- What the program sees ------------------------------------------------ */

/* Its blocks are allocated when the kernel finds time. */
static uint64_t file_metadata_blocks(uint64_t size)
{
    return (size + 4095) / 4096 * 8;
}

/* Most have no name, and each process makes its own. */
static bool file_metadata_is_channel(mode_t mode)
{
    return S_ISFIFO(mode) || S_ISSOCK(mode);
}

static const struct file *file_metadata_of(dev_t device, ino_t inode,
                                           mode_t mode)
{
    const struct stat st = { .st_dev = device, .st_ino = inode };
    const struct file *f = file_metadata_find(device, inode);

    if (f == NULL && file_metadata_is_channel(mode)) {
        file_metadata_number(&st);
        f = file_metadata_find(device, inode);
    }
    return f;
}

static void file_metadata_tell_stat(struct stat *st)
{
    const struct file *f =
        file_metadata_of(st->st_dev, st->st_ino, st->st_mode);

    if (f == NULL)
        return;
    st->st_ino = f->shown;
    st->st_atim = f->accessed;
    st->st_mtim = f->modified;
    st->st_ctim = f->changed;
    if (S_ISREG(st->st_mode))
        st->st_blocks = (blkcnt_t)file_metadata_blocks((uint64_t)st->st_size);
}

static struct statx_timestamp file_metadata_stamp(struct timespec t)
{
    return (struct statx_timestamp){ .tv_sec = t.tv_sec,
                                     .tv_nsec = (uint32_t)t.tv_nsec };
}

static void file_metadata_tell_statx(struct statx *st)
{
    const struct file *f =
        file_metadata_of(makedev(st->stx_dev_major, st->stx_dev_minor),
                         st->stx_ino, st->stx_mode);

    if (f == NULL)
        return;
    st->stx_ino = f->shown;
    st->stx_btime = file_metadata_stamp(f->born);
    st->stx_atime = file_metadata_stamp(f->accessed);
    st->stx_mtime = file_metadata_stamp(f->modified);
    st->stx_ctime = file_metadata_stamp(f->changed);
    if (S_ISREG(st->stx_mode))
        st->stx_blocks = file_metadata_blocks(st->stx_size);
}

static void file_metadata_tell_names(long fd, char *at, long size)
{
    struct stat st;
    const char *end = at + size;

    if (n_files == 0 || rdl_raw(SYS_fstat, fd, &st) < 0)
        return;
    while (at < end) {
        struct dirent64 *entry = (struct dirent64 *)at;
        const struct file *f = file_metadata_find(st.st_dev, entry->d_ino);

        if (f != NULL)
            entry->d_ino = f->shown;
        at += entry->d_reclen;
    }
}

void rdl_file_metadata_after(long number, const long arg[6], long result)
{
    if (rdl_raw_failed(result) || rdl_child)
        return;
    switch (number) {
    case SYS_stat:
    case SYS_lstat:
    case SYS_fstat:
        file_metadata_tell_stat((struct stat *)arg[1]);
        break;
    case SYS_newfstatat:
        file_metadata_tell_stat((struct stat *)arg[2]);
        break;
    case SYS_statx:
        file_metadata_tell_statx((struct statx *)arg[4]);
        break;
    case SYS_getdents64:
        file_metadata_tell_names(arg[0], (char *)arg[1], result);
        break;
    case SYS_memfd_create:
        rdl_file_metadata_made((int)result);
        break;
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
    case SYS_pwritev:
    case SYS_pwritev2:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_sendfile:
        file_metadata_modified(arg[0], 0);
        break;
    case SYS_copy_file_range:
    case SYS_splice:
        file_metadata_modified(arg[2], 0);
        break;
    case SYS_truncate:
        file_metadata_modified(AT_FDCWD, arg[0]);
        break;
    case SYS_fchmod:
    case SYS_fchown:
        file_metadata_changed(arg[0], 0, 0);
        break;
    case SYS_chmod:
    case SYS_chown:
        file_metadata_changed(AT_FDCWD, arg[0], 0);
        break;
    case SYS_fchmodat:
    case SYS_fchownat:
        file_metadata_changed(arg[0], arg[1], 0);
        break;
    case SYS_mkdir:
    case SYS_rmdir:
    case SYS_unlink:
    case SYS_mknod:
        file_metadata_names_changed(AT_FDCWD, (const char *)arg[0]);
        break;
    case SYS_mkdirat:
    case SYS_unlinkat:
    case SYS_mknodat:
        file_metadata_names_changed(arg[0], (const char *)arg[1]);
        break;
    case SYS_symlink:
        file_metadata_names_changed(AT_FDCWD, (const char *)arg[1]);
        break;
    case SYS_symlinkat:
        file_metadata_names_changed(arg[1], (const char *)arg[2]);
        break;
    case SYS_link:
    case SYS_rename:
        file_metadata_names_changed(AT_FDCWD, (const char *)arg[0]);
        file_metadata_names_changed(AT_FDCWD, (const char *)arg[1]);
        file_metadata_changed(AT_FDCWD, arg[1], AT_SYMLINK_NOFOLLOW);
        break;
    case SYS_linkat:
    case SYS_renameat:
    case SYS_renameat2:
        file_metadata_names_changed(arg[0], (const char *)arg[1]);
        file_metadata_names_changed(arg[2], (const char *)arg[3]);
        file_metadata_changed(arg[2], arg[3], AT_SYMLINK_NOFOLLOW);
        break;
    case SYS_utimensat:
        file_metadata_times(arg[0], arg[1], (int)arg[3],
                            (const struct timespec *)arg[2]);
        break;
    case SYS_futimesat:
        file_metadata_times_us(arg[0], arg[1], (const struct timeval *)arg[2]);
        break;
    case SYS_utimes:
        file_metadata_times_us(AT_FDCWD, arg[0],
                               (const struct timeval *)arg[1]);
        break;
    case SYS_utime:
        file_metadata_times_s(arg[0], (const struct utimbuf *)arg[1]);
        break;
    default:
        break;
    }
}
