/* temporary.c - names of temporary files, the same in every execution.
 *
 * Files end with their execution (effects/temp_files.h), so that the next one
 * finds their names unused.  If a name is taken anyway, by an execution that
 * was killed, by its child or by another program, the next of the sequence is
 * used. That sequence is separate from the thread's random bytes: collisions do
 * not shift those.  tmpfile() has no name and needs nothing. */
#include "base/rng.h"
#include "runtime/machine/raw.h"
#include "runtime/io/random.h"
#include "runtime/effects/temp_files.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#define N_RANDOM 6 /* characters to fill in */

RDL_REAL(int, mkstemp, char *);
RDL_REAL(int, mkostemp, char *, int);
RDL_REAL(int, mkstemps, char *, int);
RDL_REAL(int, mkostemps, char *, int, int);
RDL_REAL(char *, mkdtemp, char *);
RDL_REAL(char *, mktemp, char *);
RDL_REAL(char *, tempnam, const char *, const char *);
RDL_REAL(char *, tmpnam, char *);
RDL_REAL(char *, tmpnam_r, char *);

/* What to do with a name: returns 0 or more, or -EEXIST to try the next. */
typedef long attempt(const char *name, int flags, uintptr_t pc);

static long temporary_make_file(const char *name, int flags, uintptr_t pc)
{
    struct rdl_syscall call = {
        .number = SYS_openat,
        .arg = { AT_FDCWD, (long)name,
                 (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL,
                 S_IRUSR | S_IWUSR },
        .pc = pc,
    };

    return rdl_syscall(&call);
}

static long temporary_make_directory(const char *name, int flags, uintptr_t pc)
{
    struct rdl_syscall call = {
        .number = SYS_mkdir,
        .arg = { (long)name, S_IRWXU },
        .pc = pc,
    };

    (void)flags;
    return rdl_syscall(&call);
}

static long temporary_find_unused(const char *name, int flags, uintptr_t pc)
{
    struct stat status;
    long result =
        rdl_raw(SYS_newfstatat, AT_FDCWD, name, &status, AT_SYMLINK_NOFOLLOW);

    (void)flags, (void)pc;
    if (result == -ENOENT)
        return 0;
    return result < 0 ? result : -EEXIST;
}

/* Replaces the XXXXXX before the last `suffix` characters. */
static long temporary_try_names(char *template, int suffix, int flags,
                                attempt *act, uintptr_t pc)
{
    struct rdl_rng rng = { .state = rdl_random_name() };
    size_t length;
    char *at;

    rdl_call_reads_text(template, pc);
    length = strlen(template);

    if (suffix < 0 || length < (size_t)suffix + N_RANDOM)
        return -EINVAL;
    at = template + length - (size_t)suffix - N_RANDOM;
    if (memcmp(at, "XXXXXX", N_RANDOM) != 0)
        return -EINVAL;
    rdl_call_writes(at, N_RANDOM, pc);
    for (int i = 0; i < TMP_MAX; i++) {
        long result;

        for (size_t k = 0; k < N_RANDOM; k++)
            at[k] = LETTERS[rdl_rng_below(&rng, sizeof(LETTERS) - 1)];
        /* Checked first: a taken name must not cost a step. */
        result = temporary_find_unused(template, flags, pc);
        if (result == 0)
            result = act(template, flags, pc);
        if (result == -EEXIST)
            continue;
        if (result >= 0 && act != temporary_find_unused)
            rdl_temp_files_begins(template);
        if (i > 0)
            rdl_note(RDL_NOTE_TEMPORARY_NAME,
                     "the name of a temporary file was taken already; this "
                     "execution has another one",
                     pc);
        return result;
    }
    return -EEXIST;
}

/* glibc's names end in 64 for large files; on this machine all are. */
#define ALSO64(name)                                                           \
    __asm__(".globl " name "64\n.set " name "64, " name "\n"                   \
            ".type " name "64, @function\n")
ALSO64("mkstemp");
ALSO64("mkostemp");
ALSO64("mkstemps");
ALSO64("mkostemps");

RDL_EXPORT int mkstemp(char *template)
{
    if (!rdl_controlled())
        return REAL(mkstemp)(template);
    return rdl_answer(
        temporary_try_names(template, 0, 0, temporary_make_file, RDL_PC));
}

RDL_EXPORT int mkostemp(char *template, int flags)
{
    if (!rdl_controlled())
        return REAL(mkostemp)(template, flags);
    return rdl_answer(
        temporary_try_names(template, 0, flags, temporary_make_file, RDL_PC));
}

RDL_EXPORT int mkstemps(char *template, int suffix)
{
    if (!rdl_controlled())
        return REAL(mkstemps)(template, suffix);
    return rdl_answer(
        temporary_try_names(template, suffix, 0, temporary_make_file, RDL_PC));
}

RDL_EXPORT int mkostemps(char *template, int suffix, int flags)
{
    if (!rdl_controlled())
        return REAL(mkostemps)(template, suffix, flags);
    return rdl_answer(temporary_try_names(template, suffix, flags,
                                          temporary_make_file, RDL_PC));
}

RDL_EXPORT char *mkdtemp(char *template)
{
    if (!rdl_controlled())
        return REAL(mkdtemp)(template);
    if (rdl_answer(temporary_try_names(template, 0, 0, temporary_make_directory,
                                       RDL_PC)) < 0)
        return NULL;
    return template;
}

RDL_EXPORT char *mktemp(char *template)
{
    if (!rdl_controlled())
        return REAL(mktemp)(template);
    if (rdl_answer(temporary_try_names(template, 0, 0, temporary_find_unused,
                                       RDL_PC)) < 0)
        template[0] = '\0';
    return template;
}

static bool temporary_is_directory(const char *path)
{
    struct stat status;

    return path != NULL &&
           rdl_raw(SYS_newfstatat, AT_FDCWD, path, &status, 0) == 0 &&
           S_ISDIR(status.st_mode);
}

RDL_EXPORT char *tempnam(const char *directory, const char *prefix)
{
    const char *from_environment = secure_getenv("TMPDIR");
    char name[4096];
    int length;

    if (!rdl_controlled())
        return REAL(tempnam)(directory, prefix);
    if (temporary_is_directory(from_environment))
        directory = from_environment;
    if (!temporary_is_directory(directory))
        directory = P_tmpdir;
    if (prefix == NULL)
        prefix = "file";
    length = (int)strnlen(directory, sizeof(name) - 32);
    memcpy(name, directory, (size_t)length);
    name[length++] = '/';
    for (int i = 0; i < 5 && prefix[i] != '\0'; i++)
        name[length++] = prefix[i];
    memcpy(name + length, "XXXXXX", sizeof("XXXXXX"));
    if (rdl_answer(
            temporary_try_names(name, 0, 0, temporary_find_unused, RDL_PC)) < 0)
        return NULL;
    return strdup(name);
}

static char *temporary_name_in(char *out, uintptr_t pc)
{
    rdl_call_writes(out, sizeof(P_tmpdir "/fileXXXXXX"), pc);
    memcpy(out, P_tmpdir "/fileXXXXXX", sizeof(P_tmpdir "/fileXXXXXX"));
    return rdl_answer(
               temporary_try_names(out, 0, 0, temporary_find_unused, pc)) < 0
               ? NULL
               : out;
}

RDL_EXPORT char *tmpnam_r(char out[L_tmpnam])
{
    if (!rdl_controlled())
        return REAL(tmpnam_r)(out);
    return out == NULL ? NULL : temporary_name_in(out, RDL_PC);
}

RDL_EXPORT char *tmpnam(char out[L_tmpnam])
{
    static char own[L_tmpnam];

    if (!rdl_controlled())
        return REAL(tmpnam)(out);
    return temporary_name_in(out != NULL ? out : own, RDL_PC);
}
