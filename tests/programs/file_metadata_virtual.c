/* file_metadata_virtual.c - inode numbers, times and blocks of files that the
 * program makes, and of pipes, are the same in every execution, and as they
 * should be: different files differ, a later change is not earlier, a time that
 * the program sets stays.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile unsigned long told; /* its values are part of the execution */
static char directory[] = "rdl-XXXXXX";

static void tell(const struct stat *st)
{
    told = st->st_ino;
    told = (unsigned long)st->st_atim.tv_sec;
    told = (unsigned long)st->st_mtim.tv_nsec;
    told = (unsigned long)st->st_ctim.tv_nsec;
    told = (unsigned long)st->st_blocks;
}

static bool later(struct timespec a, struct timespec b)
{
    return a.tv_sec > b.tv_sec ||
           (a.tv_sec == b.tv_sec && a.tv_nsec >= b.tv_nsec);
}

static ino_t listed(const char *name)
{
    DIR *d = opendir(directory);
    ino_t inode = 0;

    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, name) == 0)
            inode = e->d_ino;
    }
    closedir(d);
    return inode;
}

static void files(void)
{
    const struct timespec when[2] = { { 1000, 0 }, { 2000, 5 } };
    const struct timespec omit[2] = { { 3000, 0 }, { 0, UTIME_OMIT } };
    char path[64];
    struct stat a, b, again;
    struct statx x;
    int one, other;

    snprintf(path, sizeof(path), "%s/b", directory);
    other = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    snprintf(path, sizeof(path), "%s/a", directory);
    one = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    assert(one >= 0 && other >= 0);
    fstat(one, &a);
    fstat(other, &b);
    tell(&a);
    tell(&b);
    assert(a.st_ino != b.st_ino && a.st_dev == b.st_dev);
    usleep(5000);
    assert(write(one, "text", 4) == 4);
    stat(path, &again);
    tell(&again);
    assert(again.st_ino == a.st_ino && again.st_size == 4);
    assert(later(again.st_mtim, a.st_mtim) && again.st_blocks > 0);
    assert(statx(AT_FDCWD, path, 0, STATX_ALL, &x) == 0);
    assert(x.stx_ino == a.st_ino && x.stx_blocks == (unsigned)again.st_blocks);
    assert(x.stx_mtime.tv_nsec == again.st_mtim.tv_nsec);
    assert(listed("a") == a.st_ino && listed("b") == b.st_ino);
    assert(futimens(one, when) == 0);
    fstat(one, &again);
    assert(again.st_atim.tv_sec == 1000 && again.st_mtim.tv_sec == 2000 &&
           again.st_mtim.tv_nsec == 5 && later(again.st_ctim, a.st_ctim));
    assert(futimens(one, omit) == 0 && fchmod(one, 0640) == 0);
    fstat(one, &again);
    assert(again.st_atim.tv_sec == 3000 && again.st_mtim.tv_sec == 2000);
    close(one);
    close(other);
}

/* What is made in a directory changes it. */
static void names(void)
{
    struct stat before, after;
    char path[64];

    snprintf(path, sizeof(path), "%s/c", directory);
    stat(directory, &before);
    usleep(2000000);
    assert(mkdir(path, 0700) == 0);
    stat(directory, &after);
    assert(after.st_mtime > before.st_mtime && after.st_ino == before.st_ino);
    tell(&after);
}

static void channels(void)
{
    struct stat a, b;
    int fd[2], memory = memfd_create("memory", 0);

    assert(pipe(fd) == 0 && memory >= 0);
    fstat(fd[0], &a);
    fstat(memory, &b);
    tell(&a);
    tell(&b);
    close(fd[0]);
    close(fd[1]);
    close(memory);
}

static void *run(void *argument)
{
    channels();
    return argument;
}

int main(void)
{
    pthread_t t;

    assert(mkdtemp(directory) != NULL);
    pthread_create(&t, NULL, run, NULL);
    files();
    names();
    pthread_join(t, NULL);
    return 0;
}
