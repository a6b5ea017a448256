/* semaphore_named.c - sem_open, sem_close, sem_unlink.
 *
 * The C library maps the file.  A semaphore that the execution creates gets a
 * name of its own in addition to the target's.  So parallel executions do not
 * share it, and an execution that a finding cuts short leaves nothing for the
 * next; it is removed at the end.  The target and the children that it forks
 * see the name they know.  A semaphore that existed before belongs to another
 * process and is opened as it is. */
#include "runtime/core/interceptor.h"
#include "runtime/sync/pshared.h"
#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/effects/effects.h"
#include "runtime/sched/family.h"

#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>

RDL_REAL(sem_t *, sem_open, const char *, int, ...);
RDL_REAL(int, sem_close, sem_t *);
RDL_REAL(int, sem_unlink, const char *);

#define FOLDER "/dev/shm/sem." /* as in glibc */
#define PREFIX "raddle-"       /* then a number of DIGITS digits and '-' */
#define DIGITS 10
#define MAX_NAME 220
#define MAX_CREATED 64

struct name {
    char text[MAX_NAME + 1];
};

static struct name created[MAX_CREATED]; /* by the target's names */
static size_t n_created;
static unsigned long space; /* real pid of the process that began it */

RDL_PERSISTENT(created); /* empty when an execution begins; `main` has none */

/* The name without leading slashes; false if it is empty or too long. */
static bool named_name_of(const char *given, struct name *out)
{
    while (*given == '/')
        given++;
    if (*given == '\0' || strnlen(given, MAX_NAME + 1) > MAX_NAME)
        return false;
    strcpy(out->text, given);
    return true;
}

/* Always of the same length: the C library allocates by the length. */
static void named_own_name(const struct name *name, char out[256])
{
    char digits[DIGITS + 1];
    unsigned long n;

    if (space == 0)
        space = (unsigned long)rdl_raw(SYS_getpid);
    n = space;
    digits[DIGITS] = '\0';
    for (int i = DIGITS; i > 0; i--, n /= 10)
        digits[i - 1] = (char)('0' + n % 10);
    strcpy(out, PREFIX);
    strcat(out, digits);
    strcat(out, "-");
    strcat(out, name->text);
}

static struct name *named_find(const struct name *name)
{
    for (size_t i = 0; i < n_created; i++) {
        if (strcmp(created[i].text, name->text) == 0)
            return &created[i];
    }
    return NULL;
}

static bool named_exists(const struct name *name)
{
    char path[sizeof(FOLDER) + MAX_NAME] = FOLDER;

    strcat(path, name->text);
    return rdl_raw(SYS_access, path, F_OK) == 0;
}

static void named_remove_own(const struct name *name)
{
    char path[sizeof(FOLDER) + 256] = FOLDER;

    named_own_name(name, path + strlen(path));
    rdl_raw(SYS_unlink, path);
}

/* Removes the named semaphores that this execution created. */
static void named_remove_all(void)
{
    while (n_created > 0)
        named_remove_own(&created[--n_created]);
}

static sem_t *named_call_open(const char *name, int flags, mode_t mode,
                              unsigned value)
{
    sem_t *sem;

    rdl_libc_begin();
    sem = REAL(sem_open)(name, flags, mode, value);
    rdl_libc_end();
    if (sem != SEM_FAILED)
        rdl_effects_mapping((uintptr_t)sem, sizeof(*sem));
    return sem;
}

static sem_t *named_create_own(const struct name *name, int flags, mode_t mode,
                               unsigned value)
{
    char own[256];
    sem_t *sem;

    if (n_created == MAX_CREATED)
        return named_call_open(name->text, flags, mode, value);
    named_remove_own(name); /* left by a killed process with that pid */
    named_own_name(name, own);
    sem = named_call_open(own, flags, mode, value);
    if (sem != SEM_FAILED)
        created[n_created++] = *name;
    return sem;
}

static sem_t *named_open(const char *given, int flags, mode_t mode,
                         unsigned value, uintptr_t pc)
{
    struct name name;
    char own[256];
    sem_t *sem;

    if (!rdl_controlled())
        return REAL(sem_open)(given, flags, mode, value);
    rdl_point(RDL_OP_SYSCALL, given, 1, pc);
    if (!named_name_of(given, &name))
        return named_call_open(given, flags, mode, value);
    if (named_find(&name) != NULL) {
        named_own_name(&name, own);
        return named_call_open(own, flags, mode, value);
    }
    if ((flags & O_CREAT) != 0 && !named_exists(&name))
        return named_create_own(&name, flags, mode, value);
    sem = named_call_open(given, flags, mode, value);
    if (sem != SEM_FAILED)
        rdl_pshared_found(pc);
    return sem;
}

RDL_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
    mode_t mode = 0;
    unsigned value = 0;
    va_list more;

    if ((flags & O_CREAT) != 0) {
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        value = va_arg(more, unsigned);
        va_end(more);
    }
    return named_open(name, flags, mode, value, RDL_PC);
}

RDL_EXPORT int sem_unlink(const char *given)
{
    struct name name, *known;
    int result;

    if (!rdl_controlled())
        return REAL(sem_unlink)(given);
    rdl_point(RDL_OP_SYSCALL, given, 1, RDL_PC);
    known = named_name_of(given, &name) ? named_find(&name) : NULL;
    if (known != NULL) {
        named_remove_own(&name);
        *known = created[--n_created];
        return 0;
    }
    rdl_libc_begin();
    result = REAL(sem_unlink)(given);
    rdl_libc_end();
    return result;
}

RDL_EXPORT int sem_close(sem_t *sem)
{
    int result;

    if (!rdl_controlled())
        return REAL(sem_close)(sem);
    rdl_point(RDL_OP_SYSCALL, sem, 1, RDL_PC);
    rdl_libc_begin();
    result = REAL(sem_close)(sem);
    rdl_libc_end();
    return result;
}

const struct rdl_family rdl_family_named_semaphores = {
    .execution_ends = named_remove_all,
};
