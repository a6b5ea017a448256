/* rewind_files.c - a program that clears up after itself leaves nothing to be
 * said about: files, directories, System V and named objects.
 * EXPECT: clean
 * EXECUTIONS: 300
 * LIBS: -lrt
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

static int first;

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

/* Does a line of /proc/self/maps name it?  What else is mapped differs from run
 * to run: not part of the event hash. */
__attribute__((no_sanitize("thread"))) static int is_mapped(const char *name)
{
    static volatile char text[65536];
    int fd = open("/proc/self/maps", O_RDONLY), n = 0, got;

    while ((got = (int)read(fd, (char *)text + n, sizeof(text) - n)) > 0)
        n += got;
    close(fd);
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (name[k] != '\0' && i + k < n && text[i + k] == name[k])
            k++;
        if (name[k] == '\0')
            return 1;
    }
    return 0;
}

static void write_file(void)
{
    char folder[] = "rewind-XXXXXX", file[64], renamed[64];
    FILE *f;

    assert(mkdtemp(folder) != NULL);
    snprintf(file, sizeof(file), "%s/file", folder);
    snprintf(renamed, sizeof(renamed), "%s/renamed", folder);
    f = fopen(file, "wx");
    assert(f != NULL);
    fputs("text\n", f);
    fclose(f);
    assert(chmod(file, 0600) == 0);
    assert(rename(file, renamed) == 0);
    assert(unlink(renamed) == 0);
    assert(rmdir(folder) == 0);
}

int main(void)
{
    pthread_t a, b;
    sem_t *sem;
    int fd;

    assert(!is_mapped("/dev/shm/sem."));
    /* Only an execution that has it to itself may make it. */
    sem = sem_open("/rewind", O_CREAT | O_EXCL, 0600, 1);
    assert(sem != SEM_FAILED);
    fd = shm_open("/rewind-files", O_CREAT | O_RDWR, 0600);
    assert(fd >= 0);
    shm_unlink("/rewind-files");
    assert(semget(IPC_PRIVATE, 1, 0600) >= 0); /* and never removed */
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    write_file();
    if (first == 1)
        sem_close(sem);
    fputs("gone\n", tmpfile());
    return 0;
}
