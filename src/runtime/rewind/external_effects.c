/* external_effects.c - see external_effects.h.
 *
 * Remembers the files that the execution creates or opens for writing: by
 * inode, so that the execution may rename, change and remove them, and by path,
 * which is checked at the end.  A change or removal of what existed before is
 * reported at once. */
#include "runtime/rewind/external_effects.h"

#include "runtime/io/sockets/ports.h"
#include "runtime/io/external_input.h"
#include "runtime/io/table.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/descriptors.h"
#include "runtime/effects/temp_files.h"
#include "runtime/core/control.h"
#include "runtime/effects/external.h"
#include "runtime/observe/isolation.h"
#include "runtime/observe/unwind.h"
#include "runtime/sched/family.h"
#include "runtime/syscalls/file_metadata.h"

#include "base/text.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/vfs.h>

#define MAX_FILES 32
#define MAX_OBJECTS 64
#define MAX_PATH 256

static struct file {
    dev_t device;
    ino_t inode;
    uintptr_t pc; /* where it was created or opened */
    char path[MAX_PATH];
} files[MAX_FILES];
static size_t n_files;

/* System V objects that the execution created. */
static struct object {
    long remove; /* SYS_shmctl, ...; 0: removed */
    int id;
    bool keyless; /* no other process can name it */
} objects[MAX_OBJECTS];
static size_t n_objects;
static int queues; /* POSIX message queues created minus removed */
static bool there; /* rdl_effects_before: it is one of `files` */
static size_t which;

RDL_KEEP_USED(files, n_files);
RDL_KEEP_USED(objects, n_objects);

#define PEER "what it tells a peer outside"
#define FILES "the files that it writes, changes or removes"

/* --- Files -----------------------------------------------------------------
 */

static struct file *effects_find(const struct stat *st)
{
    for (size_t i = 0; i < n_files; i++) {
        if (files[i].inode == st->st_ino && files[i].device == st->st_dev)
            return &files[i];
    }
    return NULL;
}

static bool effects_path_of(int fd, char out[MAX_PATH])
{
    char link[48] = "/proc/self/fd/";
    long n;

    rdl_text_number(link, (unsigned long)fd);
    n = rdl_raw(SYS_readlink, link, out, MAX_PATH - 1);
    if (n <= 0 || n >= MAX_PATH - 1)
        return false;
    out[n] = '\0';
    return true;
}

/* The absolute path of `path` relative to `directory`. */
static bool effects_absolute(long directory, const char *path,
                             char out[MAX_PATH])
{
    size_t length = 0;

    out[0] = '\0';
    if (path[0] != '/') {
        if ((int)directory == AT_FDCWD ? rdl_raw(SYS_getcwd, out, MAX_PATH) <= 0
                                       : !effects_path_of((int)directory, out))
            return false;
        length = strlen(out);
        out[length++] = '/';
    }
    if (strlen(path) >= MAX_PATH - length)
        return false;
    strcpy(out + length, path);
    return true;
}

static void effects_remember(const struct stat *st, const char *path,
                             uintptr_t pc)
{
    if (effects_find(st) != NULL)
        return;
    rdl_external_effects_meet("it writes a file that has a name", pc);
    if (n_files == MAX_FILES) {
        rdl_external_effects_say(FILES, pc);
        return;
    }
    files[n_files].device = st->st_dev;
    files[n_files].inode = st->st_ino;
    files[n_files].pc = rdl_unwind_place(pc);
    strcpy(files[n_files].path, path);
    n_files++;
}

/* Opened for writing. */
static void effects_opened(int fd, uintptr_t pc)
{
    struct stat st;
    struct statfs fs = { 0 };
    char path[MAX_PATH];

    if (rdl_raw(SYS_fstat, fd, &st) < 0)
        return;
    if (S_ISBLK(st.st_mode)) {
        rdl_external_effects_say("what it does to a device", pc);
        return;
    }
    if (!S_ISREG(st.st_mode) || st.st_nlink == 0 ||
        rdl_descriptor_is_output(&st))
        return;
    rdl_raw(SYS_fstatfs, fd, &fs);
    if (fs.f_type == PROC_SUPER_MAGIC)
        rdl_rewind_cannot(RDL_ISOLATION_FORK, "it writes to a file under /proc",
                          pc);
    else if (effects_path_of(fd, path))
        effects_remember(&st, path, pc);
    else
        rdl_external_effects_say(FILES, pc);
}

void rdl_external_effects_opened(const struct rdl_made *m)
{
    uint64_t flags;

    rdl_descriptor_new((int)m->result);
    switch (m->number) {
    case SYS_open:
        flags = (uint64_t)m->arg[1];
        break;
    case SYS_openat:
    case SYS_open_by_handle_at:
        flags = (uint64_t)m->arg[2];
        break;
    case SYS_openat2:
        flags = ((const struct open_how *)m->arg[2])->flags;
        break;
    default: /* creat */
        flags = O_WRONLY | O_CREAT;
        break;
    }
    if ((flags & O_CREAT) != 0)
        rdl_temp_files_created((int)m->result);
    if (!rdl_external_effects_said() &&
        (flags & (O_WRONLY | O_RDWR | O_TRUNC)) != 0 && (flags & O_PATH) == 0)
        effects_opened((int)m->result, m->pc);
}

/* Which arguments are the directory and path of the name that the call removes
 * or changes or, with `second`, creates. */
struct place {
    long directory;
    const char *path;
};

static struct place effects_place_of(long number, const long *a, bool second)
{
    switch (number) {
    case SYS_mkdirat:
    case SYS_mknodat:
    case SYS_unlinkat:
    case SYS_fchmodat:
    case SYS_fchownat:
    case SYS_utimensat:
    case SYS_futimesat:
        return (struct place){ a[0], (const char *)a[1] };
    case SYS_symlink:
        return (struct place){ AT_FDCWD, (const char *)a[1] };
    case SYS_symlinkat:
        return (struct place){ a[1], (const char *)a[2] };
    case SYS_link:
    case SYS_rename:
        return (struct place){ AT_FDCWD, (const char *)a[second ? 1 : 0] };
    case SYS_linkat:
    case SYS_renameat:
    case SYS_renameat2:
        return second ? (struct place){ a[2], (const char *)a[3] }
                      : (struct place){ a[0], (const char *)a[1] };
    default: /* by path alone */
        return (struct place){ AT_FDCWD, (const char *)a[0] };
    }
}

static bool effects_look(struct place p, struct stat *st)
{
    return p.path != NULL && rdl_raw(SYS_newfstatat, p.directory, p.path, st,
                                     AT_SYMLINK_NOFOLLOW) == 0;
}

void rdl_effects_before(long number, const long arg[6])
{
    const struct file *f;
    struct stat st;

    there = false;
    switch (number) {
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rmdir:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
        break;
    default:
        return;
    }
    if (rdl_external_effects_said() || rdl_child ||
        !effects_look(effects_place_of(number, arg, false), &st))
        return;
    f = effects_find(&st);
    there = f != NULL;
    which = there ? (size_t)(f - files) : 0;
}

/* mkdir, mknod, link, symlink and similar calls */
void rdl_external_effects_named(const struct rdl_made *m)
{
    struct place p = effects_place_of(m->number, m->arg, true);
    char path[MAX_PATH];
    struct stat st;

    if (m->number != SYS_link && m->number != SYS_linkat)
        rdl_file_metadata_made_at((int)p.directory, p.path);
    rdl_temp_files_made(p.directory, p.path);
    if (rdl_external_effects_said() || !effects_look(p, &st))
        return;
    if (effects_absolute(p.directory, p.path, path))
        effects_remember(&st, path, m->pc);
    else
        rdl_external_effects_say(FILES, m->pc);
}

void rdl_external_effects_renamed(const struct rdl_made *m)
{
    struct place p = effects_place_of(m->number, m->arg, true);

    if (m->number == SYS_renameat2 && (m->arg[4] & RENAME_EXCHANGE) != 0)
        rdl_temp_files_exchanged(
            (const long[]){ m->arg[0], m->arg[2] },
            (const char *const[]){ (const char *)m->arg[1], p.path });
    else
        rdl_temp_files_moved(p.directory, p.path);
    if (rdl_external_effects_said())
        return;
    if (!there || !effects_absolute(p.directory, p.path, files[which].path))
        rdl_external_effects_say(FILES, m->pc);
}

void rdl_external_effects_removed(const struct rdl_made *m)
{
    if (!rdl_external_effects_said() && !there)
        rdl_external_effects_say(FILES, m->pc);
}

/* Mode, owner, times, size or attributes of a file, by path or descriptor. */
void rdl_external_effects_altered(const struct rdl_made *m)
{
    struct stat st;
    bool known;

    if (rdl_external_effects_said())
        return;
    switch (m->number) {
    case SYS_fchmod:
    case SYS_fchown:
    case SYS_fsetxattr:
    case SYS_fremovexattr:
        known = rdl_raw(SYS_fstat, m->arg[0], &st) == 0;
        break;
    case SYS_utimensat:
    case SYS_futimesat:
        if (m->arg[1] == 0) {
            known = rdl_raw(SYS_fstat, m->arg[0], &st) == 0;
            break;
        } /* fallthrough */
    default:
        known = effects_look(effects_place_of(m->number, m->arg, false), &st);
    }
    if (known && st.st_nlink > 0 && effects_find(&st) == NULL)
        rdl_external_effects_say(FILES, m->pc);
}

/* Gives a local socket a name in the file system. */
void rdl_external_effects_bound(const struct rdl_made *m)
{
    const struct sockaddr_un *name = (const struct sockaddr_un *)m->arg[1];
    const long arg[6] = { (long)name->sun_path };

    rdl_descriptors_used(m);
    if (rdl_port_of((const struct sockaddr *)name, (socklen_t)m->arg[2]) != 0)
        rdl_external_effects_meet("it binds a port of its own choice", m->pc);
    if (name->sun_family == AF_UNIX && m->arg[2] > 2 &&
        name->sun_path[0] != '\0')
        rdl_external_effects_named(
            &(struct rdl_made){ .number = SYS_mknod, .arg = arg, .pc = m->pc });
}

void rdl_external_effects_connected(const struct rdl_made *m)
{
    int fd = (int)m->arg[0], type = 0, size = sizeof(type);

    rdl_descriptors_used(m);
    if (rdl_external_effects_said() || rdl_external_input_serving())
        return;
    rdl_raw(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, &type, &size);
    if (type == SOCK_STREAM && rdl_io_known(fd)->kind == RDL_IO_SOCKET &&
        rdl_io_reachable(fd))
        rdl_external_effects_say(PEER, m->pc);
}

/* A datagram to another process; streams are connected before. */
void rdl_external_effects_sent(const struct rdl_made *m)
{
    const struct sockaddr *to = (const struct sockaddr *)m->arg[4];
    socklen_t size = (socklen_t)m->arg[5];

    rdl_descriptors_used(m);
    if (!rdl_external_effects_said() && !rdl_external_input_serving() &&
        rdl_port_of(to, size) != 0 && !rdl_port_is_loopback(to, size))
        rdl_external_effects_say(PEER, m->pc);
}

/* --- Objects ---------------------------------------------------------------
 */

/* shmget, semget, msgget */
void rdl_external_effects_object(const struct rdl_made *m)
{
    bool keyless = m->arg[0] == IPC_PRIVATE;
    long flags = m->arg[m->number == SYS_msgget ? 1 : 2];

    if (!keyless)
        rdl_external_effects_meet("it uses a System V object that has a key",
                                  m->pc);
    if (!keyless && (flags & IPC_CREAT) == 0)
        return;
    if (n_objects == MAX_OBJECTS) {
        rdl_external_effects_say("the System V objects that it makes", m->pc);
        return;
    }
    objects[n_objects++] = (struct object){
        .remove = m->number == SYS_shmget   ? SYS_shmctl
                  : m->number == SYS_semget ? SYS_semctl
                                            : SYS_msgctl,
        .id = (int)m->result,
        .keyless = keyless,
    };
}

void rdl_external_effects_object_control(const struct rdl_made *m)
{
    long command = m->arg[m->number == SYS_semctl ? 2 : 1];

    if ((command & ~0x100) != IPC_RMID) /* IPC_64 */
        return;
    for (size_t i = 0; i < n_objects; i++) {
        if (objects[i].remove == m->number && objects[i].id == (int)m->arg[0])
            objects[i].remove = 0;
    }
}

void rdl_external_effects_queue(const struct rdl_made *m)
{
    rdl_external_effects_meet("it uses a message queue that has a name", m->pc);
    if (m->number == SYS_mq_unlink)
        queues--;
    else if ((m->arg[1] & O_CREAT) != 0)
        queues++;
    if (m->number == SYS_mq_open)
        rdl_descriptor_new((int)m->result);
}

/* An object that no other process can name is only a leak: removes it. */
static void effects_end_object(const struct object *o)
{
    if (o->remove == 0)
        return;
    if (!o->keyless)
        rdl_external_effects_say("the System V objects that it makes", 0);
    else if (o->remove == SYS_semctl)
        rdl_raw(SYS_semctl, o->id, 0, IPC_RMID, 0);
    else
        rdl_raw(o->remove, o->id, IPC_RMID, 0);
}

static void effects_end(void)
{
    struct stat st;

    rdl_temp_files_end();
    for (size_t i = 0; i < n_objects; i++)
        effects_end_object(&objects[i]);
    if (queues > 0)
        rdl_external_effects_say("the message queues that it makes", 0);
    for (size_t i = 0; i < n_files && !rdl_external_effects_said(); i++) {
        if (rdl_raw(SYS_newfstatat, AT_FDCWD, files[i].path, &st,
                    AT_SYMLINK_NOFOLLOW) == 0 &&
            st.st_ino == files[i].inode)
            rdl_external_effects_say(FILES, files[i].pc);
    }
}

const struct rdl_family rdl_family_external_effects = {
    .execution_ends = effects_end,
};
